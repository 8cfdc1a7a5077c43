/**
 * The authorization response on its way in: from the query, from a form, or by way of a redirect proxy.
 *
 * @see {@link https://openid.net/specs/oauth-v2-form-post-response-mode-1_0.html | Form Post Response Mode}
 * @module
 */

import { open, seal, type Sealer } from "../crypto/seal.ts";
import { InvalidCheck } from "../errors.ts";
import { allowedUrl, type RedirectContext } from "../http/redirect.ts";
import type { Incoming, SetCookie } from "../http/types.ts";
import { type Flow, FLOW_MAX_AGE, type FlowContext, takeFlow } from "./checks.ts";
import type { OAuthProvider } from "./provider.ts";

/** A response that has arrived, or where it has to go on to. */
export type Arrival =
  | { readonly redirect: string; readonly status: 303 }
  | {
    /** Parameters of the response. */
    readonly params: URLSearchParams;
    /** The flow that it answers. */
    readonly flow: Flow | null;
    /** Removes the cookie of the flow, whatever becomes of it. */
    readonly consumed: readonly SetCookie[];
  };

/** What receiving needs. */
export interface ResponseContext extends FlowContext, RedirectContext {
  /** Path of the handler. */
  readonly basePath: string;
  /** Secrets for what travels through a redirect proxy: the proxy knows no other secret of a deployment behind it. */
  readonly proxySecrets: readonly string[];
}

/** The longest URL that servers are sure to take (RFC 9110 §4.1). A posted form comes back in one. */
const MAX_URL = 8000;

/** Parameters of a response that are sent on. Those of flows other than the code flow are among them, to be refused. */
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

/** How long a posted form may take from one request to the next, in seconds. */
const FORM_MAX_AGE = 60;

/** The state of a flow that comes back through a redirect proxy. */
interface ProxiedState {
  /** Id of the provider: another's answer is not forwarded, so that no code reaches a provider that did not issue it. */
  readonly provider: string;
  /** Callback URL of the deployment that started the flow. */
  readonly callbackUrl: string;
}

/**
 * Receives an authorization response.
 *
 * A browser sends no `SameSite=Lax` cookies with a form that another site posts. Such a form is sealed and comes back
 * as a `GET`, which carries them: the flow's own and the session's.
 *
 * @throws {InvalidCheck} if the response does not come the way it should.
 */
export async function receiveResponse(
  incoming: Incoming,
  provider: OAuthProvider,
  context: ResponseContext,
): Promise<Arrival> {
  const params = await readParams(incoming, provider, context);
  const state = params.get("state");
  const target = await forwardingTarget(state, { incoming, provider }, context);
  if (target && !provider.formPost) return { redirect: `${target}?${params}`, status: 303 };
  const taken = await takeFlow(state, { provider, cookies: incoming.cookies }, context);
  if (target || (incoming.method === "POST" && !taken.flow)) {
    const redirect = target
      ? await relayForm(params, { provider, url: target }, toProxySealer(context))
      : await relayForm(params, { provider, url: callbackUrl(incoming, provider, context) }, context);
    return { redirect, status: 303 };
  }
  if (!taken.flow && !provider.checks.has("none")) {
    throw new InvalidCheck("Cannot accept the callback: this browser has no such sign-in under way", {
      provider: provider.id,
    });
  }
  return { params, ...taken };
}

/**
 * The URL in which a posted response goes on.
 *
 * @throws {InvalidCheck} if the form is not an authorization response, or too long for a URL.
 */
