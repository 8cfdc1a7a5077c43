/**
 * Reads session tokens from cookies, and writes them.
 *
 * @module
 */

import { readChunked, removeChunked, writeChunked } from "../http/cookies.ts";
import type { CookieOption, Cookies, SetCookie } from "../http/types.ts";
import type { SessionToken } from "./types.ts";

/** The session token of a request; `null` if it has none. */
export function readSessionToken(cookies: Cookies, { name }: CookieOption): string | null {
  return readChunked(cookies, name);
}

/**
 * The cookies that set or remove the session token of the browser.
 *
 * @param token `null` removes the token; `undefined` keeps it.
 */
export function sessionCookies(
  token: SessionToken | null | undefined,
  cookies: Cookies,
  cookie: CookieOption,
): readonly SetCookie[] {
  if (token === undefined) return [];
  if (token === null) return removeChunked(cookies, cookie);
  const options = { ...cookie.options, expires: new Date(token.expires) };
  return writeChunked(cookies, { name: cookie.name, value: token.value, options });
}
