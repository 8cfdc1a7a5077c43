/**
 * Session tokens in cookies: reads and writes them, and keeps the sessions of browsers.
 *
 * @module
 */

import { readChunked, removeChunked, writeChunked } from "../http/chunked_cookies.ts";
import type { CookieOption, Cookies, SetCookie } from "../http/types.ts";
import type { BrowserSessions, SessionStrategy, SessionToken } from "../model/session.ts";

/** Keeps the sessions of browsers with a strategy. @param cookie The session cookie. */
export function browserSessions(strategy: SessionStrategy, cookie: CookieOption): BrowserSessions {
  const tokenIn = (cookies: Cookies) => readSessionToken(cookies, cookie);
  return {
    issue: (signedIn, cookies) => strategy.issue({ ...signedIn, previous: tokenIn(cookies) }),
    identify(cookies) {
      const token = tokenIn(cookies);
      return token ? strategy.identify(token) : Promise.resolve(null);
    },
    read(cookies) {
      const token = tokenIn(cookies);
      return token ? strategy.read(token) : Promise.resolve(null);
    },
    update(cookies, data) {
      const token = tokenIn(cookies);
      return token ? strategy.update(token, data) : Promise.resolve(null);
    },
    isLive(cookies) {
      const token = tokenIn(cookies);
      return token ? strategy.isLive(token) : Promise.resolve(false);
    },
    revoke(cookies) {
      const token = tokenIn(cookies);
      return token ? strategy.revoke(token) : Promise.resolve();
    },
    carryOver(cookies, generation, renewed) {
      const token = renewed?.value ?? tokenIn(cookies);
      return token ? strategy.carryOver(token, generation) : Promise.resolve(undefined);
    },
    raise(cookies, proof, renewed) {
      const token = renewed?.value ?? tokenIn(cookies);
      return token ? strategy.raise(token, proof) : Promise.resolve(null);
    },
    withdraw: (token) => strategy.withdraw(token),
    async keyOf(cookies) {
      const token = tokenIn(cookies);
      return token ? await strategy.keyOf(token) : null;
    },
    toCookies: (token, cookies) => sessionCookies(token, cookies, cookie),
  };
}

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
  const { name, options } = cookie;
  const lasting = { ...options, expires: new Date(token.expires) };
  return writeChunked(cookies, { name, value: token.value, options: lasting });
}
