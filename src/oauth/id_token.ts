/**
 * Verifies ID tokens and signed userinfo. `oauth4webapi` judges the claims, `jose` the signature. This module adds what
 * the first leaves to its caller: the signature, `at_hash`, an `iat` in the future, and what the request demanded.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation | OpenID Connect §3.1.3.7}
 * @module
 */

import { JOSEError, JWSInvalid, JWSSignatureVerificationFailed, JWTInvalid } from "jose/errors";
import { compactVerify } from "jose/jws/compact/verify";
import {
  expectNoNonce,
  getValidatedIdTokenClaims,
  type IDToken,
  OperationProcessingError,
  processAuthorizationCodeResponse,
  processUserInfoResponse,
  skipAuthTimeCheck,
  skipSubjectCheck,
  type TokenEndpointResponse,
} from "oauth4webapi";
import { parseBase64Url, parseUtf8, toBase64Url, toUtf8 } from "../crypto/bytes.ts";
import { hash } from "../crypto/hash.ts";
import { ProviderResponseError } from "../errors/errors.ts";
import { parseJsonObject, withoutNull } from "../values/json_object.ts";
import type { Profile } from "../values/types.ts";
import { toEnvName } from "../values/env_name.ts";
import { type Exchange, TOLERANCE } from "./exchange.ts";
import { ProviderAnswer } from "../http/provider_answer.ts";
import { isOfEngine, reasonOf, shorten } from "./failure.ts";
import { keySelector, refuseKey } from "./jwks.ts";
import type { OAuthProvider } from "./types.ts";
import type { Server } from "./server.ts";

type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the server by which a token is judged: with the issuer that it names, if that is one of the provider's, and the
 * algorithms that are accepted. An ID token with the client secret needs a client that is registered with it.
 */
function judgeOf(token: string, { server, provider }: Exchange): Server {
  const claims = claimsOf(token);
  const isOther = claims && provider.issuers(claims).includes(claims.iss as string);
  const {
    id_token_signing_alg_values_supported: ofIdTokens,
    userinfo_signing_alg_values_supported: ofUserinfo,
  } = server;
  return {
    ...server,
    ...(isOther && { issuer: claims.iss as string }),
    id_token_signing_alg_values_supported: (ofIdTokens ?? ["RS256"]).filter((alg) =>
      !/^(?:HS.*|none)$/i.test(alg)
    ),
    userinfo_signing_alg_values_supported: (ofUserinfo ?? ["RS256"]).filter((alg) => !/^none$/i.test(alg)),
  };
}

/** The claims of a token, not yet verified; `null` if it has none. */
function claimsOf(token: string): Claims | null {
  const payload = parseBase64Url(token.split(".")[1] ?? "");
  return parseJsonObject(payload && parseUtf8(payload));
}

/**
 * Returns a token as `oauth4webapi` judges it: `null` is absence in claims as well, and so is an `auth_time` that is not a time, which
 * only matters where the request asked for it. The signature is verified with the token as it was sent.
 */
function toJudged(token: string): string {
  const claims = claimsOf(token);
  const time = claims?.auth_time;
  const auth_time = typeof time === "number" && time >= 0 ? time : null;
  const payload = claims && toBase64Url(toUtf8(JSON.stringify(withoutNull({ ...claims, auth_time }))));
  return payload ? token.split(".").with(1, payload).join(".") : token;
}

/**
 * Reads a token response, and verifies its ID token.
 *
 * @returns The tokens, and the claims.
 * @throws {ProviderResponseError} if any rule is broken.
 * @throws {ProviderUnavailable} if the keys cannot be fetched.
 */
