/**
 * Verifies ID tokens: signature and claims.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation | OpenID Connect §3.1.3.7}
 * @module
 */

import { toBase64Url, toUtf8 } from "../crypto/bytes.ts";
import { hash } from "../crypto/hash.ts";
import { ProviderResponseError } from "../errors/errors.ts";
import type { Platform } from "../platform/platform.ts";
import type { Profile } from "../values/types.ts";
import type { EndingFlow } from "./flow.ts";
import { toEnvName } from "./check_provider.ts";
import { shorten } from "./failure.ts";
import { keySelector } from "./jwks.ts";
import { type KeySelector, verifyJwt } from "./jws.ts";
import { JwtError, type JwtErrorCode } from "./jwt_error.ts";
import type { OAuthProvider } from "./types.ts";
import type { Server } from "./server.ts";

/** Accepted difference between clocks, in seconds. */
export const TOLERANCE = 30;

/** Claims that every ID token must have (OpenID Connect §2). */
const REQUIRED = ["aud", "iat", "exp", "sub", "iss"];

type Claims = Readonly<Record<string, unknown>>;

/** Dependencies of `verifyIdToken`. */
export interface IdTokenContext {
  /** The provider. */
  readonly provider: OAuthProvider;
  /** The provider's authorization server. */
  readonly server: Server;
  /** Clock. */
  readonly platform: Platform;
  /** Client secret, for the HMAC algorithms. */
  readonly clientSecret: string | undefined;
}

/**
 * Verifies an ID token that came from the token endpoint.
 *
 * @param expected The flow and its `nonce`, and the access token from the same response.
 * @returns Its claims.
 * @throws {ProviderResponseError} if any rule is broken.
 * @throws {ProviderUnavailable} if the keys cannot be fetched.
 */
export async function verifyIdToken(
  token: string,
  expected: {
    readonly nonce: string | undefined;
    readonly accessToken: string;
    readonly flow: EndingFlow | null;
  },
  { provider, server, platform, clientSecret }: IdTokenContext,
): Promise<Profile & { readonly sub: string }> {
  const now = platform.now() / 1000;
  const selectKey = keySelectorOf(provider, server, { platform, clientSecret });
  const { alg, claims } = await verifyJwt(token, algorithmsOf(provider, server), selectKey).catch((error) => {
    throw error instanceof JwtError ? toIdTokenError(error, token) : error;
  });
  const missing = REQUIRED.find((claim) => !Object.hasOwn(claims, claim));
  if (missing) refuse(missing, "is missing");
  assertAudience(claims, provider);
  assertTimes(claims, now);
  const { iss, sub, nonce, at_hash } = claims;
  if (iss !== server.knownIssuer && !provider.issuers(claims).includes(iss as string)) {
    refuse("iss", `is ${JSON.stringify(iss)}, not the provider's "${server.knownIssuer}". Check \`issuer\``);
  }
  if (typeof sub !== "string" || !sub) return refuse("sub", "is not a subject");
  if (nonce !== expected.nonce) {
    refuse("nonce", `is not the one that was sent${nonce === undefined ? adviceForLostNonce(provider) : ""}`);
  }
  // The standard defines the hash for algorithms that name one: for EdDSA servers differ.
  const hasHash = /^[HPRE]S(?:256|384|512)$/.test(alg);
  if (at_hash !== undefined && hasHash && at_hash !== await toAtHash(expected.accessToken, alg)) {
    refuse("at_hash", `does not match the access token${adviceForEncrypted(expected.accessToken)}`);
  }
  assertAuthentication(claims, { provider, flow: expected.flow }, now);
  return { ...claims, sub };
}

/** The standard hashes the token as it was sent (OpenID Connect §3.1.3.6); some servers hash what they have encrypted. */
function adviceForEncrypted(accessToken: string): string {
  // The compact form of a JWE has five parts (RFC 7516 §7.1).
  return accessToken.split(".", 6).length === 5
    ? ", which is encrypted. Register the client without encryption of access tokens"
    : "";
}

/** Advice for a provider that does not repeat the `nonce`, as the standard demands. */
function adviceForLostNonce({ id, checks }: OAuthProvider): string {
  const inChecks = checks.has("nonce") ? ', and leave "nonce" out of its `checks`' : "";
  return `: the token has none. If the provider never repeats it, write \`nonce: false\` in the options of "${id}"${inChecks}`;
}

/**
 * Verifies a signed answer of the userinfo endpoint.
 *
 * @returns Its claims.
 * @throws {ProviderResponseError} if its signature is wrong, or it is for another client or of another issuer.
 * @throws {ProviderUnavailable} if the keys cannot be fetched.
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#UserInfoResponse | OpenID Connect §5.3.2}
 */
export async function verifyUserinfo(
  token: string,
  { provider, server, platform, clientSecret = "" }: IdTokenContext,
): Promise<Profile> {
  const fail = (reason: string): never => {
    throw new ProviderResponseError(`Cannot accept the userinfo: ${reason}`);
  };
  const { jwks_uri, userinfo_signing_alg_values_supported: announced = ["RS256"] } = server;
  if (!jwks_uri) return fail('it is signed, and the metadata name no "jwks_uri"');
  const algorithms = announced.filter((algorithm) => algorithm.toLowerCase() !== "none");
  const published = keySelector(provider, jwks_uri, platform);
  // Unlike an ID token, this answer proves nothing alone: an ID token of the same subject has been verified.
  const selectKey: KeySelector = (parameters) =>
    parameters.alg.startsWith("HS") ? toUtf8(clientSecret) : published(parameters);
  const { claims } = await verifyJwt(token, algorithms, selectKey)
    .catch((error) => {
      if (!(error instanceof JwtError)) throw error;
      return fail(
        isEncrypted(token)
          ? "it is encrypted. Register the client without `userinfo_encrypted_response_alg`"
          : error.message,
      );
    });
  const { iss, aud } = claims;
  if (iss !== undefined && iss !== server.knownIssuer && !provider.issuers(claims).includes(iss as string)) {
    fail(`its "iss" is ${JSON.stringify(iss)}, not the provider's "${server.knownIssuer}"`);
  }
  if (aud !== undefined && ![aud].flat().includes(provider.clientId)) fail('its "aud" is not this client');
  return claims;
}

