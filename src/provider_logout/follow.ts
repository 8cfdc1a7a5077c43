/**
 * Lets what is known of the provider follow a session: a row of the database, or else the cookie of the ID token.
 *
 * @module
 */

import { lazySessions } from "../config/sessions.ts";
import { readChunked, writeChunked } from "../http/chunked_cookies.ts";
import type { CookieOption, Cookies, SetCookie } from "../http/types.ts";
import type { FollowContext, ProviderLogoutOptions } from "../model/provider_logout.ts";
import type { BrowserSessions, SessionStrategy, SessionToken } from "../model/session.ts";
import { hasProviderSessions } from "../model/store.ts";
import { once } from "../platform/once.ts";

const providerSessions = once(() => import("./provider_sessions.ts"));

/** Adds the rows of provider sessions to a strategy, if the database can store them. Their code is loaded when it is needed. */
export function follow(
  own: SessionStrategy,
  { backchannel = false }: ProviderLogoutOptions,
  { store, secrets, platform, logger }: FollowContext,
): SessionStrategy {
  if (!hasProviderSessions(store)) return own;
  const context = { store, secrets, platform, logger, backchannel };
  return lazySessions(async () => (await providerSessions()).withProviderSessions(own, context));
}

/** Without such a database, lets the cookie of the ID token last as long as that of the session. */
export function followInBrowser(own: BrowserSessions, { store, cookies }: FollowContext): BrowserSessions {
  if (hasProviderSessions(store)) return own;
  return {
    ...own,
    toCookies: (
      token,
      sent,
    ) => [...own.toCookies(token, sent), ...prolonged(token, sent, cookies.providerSession)],
  };
}

function prolonged(
  token: SessionToken | null | undefined,
  cookies: Cookies,
  { name, options }: CookieOption,
): readonly SetCookie[] {
  const value = token && readChunked(cookies, name);
  if (!value) return [];
  return writeChunked(cookies, { name, value, options: { ...options, expires: new Date(token.expires) } });
}
