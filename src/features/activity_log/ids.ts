/**
 * The names of activities among those of their user: what was done comes before what has failed, and the newest first, in the order
 * of texts. So whoever guesses pushes nothing off a list.
 *
 * @module
 */

import { toBase64Url } from "../../crypto/bytes.ts";
import { shortHash } from "../../crypto/hash.ts";
import type { Platform } from "../../platform/platform.ts";

/** Failures of one kind within this time are one row: a stranger who guesses does not fill the table. In milliseconds. */
const ROUND = 3_600_000;

/** Longer than any time of today in milliseconds since the epoch. */
const LAST = 9_999_999_999_999;

/** Between the names of what was done and those of what has failed: it is the name of nothing. */
export const FAILURES = "f";

/** The name of something that was done. @param at When, in milliseconds since the epoch. */
export function idOfSuccess(at: number, { random }: Pick<Platform, "random">): string {
  return `${timeText(at)}-${toBase64Url(random(6))}`;
}

/** The name of a failure: the same for those of one kind within an hour. @param kind What they have in common. */
export async function idOfFailure(at: number, kind: string): Promise<string> {
  return `${FAILURES}${timeText(at - at % ROUND)}-${await shortHash(kind)}`;
}

/** Whether it is the name of a failure. */
export function isOfFailure(id: string): boolean {
  return id.startsWith(FAILURES);
}

function timeText(at: number): string {
  return String(LAST - at).padStart(13, "0");
}
