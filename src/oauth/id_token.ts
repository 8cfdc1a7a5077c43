/**
 * ID tokens: signature and claims.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation | OpenID Connect §3.1.3.7}
 * @module
 */

import { jwtVerify, type JWTVerifyGetKey } from "jose/jwt/verify";
import { toBase64Url, toUtf8 } from "../crypto/bytes.ts";
import { hash } from "../crypto/hash.ts";
import { ProviderResponseError } from "../errors.ts";
import type { Platform } from "../platform.ts";
import type { Profile } from "../types.ts";
import { assertAuthentication } from "./authentication.ts";
import type { Flow } from "./checks.ts";
import { toIdTokenError } from "./failure.ts";
import { keyFinder } from "./jwks.ts";
import type { OAuthProvider } from "./provider.ts";
import type { Server } from "./server.ts";

/** How far clocks may be apart, in seconds. */
const TOLERANCE = 30;

/** What an ID token is verified against. */
export interface IdTokenContext {
  /** The provider. */
  readonly provider: OAuthProvider;
  /** Its server. */
  readonly server: Server;
  /** Clock. */
  readonly platform: Platform;
  /** Client secret, for the HMAC algorithms. */
  readonly clientSecret: string | undefined;
}

/**
 * Verifies an ID token that came from the token endpoint.
 *
 * @param expected The flow and its `nonce`, and the access token that came with the ID token.
 * @returns Its claims.
 * @throws {ProviderResponseError} if any rule is broken.
 * @throws {ProviderUnavailable} if the keys cannot be had.
 */
export async function verifyIdToken(
  token: string,
  expected: { readonly nonce: string | undefined; readonly accessToken: string; readonly flow: Flow | null },
  { provider, server, platform, clientSecret }: IdTokenContext,
): Promise<Profile & { readonly sub: string }> {
  const now = platform.now();
  const { payload, protectedHeader } = await jwtVerify(
    token,
    keyFor(provider, server, platform, clientSecret),
    {
      algorithms: algorithmsOf(provider, server),
      audience: provider.clientId,
      clockTolerance: TOLERANCE,
      currentDate: new Date(now),
      requiredClaims: ["iss", "sub", "aud", "exp", "iat"],
    },
  ).catch((error) => {
    throw toIdTokenError(error, { token, provider, now: now / 1000 });
  });
  const claims = payload as Profile & { readonly sub: string };
  const { iss, aud, azp, iat, sub, nonce, at_hash } = payload;
  const fail = (claim: string, reason: string) => {
    throw new ProviderResponseError(`Cannot accept an ID token: its "${claim}" ${reason}`, { claim });
  };
  if (iss !== server.knownIssuer && !provider.issuers(claims).includes(iss!)) {
    fail("iss", `is ${JSON.stringify(iss)}, not the provider's "${server.knownIssuer}". Check \`issuer\``);
  }
  if (typeof sub !== "string" || !sub) fail("sub", "is not a subject");
  const ahead = iat! - now / 1000;
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
  if (at_hash !== undefined && at_hash !== await toAtHash(expected.accessToken, protectedHeader.alg)) {
    fail("at_hash", "does not match the access token");
  }
  assertAuthentication(claims, { provider, flow: expected.flow }, { now: now / 1000, tolerance: TOLERANCE });
  return claims;
}

/** The registered algorithm; else those that the server announces, RS256 if it announces none. Never an unsigned one. */
function algorithmsOf({ client }: OAuthProvider, server: Server): string[] {
  if (client.id_token_signed_response_alg) return [client.id_token_signed_response_alg];
  const announced = server.id_token_signing_alg_values_supported ?? ["RS256"];
  return announced.filter((algorithm) => !algorithm.startsWith("HS") && algorithm.toLowerCase() !== "none");
}

function keyFor(
  provider: OAuthProvider,
  server: Server,
  platform: Platform,
  clientSecret: string | undefined,
): JWTVerifyGetKey {
  if (provider.client.id_token_signed_response_alg?.startsWith("HS")) return () => toUtf8(clientSecret ?? "");
  if (server.jwks_uri) return keyFinder(provider, server.jwks_uri, platform);
  throw new ProviderResponseError(`Cannot verify an ID token: the metadata name no "jwks_uri"`);
}

/** The left half of the hash that the token's algorithm uses (OpenID Connect §3.1.3.6). */
async function toAtHash(accessToken: string, alg: string): Promise<string> {
  const bits = alg.endsWith("256") ? "256" : alg.endsWith("384") ? "384" : "512";
  const digest = await hash(`SHA-${bits}`, accessToken);
  return toBase64Url(digest.subarray(0, digest.length / 2));
}
