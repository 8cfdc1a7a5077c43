/**
 * How many seconds of a processor each stage may take, so that growth is seen. They warn and fail nothing: a computer may be
 * busy. On a slower one they are multiplied: the same commit has taken 760 or 1,470 CPU-s on two hosts of one kind.
 *
 * @module
 */

import type { Result } from "./step.ts";

/**
 * Stage → seconds of a processor: what it took on two cores with empty caches on 2026-11-23, less what each change since then
 * has saved by its own measurement, and 15 % more.
 */
export const BUDGETS: Readonly<Record<string, number>> = {
  packages: 10,
  format: 5,
  lint: 8,
  frameworks: 217,
  types: 37,
  "doc lint": 2,
  publish: 2,
  unit: 224,
  doc: 6,
  guides: 130,
  compat: 108,
  databases: 61,
  runtimes: 47,
  browser: 60,
  npm: 20,
  fresh: 4,
};

/** The stage that tells how fast a computer is: it needs no other program, and its work changes little. */
const RULER = "types";

/** How much more than the ruler another stage may be slowed: memory, files and new processes have speeds of their own. */
const SPREAD = 1.25;

/** A stage that has ended. */
interface Ended {
  readonly name: string;
  readonly result: Pick<Result, "cpu">;
}

/**
 * How many times the processor time of the budgets this computer takes, by the stage "types"; 1 if it is as fast or faster, or
 * if that stage has not run.
 */
export function slownessOf(done: readonly Ended[]): number {
  const ruler = done.find(({ name }) => name === RULER)?.result.cpu ?? 0;
  return Math.max(1, ruler / BUDGETS[RULER]!);
}

/** A line about the stages that took more than their budget on this computer; empty if none did. */
export function overBudget(done: readonly Ended[]): string {
  const slowness = slownessOf(done);
  const factor = slowness === 1 ? 1 : slowness * SPREAD;
  const parts = done.flatMap(({ name, result: { cpu } }) => {
    const most = (BUDGETS[name] ?? Infinity) * factor;
    return cpu > most ? [`${name} ${cpu.toFixed(0)} of ${most.toFixed(0)} CPU-s`] : [];
  });
  if (!parts.length) return "";
  const text = `what tools/run/budgets.ts says: ${parts.join(", ")}`;
  if (slowness === 1) return `more than ${text}`;
  const [times, slower] = [factor, slowness].map((number) => `${number.toFixed(1)} times`);
  return `more than ${times} ${text}. This computer took ${slower} the budget of "${RULER}"`;
}
