/**
 * Reads session tokens from cookies, and writes them.
 *
 * @module
 */

import { movedCookieName, readChunked, removeChunked, writeChunked } from "../http/cookies.ts";
import type { CookieOption, Cookies, SetCookie } from "../http/types.ts";
import type { ReceivedToken, SessionToken } from "./types.ts";

/** The session cookie. */
export interface SessionCookie extends CookieOption {
  /** Session cookies of another library. The first of a request counts if the request has none of ours. */
  readonly older?: OlderSessionCookies;
}

/** Session cookies of another library. */
export interface OlderSessionCookies {
  /** Their names and attributes. */
  readonly cookies: readonly CookieOption[];
  /** When they end, in milliseconds since the epoch. */
  readonly until: number;
}

/** The session token of a request; `null` if it has none. */
export function readSessionToken(cookies: Cookies, { name, older }: SessionCookie): ReceivedToken | null {
  const own = readChunked(cookies, name);
  if (own || !older || cookies.has(movedCookieName(name))) return own;
  const token = older.cookies.map((cookie) => readChunked(cookies, cookie.name)).find(Boolean);
  return token ? { older: token } : null;
}

/**
 * The cookies that set or remove the session token of the browser, and remove that of another library.
 *
 * @param token `null` removes the token; `undefined` keeps it.
 */
export function sessionCookies(
  token: SessionToken | null | undefined,
  cookies: Cookies,
  cookie: SessionCookie,
): readonly SetCookie[] {
  if (token === undefined) return [];
  const { name, options } = cookie;
  const removed = removeOlder(cookies, cookie);
  if (token === null) return [...removeChunked(cookies, cookie), ...removed];
  const lasting = { ...options, expires: new Date(token.expires) };
  return [...writeChunked(cookies, { name, value: token.value, options: lasting }), ...removed];
}

/**
 * Removes session cookies of another library. A browser keeps them if they have a `Domain` that the migration does not
 * name, so another cookie says that they no longer count: they would undo a sign-out.
 */
function removeOlder(cookies: Cookies, { name, options, older }: SessionCookie): readonly SetCookie[] {
  const removed = older?.cookies.flatMap((cookie) => removeChunked(cookies, cookie)) ?? [];
  if (!older || removed.length === 0) return [];
  const moved = { ...options, expires: new Date(older.until) };
  return [...removed, { name: movedCookieName(name), value: "1", options: moved }];
}
