/**
 * Lets what is known of the provider follow a session: a row of the database, or else the cookie of the ID token.
 *
 * @module
 */

import { lazySessions } from "../../config/sessions.ts";
import type { ProviderLogoutOptions } from "../../model/provider_logout.ts";
import type { FollowContext } from "../../setup/wrapping.ts";
import type { BrowserSessions, SessionStrategy } from "../../model/session.ts";
import { hasRows } from "../../model/store.ts";
import { once } from "../../platform/once.ts";
import { lazyBeside } from "../../session/lazy_beside.ts";

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

/** Without such a database, lets the cookie of the ID token follow the session, with code for browsers that have it. */
export function followInBrowser(own: BrowserSessions, context: FollowContext): BrowserSessions {
  if (hasRows(context.store)) return own;
  const load = async () => (await import("./follow_in_browser.ts")).withIdToken(own, context);
  return lazyBeside(own, context.cookies.providerSession, load);
}
