/**
 * Runs stages side by side.
 *
 * @module
 */

import { createBlock, LIVE, printLine, type Screen } from "./_screen.ts";

/** How stages run side by side. */
export interface Lanes<S, D> {
  /** How many run at the same time. */
  readonly lanes: number;
  /** Runs a stage, and sends its output to a screen. */
  readonly run: (stage: S, screen: Screen) => Promise<D>;
}

/**
 * Runs stages side by side, each as soon as a lane is free and the stage that it names has ended. A stage that has
 * company prints its output as one block, when it has ended.
 *
 * @returns The results, in the order of the stages.
 */
export async function runLanes<S extends { readonly name: string; readonly after?: string }, D>(
  stages: readonly S[],
  { lanes, run }: Lanes<S, D>,
): Promise<readonly D[]> {
  const names = stages.map(({ name }) => name);
  const results = new Map<string, D>();
  const waiting = [...stages];
  const running = new Map<string, Promise<void>>();
  const isReady = ({ after }: S) => !after || !names.includes(after) || results.has(after);
  while (waiting.length || running.size) {
    const next = running.size < lanes ? waiting.findIndex(isReady) : -1;
    if (next < 0) {
      await Promise.race(running.values());
      continue;
    }
    const [stage] = waiting.splice(next, 1) as [S];
    if (stages.length > 1) printLine(LIVE, `begins  ${stage.name}`);
    const screen = stages.length > 1 ? createBlock() : LIVE;
    const runOne = async () => {
      results.set(stage.name, await run(stage, screen));
      running.delete(stage.name);
      screen.flush();
    };
    running.set(stage.name, runOne());
  }
  return names.map((name) => results.get(name)!);
}
