/**
 * Lets a cookie give way where the session beside it has grown, and leaves no room for both. A browser whose cookies are too large
 * could open no page, not even the one that signs out.
 *
 * @module
 */

import { removeChunked } from "../http/chunked_cookies.ts";
import type { CookieNames } from "../http/cookie_names.ts";
import { fitsBudget, requestWith } from "../http/cookie_room.ts";
import type { CookieOption } from "../values/cookie.ts";
import type { BrowserSessions, SessionToken } from "../model/session.ts";

/** A cookie that gives way. */
interface CookieBeside {
  readonly cookie: CookieOption;
  /** The library's cookies. */
  readonly cookies: CookieNames;
  /** Called before it is removed. */
  readonly onRemoval: () => void;
}

/** Lets a cookie give way to the sessions of browsers, whatever it holds: one that does not open takes room as well. */
export function givingWay(
  own: BrowserSessions,
  { cookie, cookies: names, onRemoval }: CookieBeside,
): BrowserSessions {
  // A sign-in replaces the cookie itself.
  const begun = new WeakSet<SessionToken>();
  return {
    ...own,
    async issue(signedIn, cookies) {
      const token = await own.issue(signedIn, cookies);
      if (token) begun.add(token);
      return token;
    },
    toCookies(token, cookies) {
      const session = own.toCookies(token, cookies);
      const removed = removeChunked(cookies, cookie);
      if (
        !token || begun.has(token) || !removed.length ||
        fitsBudget(session, requestWith(cookies), { cookies: names })
      ) {
        return session;
      }
      onRemoval();
      return [...session, ...removed];
    },
  };
}