async function relayForm(
  params: URLSearchParams,
  { provider, url }: { readonly provider: OAuthProvider; readonly url: string },
  sealer: Sealer,
): Promise<string> {
  const isKnown = (name: string) => RESPONSE_PARAMS.has(name) || (name === "user" && provider.postsUser);
  const response = new URLSearchParams([...params].filter(([name]) => isKnown(name)));
  const refuse = (reason: string): never => {
    throw new InvalidCheck(`Cannot accept the callback: ${reason}`, { provider: provider.id });
  };
  if (!response.get("code") && !response.get("error")) refuse("the form is not an authorization response");
  if (!response.get("state") && !provider.checks.has("none")) refuse("the form has no `state`");
  const text = response.toString();
  const purpose = { purpose: "oauth form", maxAge: FORM_MAX_AGE } as const;
  const relayed = text.length <= MAX_URL && `${url}?form=${await seal([provider.id, text], purpose, sealer)}`;
  if (relayed && relayed.length <= MAX_URL) return relayed;
  return refuse(`the form does not fit into a URL of ${MAX_URL} bytes`);
}

/** Where a provider sends the user back, at this deployment. */
export function callbackUrl(
  { origin }: Pick<Incoming, "origin">,
  { id }: Pick<OAuthProvider, "id">,
  { basePath }: Pick<ResponseContext, "basePath">,
): string {
  return `${origin}${basePath}/callback/${id}`;
}

/**
 * The redirect URI of a flow and, if that is a redirect proxy, the state that leads the way back from there.
 */
export async function toRedirectUri(
  incoming: Incoming,
  provider: OAuthProvider,
  context: ResponseContext,
): Promise<{ readonly redirectUri: string; readonly state?: string }> {
  const own = callbackUrl(incoming, provider, context);
  if (!provider.redirectProxyUrl) return { redirectUri: own };
  const redirectUri = `${provider.redirectProxyUrl}/callback/${provider.id}`;
  if (isProxy(incoming, provider)) return { redirectUri };
  const state: ProxiedState = { provider: provider.id, callbackUrl: own };
  const purpose = { purpose: "oauth state", maxAge: FLOW_MAX_AGE } as const;
  return { redirectUri, state: await seal(state, purpose, toProxySealer(context)) };
}

function toProxySealer({ proxySecrets, platform }: ResponseContext): Sealer {
  return { secrets: proxySecrets, platform };
}

async function readParams(
  { method, query, form }: Incoming,
  provider: OAuthProvider,
  context: ResponseContext,
): Promise<URLSearchParams> {
  if (!provider.formPost && method === "GET") return query;
  if (provider.formPost && method === "POST" && form) return form;
  const sealed = provider.formPost && method === "GET" && query.get("form");
  const [id, posted] = sealed && await openForm(sealed, context) || [];
  if (posted !== undefined && id === provider.id) return new URLSearchParams(posted);
  throw new InvalidCheck(
    `Cannot accept the callback: this provider answers in a ${provider.formPost ? "posted form" : "query"}`,
    { provider: provider.id },
  );
}

/** A form that this deployment has sealed, or its redirect proxy. */
async function openForm(sealed: string, context: ResponseContext): Promise<[string, string] | null> {
  return await open<[string, string]>(sealed, "oauth form", context) ??
    await open<[string, string]>(sealed, "oauth form", toProxySealer(context));
}

/** The deployment that a redirect proxy has to forward a response to, if it started there and may be forwarded to. */
async function forwardingTarget(
  state: string | null,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: OAuthProvider },
  context: ResponseContext,
): Promise<string | null> {
  if (!state?.includes(".") || !isProxy(incoming, provider)) return null;
  const proxied = await open<ProxiedState>(state, "oauth state", toProxySealer(context));
  const target = proxied?.provider === provider.id ? proxied.callbackUrl : undefined;
  if (target && await allowedUrl(target, incoming.origin, context) === target) return target;
  throw new InvalidCheck(
    target
      ? `Cannot forward the callback to "${target}": let \`callbacks.redirect\` of the redirect proxy return that URL`
      : "Cannot forward the callback: its state could not be decoded, or belongs to another provider",
    { provider: provider.id },
  );
}

function isProxy({ origin }: Incoming, { redirectProxyUrl }: OAuthProvider): boolean {
  return redirectProxyUrl !== undefined && new URL(redirectProxyUrl).origin === origin;
}
