/**
 * Revokes tokens at a provider.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7009 | RFC 7009}
 * @module
 */

import { processRevocationResponse, ResponseBodyError, revocationRequest } from "oauth4webapi";
import { setParams } from "./authorize.ts";
import { answerOf, toConforming } from "./conform.ts";
import { objectionToEndpoint } from "./discovery.ts";
import { AuthError, ProviderResponseError } from "../errors/errors.ts";
import { type Exchange, openExchange, optionsOf } from "./exchange.ts";
import { requestError, withoutRequest } from "./failure.ts";
import { keepRenewed } from "../values/markers.ts";
import type { Platform } from "../platform/platform.ts";
import type { ProviderAnswer } from "../http/provider_answer.ts";
import { readRenewed, type RenewedTokens } from "./refresh.ts";
import { isA } from "../errors/thrown.ts";
import { toTokenRequest } from "./tokens.ts";
import type { OAuthProvider } from "./types.ts";
import type { Awaitable } from "../values/types.ts";

/** The tokens of an account. */
interface RevocableTokens {
  /** The access token; `null` without one. */
  readonly accessToken: string | null;
  /** The refresh token; `null` without one. */
  readonly refreshToken: string | null;
}

/** How a caller revokes tokens. */
interface RevocationUse {
  /** Once it aborts, the request ends, and no other one begins. Default: none. */
  readonly signal?: AbortSignal;
  /** Keeps the tokens that the refresh token was exchanged for, before they are sent. Must not reject. Default: nothing. */
  readonly keep?: (tokens: RenewedTokens) => Awaitable<void>;
}

/** Revokes the tokens of an account. */
export type Revoke = (tokens: RevocableTokens, use?: RevocationUse) => Promise<void>;

/** The kinds of tokens, as a request names them (RFC 7009 §2.1). */
type Kind = "access_token" | "refresh_token";

/** The exchange of a revocation. */
type RevocationExchange = Exchange & RevocationUse;

const STEP = { step: "revoke a token", answer: "the answer to the revocation", success: 200 } as const;

/** Errors that say that the token has ended already. By the standard, that is a success (RFC 7009 §2.2). */
const ENDED = ["invalid_grant", "invalid_token"];

/** The error of a server that revokes tokens of the other kind only (RFC 7009 §2.2.1). */
const UNSUPPORTED = "unsupported_token_type";

/**
 * Prepares a revocation: all that can fail before a token is sent.
 *
 * @returns `null` if the provider has no endpoint for it.
 * @throws {ProviderUnavailable} if the metadata cannot be fetched.
 * @throws {ProviderResponseError} if they belong to another issuer, or name an endpoint that must not be used.
 */
export async function prepareRevocation(
  provider: OAuthProvider,
  platform: Platform,
): Promise<Revoke | null> {
  const request = { flow: null, redirectUri: "", params: new URLSearchParams() };
  const exchange = await openExchange(provider, request, platform);
  const { revocation_endpoint: url } = exchange.server;
  if (url === undefined) return null;
  const objection = provider.revocation.url === undefined ? objectionToEndpoint(url, provider) : null;
  if (!objection) return (tokens, use = {}) => revokeBoth(tokens, usedBy(use, exchange));
  throw new ProviderResponseError(
    `Cannot revoke a token: "revocation_endpoint" in the metadata is ${
      JSON.stringify(url)
    }, which ${objection}. ` +
      `If that is right, write it as \`revocation\` of the provider "${provider.id}"`,
  );
}

/** The exchange, as a caller uses it. */
function usedBy(use: RevocationUse, exchange: Exchange): RevocationExchange {
  const { provider } = exchange;
  const { signal } = use;
  const request: OAuthProvider["request"] = (url, init) => provider.request(url, { ...init, signal });
  return { ...exchange, ...use, provider: { ...provider, request } };
}

/** The refresh token first: a server that accepts it also ends the access tokens that it has issued for it (RFC 7009 §2.1). */
async function revokeBoth(
  { accessToken, refreshToken }: RevocableTokens,
  exchange: RevocationExchange,
): Promise<void> {
  const isRefreshRevoked = refreshToken !== null && await revoke(refreshToken, "refresh_token", exchange);
  try {
    const isAccessRevoked = accessToken !== null && await revoke(accessToken, "access_token", exchange);
    if (isRefreshRevoked || isAccessRevoked) return;
  } catch (error) {
    // The access token may be unknown by now, or one that the server cannot end: a JWT, for instance. It ends by itself.
    if (!isRefreshRevoked || !isRefusal(error)) throw error;
    return;
  }
  throw new ProviderResponseError("Cannot revoke a token: the provider revokes no token of this kind");
}

/**
 * Sends a token.
 *
 * @returns Whether it has ended: `false` if the server does not revoke tokens of this kind.
 * @throws {ProviderUnavailable} if the provider does not answer.
 * @throws {ProviderResponseError} if it refuses.
 */
async function revoke(token: string, kind: Kind, others: RevocationExchange): Promise<boolean> {
  others.signal?.throwIfAborted();
  const exchange = { ...others, token };
  try {
    const answer = await send(token, kind, exchange);
    // Some servers answer with another status of success, such as 204.
    if (!answer.ok) await processRevocationResponse(toConforming(answer));
    return true;
  } catch (thrown) {
    const code = thrown instanceof ResponseBodyError ? thrown.error : "";
    if (code === UNSUPPORTED) return false;
    if (ENDED.includes(code)) return true;
    throw withoutRequest(requestError(thrown, exchange, STEP), exchange);
  }
}

async function send(token: string, kind: Kind, exchange: RevocationExchange): Promise<ProviderAnswer> {
  const { provider: { revocation }, server, client, authenticate } = exchange;
  const form = new URLSearchParams();
  setParams(form, { token_type_hint: kind, ...revocation.params });
  if (revocation.request) return await sendByProvider(token, form, exchange);
  const options = { ...optionsOf(exchange), additionalParameters: form };
  return await answerOf(await revocationRequest(server, client, authenticate, token, options));
}

/** Lets the provider's module send the request. */
async function sendByProvider(
  token: string,
  form: URLSearchParams,
  exchange: RevocationExchange,
): Promise<ProviderAnswer> {
  setParams(form, { token });
  const sent = {
    ...await toTokenRequest(form, exchange, exchange.server.revocation_endpoint!),
    [keepRenewed]: (answer: Response) => keepAnswer(answer, exchange),
  };
  try {
    return await answerOf(await exchange.provider.revocation.request!(sent));
  } catch (error) {
    if (isA(error, AuthError)) throw error;
    throw new ProviderResponseError("Cannot revoke a token: `revocation.request` failed", {
      err: error as Error,
    });
  }
}

/** Keeps the tokens of an answer. One that cannot be read is not kept: the revocation goes on with it all the same. */
async function keepAnswer(answer: Response, exchange: RevocationExchange): Promise<void> {
  const answered = toConforming(await answerOf(answer.clone()));
  const tokens = await readRenewed(answered, exchange).catch(() => null);
  if (tokens) await exchange.keep?.(tokens);
}

/** Whether the provider has answered that it does not accept the request. */
function isRefusal(error: unknown): boolean {
  const status = Number(isA(error, AuthError) && error.cause?.status);
  return status >= 400 && status < 500;
}
