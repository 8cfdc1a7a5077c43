/**
 * Client authentication. `oauth4webapi` does all but the encoding of Basic.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-2.3 | RFC 6749 §2.3}
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication | OpenID Connect §9}
 * @module
 */

import { type ClientAuth, ClientSecretJwt, ClientSecretPost, None, PrivateKeyJwt } from "oauth4webapi";
import type { Platform } from "../platform/platform.ts";
import type { Server } from "./server.ts";
import type { OAuthProvider } from "./types.ts";

/** Methods with a secret, the first that a server announces. Without metadata it is the first (RFC 8414 §2). */
const WITH_SECRET = ["client_secret_basic", "client_secret_post", "client_secret_jwt"];

/** Returns the method of client authentication: what the application says, else what fits the metadata. */
export function authMethodOf(
  { client, clientSecret, token }: OAuthProvider,
  { token_endpoint_auth_methods_supported: announced }: Server,
): string {
  if (client.token_endpoint_auth_method) return client.token_endpoint_auth_method;
  if (token.clientPrivateKey && !clientSecret) return "private_key_jwt";
  const isAnnounced = (method: string) => Array.isArray(announced) && announced.includes(method);
  return WITH_SECRET.find(isAnnounced) ?? "client_secret_basic";
}

/** Returns what authenticates the client to a server. It throws a `TypeError` if the secret or the key cannot. */
export function clientAuthOf(
  provider: OAuthProvider,
  server: Server,
  clientSecret: string | undefined,
): ClientAuth {
  const method = authMethodOf(provider, server);
  if (method === "none") return None();
  if (method === "private_key_jwt") return byPrivateKey(provider);
  if (!clientSecret) {
    return () => refuse(`Cannot authenticate to "${provider.id}": \`clientSecret\` made none`);
  }
  if (method === "client_secret_post") return ClientSecretPost(clientSecret);
  if (method === "client_secret_jwt") return ClientSecretJwt(clientSecret);
  return (_server, { client_id }, _body, headers) =>
    headers.set("authorization", `Basic ${toBasicCredentials(client_id, clientSecret)}`);
}

function byPrivateKey({ token: { clientPrivateKey } }: OAuthProvider): ClientAuth {
  return async (...request) => {
    try {
      await PrivateKeyJwt(clientPrivateKey as CryptoKey)(...request);
    } catch (cause) {
      refuse("Cannot sign a client assertion: `clientPrivateKey` is not a private key that signs", cause);
    }
  };
}

function refuse(message: string, cause?: unknown): never {
  throw new TypeError(message, { cause });
}

/** Returns the client secret of a provider; `undefined` if it has none. */
export async function secretOf(
  { clientId, clientSecret }: OAuthProvider,
  platform: Platform,
): Promise<string | undefined> {
  return typeof clientSecret === "function"
    ? await clientSecret({ clientId, now: platform.now() })
    : clientSecret;
}

/** Escapes as little as possible: some servers do not decode the credentials as RFC 6749 §2.3.1 requires. */
export function toBasicCredentials(clientId: string, secret: string): string {
  const [id, password] = [clientId, secret].map((text) => encodeURIComponent(text).replaceAll("%20", "+"));
  return btoa(`${id}:${password}`);
}
