/**
 * The contract of adapters, for each client of a database.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdapterCase } from "../../src/testing/adapter/adapter_cases.ts";
import { exceptAtNight } from "../_nightly.ts";
import { chosen } from "../_short.ts";

/** Two cases that take as long as the other eighty: each is a race of 20 callers, eight or ten times. */
const LONG_RACES: readonly string[] = [
  "takeOverUser() removes what was added before or at the same time",
  "removeAccount() leaves one of two accounts that are removed at the same time",
];

/**
 * Whether a case is left to the night. The adapter and the database decide most of them, so by day the first client runs all, and
 * of the others, one has every second case and the next one the rest, without the {@link LONG_RACES}.
 *
 * @param client Number of the client, from 0.
 * @param index Number of the case.
 */
export function isLater(client: number, index: number, name: string): boolean {
  return client > 0 && (LONG_RACES.includes(name) || index % 2 !== client % 2);
}

/**
 * Registers the cases of each client, those of the night as skipped. The short run has the first client only.
 *
 * @param adapter Such as `Postgres()`.
 * @param suites The clients, and the cases of each.
 */
export function testContract(
  adapter: string,
  suites: readonly (readonly [client: string, cases: readonly AdapterCase[]])[],
): void {
  for (const [i, [client, cases]] of chosen(suites).entries()) {
    for (const [index, { name, skip, run }] of cases.entries()) {
      test(`${adapter} on ${client} keeps the contract of adapters: ${name}`, {
        skip: isLater(i, index, name) && exceptAtNight,
      }, () => {
        assert.equal(skip, undefined);
        return run();
      });
    }
  }
}
