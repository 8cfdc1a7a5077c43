/**
 * Sign-in with an OAuth 2 or OpenID provider.
 *
 * @module
 */

import { maxAgeOf } from "../../oauth/authentication.ts";
import { authorizationUrl, demandsPush } from "../../oauth/authorize.ts";
import type { Exchange, ExchangeRequest } from "../../oauth/exchange.ts";
import { createFlow, type Flow, storeFlow } from "../../oauth/flow.ts";
import { createIntent } from "../intent.ts";
import { NO_INTENT } from "../../model/intent.ts";
import { loadMark } from "../../config/mark.ts";
import type { Attempt } from "../../setup/method.ts";
import { once } from "../../platform/once.ts";
import { receiveResponse, toRedirectUri } from "../../oauth/receive_response.ts";
import { returnUrl } from "../../http/redirect.ts";
import { serverOf } from "../../oauth/server.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming, Outcome } from "../../http/types.ts";
import type { OAuthProvider } from "../../oauth/types.ts";
import type { PageForm } from "../../pages/types.ts";
import { UI_LOCALES } from "../../http/ui_locales.ts";
import { callbackUrlOf, endpointUrl } from "../../http/urls.ts";

/** Loaded on demand: few providers demand it. */
const pushedRequest = once(() => import("../../oauth/pushed_request.ts"));

/** Loaded on demand, and `oauth4webapi` with them: the sign-in page needs neither. */
const exchanges = once(() => import("../../oauth/identity.ts"));

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
  const asked = withScope(provider, incoming.scope);
  const query = new URLSearchParams(incoming.query);
  // The language that a form asks for is also that of the provider's pages.
  if (flow.locales) query.set(UI_LOCALES, flow.locales);
  const url = await authorizationUrl({ server, provider: asked }, flow, query);
  return {
    redirect: demandsPush(server, provider) ? await push(url, flow, { provider, setup }) : url,
    cookies: await storeFlow(flow, incoming, setup),
  };
}

/** The provider with further scopes, each once (RFC 6749 §3.3). */
function withScope(provider: OAuthProvider, more: string | undefined): OAuthProvider {
  if (!more) return provider;
  const { authorization } = provider;
  const own = authorization.params.scope ?? "";
  const separator = authorization.scopeSeparator ?? (String(own).includes(",") ? "," : " ");
  const scopes = `${own} ${more}`.match(separator === "," ? /[^\s,]+/g : /\S+/g);
  const params = { ...authorization.params, scope: [...new Set(scopes)].join(separator) };
  return { ...provider, authorization: { ...authorization, params } };
}

/** Begins the exchange with the provider: that of a pushed request, or that of a callback. */
async function begin(
  provider: OAuthProvider,
  request: ExchangeRequest,
  { platform }: Setup,
): Promise<Exchange> {
  return await (await exchanges()).openExchange(provider, request, platform);
}

async function push(
  url: string,
  flow: Flow,
  { provider, setup }: { readonly provider: OAuthProvider; readonly setup: Setup },
): Promise<string> {
  const request = { flow, redirectUri: flow.redirectUri, params: new URL(url).searchParams };
  return await (await pushedRequest()).pushAuthorizationRequest(await begin(provider, request, setup));
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
      const redirectUri = flow?.redirectUri ?? callbackUrlOf(provider.id, incoming.origin, setup);
      const exchange = await begin(provider, { flow, redirectUri, params }, setup);
      return await (await exchanges()).identify(exchange, setup.logger);
    },
  };
}

/** A button that leads to the provider. */
export async function form(provider: OAuthProvider, origin: string, setup: Setup): Promise<PageForm> {
  const { id, name, style } = provider;
  const mark = await loadMark(provider, setup.logger);
  return { form: "button", id, name, action: endpointUrl(`signin/${id}`, origin, setup), style, mark };
}
