/**
 * Loads the code that a cookie beside the session needs: only for a browser that has sent the cookie.
 *
 * @module
 */

import { removeChunked } from "../http/chunked_cookies.ts";
import type { Cookies } from "../http/types.ts";
import type { BrowserSessions, SessionToken } from "../model/session.ts";
import { once } from "../platform/once.ts";
import type { CookieOption } from "../values/cookie.ts";

/** The methods that end a session, or give it its next token, with the position of the cookies of the request. */
const RENEWING = { issue: 1, identify: 0, read: 0, update: 0, carryOver: 0, raise: 0, revoke: 0 } as const;

/** Returns sessions of browsers that are those of `load` where the browser has the cookie. */
export function lazyBeside(
  own: BrowserSessions,
  cookie: CookieOption,
  load: () => Promise<BrowserSessions>,
): BrowserSessions {
  const loading = once(load);
  let loaded = own;
  const renewing = Object.entries(RENEWING).map(([name, at]) => [name, async (...given: unknown[]) => {
    const isSent = removeChunked(given[at] as Cookies, cookie).length > 0;
    if (isSent) loaded = await loading();
    return await ((isSent ? loaded : own) as unknown as Methods)[name]!(...given);
  }]);
  return {
    ...own,
    ...Object.fromEntries(renewing),
    // A method above has given the token, and loaded the code.
    toCookies: (token: SessionToken | null | undefined, cookies: Cookies) => loaded.toCookies(token, cookies),
  };
}

type Methods = Readonly<Record<string, (...given: unknown[]) => unknown>>;
