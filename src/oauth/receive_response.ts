/**
 * Receives the authorization response: in the query, in a form, or through a redirect proxy.
 *
 * @see {@link https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html | Form Post Response Mode}
 * @module
 */

import { InvalidCheck, ProviderResponseError } from "../errors/errors.ts";
import { consumeFlow, type EndingFlow, FLOW_MAX_AGE, type FlowContext } from "./flow.ts";
import type { Migration } from "../model/migration.ts";
import { allowedUrl, quietlyAllowedUrl, type RedirectContext } from "../http/redirect.ts";
import { open, seal, type Sealer } from "../crypto/seal.ts";
import type { OAuthProvider } from "./types.ts";
import type { Incoming } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import { callbackUrlOf } from "../http/urls.ts";

/** A received response, or the URL that it must be redirected to. */
type Arrival =
  | { readonly redirect: string; readonly status: 303 }
  | {
    /** Parameters of the response. */
    readonly params: URLSearchParams;
    /** The flow that the response belongs to. */
    readonly flow: EndingFlow | null;
    /** Removes the cookie of the flow, even if the sign-in fails. */
    readonly consumed: readonly SetCookie[];
  };

/** Dependencies of `receiveResponse`. */
interface ResponseContext extends FlowContext, RedirectContext {
  /** Path of the handler. */
  readonly basePath: string;
  /** Secrets that a redirect proxy shares with the deployments behind it. It has none of their other secrets. */
  readonly proxySecrets: readonly string[];
  /** Reads sign-ins that another library began; `null` or absent without one. */
  readonly migration?: Migration | null;
}

/** The longest URL that all servers should accept (RFC 9110 §4.1). It limits the size of a posted form. */
const MAX_URL = 8000;

/** Parameters of a response that are forwarded. Those of other flows are included, so that the check refuses them. */
const RESPONSE_PARAMS = new Set([
  "access_token",
  "code",
  "error",
  "error_description",
  "error_uri",
  "id_token",
  "iss",
  "response",
  "session_state",
  "state",
  "token",
]);

/** Time limit from the posted form to the next request, in seconds. */
const FORM_MAX_AGE = 60;

/** The state of a flow that goes through a redirect proxy. */
interface ProxiedState {
  /** Id of the provider. The proxy forwards only its answers, so that a code never reaches another provider. */
  readonly provider: string;
  /** Callback URL of the deployment that started the flow. */
  readonly callbackUrl: string;
}

/**
 * Receives an authorization response.
 *
 * A browser sends no `SameSite=Lax` cookies with a form that another site posts. The library seals such a form into a
 * redirect: the following `GET` has the cookies of the flow and of the session.
 *
 * @throws {InvalidCheck} if this browser has no such sign-in under way, the provider does not use this response mode, or a
 * redirect proxy cannot forward it.
 * @throws {ProviderResponseError} if the response is signed.
 */
export async function receiveResponse(
  incoming: Incoming,
  provider: OAuthProvider,
  context: ResponseContext,
): Promise<Arrival> {
  assertUnsigned(incoming, provider);
  const params = await parseParams(incoming, provider, context);
  const state = params.get("state");
  const target = await forwardingTarget(state, { incoming, provider }, context);
  if (target) {
    const redirect = provider.formPost
      ? await relayForm(params, { provider, url: target }, toProxySealer(context))
      : `${target}?${params}`;
    return { redirect, status: 303 };
  }
  const taken = await takeFlow(state, { provider, incoming }, context);
  if (incoming.method === "POST" && !taken.flow) {
    const url = callbackUrlOf(provider.id, incoming.origin, context);
    return { redirect: await relayForm(params, { provider, url }, context), status: 303 };
  }
  if (!taken.flow && !provider.checks.has("none")) {
    const why = incoming.cookies.size === 0
      ? "the request has no cookies, so the browser blocks them, or the sign-in began at another address than"
      : "it began more than 15 minutes ago, was answered before, or began at another address than";
    refuse(`this browser has no such sign-in under way: ${why} ${incoming.origin}`, provider);
  }
  return { params, ...taken };
}

/** Returns the flow of a callback, which another library may have begun, and removes its cookies. */
async function takeFlow(
  state: string | null,
  { provider, incoming }: { readonly provider: OAuthProvider; readonly incoming: Incoming },
  context: ResponseContext,
): Promise<{ readonly flow: EndingFlow | null; readonly consumed: readonly SetCookie[] }> {
  const { cookies, origin } = incoming;
  const own = await consumeFlow(state, { provider, cookies }, context);
  const secure = context.cookies.flow.options.secure === true;
  const begun = own.flow ? null : await context.migration?.readFlow(
    { provider, state, cookies, secure },
    context.platform,
  );
  if (!begun) return own;
  const { consumed, returnTo, ...checks } = begun;
  const maxAge = provider.authentication?.maxAge;
  const redirectUri = proxyUrlOf(provider) ?? callbackUrlOf(provider.id, origin, context);
  const flow: EndingFlow = {
    ...checks,
    provider: provider.id,
    redirectUri,
    ...(maxAge !== undefined && { maxAge }),
    returnTo: await allowedUrl(returnTo, origin, context),
    // The other library does not say who was signed in: the account is linked to no one.
    userId: null,
    link: "none",
  };
  return { flow, consumed };
}

