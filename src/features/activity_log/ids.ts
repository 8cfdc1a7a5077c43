/**
 * The names of activities among those of their user: what was done comes before what has failed, and the newest first, in the order
 * of texts. So whoever guesses pushes nothing off a list.
 *
 * @module
 */

import { shortHash } from "../../crypto/hash.ts";
import { newestFirst } from "../../sign_in/newest_first.ts";

/** Failures of one kind within this time are one row: a stranger who guesses does not fill the table. In milliseconds. */
const ROUND = 3_600_000;

/** Between the names of what was done and those of what has failed: it is the name of nothing. */
export const FAILURES = "f";

/** The name of a failure: the same for those of one kind within an hour. @param kind What they have in common. */
export async function idOfFailure(at: number, kind: string): Promise<string> {
  return `${FAILURES}${newestFirst(at - at % ROUND)}-${await shortHash(kind)}`;
}

/** Whether it is the name of a failure. */
export function isOfFailure(id: string): boolean {
  return id.startsWith(FAILURES);
}
