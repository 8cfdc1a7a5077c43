/**
 * Lets what is known of the provider follow a session: a row of the database, or else the cookie of the ID token.
 *
 * @module
 */

import { lazySessions } from "../../config/sessions.ts";
import type { FollowContext, ProviderLogoutOptions } from "../../model/provider_logout.ts";
import type { BrowserSessions, SessionStrategy } from "../../model/session.ts";
import { hasRows } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import { withCookieBeside } from "../../session/cookie_beside.ts";
import { type KeptIdToken, warnOfRoom } from "./kept_id_token.ts";

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

/** Without such a database, lets the cookie of the ID token follow the session. */
export function followInBrowser(own: BrowserSessions, context: FollowContext): BrowserSessions {
  if (hasRows(context.store)) return own;
  return withCookieBeside<KeptIdToken>(own, {
    cookie: context.cookies.providerSession,
    purpose: "provider session",
    onRemoval: ({ provider }) => warnOfRoom(provider, context),
  }, context);
}
