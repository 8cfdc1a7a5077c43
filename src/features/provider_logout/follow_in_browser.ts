/**
 * Lets the cookie of the ID token follow the session of a browser.
 *
 * @module
 */

import { openNewest } from "../../crypto/seal.ts";
import { candidatesOf, writeChunked } from "../../http/chunked_cookies.ts";
import { fitsBudget, requestWith } from "../../http/cookie_room.ts";
import type { Cookies } from "../../http/types.ts";
import type { BrowserSessions, SessionRead, SessionToken } from "../../model/session.ts";
import type { FollowContext } from "../../setup/wrapping.ts";
import { type KeptIdToken, sealIdToken, warnOfRoom } from "./kept_id_token.ts";

/**
 * Lets the cookie of the ID token last as long as that of the session. Where a session that has grown leaves no room, the cookie goes
 * on without the ID token.
 */
export function withIdToken(own: BrowserSessions, context: FollowContext): BrowserSessions {
  const { providerSession: { name, options } } = context.cookies;
  // By the token of a session that goes on. The browser may have other cookies of the name, which must not replace ours.
  const opened = new WeakMap<SessionToken, string>();
  const cookiesOf = (value: string, token: SessionToken, cookies: Cookies) =>
    writeChunked(cookies, { name, value, options: { ...options, expires: new Date(token.expires) } });
  const opening = async <T extends Renewal>(renewal: Promise<T>, cookies: Cookies): Promise<T> => {
    const renewed = await renewal;
    const token = tokenIn(renewed);
    if (!token) return renewed;
    const [kept, value] = await openNewest<KeptIdToken>(
      candidatesOf(cookies, name),
      "provider session",
      context,
    );
    if (!kept || !value) return renewed;
    const set = [...own.toCookies(token, cookies), ...cookiesOf(value, token, cookies)];
    const isRoom = kept.idToken === null || fitsBudget(set, requestWith(cookies), context);
    if (!isRoom) warnOfRoom(kept.provider, context);
    // While secrets change, the newest seals it again: an older one may be gone when the user signs out.
    const isSealed = isRoom && context.secrets.length === 1;
    const next = isRoom ? kept : { ...kept, idToken: null };
    opened.set(token, isSealed ? value : await sealIdToken(next, context));
    return renewed;
  };
  return {
    ...own,
    // Another sign-in replaces the cookie itself.
    issue: (signedIn, cookies) =>
      signedIn.isContinued ? opening(own.issue(signedIn, cookies), cookies) : own.issue(signedIn, cookies),
    identify: (cookies) => opening(own.identify(cookies), cookies),
    read: (cookies) => opening(own.read(cookies), cookies),
    update: (cookies, data) => opening(own.update(cookies, data), cookies),
    carryOver: (cookies, ...rest) => opening(own.carryOver(cookies, ...rest), cookies),
    raise: (cookies, ...rest) => opening(own.raise(cookies, ...rest), cookies),
    toCookies(token, cookies) {
      const value = token && opened.get(token);
      return [...own.toCookies(token, cookies), ...value ? cookiesOf(value, token, cookies) : []];
    },
  };
}

/** What may have the token with which a session goes on. */
type Renewal = SessionRead | SessionToken | null | undefined;

function tokenIn(renewal: Renewal): SessionToken | null | undefined {
  return renewal && "session" in renewal ? renewal.token : renewal;
}
