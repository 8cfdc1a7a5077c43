/**
 * Whether a provider may vouch for addresses: what its module says is about the server that the module knows. If the
 * application names another server, or another endpoint of it, that one could say anything of any address.
 *
 * @module
 */

import { ownServer } from "../values/markers.ts";
import { metadataUrlOf } from "./check_provider.ts";
import type { OAuthDefinition, OwnServer, Vouching } from "./types.ts";

/**
 * Returns which answers of a provider its verdict holds for. All if the verdict is one of the application, which knows its
 * server, and if the module knows none, such as that of Keycloak.
 *
 * @param provider The provider with the values of its options, however the application changed it.
 * @param options These options.
 */
export function vouchingOf(provider: OAuthDefinition, options: OAuthDefinition["options"]): Vouching {
  const own = provider[ownServer];
  if (!own || options?.verifiedEmail !== undefined || provider.verifiedEmail !== own.verifiedEmail) {
    return { byIdToken: true, byUserinfo: true };
  }
  const { issuer, wellKnown, token, userinfo, jwks_endpoint } = provider;
  // If the application has removed an endpoint, the metadata of the issuer name it.
  const isUnchanged = (url: string | undefined, known: string | undefined) =>
    url === undefined ? known === undefined || own.issuer !== undefined : isSame(url, known);
  // Without metadata, the issuer names no endpoint.
  const isKnownIssuer = own.issuer === undefined || isUnchanged(issuer, own.issuer) ||
    provider.vouchesAt?.(issuer!) === true;
  const hasKnownMetadata = isUnchanged(wellKnown, own.wellKnown) ||
    [own, provider].some((each) => isSame(wellKnown, metadataOf(each)));
  const byIdToken = isKnownIssuer && hasKnownMetadata && isUnchanged(urlOf(token), urlOf(own.token)) &&
    isUnchanged(jwks_endpoint, own.jwks_endpoint);
  const isKnownUserinfo = isUnchanged(urlOf(userinfo), urlOf(own.userinfo)) &&
    requestOf(userinfo) === requestOf(own.userinfo);
  return { byIdToken, byUserinfo: byIdToken && isKnownUserinfo };
}

function urlOf(endpoint: OwnServer["token" | "userinfo"]): string | undefined {
  return typeof endpoint === "object" ? endpoint.url : endpoint;
}

function requestOf(userinfo: OwnServer["userinfo"]): unknown {
  return typeof userinfo === "object" ? userinfo.request : undefined;
}

function metadataOf({ issuer }: OwnServer): string | undefined {
  return issuer === undefined ? undefined : metadataUrlOf(issuer);
}

/** Compares URLs without their queries and a slash at the end. */
function isSame(url: string | undefined, own: string | undefined): boolean {
  return url !== undefined && own !== undefined && withoutQuery(url) === withoutQuery(own);
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(/\/+$/, "");
}
