/**
 * Runs stages side by side.
 *
 * @module
 */

/** How stages run side by side. */
export interface Lanes<S, D> {
  /** How many run at the same time. */
  readonly lanes: number;
  readonly run: (stage: S) => Promise<D>;
}

/** A stage, as far as lanes need it. */
export interface Laned {
  readonly name: string;
  /** A stage that has to end first. */
  readonly after?: string;
  /** Whether it leaves the processors to the others most of the time. */
  readonly isLight?: boolean;
}

/**
 * Runs stages side by side, each as soon as a lane is free and the stage that it names has ended. A light one takes no
 * lane.
 *
 * @returns The results, in the order of the stages.
 */
export async function runLanes<S extends Laned, D>(
  stages: readonly S[],
  { lanes, run }: Lanes<S, D>,
): Promise<readonly D[]> {
  const names = stages.map(({ name }) => name);
  const results = new Map<string, D>();
  const waiting = [...stages];
  const running = new Map<string, Promise<void>>();
  const isReady = ({ after }: S) => !after || !names.includes(after) || results.has(after);
  while (waiting.length || running.size) {
    const isFull = stages.filter(({ name, isLight }) => running.has(name) && !isLight).length >= lanes;
    const next = waiting.findIndex((stage) => isReady(stage) && (stage.isLight || !isFull));
    if (next < 0) {
      await Promise.race(running.values());
      continue;
    }
    const [stage] = waiting.splice(next, 1) as [S];
    const runOne = async () => {
      results.set(stage.name, await run(stage));
      running.delete(stage.name);
    };
    running.set(stage.name, runOne());
  }
  return names.map((name) => results.get(name)!);
}
