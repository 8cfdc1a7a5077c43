/**
 * The code of the logout at providers, as a config gets it: endpoints and hooks, whose modules are loaded on demand.
 *
 * @module
 */

import { follow, followInBrowser } from "./follow.ts";
import { toLogoutFailure } from "./logout_failure.ts";
import { once } from "../../platform/once.ts";
import { PROVIDER_LOGOUT, type ProviderLogoutOptions } from "../../model/provider_logout.ts";
import { later } from "../../http/route.ts";
import { providerLogoutRules } from "./rules.ts";
import type { Capability } from "../../setup/setup.ts";
import type { Keys } from "../../values/keys.ts";

const backchannelAction = once(() => import("./backchannel_action.ts"));
const endSessions = once(() => import("./end_session.ts"));
const findings = once(() => import("./findings.ts"));
const forgottenSessions = once(() => import("./forget_sessions.ts"));
const idTokenCookies = once(() => import("./id_token_cookie.ts"));

/** The endpoints and hooks of the logout at providers. */
export const providerLogouts: Capability = {
  name: "providerLogout",
  options: { backchannel: true } satisfies Keys<ProviderLogoutOptions>,
  rules: providerLogoutRules,
  // A provider ends sessions in tokens by the generation of their user.
  kinds: ({ rules, strategy }) => {
    const { store, backchannel } = rules.get(PROVIDER_LOGOUT) ?? {};
    return [
      ...(backchannel && strategy === "jwt" ? ["security"] as const : []),
      ...(store ? ["providerSessions"] as const : []),
    ];
  },
  findings: later(findings, "logoutFindings"),
  follow,
  followInBrowser,
  offers: (endpoint, { rules }) =>
    endpoint !== "POST backchannel-logout/:provider" || rules.get(PROVIDER_LOGOUT)?.backchannel === true,
  routes: {
    "GET post-logout": { run: later(endSessions, "afterLogout") },
    // No `csrf` here: the provider posts from its server, and the signature of the logout token proves who sends it.
    "POST backchannel-logout/:provider": {
      run: later(backchannelAction, "backchannelLogout"),
      onFailure: toLogoutFailure,
    },
  },
  sessionCookies: later(idTokenCookies, "idTokenCookies"),
  beforeSessionsEnd: later(forgottenSessions, "beforeSessionsEnd"),
  async afterSessionEnd(key, { rules }) {
    await rules.get(PROVIDER_LOGOUT)?.store?.rows.remove("providerSessions", { id: key });
  },
  beforeSignOut: later(endSessions, "beforeSignOut"),
};