function refuse(claim: string, reason: string): never {
  throw new ProviderResponseError(`Cannot accept an ID token: its "${claim}" ${reason}`, { claim });
}

/** What to check, for the errors that a mistake in the config causes. */
const ADVICE: Partial<Readonly<Record<JwtErrorCode, string>>> = {
  ERR_JWKS_NO_MATCHING_KEY:
    "none of the provider's keys is the one that its header names. Check `issuer`, or `jwks_endpoint` if you set it",
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED:
    "its signature is not of the provider's key. Check `issuer`, or `jwks_endpoint` if you set it, and with an HS algorithm `clientSecret`",
  ERR_JOSE_ALG_NOT_ALLOWED:
    "its algorithm is not announced by the provider, or is one that uses the client secret. If the client is registered with it, set `client: { id_token_signed_response_alg }`",
};

function toIdTokenError({ code, message }: JwtError, token: string): ProviderResponseError {
  const encrypted = "it is encrypted. Register the client without `id_token_encrypted_response_alg`";
  const reason = ADVICE[code] ?? (isEncrypted(token) ? encrypted : message);
  return new ProviderResponseError(`Cannot accept an ID token: ${reason}`, { code });
}

/** A token in five parts is a JWE (RFC 7516 §3.1). */
function isEncrypted(token: string): boolean {
  return token.split(".").length === 5;
}

/** Checks that the token is for this client (OpenID Connect §3.1.3.7, steps 3 to 5). */
function assertAudience({ aud, azp }: Claims, { id, clientId }: OAuthProvider): void {
  const audiences = Array.isArray(aud) ? aud : [aud];
  if (!audiences.includes(clientId)) {
    const advice = `Check \`clientId\` (AUTH_${toEnvName(id)}_ID)`;
    refuse("aud", `is ${shorten(JSON.stringify(aud))}, not the client id "${clientId}". ${advice}`);
  }
  if (azp === undefined ? audiences.length > 1 : azp !== clientId) refuse("azp", "does not name this client");
}

/** Checks that the token is valid now (RFC 7519 §4.1.4 to §4.1.6). @param now Seconds since the epoch. */
function assertTimes({ iat, nbf = iat, exp }: Claims, now: number): void {
  const advice = "Check the clocks of this machine and of the provider";
  for (const [claim, time] of Object.entries({ iat, nbf, exp })) {
    if (typeof time !== "number") return refuse(claim, "is not a number of seconds");
    const ahead = Math.ceil(time - now);
    if (claim !== "exp" && time > now + TOLERANCE) {
      refuse(claim, `is ${ahead} seconds in the future. ${advice}`);
    }
    if (claim === "exp" && time <= now - TOLERANCE) refuse(claim, `was ${-ahead} seconds ago. ${advice}`);
  }
}

/**
 * Checks that the provider authenticated the user as the request demanded.
 *
 * @param flow The flow that ends; `null` if there is none.
 * @param now Seconds since the epoch.
 * @throws {ProviderResponseError} if not, or if the ID token lacks the claim.
 */
function assertAuthentication(
  { auth_time, acr }: Claims,
  { provider: { authentication }, flow }: {
    readonly provider: OAuthProvider;
    readonly flow: Pick<EndingFlow, "maxAge" | "startedAt"> | null;
  },
  now: number,
): void {
  const maxAge = flow ? flow.maxAge : authentication?.maxAge;
  if (maxAge !== undefined || authentication?.needsAuthTime) {
    if (typeof auth_time !== "number" || !Number.isFinite(auth_time)) {
      return refuse(
        "auth_time",
        "is missing, although the request had `max_age`, or `auth_time` as essential claim",
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
    refuse(
      "acr",
      `is ${JSON.stringify(acr)}, and the request asked for ${
        accepted.map((each) => `"${each}"`).join(" or ")
      }`,
    );
  }
}

/** The registered algorithm; else those that the server announces without HMAC, or RS256 if it announces none. */
function algorithmsOf({ client }: OAuthProvider, server: Server): string[] {
  if (client.id_token_signed_response_alg) return [client.id_token_signed_response_alg];
  const announced = server.id_token_signing_alg_values_supported ?? ["RS256"];
  return announced.filter((algorithm) => !algorithm.startsWith("HS") && algorithm.toLowerCase() !== "none");
}

function keySelectorOf(
  provider: OAuthProvider,
  { jwks_uri }: Server,
  { platform, clientSecret = "" }: Pick<IdTokenContext, "platform" | "clientSecret">,
): KeySelector {
  if (provider.client.id_token_signed_response_alg?.startsWith("HS")) return () => toUtf8(clientSecret);
  if (jwks_uri) return keySelector(provider, jwks_uri, platform);
  throw new ProviderResponseError(`Cannot verify an ID token: the metadata name no "jwks_uri"`);
}

/** Returns the left half of a hash, with the hash function of the token's algorithm (OpenID Connect §3.1.3.6). */
async function toAtHash(accessToken: string, alg: string): Promise<string> {
  const bits = alg.endsWith("256") ? "256" : alg.endsWith("384") ? "384" : "512";
  const digest = await hash(`SHA-${bits}`, accessToken);
  return toBase64Url(digest.subarray(0, digest.length / 2));
}
