/**
 * Lets a sealed cookie follow the session beside which it lives: it lasts as long, and gives way where a session that has grown
 * leaves no room for it. A browser whose cookies are too large could open no page, not even the one that signs out.
 *
 * @module
 */

import { openNewest, type Sealer, type SealPurpose } from "../crypto/seal.ts";
import { candidatesOf, removeChunked } from "../http/chunked_cookies.ts";
import type { CookieNames } from "../http/cookie_names.ts";
import { fittingChunks } from "../http/cookie_room.ts";
import type { CookieOption, Cookies, SetCookie } from "../http/types.ts";
import type { BrowserSessions, SessionRead, SessionToken } from "../model/session.ts";

/**
 * How long the seal of such a cookie can be opened, in seconds: ten years, so that the same value goes on as long as its session. It
 * counts only beside a session of the same user.
 */
export const SEALED_FOR = 10 * 365 * 86_400;

/** A cookie beside a session. @typeParam T What it holds. */
interface CookieBeside<T> {
  readonly cookie: CookieOption;
  /** For what it is sealed. */
  readonly purpose: SealPurpose;
  /** Called before it is removed, because the session leaves no room for it. */
  readonly onRemoval: (data: T) => void;
}

/** Lets a cookie follow the sessions of browsers. */
export function withCookieBeside<T extends object>(
  own: BrowserSessions,
  { cookie, purpose, onRemoval }: CookieBeside<T>,
  context: Sealer & { readonly cookies: CookieNames },
): BrowserSessions {
  const { name, options } = cookie;
  // By the token of a session that goes on. The browser may have other cookies of the name, which must not replace ours.
  const opened = new WeakMap<SessionToken, { readonly value: string; readonly data: T }>();
  const opening = async <R extends Renewal>(renewal: Promise<R>, cookies: Cookies): Promise<R> => {
    const renewed = await renewal;
    const token = tokenIn(renewed);
    if (!token) return renewed;
    const [data, value] = await openNewest<T>(candidatesOf(cookies, name), purpose, context);
    if (data && value) opened.set(token, { value, data });
    return renewed;
  };

  function besideOf(
    token: SessionToken,
    cookies: Cookies,
    session: readonly SetCookie[],
  ): readonly SetCookie[] {
    const found = opened.get(token);
    if (!found) return [];
    const prolonged = { name, value: found.value, options: { ...options, expires: new Date(token.expires) } };
    const header = [...cookies].map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join(
      "; ",
    );
    const incoming = { cookies, headers: { get: () => header } };
    const chunks = fittingChunks(prolonged, session, { incoming, setup: context });
    if (chunks) return chunks;
    onRemoval(found.data);
    return removeChunked(cookies, cookie);
  }

  return {
    ...own,
    // What a sign-in leaves beside its session, it writes itself.
    issue: (signedIn, cookies) => {
      const issued = own.issue(signedIn, cookies);
      return signedIn.isContinued ? opening(issued, cookies) : issued;
    },
    identify: (cookies) => opening(own.identify(cookies), cookies),
    read: (cookies) => opening(own.read(cookies), cookies),
    update: (cookies, data) => opening(own.update(cookies, data), cookies),
    carryOver: (cookies, ...rest) => opening(own.carryOver(cookies, ...rest), cookies),
    raise: (cookies, ...rest) => opening(own.raise(cookies, ...rest), cookies),
    toCookies(token, cookies) {
      const session = own.toCookies(token, cookies);
      return token ? [...session, ...besideOf(token, cookies, session)] : session;
    },
  };
}

/** What may have the token with which a session goes on. */
type Renewal = SessionRead | SessionToken | null | undefined;

function tokenIn(renewal: Renewal): SessionToken | null | undefined {
  return renewal && "session" in renewal ? renewal.token : renewal;
}
