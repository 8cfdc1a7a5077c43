/**
 * Client authentication.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-2.3 | RFC 6749 §2.3}
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#ClientAuthentication | OpenID Connect §9}
 * @module
 */

import type { Platform } from "../platform/platform.ts";
import type { Params } from "../providers/types.ts";
import type { OAuthProvider } from "./types.ts";
import type { Server } from "./server.ts";

/** Headers and parameters that authenticate the client. */
export interface ClientAuthentication {
  /** Headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Parameters of the body. */
  readonly params?: Params;
}

/**
 * Authenticates the client with the method that is registered at the provider.
 *
 * @throws {TypeError} if the method needs a secret and there is none.
 */
export async function authenticateClient(
  provider: OAuthProvider,
  clientSecret: string | undefined,
  { server, platform }: { readonly server: Server; readonly platform: Platform },
): Promise<ClientAuthentication> {
  const { id, clientId, client, token: { clientPrivateKey } } = provider;
  const method = client.token_endpoint_auth_method ??
    (clientPrivateKey && !clientSecret ? "private_key_jwt" : "client_secret_basic");
  if (method === "none") return { params: { client_id: clientId } };
  if (method !== "private_key_jwt" && !clientSecret) {
    throw new TypeError(`Cannot authenticate to "${id}": \`clientSecret\` made none`);
  }
  if (method === "client_secret_post") {
    return { params: { client_id: clientId, client_secret: clientSecret } };
  }
  if (method === "private_key_jwt" || method === "client_secret_jwt") {
    // Loaded on demand: few clients sign assertions.
    const { signAssertion } = await import("./client_assertion.ts");
    const key = method === "private_key_jwt" ? clientPrivateKey! : clientSecret!;
    return { params: await signAssertion(clientId, key, { server, platform }) };
  }
  return { headers: { authorization: `Basic ${toBasicCredentials(clientId, clientSecret!)}` } };
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
