/**
 * Verifies ID tokens: signature and claims.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation | OpenID Connect §3.1.3.7}
 * @module
 */

import { JWTClaimValidationFailed, JWTExpired } from "jose/errors";
import { toBase64Url, toUtf8 } from "../crypto/bytes.ts";
import { hash } from "../crypto/hash.ts";
import { ProviderResponseError } from "../errors.ts";
import type { Platform } from "../platform.ts";
import type { Profile } from "../types.ts";
import type { Flow } from "./flow.ts";
import { toIdTokenError } from "./failure.ts";
import { keyFinder } from "./jwks.ts";
import { type KeyFinder, verifyJwt } from "./jws.ts";
import type { OAuthProvider } from "./types.ts";
import type { Server } from "./server.ts";

/** Accepted difference between clocks, in seconds. */
const TOLERANCE = 30;

/** Claims that every ID token must have (OpenID Connect §2). */
const REQUIRED = ["aud", "iat", "exp", "sub", "iss"];

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
  expected: { readonly nonce: string | undefined; readonly accessToken: string; readonly flow: Flow | null },
  { provider, server, platform, clientSecret }: IdTokenContext,
): Promise<Profile & { readonly sub: string }> {
  const now = platform.now() / 1000;
  const findKey = keyFor(provider, server, { platform, clientSecret });
  const { alg, claims } = await verifyClaims(token, { algorithms: algorithmsOf(provider, server), findKey }, {
    clientId: provider.clientId,
    now: Math.floor(now),
  }).catch((error) => {
    throw toIdTokenError(error, { token, provider, now });
  });
  const { iss, aud, azp, iat, sub, nonce, at_hash } = claims;
  const fail = (claim: string, reason: string) => {
    throw new ProviderResponseError(`Cannot accept an ID token: its "${claim}" ${reason}`, { claim });
  };
  if (iss !== server.knownIssuer && !provider.issuers(claims).includes(iss as string)) {
    fail("iss", `is ${JSON.stringify(iss)}, not the provider's "${server.knownIssuer}". Check \`issuer\``);
  }
  if (typeof sub !== "string" || !sub) fail("sub", "is not a subject");
  const ahead = iat - now;
  if (ahead > TOLERANCE) {
    fail(
      "iat",
      `is ${Math.ceil(ahead)} seconds in the future. Check the clocks of this machine and of the provider`,
    );
  }
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== provider.clientId) {
    fail("azp", "does not name this client");
  }
  if (nonce !== expected.nonce) fail("nonce", "is not the one that was sent");
  if (at_hash !== undefined && at_hash !== await toAtHash(expected.accessToken, alg)) {
    fail("at_hash", "does not match the access token");
  }
  assertAuthentication(claims, { provider, flow: expected.flow }, now);
  return claims as IdTokenClaims & { readonly sub: string };
}

type IdTokenClaims = Profile & { readonly iat: number };

/** Verifies the signature and the claims that all JWTs have: audience and times (RFC 7519 §4.1). */
async function verifyClaims(
  token: string,
  { algorithms, findKey }: { readonly algorithms: readonly string[]; readonly findKey: KeyFinder },
  { clientId, now }: { readonly clientId: string; readonly now: number },
): Promise<{ readonly alg: string; readonly claims: IdTokenClaims }> {
  const { alg, claims } = await verifyJwt(token, algorithms, findKey);
  const missing = REQUIRED.find((claim) => !Object.hasOwn(claims, claim));
  if (missing) throw new JWTClaimValidationFailed(`missing required "${missing}" claim`, claims, missing);
  const { aud, iat, nbf, exp } = claims;
  const invalid = (claim: string) =>
    new JWTClaimValidationFailed(`unexpected "${claim}" claim`, claims, claim);
  if (aud !== clientId && !(Array.isArray(aud) && aud.includes(clientId))) throw invalid("aud");
  if (typeof iat !== "number") throw invalid("iat");
  if (nbf !== undefined && !(typeof nbf === "number" && nbf <= now + TOLERANCE)) throw invalid("nbf");
  if (typeof exp !== "number") throw invalid("exp");
  if (exp <= now - TOLERANCE) throw new JWTExpired(`unexpected "exp" claim`, claims, "exp");
  return { alg, claims: claims as IdTokenClaims };
}

/**
 * Checks that the provider authenticated the user as the request demanded.
 *
 * @param flow The flow that ends; `null` if there is none.
 * @param now Seconds since the epoch.
 * @throws {ProviderResponseError} if not, or if the ID token lacks the claim.
 */
function assertAuthentication(
  { auth_time, acr }: Profile,
  { provider: { authentication }, flow }: {
    readonly provider: OAuthProvider;
    readonly flow: Pick<Flow, "maxAge" | "startedAt"> | null;
  },
  now: number,
): void {
  const fail = (claim: string, reason: string) => {
    throw new ProviderResponseError(`Cannot accept an ID token: its "${claim}" ${reason}`, { claim });
  };
  const maxAge = flow ? flow.maxAge : authentication?.maxAge;
  if (maxAge !== undefined || authentication?.needsAuthTime) {
    if (typeof auth_time !== "number" || !Number.isFinite(auth_time)) {
      return fail(
        "auth_time",
        "is missing, although the request had `max_age`, or `auth_time` as essential claim",
      );
    }
    if (auth_time > now + TOLERANCE) fail("auth_time", "is in the future");
    // Measured from the request: an authentication after the request is recent enough.
    const age = Math.floor((flow?.startedAt ?? now) - auth_time);
    if (maxAge !== undefined && age > maxAge + TOLERANCE) {
      fail("auth_time", `was ${age} seconds before the request, whose \`max_age\` is ${maxAge}`);
    }
  }
  const accepted = authentication?.acr;
  if (!accepted) return;
  if (typeof acr !== "string" || !acr) {
    fail("acr", "is missing, although the request had it as essential claim");
  }
  if (accepted.length && !accepted.includes(acr)) {
    fail(
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

function keyFor(
  provider: OAuthProvider,
  { jwks_uri }: Server,
  { platform, clientSecret = "" }: Pick<IdTokenContext, "platform" | "clientSecret">,
): KeyFinder {
  if (provider.client.id_token_signed_response_alg?.startsWith("HS")) return () => toUtf8(clientSecret);
  if (jwks_uri) return keyFinder(provider, jwks_uri, platform);
  throw new ProviderResponseError(`Cannot verify an ID token: the metadata name no "jwks_uri"`);
}

/** Returns the left half of a hash, with the hash function of the token's algorithm (OpenID Connect §3.1.3.6). */
async function toAtHash(accessToken: string, alg: string): Promise<string> {
  const bits = alg.endsWith("256") ? "256" : alg.endsWith("384") ? "384" : "512";
  const digest = await hash(`SHA-${bits}`, accessToken);
  return toBase64Url(digest.subarray(0, digest.length / 2));
}