export async function readIdToken(
  response: ProviderAnswer,
  token: string,
  exchange: Exchange,
): Promise<{ readonly answer: TokenEndpointResponse; readonly claims: Profile & { readonly sub: string } }> {
  const { client, flow } = exchange;
  const judge = judgeOf(token, exchange);
  try {
    const members = { ...parseJsonObject(response.content), id_token: toJudged(token) };
    const judged = new ProviderAnswer(JSON.stringify(members), response);
    const answer = await processAuthorizationCodeResponse(judge, client, judged, {
      expectedNonce: flow?.nonce || expectNoNonce,
      maxAge: skipAuthTimeCheck,
      requireIdToken: true,
    });
    const { id_token_signed_response_alg: registered } = client;
    const algorithms = registered ? [registered] : judge.id_token_signing_alg_values_supported ?? [];
    const alg = await verifySignature(token, algorithms, exchange);
    const claims = getValidatedIdTokenClaims(answer)!;
    await assertClaims(claims, { alg, accessToken: answer.access_token }, exchange);
    return { answer: { ...answer, id_token: token }, claims: { ...claimsOf(token), sub: claims.sub } };
  } catch (error) {
    throw idTokenError(error, exchange, token);
  }
}

/** Checks of the claims what `oauth4webapi` leaves out. @throws {ProviderResponseError} if one is wrong. */
async function assertClaims(
  claims: IDToken,
  { alg, accessToken }: { readonly alg: string; readonly accessToken: string },
  exchange: Exchange,
): Promise<void> {
  const now = exchange.platform.now() / 1000;
  const { iat, sub, azp, at_hash } = claims;
  if (iat > now + TOLERANCE) refuse("iat", inFuture(iat - now));
  if (!sub) refuse("sub", "is not a subject");
  if (azp !== undefined && azp !== exchange.provider.clientId) refuse("azp", OF_ANOTHER_CLIENT);
  // The standard defines the hash for algorithms that name one: for EdDSA servers differ.
  const hasHash = /^[HPRE]S(?:256|384|512)$/.test(alg);
  if (at_hash !== undefined && hasHash && at_hash !== await toAtHash(accessToken, alg)) {
    refuse("at_hash", `does not match the access token${adviceForEncrypted(accessToken)}`);
  }
  assertAuthentication(claims, exchange, now);
}

/**
 * Verifies a signed answer of the userinfo endpoint. The caller compares its subject, as it does for all answers.
 *
 * @returns Its claims.
 * @throws {ProviderResponseError} if its signature is wrong, or it is for another client or of another issuer.
 * @throws {ProviderUnavailable} if the keys cannot be fetched.
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse | OpenID Connect §5.3.2}
 */
export async function verifyUserinfo(token: string, exchange: Exchange): Promise<Profile> {
  const { server, client } = exchange;
  const fail = (reason: string): never => {
    throw new ProviderResponseError(`Cannot accept the userinfo: ${reason}`);
  };
  if (!server.jwks_uri) fail('it is signed, and the metadata name no "jwks_uri"');
  const answer = new ProviderAnswer(toJudged(token), {
    status: 200,
    headers: { "content-type": "application/jwt" },
  });
  try {
    const judge = judgeOf(token, exchange);
    const claims = await processUserInfoResponse(judge, client, skipSubjectCheck, answer);
    // Unlike an ID token, this answer proves nothing alone: an ID token of the same subject has been verified.
    await verifySignature(token, judge.userinfo_signing_alg_values_supported ?? [], exchange);
    return { ...claims, ...claimsOf(token) };
  } catch (error) {
    if (!isOfEngine(error) && !(error instanceof JOSEError)) throw error;
    if (isEncrypted(token)) {
      return fail("it is encrypted. Register the client without `userinfo_encrypted_response_alg`");
    }
    const { claim, claims } = comparisonOf(error);
    if (claim === "iss") {
      fail(`its "iss" is ${JSON.stringify(claims?.iss)}, not the provider's "${server.knownIssuer}"`);
    }
    if (claim === "aud") fail('its "aud" is not this client');
    return fail(reasonOf(error));
  }
}

