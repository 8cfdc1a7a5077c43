/**
 * Fetches the metadata of an authorization server, and checks what the library uses of them.
 *
 * @see {@link https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig | OpenID Connect Discovery §4}
 * @see {@link https://www.rfc-editor.org/rfc/rfc8414 | RFC 8414}
 * @module
 */

import { ProviderResponseError } from "../errors/errors.ts";
import { withoutNull } from "../values/json_object.ts";
import { metadataUrlOf, writtenUrls } from "./check_provider.ts";
import { parseAnswer } from "../http/bounded_request.ts";
import type { ProviderAnswer } from "../http/provider_answer.ts";
import { isPrivateHost } from "./private_host.ts";
import type { OAuthProvider } from "./types.ts";

/** Lists in the metadata that the library reads. */
const LISTS = ["id_token_signing_alg_values_supported", "userinfo_signing_alg_values_supported"];

/** Endpoints in the metadata that the library uses, and the option that overrides each. */
const OPTION_OF = {
  authorization_endpoint: "authorization",
  token_endpoint: "token",
  userinfo_endpoint: "userinfo",
  jwks_uri: "jwks_endpoint",
} as const;

/**
 * Fetches the metadata of a provider that has a `discoveryUrl`.
 *
 * @throws {ProviderUnavailable} if they cannot be fetched.
 * @throws {ProviderResponseError} if they belong to another issuer, or name an endpoint that must not be used.
 */
export async function fetchMetadata(provider: OAuthProvider): Promise<Record<string, unknown>> {
  const url = provider.discoveryUrl!;
  const metadata = withoutNull(parseAnswer(await requestMetadata(url, provider), url));
  const expected = [provider.issuer!, ...provider.issuers(null)];
  const { issuer } = metadata;
  if (
    typeof issuer !== "string" || !expected.some((each) => isSameIssuer(each, issuer))
  ) {
    refuse(
      `their issuer is ${JSON.stringify(issuer)}, expected "${expected[0]}". ` +
        `Write the right one as \`issuer\` of the provider "${provider.id}"`,
      provider,
    );
  }
  for (const name of LISTS) {
    const list = metadata[name] ?? [];
    if (!Array.isArray(list) || !list.every((each) => typeof each === "string")) {
      refuse(`"${name}" is not a list of names`, provider);
    }
  }
  assertOutside(metadata, provider);
  return metadata;
}

/** Requests metadata. Provider modules of Auth.js have a `wellKnown` that Auth.js never requests, and that may not exist. */
async function requestMetadata(url: string, { issuer, request }: OAuthProvider): Promise<ProviderAnswer> {
  const init = { headers: { accept: "application/json" } };
  const answer = await request(url, init);
  const standard = issuer && metadataUrlOf(issuer);
  return answer.status === 404 && standard && standard !== url ? await request(standard, init) : answer;
}

/**
 * Refuses metadata with an endpoint in a private network: a malicious provider could read from hosts that only this
 * server reaches (SSRF), through the profile. It does not check URLs that the application configured. If the
 * application configured a provider in a private network, all its endpoints may be there.
 *
 * @throws {ProviderResponseError} that names the endpoint, and the option that accepts it.
 */
function assertOutside(metadata: Record<string, unknown>, provider: OAuthProvider): void {
  const written = writtenUrls(provider);
  for (const [name, option] of Object.entries(OPTION_OF)) {
    const url = metadata[name] ?? undefined;
    if (url === undefined || written[option] !== undefined) continue;
    const objection = objectionToEndpoint(url, provider);
    if (!objection) continue;
    refuse(
      `"${name}" is ${JSON.stringify(url)}, which ${objection}. ` +
        `If that is right, write it as \`${option}\` of the provider "${provider.id}"`,
      provider,
    );
  }
}

/** @throws {ProviderResponseError} always. */
function refuse(reason: string, { discoveryUrl }: OAuthProvider): never {
  throw new ProviderResponseError(`Cannot use the metadata of "${discoveryUrl}": ${reason}`);
}

/** Returns why an endpoint in the metadata must not be used; `null` if it may be. */
export function objectionToEndpoint(
  url: unknown,
  { issuer, discoveryUrl, acceptsUrl }: OAuthProvider,
): string | null {
  if (typeof url !== "string" || !URL.canParse(url)) return "is not a URL";
  const { protocol, hostname } = new URL(url);
  const named = [issuer, discoveryUrl].flatMap((each) =>
    each !== undefined && URL.canParse(each) ? [new URL(each)] : []
  );
  const mayBeHttp = named.some((each) => each.protocol === "http:") && acceptsUrl(url);
  if (protocol !== "https:" && !mayBeHttp) return "is not an https URL";
  const mayBePrivate = named.some((each) => isPrivateHost(each.hostname));
  return isPrivateHost(hostname) && !mayBePrivate ? "is in a private network" : null;
}

/** Compares issuers, ignoring only a trailing slash, which applications often forget (RFC 8414 §3.3). */
function isSameIssuer(expected: string, issuer: string): boolean {
  return expected.replace(/\/$/, "") === issuer.replace(/\/$/, "");
}
