/**
 * Exchanges the authorization response for tokens.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3 | RFC 6749 §4.1.3}
 * @module
 */

import {
  authorizationCodeGrantRequest,
  nopkce,
  processAuthorizationCodeResponse,
  type TokenEndpointResponse,
} from "oauth4webapi";
import { AuthError, ProviderResponseError } from "../errors/errors.ts";
import { isA } from "../errors/thrown.ts";
import { once } from "../platform/once.ts";
import type { Platform } from "../platform/platform.ts";
import type { TokenRequestContext } from "../model/provider.ts";
import { parseJsonObject } from "../values/json_object.ts";
import { toStorable } from "../values/storable.ts";
import type { Profile, TokenSet } from "../values/types.ts";
import { assertSameIssuer, validateResponse } from "./authorization_response.ts";
import { setParams } from "./authorize.ts";
import { answerOf, toConforming, toMembers, twice } from "./conform.ts";
import { type Exchange, optionsOf, USER_AGENT } from "./exchange.ts";
import { CONFORM, requestError, withoutRequest } from "./failure.ts";
import { toFetch } from "../http/bounded_request.ts";
import { ProviderAnswer } from "../http/provider_answer.ts";
import type { OAuthProvider } from "./types.ts";

/** Loaded on demand: a provider of type `oauth` has no ID tokens, and few sign the answer of their userinfo endpoint. */
export const idTokens = once(() => import("./id_token.ts"));

/** The result of redeeming a code. */
export interface Redeemed {
  /** The tokens. */
  readonly tokens: TokenSet & { readonly access_token: string };
  /** Claims of the verified ID token, from an OpenID provider. */
  readonly claims: (Profile & { readonly sub: string }) | null;
}

const STEP = { step: "redeem the code", answer: "the token response", success: 200 } as const;

/**
 * Checks an authorization response, redeems its code at the token endpoint, and verifies the ID token.
 *
 * @throws {OAuthCallbackError} if the response is an error (RFC 6749 §4.1.2.1).
 * @throws {ConfigError} if the provider does not accept the client, or its redirect URI.
 * @throws {ProviderResponseError} if a response breaks the protocol.
 * @throws {ProviderUnavailable} if the provider does not answer.
 */
export async function redeemCode(exchange: Exchange): Promise<Redeemed> {
  const response = validateResponse(exchange);
  if (!exchange.server.token_endpoint) {
    throw new ProviderResponseError(`Cannot redeem the code: the metadata name no "token_endpoint"`);
  }
  const redeemed = await twice(async () =>
    await readTokens(await requestTokens(response, exchange), exchange)
  )
    .catch((error) => {
      throw withoutRequest(requestError(error, exchange, STEP), exchange);
    });
  if (redeemed.claims) assertSameIssuer(exchange, redeemed.claims);
  return redeemed;
}

/** Sends the token request (RFC 6749 §4.1.3). @param response The checked authorization response. */
async function requestTokens(response: URLSearchParams, exchange: Exchange): Promise<ProviderAnswer> {
  const { provider: { token }, server, client, authenticate, redirectUri, flow, prover } = exchange;
  const additional = new URLSearchParams();
  setParams(additional, token.params);
  const answer = token.redeem ? await requestByProvider(additional, exchange) : await answerOf(
    await authorizationCodeGrantRequest(
      server,
      client,
      authenticate,
      response,
      redirectUri,
      flow?.verifier ?? nopkce,
      {
        ...optionsOf(exchange),
        additionalParameters: additional,
        ...(prover && { DPoP: prover.handle }),
      },
    ),
  );
  const conforming = await token.conform?.(answer.toStreamed());
  return conforming ? toConforming(await answerOf(conforming)) : answer;
}

