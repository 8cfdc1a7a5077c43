/**
 * The cookies of attempts to sign in: each has one of its own, so that several tabs do not disturb each other.
 *
 * @module
 */

import { removedCookie } from "./cookies.ts";
import type { Cookies } from "./types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";

/** How many bytes of older cookies `makeRoom` keeps at most. The new one has at most `MAX_COOKIE`. */
const MAX_OTHERS = 4000;

/** How many cookies are removed at once at most: an attacker may have set hundreds. */
export const MAX_REMOVED = 32;

/** The end of the name of an attempt's cookie: see `sealed_cookie.ts`. */
const ID = /^[\w-]{16}~?$/;

/**
 * Removes the oldest cookies named `<name>.<id>`, so that a new one makes at most `limit`, and 8 KB in all.
 *
 * It removes only cookies with a name that the library can have set: see `sealed_cookie.ts`.
 */
export function makeRoom(
  cookies: Cookies,
  { name, options }: CookieOption,
  limit: number,
): readonly SetCookie[] {
  // Browsers send the oldest first (RFC 6265 §5.4).
  const newestFirst = [...cookies].filter(([key]) => isAttemptOf(key, name)).reverse();
  const sizes = newestFirst.map(([key, value]) => key.length + value.length);
  const excess = newestFirst.filter((_, i) => i + 1 >= limit || sum(sizes.slice(0, i + 1)) > MAX_OTHERS);
  return excess.reverse().slice(0, MAX_REMOVED).map(([key]) => removedCookie({ name: key, options }));
}

/** Returns whether a name is that of an attempt of a kind. @param prefix The name of the kind. */
export function isAttemptOf(name: string, prefix: string): boolean {
  return name.startsWith(`${prefix}.`) && ID.test(name.slice(prefix.length + 1));
}

/** The name of an attempt's cookie if a page of another site has begun the attempt. */
export function toForeignName(name: string): string {
  return `${name}~`;
}

/** Returns whether a name is one of `toForeignName`. */
export function isForeignName(name: string): boolean {
  return name.endsWith("~");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
