/**
 * Names of what has happened, by which the newest comes first in the order of texts.
 *
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import type { Platform } from "../platform/platform.ts";

/** Longer than any time of today in milliseconds since the epoch. */
const LAST = 9_999_999_999_999;

/** The beginning of a name. @param at When it happened, in milliseconds since the epoch. */
export function newestFirst(at: number): string {
  return String(LAST - at).padStart(13, "0");
}

/** A name that nothing else has. @param at As for `newestFirst()`. */
export function newestFirstName(at: number, { random }: Pick<Platform, "random">): string {
  return `${newestFirst(at)}-${toBase64Url(random(6))}`;
}
