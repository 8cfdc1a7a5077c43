/**
 * Pushes the authorization request to the provider, so that the browser carries only a reference to it.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9126 | RFC 9126}
 * @module
 */

import { processPushedAuthorizationResponse, pushedAuthorizationRequest } from "oauth4webapi";
import { ProviderResponseError } from "../errors/errors.ts";
import { objectionToEndpoint } from "./discovery.ts";
import { type Exchange, optionsOf } from "./exchange.ts";
import { requestError } from "./failure.ts";
import type { Server } from "./server.ts";
import type { OAuthProvider } from "./types.ts";

const STEP = {
  step: "push the authorization request",
  answer: "the answer to the pushed authorization request",
  success: 201,
} as const;

/**
 * Pushes an authorization request.
 *
 * @param exchange Its `params` are those of the request, as `authorizationUrl` returns it.
 * @returns The URL to send the browser to, with `client_id` and `request_uri` (RFC 9126 §4).
 * @throws {ConfigError} if the provider does not accept the client, or its redirect URI.
 * @throws {ProviderResponseError} if the endpoint is missing or unusable, or its answer is an error or invalid.
 * @throws {ProviderUnavailable} if the provider does not answer.
 */
export async function pushAuthorizationRequest(exchange: Exchange): Promise<string> {
  const { provider, server, client, authenticate, params } = exchange;
  assertEndpoint(server, provider);
  const response = await pushedAuthorizationRequest(
    server,
    client,
    authenticate,
    params,
    optionsOf(exchange),
  );
  const { request_uri, expires_in } = await processPushedAuthorizationResponse(server, client, response)
    .catch((error) => {
      throw requestError(error, exchange, STEP);
    });
  if (!expires_in) {
    throw new ProviderResponseError(
      `Cannot accept ${STEP.answer}: its "expires_in" is not a number of seconds`,
    );
  }
  // It was accepted when `authorizationUrl` read it. Parameters that it has stay (RFC 6749 §3.1).
  const target = new URL(server.authorization_endpoint!);
  target.searchParams.set("client_id", provider.clientId);
  target.searchParams.set("request_uri", request_uri);
  return target.href;
}

/** @throws {ProviderResponseError} if the metadata have no endpoint, or one that must not be used. */
function assertEndpoint(
  { pushed_authorization_request_endpoint: endpoint }: Server,
  provider: OAuthProvider,
): void {
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
  const objection = objectionToEndpoint(endpoint, provider);
  if (objection) {
    fail(`"pushed_authorization_request_endpoint" is ${JSON.stringify(endpoint)}, which ${objection}`);
  }
}
