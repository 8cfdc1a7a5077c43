/**
 * Pushes the authorization request to the provider, so that the browser carries only a reference to it.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9126 | RFC 9126}
 * @module
 */

import { ProviderResponseError } from "../errors/errors.ts";
import { parseJsonObject } from "../values/json_object.ts";
import type { Platform } from "../platform/platform.ts";
import { secretOf } from "./client_authentication.ts";
import { requestAsClient } from "./client_request.ts";
import { objectionTo } from "./discovery.ts";
import { requestError } from "./failure.ts";
import type { Flow } from "./flow.ts";
import type { Server } from "./server.ts";
import type { OAuthProvider } from "./types.ts";

/** Parameters of an authorization request that must not be logged. */
const PRIVATE = ["code_challenge", "id_token_hint", "login_hint", "nonce", "state"];

/**
 * Pushes an authorization request.
 *
 * @param url The request as `authorizationUrl` returns it.
 * @returns The URL to send the browser to, with `client_id` and `request_uri` (RFC 9126 §4).
 * @throws {ConfigError} if the provider does not accept the client, or its redirect URI.
 * @throws {ProviderResponseError} if the endpoint is missing or unusable, or its answer is an error or invalid.
 * @throws {ProviderUnavailable} if the provider does not answer.
 */
export async function pushAuthorizationRequest(
  url: string,
  { redirectUri }: Pick<Flow, "redirectUri">,
  { provider, server, platform }: {
    readonly provider: OAuthProvider;
    readonly server: Server;
    readonly platform: Platform;
  },
): Promise<string> {
  const endpoint = endpointOf(server, provider);
  const clientSecret = await secretOf(provider, platform);
  const { searchParams: form } = new URL(url);
  const answer = await requestAsClient(endpoint, form, { provider, server, platform, clientSecret });
  const body = parseJsonObject(answer.text);
  if (answer.status !== 201) {
    const sent = PRIVATE.map((name) => form.get(name));
    const context = { provider, redirectUri, sent, clientSecret, step: "push the authorization request" };
    throw requestError(answer, body, context);
  }
  // It was accepted when `authorizationUrl` read it. Parameters that it has stay (RFC 6749 §3.1).
  const target = new URL(server.authorization_endpoint!);
  target.searchParams.set("client_id", provider.clientId);
  target.searchParams.set("request_uri", parseRequestUri(body));
  return target.href;
}

/** @throws {ProviderResponseError} if the metadata have no endpoint, or one that must not be used. */
function endpointOf(
  { pushed_authorization_request_endpoint: endpoint }: Server,
  provider: OAuthProvider,
): string {
  const fail = (reason: string): never => {
    throw new ProviderResponseError(`Cannot push the authorization request: ${reason}`, {
      provider: provider.id,
    });
  };
  if (endpoint === undefined || endpoint === null) {
    return fail(
      provider.client.require_pushed_authorization_requests === true
        ? 'the metadata name no "pushed_authorization_request_endpoint". Remove `require_pushed_authorization_requests` ' +
          `from \`client\` of the provider "${provider.id}"`
        : 'the metadata demand it, and name no "pushed_authorization_request_endpoint"',
    );
  }
  const objection = objectionTo(endpoint, provider);
  return objection
    ? fail(`"pushed_authorization_request_endpoint" is ${JSON.stringify(endpoint)}, which ${objection}`)
    : endpoint;
}

/** @throws {ProviderResponseError} if the answer departs from RFC 9126 §2.2. */
function parseRequestUri(body: Readonly<Record<string, unknown>> | null): string {
  const fail = (reason: string): never => {
    throw new ProviderResponseError(
      `Cannot accept the answer to the pushed authorization request: ${reason}`,
    );
  };
  const { request_uri, expires_in } = body ?? fail("it is not a JSON object");
  if (typeof request_uri !== "string" || !request_uri) return fail(`its "request_uri" is not text`);
  // Some servers send the number as text.
  const seconds = typeof expires_in === "number" ? expires_in : parseFloat(String(expires_in));
  if (!(Number.isFinite(seconds) && seconds > 0)) fail(`its "expires_in" is not a number of seconds`);
  return request_uri;
}
