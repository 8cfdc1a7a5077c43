/**
 * Renews an access token with a refresh token.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-6 | RFC 6749 §6}
 * @module
 */

import { processRefreshTokenResponse, refreshTokenGrantRequest, ResponseBodyError } from "oauth4webapi";
import { AuthError, ProviderResponseError } from "../errors/errors.ts";
import { isA } from "../errors/thrown.ts";
import type { TokenRequestContext } from "../model/provider.ts";
import type { Platform } from "../platform/platform.ts";
import { parseJsonObject } from "../values/json_object.ts";
import type { TokenSet } from "../values/types.ts";
import { setParams } from "./authorize.ts";
import { answerOf, toConforming, toMembers, twice } from "./conform.ts";
import { type Exchange, openExchange, optionsOf } from "./exchange.ts";
import { requestError, withoutRequest } from "./failure.ts";
import { ProviderAnswer } from "../http/provider_answer.ts";
import { assertTokenType, toTokenRequest, withEnd } from "./tokens.ts";
import type { OAuthProvider } from "./types.ts";
import { wasNeverSent } from "./unsent.ts";

/** How a renewal has ended, and so whether the refresh token that was sent may be sent again. */
export type Renewal =
  /** The provider has answered with new tokens. */
  | { readonly kind: "renewed"; readonly tokens: RenewedTokens }
  /** The provider no longer accepts the refresh token. */
  | { readonly kind: "refused"; readonly error: Error }
  /** The provider has not used the refresh token: it never got it, or it refuses the request for another reason. */
  | { readonly kind: "unchanged"; readonly error: Error }
  /** The provider may have used the refresh token: there is no answer, or none that can be read. */
  | { readonly kind: "unknown"; readonly error: Error };

/** New tokens. */
export type RenewedTokens = TokenSet & { readonly access_token: string };

const STEP = { step: "renew the access token", answer: "the token response", success: 200 } as const;

/**
 * Statuses of a gateway that has reached the server behind it, and has no answer that it can pass on: the server may have worked
 * (RFC 9110 §15.6). 520 and 524 are those of Cloudflare.
 */
const OF_GATEWAYS: readonly unknown[] = [502, 504, 520, 524];

/**
 * Prepares a renewal: all that can fail before the refresh token is sent.
 *
 * @throws {ProviderUnavailable} if the metadata cannot be fetched.
 * @throws {ProviderResponseError} if they belong to another issuer, or name no token endpoint.
 */
export async function prepareRenewal(provider: OAuthProvider, platform: Platform): Promise<Exchange> {
  const request = { flow: null, redirectUri: "", params: new URLSearchParams() };
  const exchange = await openExchange(provider, request, platform);
  if (exchange.server.token_endpoint) return exchange;
  throw new ProviderResponseError(
    'Cannot renew the access token: the metadata name no "token_endpoint"',
  );
}

/** Sends a refresh token, once. Never rejects. */
export async function renew(refreshToken: string, { provider, ...others }: Exchange): Promise<Renewal> {
  let isSent = false;
  const request: OAuthProvider["request"] = (...sent) => {
    isSent = true;
    return provider.request(...sent);
  };
  // A module may send with another function than ours: from its call on, the token counts as sent.
  const refresh = provider.token.refresh && ((sent: TokenRequestContext) => {
    isSent = true;
    return provider.token.refresh!(sent);
  });
  const token = { ...provider.token, ...(refresh && { refresh }) };
  const exchange = { ...others, provider: { ...provider, request, token }, token: refreshToken };
  try {
    const tokens = await twice(async () =>
      await readRenewed(await requestTokens(refreshToken, exchange), exchange)
    );
    return { kind: "renewed", tokens };
  } catch (thrown) {
    const error = requestError(thrown, exchange, STEP) as Error;
    const kind = isSent ? kindOf(thrown, error, provider) : "unchanged";
    return { kind, error: withoutRequest(error, exchange) as Error };
  }
}

async function requestTokens(refreshToken: string, exchange: Exchange): Promise<ProviderAnswer> {
  const { provider: { token }, server, client, authenticate, prover } = exchange;
  const additional = new URLSearchParams();
  setParams(additional, token.params);
  return token.refresh ? await requestByProvider(refreshToken, additional, exchange) : await answerOf(
    await refreshTokenGrantRequest(server, client, authenticate, refreshToken, {
      ...optionsOf(exchange),
      additionalParameters: additional,
      ...(prover && { DPoP: prover.handle }),
    }),
  );
}

/** Lets the provider's module send the request. */
async function requestByProvider(
  refreshToken: string,
  form: URLSearchParams,
  exchange: Exchange,
): Promise<ProviderAnswer> {
  setParams(form, { grant_type: "refresh_token", refresh_token: refreshToken });
  const sent = await toTokenRequest(form, exchange);
  try {
    return toConforming(await answerOf(await exchange.provider.token.refresh!(sent)));
  } catch (error) {
    if (isA(error, AuthError)) throw error;
    throw new ProviderResponseError("Cannot renew the access token: `token.refresh` failed", {
      err: error as Error,
    });
  }
}

/**
 * Reads the answer to a refresh token (RFC 6749 §5.1). A new ID token is left out: it is about a sign-in that has ended long ago. So are
 * fields beside the access token that are not valid: to refuse the answer would lose the connection.
 */
export async function readRenewed(answered: ProviderAnswer, exchange: Exchange): Promise<RenewedTokens> {
  const { provider, server, client, platform } = exchange;
  const conforming = await provider.token.conform?.(answered.toStreamed());
  const response = conforming ? toConforming(await answerOf(conforming)) : answered;
  const { id_token: _, ...body } = toMembers(parseJsonObject(response.content) ?? {});
  for (const name of ["scope", "refresh_token"]) if (typeof body[name] !== "string") delete body[name];
  const judged = new ProviderAnswer(JSON.stringify(body), response);
  const answer = await processRefreshTokenResponse(server, client, judged);
  assertTokenType(answer, provider);
  return withEnd(answer, platform) as RenewedTokens;
}

/** Whether a renewal that has failed has used the refresh token. */
function kindOf(
  thrown: unknown,
  error: Error,
  { token: { refreshErrors = [] } }: OAuthProvider,
): Exclude<Renewal["kind"], "renewed"> {
  if (wasNeverSent(error)) return "unchanged";
  if (thrown instanceof ResponseBodyError) {
    return ["invalid_grant", ...refreshErrors].includes(thrown.error) ? "refused" : "unchanged";
  }
  const status = isA(error, AuthError) ? error.cause?.status : undefined;
  // No status: no answer. A success that cannot be read: the new tokens may have been in it.
  if (typeof status !== "number" || status < 300 || OF_GATEWAYS.includes(status)) return "unknown";
  return "unchanged";
}