/**
 * Refuses a response of JARM: a JWT in the place of all parameters, `state` included, so that no flow can be found.
 *
 * @throws {ProviderResponseError} that says how to make the provider answer without.
 */
function assertUnsigned({ query, form }: Incoming, { id }: OAuthProvider): void {
  if (![query, form].some((params) => params?.has("response") && !params.has("state"))) return;
  throw new ProviderResponseError(
    'Cannot accept the callback: it has a "response". Signed authorization responses (JARM) are not supported: register ' +
      "the client without `authorization_signed_response_alg`, and send no `response_mode` that ends with `jwt`",
    { provider: id },
  );
}

/**
 * Returns the URL that a posted response is redirected to.
 *
 * @throws {InvalidCheck} if the form is not an authorization response, or is too long for a URL.
 */
async function relayForm(
  params: URLSearchParams,
  { provider, url }: { readonly provider: OAuthProvider; readonly url: string },
  sealer: Sealer,
): Promise<string> {
  const isKnown = (name: string) => RESPONSE_PARAMS.has(name) || (name === "user" && provider.postsUser);
  const response = new URLSearchParams([...params].filter(([name]) => isKnown(name)));
  if (!response.get("code") && !response.get("error")) {
    refuse("the form is not an authorization response", provider);
  }
  if (!response.get("state") && !provider.checks.has("none")) refuse("the form has no `state`", provider);
  const purpose = { purpose: "oauth form", maxAge: FORM_MAX_AGE } as const;
  const relayed = `${url}?form=${await seal([provider.id, response.toString()], purpose, sealer)}`;
  if (relayed.length > MAX_URL) refuse(`the form does not fit into a URL of ${MAX_URL} bytes`, provider);
  return relayed;
}

/**
 * Returns the redirect URI of a flow and, if it is that of a redirect proxy, a state with the URL to forward to.
 */
export async function toRedirectUri(
  incoming: Incoming,
  provider: OAuthProvider,
  context: ResponseContext,
): Promise<{ readonly redirectUri: string; readonly state?: string }> {
  const own = callbackUrlOf(provider.id, incoming.origin, context);
  const redirectUri = proxyUrlOf(provider) ?? own;
  if (redirectUri === own || isProxy(incoming, provider)) return { redirectUri };
  const state: ProxiedState = { provider: provider.id, callbackUrl: own };
  const purpose = { purpose: "oauth state", maxAge: FLOW_MAX_AGE } as const;
  return { redirectUri, state: await seal(state, purpose, toProxySealer(context)) };
}

function toProxySealer({ proxySecrets, platform }: ResponseContext): Sealer {
  return { secrets: proxySecrets, platform };
}

async function parseParams(
  { method, query, form }: Incoming,
  provider: OAuthProvider,
  context: ResponseContext,
): Promise<URLSearchParams> {
  if (!provider.formPost && method === "GET") return query;
  if (provider.formPost && form) return form;
  const sealed = method === "GET" && query.get("form");
  const opened = sealed ? await openForm(sealed, context) : null;
  if (opened?.[0] === provider.id) return new URLSearchParams(opened[1]);
  return refuse(`this provider answers in a ${provider.formPost ? "posted form" : "query"}`, provider);
}

/** @throws {InvalidCheck} always. */
function refuse(reason: string, { id: provider }: OAuthProvider): never {
  throw new InvalidCheck(`Cannot accept the callback: ${reason}`, { provider });
}

/** Opens a form that this deployment or its redirect proxy has sealed. */
async function openForm(sealed: string, context: ResponseContext): Promise<[string, string] | null> {
  return await open<[string, string]>(sealed, "oauth form", context) ??
    await open<[string, string]>(sealed, "oauth form", toProxySealer(context));
}

/** Returns the callback URL that a redirect proxy must forward a response to; `null` if there is none. */
async function forwardingTarget(
  state: string | null,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: OAuthProvider },
  context: ResponseContext,
): Promise<string | null> {
  if (!state?.includes(".") || !isProxy(incoming, provider)) return null;
  const proxied = await open<ProxiedState>(state, "oauth state", toProxySealer(context));
  const target = proxied?.provider === provider.id ? proxied.callbackUrl : undefined;
  if (target && await quietlyAllowedUrl(target, incoming.origin, context) === target) return target;
  throw new InvalidCheck(
    target
      ? `Cannot forward the callback to "${target}": let \`callbacks.redirect\` of the redirect proxy return that URL`
      : "Cannot forward the callback: its state could not be decoded, or belongs to another provider",
    { provider: provider.id },
  );
}

/** Returns the redirect URI that is registered for all deployments behind a redirect proxy. */
export function proxyUrlOf({ id, redirectProxyUrl }: OAuthProvider): string | undefined {
  return redirectProxyUrl === undefined ? undefined : `${redirectProxyUrl}/callback/${id}`;
}

function isProxy({ origin }: Incoming, { redirectProxyUrl }: OAuthProvider): boolean {
  return redirectProxyUrl !== undefined && new URL(redirectProxyUrl).origin === origin;
}
