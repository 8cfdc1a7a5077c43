/**
 * How much room a browser has for cookies, within the budget of all.
 *
 * @module
 */

import { writeChunked } from "./chunked_cookies.ts";
import {
  COOKIE_BUDGET,
  type CookiePlace,
  type CookieRequest,
  optionOf,
  readPairs,
  sizeOf,
} from "./cookie_budget.ts";
import type { CookieNames } from "./cookie_names.ts";
import type { Cookies } from "./types.ts";
import type { SetCookie } from "../values/cookie.ts";

/**
 * Returns how many bytes a new cookie may have if all that `withinBudget` can remove is removed.
 *
 * @param names Those of the library's cookies that the caller knows.
 */
export function roomFor(
  request: Partial<CookieRequest>,
  names: Partial<CookieNames>,
): number {
  const pairs = readPairs(request.headers?.get("cookie") ?? "");
  const fixed = pairs.filter(({ name }) => optionOf(name, names) === null);
  return COOKIE_BUDGET - fixed.reduce((sum, { size }) => sum + size, 0);
}

/**
 * The cookies of a value that may be split; `null` if the browser has no room for them.
 *
 * @param others Those that the answer sets as well.
 */
export function fittingChunks(
  cookie: SetCookie,
  others: readonly SetCookie[],
  { incoming, setup }: {
    readonly incoming: CookieRequest & { readonly cookies: Cookies };
    readonly setup: Pick<CookiePlace, "cookies">;
  },
): readonly SetCookie[] | null {
  if (cookie.value.length > COOKIE_BUDGET) return null;
  const chunks = writeChunked(incoming.cookies, cookie);
  return fitsBudget([...others, ...chunks], incoming, setup) ? chunks : null;
}

/** Whether the browser has room for cookies, if all that `withinBudget` can remove is removed. */
export function fitsBudget(
  set: readonly SetCookie[],
  request: CookieRequest,
  { cookies }: Pick<CookiePlace, "cookies">,
): boolean {
  const changed = new Set(set.map(({ name }) => name));
  const sent = readPairs(request.headers.get("cookie") ?? "");
  const fixed = sent.filter(({ name }) => !changed.has(name) && optionOf(name, cookies) === null);
  const added = set.reduce((total, cookie) => total + sizeOf(cookie), 0);
  return fixed.reduce((total, { size }) => total + size, added) <= COOKIE_BUDGET;
}

/** A request with these cookies. */
export function requestWith(cookies: Cookies): CookieRequest & { readonly cookies: Cookies } {
  const header = [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");
  return { cookies, headers: { get: () => header } };
}
