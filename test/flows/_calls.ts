/**
 * Chooses the calls of a database at which a test disturbs a flow. A sign-in forgets a dozen counters of attempts, one call
 * after the other.
 *
 * @module
 */

import { isNightly } from "../_nightly.ts";

/** The indices of calls: of the calls in a row of one method the first and the last, in the nightly run each. */
export function chosenCalls(methods: readonly string[]): readonly number[] {
  const isInside = (i: number) => methods[i - 1] === methods[i] && methods[i] === methods[i + 1];
  return [...methods.keys()].filter((i) => isNightly || !isInside(i));
}

/**
 * The same for a test that disturbs each call in several ways: by day every second of them. An even way gets those that an odd
 * one leaves out, so that each call is disturbed.
 *
 * @param way The number of the way.
 * @param step Every how many calls are disturbed: this many ways in a row disturb each.
 */
export function callsForWay(methods: readonly string[], way: number, step = 2): readonly number[] {
  return chosenCalls(methods).filter((_, i) => isNightly || i % step === way % step);
}
