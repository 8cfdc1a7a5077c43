/**
 * The authorization server of a provider: its endpoints as given, or discovered and kept.
 *
 * @see {@link https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig | OpenID Connect Discovery §4}
 * @see {@link https://www.rfc-editor.org/rfc/rfc8414 | RFC 8414}
 * @module
 */

import type { AuthorizationServer } from "oauth4webapi";
import { ProviderResponseError } from "../errors.ts";
import type { Platform } from "../platform.ts";
import type { Answer } from "./fetch.ts";
import { isPrivateHost } from "./private_host.ts";
import { writtenUrls } from "./check_provider.ts";
import type { OAuthProvider } from "./provider.ts";

/** What the flow needs to know of a server. */
export interface Server extends AuthorizationServer {
  /** Issuer identifier; absent if neither given nor discovered. */
  readonly knownIssuer: string | undefined;
}

/** How long metadata are kept: one hour. */
const TTL = 3_600_000;

/** Lists in the metadata that are looked into. */
const LISTS = ["code_challenge_methods_supported", "id_token_signing_alg_values_supported"];

/** Endpoints in the metadata that are used, and the option in which an application can write each itself. */
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
 * The server of a provider. Metadata are fetched once an hour, however many ask at the same time.
 *
 * @throws {ProviderUnavailable} if the metadata cannot be had.
 * @throws {ProviderResponseError} if they are not those of the issuer.
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
  // The audience of client assertions where there is no issuer (RFC 7523 §3).
  server.issuer = knownIssuer ?? server.token_endpoint;
  return server as unknown as Server;
}

function discover(provider: OAuthProvider, platform: Platform): Promise<Record<string, unknown>> {
  const known = discoveries.get(provider);
  if (known && platform.now() < known.at + TTL) return known.metadata;
  const discovery = { at: platform.now(), metadata: fetchMetadata(provider) };
  discoveries.set(provider, discovery);
  // A failure is not kept: the next sign-in tries again.
  discovery.metadata.catch(() => discoveries.get(provider) === discovery && discoveries.delete(provider));
  return discovery.metadata;
}

async function fetchMetadata(provider: OAuthProvider): Promise<Record<string, unknown>> {
  const url = provider.discoveryUrl!;
  const metadata = parseObject(await provider.request(url, { headers: { accept: "application/json" } }), url);
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
 * Refuses metadata with an endpoint in a place that this server reaches and the provider does not: a malicious provider
 * could read there through the profile. URLs that the application has written itself are not checked, and if it has
 * named a provider in a private network, all its endpoints may be there.
 *
 * @throws {ProviderResponseError} that names the endpoint, and the option to write it in.
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

/**
 * Reads a JSON object that a provider answered with status 200.
 *
 * @param from What it is from, for the message.
 * @throws {ProviderResponseError} if it is anything else.
 */
export function parseObject(
  { status, text }: Pick<Answer, "status" | "text">,
  from: string,
): Record<string, unknown> {
  if (status !== 200) {
    throw new ProviderResponseError(`Cannot read the answer of "${from}": its status is ${status}, not 200`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (value && typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the same error: what a parser says of a body may quote it.
  }
  throw new ProviderResponseError(`Cannot read the answer of "${from}": it is not a JSON object`);
}

/** People write issuers with and without the slash at the end; nothing else may differ (RFC 8414 §3.3). */
function isSameIssuer(expected: string, issuer: string): boolean {
  return expected.replace(/\/$/, "") === issuer.replace(/\/$/, "");
}
