/**
 * Sign-in with an OAuth 2 or OpenID provider.
 *
 * @module
 */

import { loadMark } from "../config/mark.ts";
import type { Setup } from "../config/setup.ts";
import { returnUrl } from "../http/redirect.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { requestedLocales, UI_LOCALES } from "../http/ui_locales.ts";
import { once } from "../platform/once.ts";
import { endpointUrl } from "../http/urls.ts";
import { authorizationUrl, demandsPush } from "../oauth/authorize.ts";
import { maxAgeOf } from "../oauth/authentication.ts";
import { createFlow, storeFlow } from "../oauth/flow.ts";
import { fetchIdentity } from "../oauth/identity.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import { callbackUrl, receiveResponse, toRedirectUri } from "../oauth/receive_response.ts";
import { serverOf } from "../oauth/server.ts";
import { redeemCode } from "../oauth/tokens.ts";
import type { PageForm } from "../pages/types.ts";
import { createIntent, NO_INTENT } from "./intent.ts";
import type { Attempt } from "./method.ts";

/** Loaded on demand: few providers demand it. */
const pushedRequest = once(() => import("../oauth/pushed_request.ts"));

/** Loaded on demand: few providers bind access tokens to a key. */
const dpop = once(() => import("../oauth/dpop.ts"));

/**
 * Sends the user to the provider.
 *
 * @throws {ProviderUnavailable} or {ProviderResponseError} if the provider's endpoints cannot be discovered, or the
 * provider demands that the request is pushed, and refuses it.
 * @throws {ConfigError} if it does not accept the client then, or its redirect URI.
 */
export async function start(incoming: Incoming, provider: OAuthProvider, setup: Setup): Promise<Outcome> {
  const server = await serverOf(provider, setup.platform);
  const flow = createFlow(provider, setup, {
    ...await toRedirectUri(incoming, provider, setup),
    ...await createIntent(incoming, setup),
    returnTo: await returnUrl(incoming, setup),
    maxAge: maxAgeOf(provider, incoming.query),
    // Without `checks` a callback may come that no flow belongs to.
    nonce: provider.nonce && !provider.checks.has("none"),
  });
  const url = await authorizationUrl({ server, provider }, flow, withFormLocales(incoming));
  const redirect = demandsPush(server, provider)
    ? await (await pushedRequest()).pushAuthorizationRequest(url, flow, {
      provider,
      server,
      platform: setup.platform,
    })
    : url;
  return {
    redirect,
    cookies: await storeFlow(flow, incoming, setup),
  };
}

/** The query of a request. The language that a form asks for is also that of the provider's pages. */
function withFormLocales(incoming: Incoming): URLSearchParams {
  const { query } = incoming;
  const locales = requestedLocales(incoming);
  return locales === null || query.has(UI_LOCALES)
    ? query
    : new URLSearchParams([...query, [UI_LOCALES, locales]]);
}

/** Accepts the authorization response in the browser where the flow began, or forwards it to its deployment. */
export async function finish(
  incoming: Incoming,
  provider: OAuthProvider,
  setup: Setup,
): Promise<Attempt | Outcome> {
  const response = await receiveResponse(incoming, provider, setup);
  if ("redirect" in response) return response;
  const { params, flow, consumed } = response;
  return {
    returnTo: flow?.returnTo ?? setup.home ?? incoming.origin,
    intent: flow ?? NO_INTENT,
    consumed,
    async identify() {
      const server = await serverOf(provider, setup.platform);
      const redirectUri = flow?.redirectUri ?? callbackUrl(incoming, provider, setup);
      const prover = provider.client.dpop_bound_access_tokens === true
        ? await (await dpop()).createProver(provider, setup.platform)
        : null;
      const { platform, logger } = setup;
      const context = { provider, server, platform, logger, prover };
      return await fetchIdentity(await redeemCode(params, { flow, redirectUri }, context), params, context);
    },
  };
}

/** A button that leads to the provider. */
export async function form(provider: OAuthProvider, origin: string, setup: Setup): Promise<PageForm> {
  const { id, name, style } = provider;
  const mark = await loadMark(provider, setup.logger);
  return { form: "button", id, name, action: endpointUrl(`signin/${id}`, origin, setup), style, mark };
}