/** Verifies a signature with the provider's key, or the client secret for HMAC. @returns The algorithm. */
async function verifySignature(
  token: string,
  algorithms: string[],
  { provider, server: { jwks_uri }, platform, clientSecret }: Exchange,
): Promise<string> {
  // `jose` also reads base64url with padding, spaces, or bits that say nothing (RFC 7515 §2).
  if (!token.split(".").every(parseBase64Url)) throw new JWSInvalid("it is not base64url");
  const { payload, protectedHeader: { alg } } = await compactVerify(token, (header) => {
    if (header.alg.startsWith("HS")) {
      if (clientSecret) return toUtf8(clientSecret);
      throw new JWSSignatureVerificationFailed();
    }
    if (jwks_uri) return keySelector(provider, jwks_uri, platform)(header);
    throw new ProviderResponseError(`Cannot verify an ID token: the metadata name no "jwks_uri"`);
  }, { algorithms }).catch(refuseKey);
  if (!parseJsonObject(parseUtf8(payload))) throw new JWTInvalid("its claims are not a JSON object");
  return alg;
}

function refuse(claim: string, reason: string): never {
  throw new ProviderResponseError(`Cannot accept an ID token: its "${claim}" ${reason}`, { claim });
}

const CLOCKS = "Check the clocks of this machine and of the provider";
const OF_ANOTHER_CLIENT = "does not name this client";

function inFuture(seconds: number): string {
  return `is ${Math.ceil(seconds)} seconds in the future. ${CLOCKS}`;
}

/** Returns the claim that `oauth4webapi` has compared; an empty object for other errors. */
function comparisonOf(
  error: unknown,
): { readonly claim?: string; readonly claims?: Claims; readonly expected?: unknown } {
  return error instanceof OperationProcessingError ? Object(error.cause) : {};
}

/** Our words for a wrong claim, with advice where a mistake in the config can be the cause. */
const ADVICE_FOR: Readonly<Record<string, (claims: Claims, exchange: Exchange) => string>> = {
  iss: ({ iss }, { server }) =>
    `is ${JSON.stringify(iss)}, not the provider's "${server.knownIssuer}". Check \`issuer\``,
  aud: ({ aud }, { provider: { id, clientId } }) =>
    `is ${shorten(JSON.stringify(aud))}, not the client id "${clientId}". Check \`clientId\` (AUTH_${
      toEnvName(id)
    }_ID)`,
  azp: () => OF_ANOTHER_CLIENT,
  nonce: ({ nonce }, { provider }) =>
    `is not the one that was sent${nonce === undefined ? adviceForLostNonce(provider) : ""}`,
  exp: ({ exp }, { platform }) =>
    `was ${Math.floor(platform.now() / 1000 - Number(exp))} seconds ago. ${CLOCKS}`,
  nbf: ({ nbf }, { platform }) => inFuture(Number(nbf) - platform.now() / 1000),
};

/** Advice for other reasons that a mistake in the config can cause. */
const ADVICE: Readonly<Record<string, string>> = {
  "no published key matches":
    "none of the provider's keys is the one that its header names. Check `issuer`, or `jwks_endpoint` if you set it",
  "its signature is wrong":
    "its signature is not of the provider's key. Check `issuer`, or `jwks_endpoint` if you set it, and with an HS algorithm `clientSecret`",
  "its algorithm is not accepted":
    "its algorithm is not announced by the provider, or is one that uses the client secret. If the client is registered with it, set `client: { id_token_signed_response_alg }`",
};

