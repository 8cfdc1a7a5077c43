/**
 * Checks the authorization response before its code is redeemed.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2 | RFC 6749 §4.1.2}
 * @see {@link https://www.rfc-editor.org/rfc/rfc9207#section-2.4 | RFC 9207 §2.4}
 * @module
 */

import { ProviderResponseError } from "../errors/errors.ts";
import type { Profile } from "../values/types.ts";
import { authorizationError, type FailureContext } from "./failure.ts";
import type { OAuthProvider } from "./types.ts";
import type { Server } from "./server.ts";

/** Parameters that a response may have once at most (RFC 6749 §3.1). */
const PARAMETERS = ["code", "error", "iss", "state"];

/** Parameters of other flows: tokens may come only from the token endpoint (RFC 9700 §2.1.2). */
const OF_OTHER_FLOWS = ["access_token", "id_token", "response", "token"];

/**
 * Checks an authorization response.
 *
 * `consumeFlow` has found the flow by the state of the response, so the state is not compared again.
 *
 * @returns The authorization code.
 * @throws {OAuthCallbackError} if the response is an error (RFC 6749 §4.1.2.1).
 * @throws {ConfigError} if the provider does not accept the client, or its redirect URI.
 * @throws {ProviderResponseError} if it breaks the protocol.
 */
export function parseCode(
  params: URLSearchParams,
  { server, ...context }: FailureContext & { readonly server: Server },
): string {
  const refuse = (reason: string): never => {
    throw new ProviderResponseError(`Cannot accept the authorization response: ${reason}`);
  };
  const foreign = OF_OTHER_FLOWS.find((name) => params.has(name));
  if (foreign) refuse(`it has "${foreign}", and is not one of the code flow`);
  const repeated = PARAMETERS.find((name) => params.getAll(name).length > 1);
  if (repeated) refuse(`it has more than one "${repeated}"`);
  assertIssuer(params, { provider: context.provider, server });
  if (params.get("error")) throw authorizationError(params, context);
  return params.get("code") || refuse(`it has no "code"`);
}

/**
 * Compares `iss` of an authorization response with the expected issuer.
 *
 * - If the issuer is known, `iss` must equal it.
 * - If it depends on the user (`issuers`), `iss` must equal one of the issuers or match one with a placeholder.
 * - If it is unknown, `iss` must have the origin of the authorization endpoint.
 *
 * @throws {ProviderResponseError} if `iss` names another issuer, or is missing where the server announces it.
 */
function assertIssuer(
  params: URLSearchParams,
  { provider, server }: { readonly provider: OAuthProvider; readonly server: Server },
): void {
  const iss = params.get("iss");
  const candidates = provider.issuers(null);
  const { knownIssuer, authorization_endpoint = "" } = server;
  const fail = (reason: string) => {
    throw new ProviderResponseError(`Cannot accept the authorization response: its "iss" is ${reason}`, {
      provider: provider.id,
    });
  };
  const other = (expected: string, advice: string) =>
    fail(`${JSON.stringify(iss)}, expected ${expected}. ${advice} of the provider "${provider.id}"`);
  if (iss === null) {
    if (server.authorization_response_iss_parameter_supported) {
      fail("missing, although the metadata announce it");
    }
  } else if (knownIssuer === undefined) {
    const origin = originOf(authorization_endpoint);
    if (originOf(iss) !== origin) {
      other(`an issuer at ${origin}`, "If that is the provider's issuer, write it as `issuer`");
    }
  } else if (
    candidates.length ? ![knownIssuer, ...candidates].some((each) => fits(iss, each)) : iss !== knownIssuer
  ) {
    other(`"${knownIssuer}"`, "If it is one of the provider's, return it from `issuers(null)`");
  }
}

/**
 * Compares `iss` of the response with the exact issuer in the ID token.
 *
 * @throws {ProviderResponseError} if they differ.
 */
export function assertSameIssuer(params: URLSearchParams, claims: Profile): void {
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
