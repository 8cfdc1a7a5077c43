/**
 * The object by which metadata and keys of a provider are cached.
 *
 * @module
 */

import type { OAuthProvider } from "./types.ts";

const keys = new WeakMap<OAuthProvider, object>();

/** The object by which metadata and keys of a provider are cached: the provider itself, unless it shares them. */
export function cacheKeyOf(provider: OAuthProvider): object {
  return keys.get(provider) ?? provider;
}

/** Lets a provider use what is cached by a key. All providers of a key must have the same `cacheName`. */
export function shareCaches(provider: OAuthProvider, key: object): void {
  keys.set(provider, key);
}

/**
 * Names the issuer and the endpoints of a provider: providers with one name may share what is cached. Each endpoint
 * counts, because one that is configured is not checked in the metadata.
 */
export function cacheName(
  { id, issuer, discoveryUrl, jwksUrl, authorization, token, userinfo }: OAuthProvider,
): string {
  return JSON.stringify([id, issuer, discoveryUrl, jwksUrl, authorization.url, token.url, userinfo.url]);
}

/** A provider of any type, by its id. */
type Providers = ReadonlyMap<string, OAuthProvider | { readonly type: string }>;

/** Lets providers use what is cached for those of an earlier setup that have the same issuer and endpoints. */
export function adoptCaches(providers: Providers, earlier: Providers): void {
  for (const [id, provider] of providers) {
    const known = earlier.get(id);
    if (!known || !isOAuth(provider) || !isOAuth(known)) continue;
    if (cacheName(provider) === cacheName(known)) shareCaches(provider, cacheKeyOf(known));
  }
}

function isOAuth(provider: OAuthProvider | { readonly type: string }): provider is OAuthProvider {
  return provider.type === "oauth" || provider.type === "oidc";
}
