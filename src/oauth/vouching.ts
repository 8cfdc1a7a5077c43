/**
 * Whether a provider may vouch for addresses: what its module says is about the server that the module knows. If the
 * application names another server, or another endpoint of it, that one could say anything of any address.
 *
 * @module
 */

import { metadataUrlOf } from "./check_provider.ts";
import type { OAuthDefinition, Vouching } from "./types.ts";

/** Everything that an answer depends on, by the option that replaces it. Not the page where the user signs in. */
type Sources = Readonly<
  Record<"issuer" | "wellKnown" | "token" | "userinfo" | "jwks_endpoint", string | undefined>
>;

/**
 * Returns which answers of a provider its verdict holds for. With a `verifiedEmail` in the options, all: the application
 * knows its server. A module that leaves its server to the application, such as Keycloak, has none that it knows.
 */
export function vouchingOf(definition: OAuthDefinition): Vouching {
  const { options = {}, ...module } = definition;
  const own = sourcesOf(module);
  if (options.verifiedEmail !== undefined || !Object.values(own).some(namesHost)) {
    return { byIdToken: true, byUserinfo: true };
  }
  const written = sourcesOf(options);
  const isKnown = (source: keyof Sources) => {
    const url = written[source];
    return url === undefined || isSame(url, own[source]);
  };
  const { issuer, wellKnown } = written;
  const isKnownIssuer = !namesHost(own.issuer) || isKnown("issuer") || module.vouchesAt?.(issuer!) === true;
  const hasKnownMetadata = wellKnown === undefined ||
    [own.wellKnown, metadataOf(own), metadataOf(written)].some((each) => isSame(wellKnown, each));
  const byIdToken = isKnownIssuer && hasKnownMetadata && isKnown("token") && isKnown("jwks_endpoint");
  const hasOwnRequest = Object(options.userinfo).request !== undefined;
  return { byIdToken, byUserinfo: byIdToken && isKnown("userinfo") && !hasOwnRequest };
}

function sourcesOf(
  { issuer, wellKnown, token, userinfo, jwks_endpoint }: Partial<Omit<OAuthDefinition, "options">>,
): Sources {
  return { issuer, wellKnown, token: urlOf(token), userinfo: urlOf(userinfo), jwks_endpoint };
}

function urlOf(endpoint: string | { readonly url?: string } | undefined): string | undefined {
  return typeof endpoint === "object" ? endpoint.url : endpoint;
}

function metadataOf({ issuer }: Sources): string | undefined {
  return issuer === undefined ? undefined : metadataUrlOf(issuer);
}

/** Whether a URL of a module names a host. `{issuer}` stands for a server of the application's. */
function namesHost(url: string | undefined): boolean {
  return url !== undefined && /^https?:\/\/[^/{}]+(?:\/|$)/.test(url);
}

/** Compares URLs without their queries and a slash at the end. */
function isSame(written: string, own: string | undefined): boolean {
  return own !== undefined && withoutQuery(written) === withoutQuery(own);
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, "").replace(/\/+$/, "");
}
