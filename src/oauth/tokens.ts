/**
 * Exchanges the authorization response for tokens.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3 | RFC 6749 §4.1.3}
 * @module
 */

import { AuthError, ProviderResponseError } from "../errors/errors.ts";
import { parseJsonObject } from "../values/json_object.ts";
import { once } from "../platform/once.ts";
import type { Platform } from "../platform/platform.ts";
import { isA } from "../errors/thrown.ts";
import type { Profile, TokenSet } from "../values/types.ts";
import { assertSameIssuer, parseCode } from "./authorization_response.ts";
import { setParams } from "./authorize.ts";
import type { EndingFlow } from "./flow.ts";
import { secretOf } from "./client_authentication.ts";
import { type ClientContext, requestAsClient, toClientRequest } from "./client_request.ts";
import type { Prover } from "./dpop.ts";
import { type FailureContext, requestError } from "./failure.ts";
import { type Answer, toResponse } from "./fetch.ts";
import type { OAuthProvider } from "./types.ts";
import type { Server } from "./server.ts";

/** Loaded on demand: a provider of type `oauth` has no ID tokens. */
const idTokens = once(() => import("./id_token.ts"));

/** Dependencies of a token request. */
export interface TokenContext {
  /** The provider. */
  readonly provider: OAuthProvider;
  /** The provider's authorization server. */
  readonly server: Server;
  /** Clock. */
  readonly platform: Platform;
  /** Proves the possession of a key, if the provider is to bind its tokens to one. */
  readonly prover?: Prover | null;
}

/** The result of redeeming a code. */
export interface Redeemed {
  /** The tokens. */
  readonly tokens: TokenSet & { readonly access_token: string };
  /** Claims of the verified ID token, from an OpenID provider. */
  readonly claims: (Profile & { readonly sub: string }) | null;
}

/**
 * Checks an authorization response, redeems its code at the token endpoint, and verifies the ID token.
 *
 * @param params Parameters of the response, not yet checked.
 * @param flow The flow that the response belongs to; `null` if the provider's `checks` are `none`.
 * @throws {OAuthCallbackError} if the response is an error (RFC 6749 §4.1.2.1).
 * @throws {ConfigError} if the provider does not accept the client, or its redirect URI.
 * @throws {ProviderResponseError} if a response breaks the protocol.
 * @throws {ProviderUnavailable} if the provider does not answer.
 */
export async function redeemCode(
  params: URLSearchParams,
  { flow, redirectUri }: { readonly flow: EndingFlow | null; readonly redirectUri: string },
  { provider, server, platform, prover }: TokenContext,
): Promise<Redeemed> {
  const clientSecret = await secretOf(provider, platform);
  const sent = [params.get("code"), flow?.state, flow?.verifier, flow?.nonce];
  const context = { provider, redirectUri, sent, clientSecret };
  const code = parseCode(params, { ...context, server });
  const request = { code, redirect_uri: redirectUri, code_verifier: flow?.verifier };
  const answer = await requestTokens(request, params, { provider, server, platform, prover, clientSecret });
  const tokens = parseTokens(answer, context, platform);
  if (provider.type === "oauth") return { tokens, claims: null };
  const { id_token: idToken, access_token: accessToken } = tokens;
  if (!idToken) throw withoutIdToken(provider);
  const expected = { nonce: flow?.nonce, accessToken, flow };
  const { verifyIdToken } = await idTokens();
  const claims = await verifyIdToken(idToken, expected, { provider, server, platform, clientSecret });
  assertSameIssuer(params, claims);
  return { tokens, claims };
}

/** The error for a response without ID token: a scope of the application's own often lacks `openid`. */
function withoutIdToken({ id, authorization: { params } }: OAuthProvider): ProviderResponseError {
  const isComplete = String(params.scope).split(/\s+/).includes("openid");
  return new ProviderResponseError(
    isComplete
      ? "Cannot accept the token response: it has no ID token"
      : `Cannot accept the token response: it has no ID token, because the scope of "${id}" lacks openid`,
  );
}

