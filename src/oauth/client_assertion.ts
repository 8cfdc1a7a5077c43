/**
 * Signs client assertions: JWTs with the client's private key or secret.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7523#section-2.2 | RFC 7523 §2.2}
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication | OpenID Connect §9}
 * @module
 */

import { toBase64Url, toUtf8 } from "../crypto/bytes.ts";
import { findAlgorithm, findAlgorithmOf } from "../crypto/signature.ts";
import type { Platform } from "../platform/platform.ts";
import type { Params, TokenEndpointHandler } from "../providers/types.ts";
import type { Server } from "./server.ts";
import { type Signer, signJwt } from "./sign_jwt.ts";

/** Lifetime of an assertion, in seconds. */
const LIFETIME = 60;

/**
 * Signs an assertion for a server.
 *
 * @param key The private key, or the secret as text.
 * @returns Parameters of a token request.
 * @throws {TypeError} if the key is not one that signs.
 */
export async function signAssertion(
  clientId: string,
  key: NonNullable<TokenEndpointHandler["clientPrivateKey"]> | string,
  { server, platform }: { readonly server: Server; readonly platform: Platform },
): Promise<Params> {
  const { kid, ...signer } = typeof key === "string" ? await secretSigner(key) : privateSigner(key);
  const now = Math.floor(platform.now() / 1000);
  const claims = {
    jti: toBase64Url(platform.random(32)),
    aud: server.issuer,
    exp: now + LIFETIME,
    iat: now,
    nbf: now,
    iss: clientId,
    sub: clientId,
  };
  return {
    client_id: clientId,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: await signJwt({ kid }, claims, signer),
  };
}

interface NamedSigner extends Signer {
  /** Id of the key at the provider. */
  readonly kid?: string | undefined;
}

async function secretSigner(secret: string): Promise<NamedSigner> {
  const algorithm = findAlgorithm("HS256")!;
  const key = await crypto.subtle.importKey("raw", toUtf8(secret), algorithm.web, false, ["sign"]);
  return { key, algorithm };
}

function privateSigner(given: NonNullable<TokenEndpointHandler["clientPrivateKey"]>): NamedSigner {
  const { key, kid } = "key" in given ? given : { key: given, kid: undefined };
  const algorithm = key.type === "private" ? findAlgorithmOf(key as CryptoKey) : null;
  if (algorithm) return { key: key as CryptoKey, kid, algorithm };
  throw new TypeError("Cannot sign a client assertion: `clientPrivateKey` is not a private key that signs");
}
