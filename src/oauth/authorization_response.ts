/**
 * Checks the authorization response before its code is redeemed.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2 | RFC 6749 §4.1.2}
 * @see {@link https://www.rfc-editor.org/rfc/rfc9207#section-2.4 | RFC 9207 §2.4}
 * @module
 */

import { AuthorizationResponseError, skipStateCheck, validateAuthResponse } from "oauth4webapi";
import { ProviderResponseError } from "../errors/errors.ts";
import type { Profile } from "../values/types.ts";
import type { Exchange } from "./exchange.ts";
import { authorizationError, isOfEngine, reasonOf } from "./failure.ts";

/** Parameters of other flows: tokens may come only from the token endpoint (RFC 9700 §2.1.2). */
const OF_OTHER_FLOWS = ["access_token", "id_token", "response", "token"];

/**
 * Checks an authorization response.
 *
 * `consumeFlow` has found the flow by the state of the response, so the state is not compared again.
 *
 * @returns The parameters, with a code.
 * @throws {OAuthCallbackError} if the response is an error (RFC 6749 §4.1.2.1).
 * @throws {ConfigError} if the provider does not accept the client, or its redirect URI.
 * @throws {ProviderResponseError} if it breaks the protocol.
 */
export function validateResponse(exchange: Exchange): URLSearchParams {
  const { params, server, client, provider } = exchange;
  const refuse = (reason: string): never => {
    throw new ProviderResponseError(`Cannot accept the authorization response: ${reason}`, {
      provider: provider.id,
    });
  };
  const foreign = OF_OTHER_FLOWS.find((name) => params.has(name));
  if (foreign) refuse(`it has "${foreign}", and is not one of the code flow`);
  if (params.getAll("code").length > 1) refuse('it has more than one "code"');
  const iss = params.get("iss");
  const objection = iss === null ? null : objectionToIssuer(iss, exchange);
  if (objection) refuse(`its "iss" is ${JSON.stringify(iss)}, ${objection} of the provider "${provider.id}"`);
  try {
    const issuer = iss ?? server.issuer;
    const validated = validateAuthResponse({ ...server, issuer }, client, params, skipStateCheck);
    return validated.get("code") ? validated : refuse('it has no "code"');
  } catch (error) {
    if (error instanceof AuthorizationResponseError) throw authorizationError(exchange);
    if (isOfEngine(error)) refuse(reasonOf(error));
    throw error;
  }
}

/**
 * Returns why `iss` is not an issuer of the provider; `null` if it is one.
 *
 * - If the issuer is known, `iss` must equal it.
 * - If it depends on the user (`issuers`), `iss` must equal one of the issuers or match one with a placeholder.
 * - If it is unknown, `iss` must have the origin of the authorization endpoint.
 */
function objectionToIssuer(iss: string, { provider, server }: Exchange): string | null {
  const { knownIssuer, authorization_endpoint = "" } = server;
  if (knownIssuer === undefined) {
    const origin = originOf(authorization_endpoint);
    return origin !== null && originOf(iss) === origin
      ? null
      : `expected an issuer at ${origin}. If that is the provider's issuer, write it as \`issuer\``;
  }
  const candidates = provider.issuers(null);
  const isOne = candidates.length
    ? [knownIssuer, ...candidates].some((each) => fits(iss, each))
    : iss === knownIssuer;
  return isOne
    ? null
    : `expected "${knownIssuer}". If it is one of the provider's, return it from \`issuers(null)\``;
}

/**
 * Compares `iss` of the response with the exact issuer in the ID token.
 *
 * @throws {ProviderResponseError} if they differ.
 */
export function assertSameIssuer({ params }: Exchange, claims: Profile): void {
  const iss = params.get("iss");
  if (iss !== null && iss !== claims.iss) {
    throw new ProviderResponseError(
      `Cannot accept the authorization response: its "iss" is not that of the ID token`,
    );
  }
}

/** Matches issuers with placeholders, such as Microsoft's `https://login.microsoftonline.com/{tenantid}/v2.0`. */
function fits(iss: string, issuer: string): boolean {
  const parts = issuer.split(/\{[^{}]*\}/).map((part) => part.replaceAll(/[^\w]/g, "\\$&"));
  return new RegExp(`^${parts.join("[\\w.~-]+")}$`).test(iss);
}

function originOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin } = new URL(url);
  return origin === "null" ? null : origin;
}
