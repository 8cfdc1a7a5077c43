/**
 * Who sent an authorization response, before its code is redeemed.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9207#section-2.4 | RFC 9207 §2.4}
 * @module
 */

import { ProviderResponseError } from "../errors.ts";
import type { Profile } from "../types.ts";
import type { OAuthProvider } from "./provider.ts";
import type { Server } from "./server.ts";

/**
 * Compares `iss` of an authorization response with what is known of the issuer, and returns the server that sent it.
 *
 * - The issuer is known: it is compared by oauth4webapi.
 * - It depends on the user (`issuers`): `iss` is one of the issuers in the metadata, or fits one with a placeholder.
 * - Nothing is known: `iss` has the origin of the authorization endpoint, to which the user was sent.
 *
 * @throws {ProviderResponseError} if `iss` names another issuer.
 */
export function responseServer(
  params: URLSearchParams,
  { provider, server }: { readonly provider: OAuthProvider; readonly server: Server },
): Server {
  const iss = params.get("iss");
  if (iss === null) return server;
  const candidates = provider.issuers(null);
  const { knownIssuer, authorization_endpoint = "" } = server;
  const fail = (expected: string, advice: string) => {
    throw new ProviderResponseError(
      `Cannot accept the authorization response: its "iss" is ${
        JSON.stringify(iss)
      }, expected ${expected}. ${advice}`,
      { provider: provider.id },
    );
  };
  if (knownIssuer === undefined) {
    if (originOf(iss) !== originOf(authorization_endpoint)) {
      fail(
        `an issuer at ${originOf(authorization_endpoint)}`,
        `If that is the provider's issuer, write it as \`issuer\` of the provider "${provider.id}"`,
      );
    }
    return { ...server, issuer: iss };
  }
  if (!candidates.length) return server;
  if (![knownIssuer, ...candidates].some((candidate) => fits(iss, candidate))) {
    fail(
      `"${knownIssuer}"`,
      `If it is one of the provider's, return it from \`issuers(null)\` of the provider "${provider.id}"`,
    );
  }
  return { ...server, issuer: iss };
}

/**
 * Compares `iss` of the response with that of the ID token, which says exactly who issued it.
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

/** An issuer may have placeholders, as Microsoft's `https://login.microsoftonline.com/{tenantid}/v2.0` has. */
function fits(iss: string, issuer: string): boolean {
  const parts = issuer.split(/\{[^{}]*\}/).map((part) => part.replaceAll(/[^\w]/g, "\\$&"));
  return new RegExp(`^${parts.join("[\\w.~-]+")}$`).test(iss);
}

function originOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin } = new URL(url);
  return origin === "null" ? null : origin;
}
