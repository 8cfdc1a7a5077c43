/**
 * The findings of `check` on the logout at a provider: the addresses to register there.
 *
 * @module
 */

import { endpointUrl } from "../../http/urls.ts";
import { PROVIDER_LOGOUT } from "../../model/provider_logout.ts";
import type { AskedProvider, Finding } from "../../setup/finding.ts";
import type { Setup } from "../../setup/setup.ts";
import { findLogoutEndpoint } from "./logout_request.ts";

/** Returns the findings on the logout at a provider. */
export async function logoutFindings(
  { provider, server, origin }: AskedProvider,
  setup: Setup,
): Promise<readonly Finding[]> {
  const logout = await findLogoutEndpoint(provider, setup.platform)
    ? `${
      endpointUrl("post-logout", origin, setup)
    } must be registered at the provider, for users who sign out there`
    : "the provider names no page for it: a sign-out ends the session here alone";
  const findings: Finding[] = [{ name: "logout", status: "ok", text: logout }];
  if (!setup.rules.get(PROVIDER_LOGOUT)?.backchannel || provider.type !== "oidc") return findings;
  const url = endpointUrl(`backchannel-logout/${provider.id}`, origin, setup);
  const backchannel = server.backchannel_logout_supported === true
    ? `${url} must be registered at the provider, as back-channel logout URL`
    : `${url} is not for this provider: its metadata do not name back-channel logout`;
  return [...findings, { name: "back-channel", status: "ok", text: backchannel }];
}
