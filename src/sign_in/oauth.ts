/**
 * Signing in at an OAuth 2 or OpenID provider: there and back.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { returnUrl } from "../http/redirect.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { announcesPkce, toAuthorizationUrl } from "../oauth/authorize.ts";
import { maxAgeOf } from "../oauth/authentication.ts";
import { createFlow, type Flow, keepFlow } from "../oauth/checks.ts";
import { toIdentity } from "../oauth/identity.ts";
import type { OAuthProvider } from "../oauth/provider.ts";
import { callbackUrl, toRedirectUri } from "../oauth/response.ts";
import { serverOf } from "../oauth/server.ts";
import type { Identity } from "../types.ts";
import { readIntent } from "./intent.ts";

/**
 * Sends the user to the provider.
 *
 * @throws {ProviderUnavailable} or {ProviderResponseError} if the provider's endpoints cannot be discovered.
 */
export async function start(incoming: Incoming, provider: OAuthProvider, setup: Setup): Promise<Outcome> {
  const server = await serverOf(provider, setup.platform);
  const flow = createFlow(provider, setup, {
    ...await toRedirectUri(incoming, provider, setup),
    ...await readIntent(incoming, setup),
    returnTo: await returnUrl(incoming, setup),
    maxAge: maxAgeOf(provider, incoming.query),
    nonce: provider.type === "oidc" && provider.checks.has("pkce") && !announcesPkce(server),
  });
  return {
    redirect: await toAuthorizationUrl({ server, provider }, flow, incoming.query),
    cookies: await keepFlow(flow, incoming, setup),
  };
}

/**
 * Learns who the user is, from the provider's answer.
 *
 * @param params Parameters of the authorization response, of which `flow` has made sure that it is meant for this browser.
 * @throws {AuthError} what `oauth/tokens.ts` and `oauth/identity.ts` throw.
 */
export async function finish(
  { incoming, params, flow }: {
    readonly incoming: Incoming;
    readonly params: URLSearchParams;
    readonly flow: Flow | null;
  },
  provider: OAuthProvider,
  setup: Setup,
): Promise<Identity> {
  // Loaded when it is first needed: reading a session takes neither oauth4webapi nor jose.
  const { redeemCode } = await import("../oauth/tokens.ts");
  const server = await serverOf(provider, setup.platform);
  const redirectUri = flow?.redirectUri ?? callbackUrl(incoming, provider, setup);
  const context = { provider, server, platform: setup.platform };
  return toIdentity(await redeemCode(params, { flow, redirectUri }, context), params, context);
}
