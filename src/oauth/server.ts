/**
 * The authorization server of a provider: its endpoints, configured or discovered. Metadata are cached.
 *
 * @module
 */

import type { AuthorizationServer } from "oauth4webapi";
import { once } from "../platform/once.ts";
import { ofAnother, type Platform } from "../platform/platform.ts";
import { cacheKeyOf } from "./cache_key.ts";
import type { OAuthProvider } from "./types.ts";

/** Metadata of an authorization server. Those of a provider with other issuers than this one are chosen by the caller. */
export interface Server extends AuthorizationServer {
  /** Issuer identifier; absent if it is neither configured nor discovered. `issuer` is the token endpoint then. */
  readonly knownIssuer: string | undefined;
}

/** How long metadata are cached: one hour. */
const TTL = 3_600_000;

interface Discovery {
  readonly at: number;
  readonly metadata: Promise<Record<string, unknown>>;
}

/** Loaded on demand: many providers have all their endpoints in the config. */
const discovery = once(() => import("./discovery.ts"));

const discoveries = new WeakMap<object, Discovery>();

/**
 * Returns the server of a provider. It fetches metadata once an hour; concurrent calls share one request.
 *
 * @throws {ProviderUnavailable} if the metadata cannot be fetched.
 * @throws {ProviderResponseError} if they belong to another issuer.
 */
export async function serverOf(provider: OAuthProvider, platform: Platform): Promise<Server> {
  const { authorization, token, userinfo, revocation, jwksUrl } = provider;
  const metadata = provider.discoveryUrl ? await discover(provider, platform) : {};
  const knownIssuer = (metadata.issuer as string | undefined) ?? provider.issuer;
  const server: Record<string, unknown> = { ...metadata, knownIssuer };
  if (authorization.url) server.authorization_endpoint = authorization.url;
  if (token.url) server.token_endpoint = token.url;
  if (userinfo.url) server.userinfo_endpoint = userinfo.url;
  if (revocation.url) server.revocation_endpoint = revocation.url;
  if (jwksUrl) server.jwks_uri = jwksUrl;
  // The audience of client assertions if there is no issuer (RFC 7523 §3).
  server.issuer = knownIssuer ?? server.token_endpoint;
  return server as unknown as Server;
}

function discover(provider: OAuthProvider, platform: Platform): Promise<Record<string, unknown>> {
  const key = cacheKeyOf(provider);
  const known = discoveries.get(key);
  if (known && platform.now() < known.at + TTL) {
    return ofAnother(known.metadata, () => {
      if (discoveries.get(key) === known) discoveries.delete(key);
      return discover(provider, platform);
    }, platform);
  }
  const metadata = discovery().then(({ fetchMetadata }) => fetchMetadata(provider));
  const latest = { at: platform.now(), metadata };
  discoveries.set(key, latest);
  // A failure is not cached: the next sign-in tries again.
  metadata.catch(() => discoveries.get(key) === latest && discoveries.delete(key));
  return metadata;
}
