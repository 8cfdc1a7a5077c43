/**
 * Lets what is known of the provider follow a session: a row of the database, or else the cookie of the ID token.
 *
 * @module
 */

import { lazySessions } from "../../config/sessions.ts";
import { openNewest } from "../../crypto/seal.ts";
import { candidatesOf, writeChunked } from "../../http/chunked_cookies.ts";
import type { CookieOption, Cookies } from "../../http/types.ts";
import type { FollowContext, ProviderLogoutOptions } from "../../model/provider_logout.ts";
import type { BrowserSessions, SessionRead, SessionStrategy, SessionToken } from "../../model/session.ts";
import { hasRows } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import { givingWay } from "../../session/cookie_beside.ts";
import { warnOfRoom } from "./kept_id_token.ts";

const providerSessions = once(() => import("./provider_sessions.ts"));

/** Adds the rows of provider sessions to a strategy, if the database can store them. Their code is loaded when it is needed. */
export function follow(
  own: SessionStrategy,
  { backchannel = false }: ProviderLogoutOptions,
  { store, secrets, platform, logger }: FollowContext,
): SessionStrategy {
  if (!hasRows(store)) return own;
  const context = { store, secrets, platform, logger, backchannel };
  return lazySessions(async () => (await providerSessions()).withProviderSessions(own, context));
}

/** Without such a database, lets the cookie of the ID token last as long as that of the session, where it has room. */
export function followInBrowser(own: BrowserSessions, context: FollowContext): BrowserSessions {
  if (hasRows(context.store)) return own;
  const { cookies } = context;
  const cookie = cookies.providerSession;
  return givingWay(lasting(own, cookie, context), {
    cookie,
    cookies,
    onRemoval: () => warnOfRoom(null, context),
  });
}

function lasting(
  own: BrowserSessions,
  { name, options }: CookieOption,
  context: Pick<FollowContext, "secrets" | "platform">,
): BrowserSessions {
  // By the token of a session that goes on. The browser may have other cookies of the name, which must not replace ours.
  const opened = new WeakMap<SessionToken, string>();
  const opening = async <T extends Renewal>(renewal: Promise<T>, cookies: Cookies): Promise<T> => {
    const renewed = await renewal;
    const token = tokenIn(renewed);
    if (!token) return renewed;
    const [, value] = await openNewest(candidatesOf(cookies, name), "provider session", context);
    if (value) opened.set(token, value);
    return renewed;
  };
  return {
    ...own,
    issue: (signedIn, cookies) => opening(own.issue(signedIn, cookies), cookies),
    identify: (cookies) => opening(own.identify(cookies), cookies),
    read: (cookies) => opening(own.read(cookies), cookies),
    update: (cookies, data) => opening(own.update(cookies, data), cookies),
    carryOver: (cookies, ...rest) => opening(own.carryOver(cookies, ...rest), cookies),
    raise: (cookies, ...rest) => opening(own.raise(cookies, ...rest), cookies),
    toCookies(token, cookies) {
      const value = token && opened.get(token);
      const prolonged = value
        ? writeChunked(cookies, { name, value, options: { ...options, expires: new Date(token.expires) } })
        : [];
      return [...own.toCookies(token, cookies), ...prolonged];
    },
  };
}

/** What may have the token with which a session goes on. */
type Renewal = SessionRead | SessionToken | null | undefined;

function tokenIn(renewal: Renewal): SessionToken | null | undefined {
  return renewal && "session" in renewal ? renewal.token : renewal;
}
