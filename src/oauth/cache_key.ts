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

/** Lets a provider use what is cached by a key. All providers of a key must have the same `cacheName()`. */
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

/** Lets a provider use what is cached for that of an earlier setup, if both have the same issuer and endpoints. */
export function adoptCaches(provider: OAuthProvider, earlier: OAuthProvider | undefined): void {
  // A provider of another type may have had the id.
  if (earlier?.type !== provider.type || cacheName(provider) !== cacheName(earlier)) return;
  shareCaches(provider, cacheKeyOf(earlier));
}
