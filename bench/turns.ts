/**
 * Subjects take turns; what is compared is what they took in the same round.
 *
 * @module
 */

import type { Comparison, Group, Subject } from "./plan.ts";
import { type Pace, type Place, startWorker, type Worker } from "./worker.ts";

/** How much is measured. */
export interface Effort extends Pace {
  /** How often each subject has its turn. */
  readonly rounds: number;
}

/** A comparison, measured. Times in µs of CPU time for one run. */
export interface Measured extends Comparison {
  /** Median of the subject. `NaN` if one of its answers was wrong. */
  readonly time: number;
  /** Median of what it is compared with. */
  readonly timeAgainst: number;
  /** Median of the floor. */
  readonly timeOfFloor: number;
  /** Median of the ratios of the rounds. */
  readonly ratio: number;
}

/** The results of a group. */
export interface GroupResult {
  /** One for each comparison. */
  readonly measured: readonly Measured[];
  /** The failures, by subject. */
  readonly failures: Readonly<Record<string, string>>;
}

/** Measures a group. A subject that answers wrongly is left out, the others are measured all the same. */
export async function takeTurns(place: Place, group: Group, effort: Effort): Promise<GroupResult> {
  const { workers, failures } = await startAll(place, group, effort);
  const times = new Map([...workers.keys()].map((key) => [key, [] as number[]]));
  try {
    for (let round = 0; round < effort.rounds; round++) {
      for (const [key, worker] of shuffled([...workers])) {
        try {
          times.get(key)?.push(await worker.ask("batch"));
        } catch (error) {
          failures[key] = String(error);
          times.delete(key);
          workers.delete(key);
          await worker.stop();
        }
      }
    }
  } finally {
    await Promise.all([...workers.values()].map((worker) => worker.stop()));
  }
  return { failures, measured: group.comparisons.map((comparison) => measure(comparison, times)) };
}

/** The middle of some numbers; `NaN` of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

async function startAll(
  place: Place,
  { subjects, warmUp: longer = 1 }: Group,
  { batch, warmUp: usual, leastRuns = 0 }: Effort,
): Promise<{ workers: Map<string, Worker>; failures: Record<string, string> }> {
  const workers = new Map<string, Worker>();
  const failures: Record<string, string> = {};
  await Promise.all(
    Object.entries(subjects).map(async ([key, subject]) => {
      try {
        // A floor compiles in less time.
        const isSmall = subject.library === "floor" || subject.library === "bare";
        const warmUp = (isSmall ? usual / 3 : usual) * longer;
        const pace = { batch, warmUp, leastRuns: leastRunsOf(subject, leastRuns) };
        workers.set(key, await startWorker(place, { ...subject, ...pace }));
      } catch (error) {
        failures[key] = String(error);
      }
    }),
  );
  return { workers, failures };
}

/** Peers are so slow that they have compiled before. */
function leastRunsOf({ isServer, library }: Subject, leastRuns: number): number {
  if (!isServer) return 0;
  return library === "authjs" || library === "betterauth" ? leastRuns / 5 : leastRuns;
}

function measure(comparison: Comparison, times: ReadonlyMap<string, readonly number[]>): Measured {
  const timesOf = (key = ""): readonly number[] => times.get(key) ?? [];
  const against = timesOf(comparison.against);
  const ratios = against.length
    ? timesOf(comparison.subject).map((time, n) => time / (against[n] ?? NaN))
    : [];
  return {
    ...comparison,
    time: median(timesOf(comparison.subject)),
    timeAgainst: median(against),
    timeOfFloor: median(timesOf(comparison.floor)),
    ratio: median(ratios),
  };
}

function shuffled<T>(values: readonly T[]): T[] {
  return values.map((value) => ({ value, at: Math.random() })).sort((a, b) => a.at - b.at).map(({ value }) =>
    value
  );
}