/** Says in our words why an ID token is not accepted; other errors stay as they are. */
function idTokenError(thrown: unknown, exchange: Exchange, token: string): unknown {
  const isOfToken = isOfEngine(thrown) && /\b(?:JWT|JWE|ID Token)\b/.test(thrown.message);
  if (!isOfToken && !(thrown instanceof JOSEError)) return thrown;
  const { claims, ...compared } = comparisonOf(thrown);
  const missing = /^JWT "(\w+)".* claim missing$/.exec(thrown.message)?.[1];
  // An audience beside ours needs `azp` (OpenID Connect §3.1.3.7, step 4).
  const isShared = compared.claim === "aud" && compared.expected === undefined;
  const claim = isShared ? "azp" : compared.claim ?? missing;
  const facts = { code: thrown.code, ...(claim && { claim }) };
  const fail = (reason: string) => new ProviderResponseError(`Cannot accept an ID token: ${reason}`, facts);
  if (claim && claims && (claim === "nonce" || !missing)) {
    return fail(`its "${claim}" ${ADVICE_FOR[claim]?.(claims, exchange) ?? "is wrong"}`);
  }
  return fail(missing ? `its "${missing}" is missing` : reasonOfForm(token, thrown));
}

/** Why a token is not accepted of which no claim is the cause. */
function reasonOfForm(token: string, thrown: Error): string {
  if (isEncrypted(token)) {
    return "it is encrypted. Register the client without `id_token_encrypted_response_alg`";
  }
  const reason = reasonOf(thrown);
  return ADVICE[reason] ?? reason;
}

/** The standard hashes the token as it was sent (OpenID Connect §3.1.3.6); some servers hash what they have encrypted. */
function adviceForEncrypted(accessToken: string): string {
  return isEncrypted(accessToken)
    ? ", which is encrypted. Register the client without encryption of access tokens"
    : "";
}

/** A token in five parts is a JWE (RFC 7516 §3.1). */
function isEncrypted(token: string): boolean {
  return token.split(".", 6).length === 5;
}

/** Advice for a provider that does not repeat the `nonce`, as the standard demands. */
function adviceForLostNonce({ id, checks }: OAuthProvider): string {
  const inChecks = checks.has("nonce") ? ', and leave "nonce" out of its `checks`' : "";
  return `: the token has none. If the provider never repeats it, write \`nonce: false\` in the options of "${id}"${inChecks}`;
}

/**
 * Checks that the provider authenticated the user as the request demanded.
 *
 * @param now Seconds since the epoch.
 * @throws {ProviderResponseError} if not, or if the ID token lacks the claim.
 */
function assertAuthentication(
  { auth_time, acr }: Claims,
  { provider: { authentication }, flow }: Exchange,
  now: number,
): void {
  const maxAge = flow ? flow.maxAge : authentication?.maxAge;
  if (maxAge !== undefined || authentication?.needsAuthTime) {
    if (typeof auth_time !== "number") {
      return refuse(
        "auth_time",
        "is missing or not a time, although the request had `max_age`, or `auth_time` as essential claim",
      );
    }
    if (auth_time > now + TOLERANCE) refuse("auth_time", "is in the future");
    // Measured from the request: an authentication after the request is recent enough.
    const age = Math.floor((flow?.startedAt ?? now) - auth_time);
    if (maxAge !== undefined && age > maxAge + TOLERANCE) {
      refuse("auth_time", `was ${age} seconds before the request, whose \`max_age\` is ${maxAge}`);
    }
  }
  const accepted = authentication?.acr;
  if (!accepted) return;
  if (typeof acr !== "string" || !acr) {
    refuse("acr", "is missing, although the request had it as essential claim");
  }
  if (accepted.length && !accepted.includes(acr)) {
    const asked = accepted.map((each) => `"${each}"`).join(" or ");
    refuse("acr", `is ${JSON.stringify(acr)}, and the request asked for ${asked}`);
  }
}

/** Returns the left half of a hash, with the hash function of the token's algorithm (OpenID Connect §3.1.3.6). */
async function toAtHash(accessToken: string, alg: string): Promise<string> {
  const bits = alg.endsWith("256") ? "256" : alg.endsWith("384") ? "384" : "512";
  const digest = await hash(`SHA-${bits}`, accessToken);
  return toBase64Url(digest.subarray(0, digest.length / 2));
}
