/**
 * What is left of a user who is removed: a generation that no token of theirs has. An id may be used again, and the tokens of the
 * former user must not open the next one: without a row, both would be of the first generation.
 *
 * @module
 */

import { webPlatform } from "../../platform/platform.ts";
import { type AdapterSecurity, emptyRow } from "../../shapes/security.ts";

/** The least generation of the next user with an id of which nothing else is known: no token has one from before. */
export function leastGeneration(): number {
  return webPlatform.now();
}

/** The row that is left, or that the next user with the id begins with. @param before The one that is stored. */
export function endedRow(
  userId: string,
  before: Pick<AdapterSecurity, "generation"> | null | undefined,
): AdapterSecurity {
  const generation = Math.max((before?.generation ?? 0) + 1, leastGeneration());
  return { ...emptyRow(userId), generation };
}
