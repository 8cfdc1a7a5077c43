/**
 * The authorization request: the URL at the provider where a sign-in begins.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1 | RFC 6749 §4.1.1}
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import { sha256 } from "../crypto/hash.ts";
import { ProviderResponseError } from "../errors.ts";
import type { Params } from "../providers/types.ts";
import type { Flow } from "./flow.ts";
import type { OAuthProvider } from "./types.ts";
import type { Server } from "./server.ts";

/**
 * Returns the URL that starts a flow.
 *
 * @param query Query of the sign-in request. Only the provider's `signInParams` are used.
 * @throws {ProviderResponseError} if the discovered endpoint is unusable.
 */
export async function authorizationUrl(
  { server, provider }: { readonly server: Server; readonly provider: OAuthProvider },
  flow: Flow,
  query: URLSearchParams,
): Promise<string> {
  const endpoint = server.authorization_endpoint;
  if (!endpoint || !provider.acceptsUrl(endpoint)) {
    throw new ProviderResponseError(`Cannot send the user to "${endpoint}": it is not an https URL`);
  }
  const url = new URL(endpoint);
  setParams(url.searchParams, { response_type: "code", client_id: provider.clientId });
  setParams(url.searchParams, provider.authorization.params);
  for (const [name, value] of query) {
    const isOfFlow = name === "max_age" && provider.authentication;
    if (provider.signInParams.has(name) && !isOfFlow) url.searchParams.set(name, value);
  }
  setParams(url.searchParams, {
    redirect_uri: flow.redirectUri,
    state: flow.state,
    nonce: flow.nonce,
    max_age: flow.maxAge,
    ...(flow.verifier && {
      code_challenge: provider.codeChallengeMethod === "plain"
        ? flow.verifier
        : toBase64Url(await sha256(flow.verifier)),
      code_challenge_method: provider.codeChallengeMethod,
    }),
  });
  return url.href;
}

/** Sets parameters. Objects are sent as JSON, the format of `claims` (OpenID Connect §5.5). */
export function setParams(target: URLSearchParams, params: Params): void {
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) {
      target.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
    }
  }
}

/** Returns whether the authorization request must be pushed: the server or the client demands it (RFC 9126 §5, §6). */
export function demandsPush(server: Server, { client }: OAuthProvider): boolean {
  return server.require_pushed_authorization_requests === true ||
    client.require_pushed_authorization_requests === true;
}
