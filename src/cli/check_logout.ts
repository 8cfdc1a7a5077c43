/**
 * Checks what `ProviderLogout` needs of a provider: which addresses must be registered there.
 *
 * @module
 */

import { UNKNOWN_ORIGIN } from "./check_client.ts";
import { PROVIDER_LOGOUT } from "../model/provider_logout.ts";
import type { Finding } from "./report.ts";
import type { Server } from "../oauth/server.ts";
import type { Setup } from "../setup/setup.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import { endpointUrl } from "../http/urls.ts";

/** Returns the findings on the logout at a provider; none if the config does not use it. */
export async function logoutFindings(
  provider: OAuthProvider,
  server: Server,
  setup: Setup,
): Promise<readonly Finding[]> {
  const rules = setup.rules.get(PROVIDER_LOGOUT);
  if (!rules) return [];
  const { findLogoutEndpoint } = await import("../oauth/logout_request.ts");
  const origin = setup.origin ?? UNKNOWN_ORIGIN;
  const logout = await findLogoutEndpoint(provider, setup.platform)
    ? `${
      endpointUrl("post-logout", origin, setup)
    } must be registered at the provider, for users who sign out there`
    : "the provider names no page for it: a sign-out ends the session here alone";
  const findings: Finding[] = [{ name: "logout", status: "ok", text: logout }];
  if (!rules.backchannel || provider.type !== "oidc") return findings;
  const url = endpointUrl(`backchannel-logout/${provider.id}`, origin, setup);
  const backchannel = server.backchannel_logout_supported === true
    ? `${url} must be registered at the provider, as back-channel logout URL`
    : `${url} is not for this provider: its metadata do not name back-channel logout`;
  return [...findings, { name: "back-channel", status: "ok", text: backchannel }];
}

/** Whether providers tell the application of a logout, with a request of their own. */
export function hearsProviders({ rules }: Setup): boolean {
  return rules.get(PROVIDER_LOGOUT)?.backchannel === true;
}
