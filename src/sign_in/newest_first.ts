/**
 * Names of what has happened, by which the newest comes first in the order of texts.
 *
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import type { Platform } from "../platform/platform.ts";

/** Longer than any time of today in milliseconds since the epoch. */
const LAST = 9_999_999_999_999;

/** More names than a process makes within a millisecond. */
const MOST = 9999;

/** The last name that this process has made: several within a millisecond keep their order. */
let last = { at: 0, count: 0 };

/** The beginning of a name. @param at When it happened, in milliseconds since the epoch. */
export function newestFirst(at: number): string {
  return String(LAST - at).padStart(13, "0");
}

/** A name that nothing else has. @param at As for `newestFirst()`. */
export function newestFirstName(at: number, { random }: Pick<Platform, "random">): string {
  last = { at, count: at === last.at ? Math.min(last.count + 1, MOST) : 0 };
  return `${newestFirst(at)}-${String(MOST - last.count).padStart(4, "0")}${toBase64Url(random(6))}`;
}

/** Whether a text is such a name. */
export function isNewestFirstName(text: string): boolean {
  return /^\d{13}-\d{4}[\w-]{8}$/.test(text);
}