/** Lets the provider's module send the token request. */
async function requestByProvider(form: URLSearchParams, exchange: Exchange): Promise<ProviderAnswer> {
  const { provider: { token }, redirectUri, flow, params: response } = exchange;
  setParams(form, {
    code: response.get("code") ?? undefined,
    redirect_uri: redirectUri,
    code_verifier: flow?.verifier,
    grant_type: "authorization_code",
  });
  const sent = await toTokenRequest(form, exchange);
  try {
    return toConforming(await answerOf(await token.redeem!(sent)));
  } catch (error) {
    if (isA(error, AuthError)) throw error;
    throw new ProviderResponseError("Cannot redeem the code: `token.redeem` failed", {
      err: error as Error,
    });
  }
}

/** A request as a function of the provider's module gets it: with client authentication. @param url Default: the token endpoint. */
export async function toTokenRequest(
  form: URLSearchParams,
  { provider, server, client, clientSecret, authenticate, params: response }: Exchange,
  url: string = server.token_endpoint!,
): Promise<TokenRequestContext> {
  const headers = new Headers({
    ...USER_AGENT,
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
  });
  await authenticate(server, client, form, headers);
  return {
    url,
    params: form,
    headers: Object.fromEntries(headers),
    response: new URLSearchParams(response),
    clientId: provider.clientId,
    clientSecret,
    fetch: toFetch(provider.request),
  };
}

/** Reads the tokens (RFC 6749 §5.1), and those of an OpenID provider with their ID token. */
async function readTokens(response: ProviderAnswer, exchange: Exchange): Promise<Redeemed> {
  const { provider, server, client, platform } = exchange;
  const { content } = response;
  const body = parseJsonObject(content);
  // The ID token of an OAuth provider is kept unread: nothing demands that it is right.
  const { id_token, ...others } = body ?? {};
  const idToken = isText(id_token) ? id_token : undefined;
  const isJudged = provider.type === "oidc" && idToken !== undefined;
  const judged = body ? new ProviderAnswer(JSON.stringify(toMembers(others)), response) : response;
  const { answer, claims } = isJudged
    ? await (await idTokens()).readIdToken(judged, idToken, exchange)
    : { answer: await processAuthorizationCodeResponse(server, client, judged), claims: null };
  assertTokenType(answer, provider);
  if (provider.type === "oidc" && !claims) throw withoutIdToken(provider);
  const tokens = { ...withEnd(answer, platform), ...(idToken !== undefined && { id_token: idToken }) };
  return { tokens: tokens as Redeemed["tokens"], claims };
}

/** Adds when an access token ends, which the answer says from now on. */
export function withEnd<T extends TokenEndpointResponse>(
  answer: T,
  { now }: Pick<Platform, "now">,
): T & Pick<TokenSet, "expires_at"> {
  const { expires_in: seconds } = answer;
  return toStorable({
    ...answer,
    ...(seconds !== undefined && { expires_at: Math.floor(now() / 1000 + seconds) }),
  });
}

/** The error for a response without ID token: a scope of the application's own often lacks `openid`. */
function withoutIdToken({ id, authorization: { params } }: OAuthProvider): ProviderResponseError {
  const isComplete = String(params.scope).split(/\s+/).includes("openid");
  return new ProviderResponseError(
    `Cannot accept the token response: it has no ID token${
      isComplete ? CONFORM : `, because the scope of "${id}" lacks openid`
    }`,
  );
}

/**
 * Asserts that an access token has the type that the provider is configured for (RFC 9449 §5).
 *
 * @throws {ProviderResponseError} if it has another one.
 */
export function assertTokenType(
  { token_type: type }: Pick<TokenEndpointResponse, "token_type">,
  { client }: OAuthProvider,
): void {
  const isBound = client.dpop_bound_access_tokens === true;
  if (type === (isBound ? "dpop" : "bearer")) return;
  const objection = isBound
    ? "is Bearer, so that the access token is not bound to a key. Register the client with " +
      "`dpop_bound_access_tokens` at the provider, or remove it from `client`"
    : "is DPoP. Set `client: { dpop_bound_access_tokens: true }`";
  throw new ProviderResponseError(`Cannot accept the token response: its "token_type" ${objection}`);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
