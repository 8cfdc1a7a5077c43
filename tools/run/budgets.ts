/**
 * How many seconds of a processor each stage may take, so that growth is seen. They warn and fail nothing: a busy or slower
 * computer takes more.
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
  guides: 86,
  compat: 108,
  databases: 61,
  runtimes: 47,
  browser: 60,
  npm: 20,
  fresh: 4,
};

/** A line about the stages that took more than their budget; empty if none did. */
export function overBudget(
  done: readonly { readonly name: string; readonly result: Pick<Result, "cpu"> }[],
): string {
  const over = done.filter(({ name, result }) => result.cpu > (BUDGETS[name] ?? Infinity));
  const parts = over.map(({ name, result }) => `${name} ${result.cpu.toFixed(0)} of ${BUDGETS[name]} CPU-s`);
  return parts.length ? `more than tools/run/budgets.ts says: ${parts.join(", ")}` : "";
}
