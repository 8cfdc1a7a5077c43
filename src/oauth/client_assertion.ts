/**
 * Signs client assertions: JWTs with the client's private key or secret.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7523#section-2.2 | RFC 7523 §2.2}
 * @module
 */

import { ClientSecretJwt, clockSkew, PrivateKeyJwt } from "oauth4webapi";
import { type Platform, webPlatform } from "../platform.ts";
import type { Params, TokenEndpointHandler } from "../providers/types.ts";
import type { Server } from "./server.ts";

/**
 * Signs an assertion for a server.
 *
 * @param key The private key, or the secret as text.
 * @returns Parameters of a token request.
 */
export async function signAssertion(
  clientId: string,
  key: NonNullable<TokenEndpointHandler["clientPrivateKey"]> | string,
  { server, platform }: { readonly server: Server; readonly platform: Platform },
): Promise<Params> {
  const skew = Math.round((platform.now() - webPlatform.now()) / 1000);
  const authenticate = typeof key === "string" ? ClientSecretJwt(key) : PrivateKeyJwt(key as CryptoKey);
  const body = new URLSearchParams();
  await authenticate(server, { client_id: clientId, [clockSkew]: skew }, body, new Headers());
  return Object.fromEntries(body);
}
