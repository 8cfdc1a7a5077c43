/**
 * One budget for all cookies of a request. Node refuses a request with more than 16 KB of headers (431), also one to sign
 * out. The cookies of the application and what the browser itself sends count as well.
 *
 * @module
 */

import { isAttemptOf, isForeignName, MAX_REMOVED } from "./attempt_cookies.ts";
import { isChunkOf } from "./chunked_cookies.ts";
import type { CookieNames } from "./cookie_names.ts";
import { removedCookie } from "./cookies.ts";
import type { Place } from "./origin.ts";
import type { RequestHeaders } from "./types.ts";
import type { CookieOption, SetCookie } from "../values/cookie.ts";

/**
 * How many bytes all cookies of a browser may have, those of the application included. It leaves almost 5 KB for the URL,
 * which may hold an address to return to of 2 KB, and for the other headers.
 */
export const COOKIE_BUDGET = 11_500;

/** Where the library's cookies are. */
export interface CookiePlace extends Pick<Place, "basePath"> {
  /** Their names and attributes. */
  readonly cookies: CookieNames;
}

/** A request, of which only headers are read. */
export interface CookieRequest {
  readonly headers: Pick<RequestHeaders, "get">;
}

/**
 * Adds removals to the cookies of an answer, so that the browser sends at most `COOKIE_BUDGET` bytes afterwards: of
 * sign-ins under way, challenges, emails, questions and forms, those that other sites have begun first, then the
 * oldest. The session, the CSRF token and what the answer itself sets are never removed. A request of another site removes
 * nothing that the user has begun, unless a sign-in ends with it.
 *
 * @param isForeign Whether it is one.
 */
export function withinBudget(
  set: readonly SetCookie[],
  request: CookieRequest,
  place: CookiePlace,
  isForeign?: boolean,
): readonly SetCookie[] {
  const sent = request.headers.get("cookie") ?? "";
  const added = set.reduce((total, cookie) => total + sizeOf(cookie), 0);
  // Nearly always.
  if (sent.length + added <= COOKIE_BUDGET) return set;
  const changed = new Set(set.map(({ name }) => name));
  const kept = readPairs(sent).filter(({ name }) => !changed.has(name));
  let total = kept.reduce((sum, { size }) => sum + size, added);
  const removed = new Set<string>();
  const names = disposable(kept.map((pair) => pair.name), place.cookies);
  // A page of another site must not end what the user has begun. The end of a sign-in comes from there, too, and a session
  // that makes all cookies too large would lock the user out.
  const isBegunElsewhere = isForeign && !set.some((cookie) => isProven(cookie, place.cookies));
  const removable = isBegunElsewhere ? names.filter(isForeignName) : names;
  for (const name of removable) {
    if (total <= COOKIE_BUDGET || removed.size === MAX_REMOVED) break;
    removed.add(name);
    for (const pair of kept) if (pair.name === name) total -= pair.size;
  }
  return [...set, ...[...removed].flatMap((name) => removalsOf(name, place))];
}

/** A cookie of a request. */
interface Pair {
  readonly name: string;
  readonly size: number;
}

/** The cookies of a header, in the order in which browsers send them: the oldest first (RFC 6265 §5.4). */
export function readPairs(header: string): readonly Pair[] {
  return header.split(";").flatMap((pair) => {
    const name = pair.replace(/=.*/s, "").trim();
    return name ? [{ name, size: pair.length + 1 }] : [];
  });
}

/** Bytes in the header of the next request, as `name=value; `. */
export function sizeOf({ name, value, options: { maxAge } }: SetCookie): number {
  return maxAge === 0 ? 0 : name.length + encodeURIComponent(value).length + 3;
}

/** Whether a cookie is set because an identity was proven, or a session is prolonged. */
function isProven(
  { name, options: { maxAge } }: SetCookie,
  { sessionToken, link }: CookieNames,
): boolean {
  return maxAge !== 0 && [sessionToken, link].some((each) => isPartOf(name, each));
}

/** Whether a name is that of a value which may be split into chunks. */
function isPartOf(name: string, whole: CookieOption): boolean {
  return name === whole.name || isChunkOf(name, whole.name);
}

/** The names of cookies that may be removed: those that other sites have begun first, then the oldest. */
function disposable(names: readonly string[], cookies: CookieNames): readonly string[] {
  const own = [...new Set(names)].filter((name) => optionOf(name, cookies) !== null);
  return [...own.filter(isForeignName), ...own.filter((name) => !isForeignName(name))];
}

/** The cookie of ours that a name belongs to, if it holds something that a user can begin again; else `null`. */
export function optionOf(name: string, cookies: Partial<CookieNames>): CookieOption | null {
  const { flow, challenge, logout, link, mail, form, keptForm } = cookies;
  const attempts = [flow, challenge, logout].filter((each) => each && isAttemptOf(name, each.name));
  const others = [link, mail, form, keptForm].filter((each) => each && isPartOf(name, each));
  return attempts[0] ?? others[0] ?? null;
}

/**
 * The removals of a cookie. Without the prefix `__Host-`, an earlier version of the application may have set it below
 * another path, where a removal for `/` leaves it.
 */
function removalsOf(name: string, { cookies, basePath }: CookiePlace): readonly SetCookie[] {
  const { options = {} } = optionOf(name, cookies) ?? {};
  const removal = removedCookie({ name, options });
  if (name.startsWith("__Host-")) return [removal];
  const paths = new Set([options.path ?? "/", "/", basePath || "/"]);
  return [...paths].map((path) => ({ ...removal, options: { ...removal.options, path } }));
}
