/**
 * The authorization server of a provider: its endpoints, configured or discovered. Metadata are cached.
 *
 * @see {@link https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig | OpenID Connect Discovery §4}
 * @see {@link https://www.rfc-editor.org/rfc/rfc8414 | RFC 8414}
 * @module
 */

import type { AuthorizationServer } from "oauth4webapi";
import { ProviderResponseError } from "../errors.ts";
import type { Platform } from "../platform.ts";
import { parseAnswer } from "./fetch.ts";
import { isPrivateHost } from "./private_host.ts";
import { writtenUrls } from "./check_provider.ts";
import type { OAuthProvider } from "./types.ts";

/** Metadata of an authorization server. */
export interface Server extends AuthorizationServer {
  /** Issuer identifier; absent if it is neither configured nor discovered. */
  readonly knownIssuer: string | undefined;
}

/** How long metadata are cached: one hour. */
const TTL = 3_600_000;

/** Lists in the metadata that the library reads. */
const LISTS = ["code_challenge_methods_supported", "id_token_signing_alg_values_supported"];

/** Endpoints in the metadata that the library uses, and the option that overrides each. */
const ENDPOINTS = {
  authorization_endpoint: "authorization",
  token_endpoint: "token",
  userinfo_endpoint: "userinfo",
  jwks_uri: "jwks_endpoint",
} as const;

interface Discovery {
  readonly at: number;
  readonly metadata: Promise<Record<string, unknown>>;
}

const discoveries = new WeakMap<OAuthProvider, Discovery>();

/**
 * Returns the server of a provider. It fetches metadata once an hour; concurrent calls share one request.
 *
 * @throws {ProviderUnavailable} if the metadata cannot be fetched.
 * @throws {ProviderResponseError} if they belong to another issuer.
 */
export async function serverOf(provider: OAuthProvider, platform: Platform): Promise<Server> {
  const { authorization, token, userinfo, jwksUrl } = provider;
  const metadata = provider.discoveryUrl ? await discover(provider, platform) : {};
  const knownIssuer = (metadata.issuer as string | undefined) ?? provider.issuer;
  const server: Record<string, unknown> = { ...metadata, knownIssuer };
  if (authorization.url) server.authorization_endpoint = authorization.url;
  if (token.url) server.token_endpoint = token.url;
  if (userinfo.url) server.userinfo_endpoint = userinfo.url;
  if (jwksUrl) server.jwks_uri = jwksUrl;
  // The audience of client assertions if there is no issuer (RFC 7523 §3).
  server.issuer = knownIssuer ?? server.token_endpoint;
  return server as unknown as Server;
}

function discover(provider: OAuthProvider, platform: Platform): Promise<Record<string, unknown>> {
  const known = discoveries.get(provider);
  if (known && platform.now() < known.at + TTL) return known.metadata;
  const discovery = { at: platform.now(), metadata: fetchMetadata(provider) };
  discoveries.set(provider, discovery);
  // A failure is not cached: the next sign-in tries again.
  discovery.metadata.catch(() => discoveries.get(provider) === discovery && discoveries.delete(provider));
  return discovery.metadata;
}

async function fetchMetadata(provider: OAuthProvider): Promise<Record<string, unknown>> {
  const url = provider.discoveryUrl!;
  const metadata = parseAnswer(await provider.request(url, { headers: { accept: "application/json" } }), url);
  const expected = [provider.issuer!, ...provider.issuers(null)];
  const { issuer } = metadata;
  if (
    typeof issuer !== "string" || !expected.some((each) => isSameIssuer(each, issuer))
  ) {
    throw new ProviderResponseError(
      `Cannot use the metadata of "${url}": their issuer is ${JSON.stringify(issuer)}, expected "${
        expected[0]
      }". ` +
        `Write the one that is right as \`issuer\` of the provider "${provider.id}"`,
    );
  }
  for (const name of LISTS) {
    const list = metadata[name] ?? [];
    if (!Array.isArray(list) || !list.every((each) => typeof each === "string")) {
      throw new ProviderResponseError(`Cannot use the metadata of "${url}": "${name}" is no list of names`);
    }
  }
  assertOutside(metadata, provider);
  return metadata;
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
  for (const [name, option] of Object.entries(ENDPOINTS)) {
    const url = metadata[name] ?? undefined;
    if (url === undefined || written[option] !== undefined) continue;
    const objection = objectionTo(url, provider);
    if (!objection) continue;
    throw new ProviderResponseError(
      `Cannot use the metadata of "${provider.discoveryUrl}": "${name}" is ${
        JSON.stringify(url)
      }, which ${objection}. ` +
        `If that is right, write it as \`${option}\` of the provider "${provider.id}"`,
    );
  }
}

function objectionTo(url: unknown, { issuer, discoveryUrl, acceptsUrl }: OAuthProvider): string | null {
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
