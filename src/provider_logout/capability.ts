/**
 * The code of the logout at providers, as a config gets it: endpoints and hooks, whose modules are loaded on demand.
 *
 * @module
 */

import type { SetupProvider } from "../config/providers.ts";
import { readChunked, writeChunked } from "../http/chunked_cookies.ts";
import { later } from "../http/route.ts";
import type { CookieOption, Cookies, SetCookie } from "../http/types.ts";
import type { SessionToken } from "../model/session.ts";
import { once } from "../platform/once.ts";
import type { SignInCapability } from "../sign_in/capability.ts";
import { toLogoutFailure } from "./logout_failure.ts";

const backchannelAction = once(() => import("./backchannel_action.ts"));
const endSessions = once(() => import("./end_session.ts"));
const forgottenSessions = once(() => import("./forget_sessions.ts"));
const idTokenCookies = once(() => import("./id_token_cookie.ts"));

/** The endpoints and hooks of the logout at providers. */
export const providerLogouts: Omit<SignInCapability<SetupProvider>, "method"> = {
  type: "providerLogout",
  providerSessions: async () => (await import("./provider_sessions.ts")).withProviderSessions,
  withIdToken: (own, cookie) => ({
    ...own,
    toCookies: (token, cookies) => [...own.toCookies(token, cookies), ...following(token, cookies, cookie)],
  }),
  routes: {
    "GET post-logout": { run: later(endSessions, "afterLogout") },
    // No `csrf` here: the provider posts from its server, and its signature proves the request.
    "POST backchannel-logout/:provider": {
      run: later(backchannelAction, "backchannelLogout"),
      onFailure: toLogoutFailure,
    },
  },
  sessionCookies: async (began, incoming, setup) =>
    await (await idTokenCookies()).idTokenCookies(began, incoming, setup),
  beforeSessionsEnd: async (userId, setup) =>
    await (await forgottenSessions()).beforeSessionsEnd(userId, setup),
  beforeSignOut: async (incoming, setup) => await (await endSessions()).beforeSignOut(incoming, setup),
};

/** The cookies of an ID token, for as long as the session goes on with a token; none where they are absent. */
function following(
  token: SessionToken | null | undefined,
  cookies: Cookies,
  { name, options }: CookieOption,
): readonly SetCookie[] {
  const value = token && readChunked(cookies, name);
  if (!value) return [];
  return writeChunked(cookies, { name, value, options: { ...options, expires: new Date(token.expires) } });
}
