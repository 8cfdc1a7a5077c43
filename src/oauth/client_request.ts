/**
 * Requests to the authorization server with client authentication.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-3.2 | RFC 6749 §3.2}
 * @module
 */

import type { Platform } from "../platform/platform.ts";
import { setParams } from "./authorize.ts";
import { authenticateClient } from "./client_authentication.ts";
import type { Prover } from "./dpop.ts";
import type { Answer } from "./fetch.ts";
import type { Server } from "./server.ts";
import type { OAuthProvider } from "./types.ts";

/** Some servers, such as the API of GitHub, refuse requests without `User-Agent`, and some runtimes send none. */
const HEADERS = {
  accept: "application/json",
  "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
  "user-agent": "latchkey-auth",
};

/** Dependencies of `requestAsClient`. */
export interface ClientContext {
  /** The provider. */
  readonly provider: OAuthProvider;
  /** The provider's authorization server. */
  readonly server: Server;
  /** Clock and randomness, for client assertions. */
  readonly platform: Platform;
  /** Client secret. */
  readonly clientSecret: string | undefined;
  /** Adds a proof of possession (RFC 9449 §5). */
  readonly prover?: Prover | null;
}

/**
 * Posts a form with client authentication.
 *
 * @throws {ProviderUnavailable} if the provider does not answer.
 */
export async function requestAsClient(
  endpoint: string,
  form: URLSearchParams,
  context: ClientContext,
): Promise<Answer> {
  const { provider, prover } = context;
  const createInit = async () => ({ method: "POST", ...await toClientRequest(form, context) });
  return await (prover?.request(endpoint, createInit) ?? provider.request(endpoint, await createInit()));
}

/** Returns the headers and the body of a request with client authentication. */
export async function toClientRequest(
  form: URLSearchParams,
  { provider, server, platform, clientSecret }: ClientContext,
): Promise<{ readonly headers: Readonly<Record<string, string>>; readonly body: URLSearchParams }> {
  const { params, headers } = await authenticateClient(provider, clientSecret, { server, platform });
  const body = new URLSearchParams(form);
  setParams(body, params ?? {});
  return { headers: { ...HEADERS, ...headers }, body };
}