/** Sends the token request (RFC 6749 §4.1.3). */
async function requestTokens(
  request: {
    readonly code: string;
    readonly redirect_uri: string;
    readonly code_verifier: string | undefined;
  },
  response: URLSearchParams,
  context: ClientContext,
): Promise<Answer> {
  const { provider: { token }, server: { token_endpoint } } = context;
  if (!token_endpoint) {
    throw new ProviderResponseError(`Cannot redeem the code: the metadata name no "token_endpoint"`);
  }
  const form = new URLSearchParams();
  setParams(form, token.params);
  setParams(form, request);
  form.set("grant_type", "authorization_code");
  const answer = token.redeem
    ? await requestByProvider(token_endpoint, { form, response }, context)
    : await requestAsClient(token_endpoint, form, context);
  const conforming = await token.conform?.(toResponse(answer));
  return conforming ? await answerOf(conforming) : answer;
}

/** Lets the provider's module send the token request. */
async function requestByProvider(
  url: string,
  { form, response }: { readonly form: URLSearchParams; readonly response: URLSearchParams },
  context: ClientContext,
): Promise<Answer> {
  const { provider, clientSecret } = context;
  const { clientId, fetch } = provider;
  const { headers, body: params } = await toClientRequest(form, context);
  const sent = {
    url,
    params,
    headers,
    response: new URLSearchParams(response),
    clientId,
    clientSecret,
    fetch,
  };
  try {
    return await answerOf(await provider.token.redeem!(sent));
  } catch (error) {
    if (isA(error, AuthError)) throw error;
    throw new ProviderResponseError("Cannot redeem the code: `token.redeem` failed", {
      err: error as Error,
    });
  }
}

async function answerOf(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Reads the tokens (RFC 6749 §5.1). It does not verify an ID token: that of an OAuth provider is never trusted. */
function parseTokens(answer: Answer, context: FailureContext, platform: Platform): Redeemed["tokens"] {
  const body = parseJsonObject(answer.text);
  if (answer.status !== 200) throw requestError(answer, body, { ...context, step: "redeem the code" });
  const fail = (reason: string): never => {
    throw new ProviderResponseError(`Cannot accept the token response: ${reason}`, { status: answer.status });
  };
  const { id_token, expires_in, ...fields } = body ?? fail("it is not a JSON object");
  const { access_token, refresh_token, scope } = fields;
  if (!isText(access_token)) return fail(`its "access_token" is not text`);
  if (!isText(fields.token_type)) return fail(`its "token_type" is not text`);
  const token_type = fields.token_type.toLowerCase();
  const objection = objectionToType(token_type, context.provider);
  if (objection) fail(`its "token_type" ${objection}`);
  if (refresh_token !== undefined && !isText(refresh_token)) fail(`its "refresh_token" is not text`);
  if (scope !== undefined && typeof scope !== "string") fail(`its "scope" is not text`);
  // Some servers send the number as text.
  const seconds = typeof expires_in === "number" ? expires_in : parseFloat(String(expires_in));
  if (expires_in !== undefined && !(Number.isFinite(seconds) && seconds >= 0)) {
    fail(`its "expires_in" is not a number of seconds`);
  }
  return {
    ...fields,
    access_token,
    token_type,
    ...(isText(id_token) && { id_token }),
    ...(expires_in !== undefined &&
      { expires_in: seconds, expires_at: Math.floor(platform.now() / 1000 + seconds) }),
  } as Redeemed["tokens"];
}

/** Returns why a type of access token is not the one that the provider is configured for (RFC 9449 §5). */
function objectionToType(type: string, { client }: OAuthProvider): string | null {
  const isBound = client.dpop_bound_access_tokens === true;
  if (type === (isBound ? "dpop" : "bearer")) return null;
  if (type === "dpop") return "is DPoP. Set `client: { dpop_bound_access_tokens: true }`";
  return type === "bearer"
    ? "is Bearer, so that the access token is not bound to a key. Register the client with " +
      "`dpop_bound_access_tokens` at the provider, or remove it from `client`"
    : "is not supported";
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
