/**
 * The object by which metadata and keys of a provider are cached.
 *
 * @module
 */

import type { OAuthProvider } from "./types.ts";

const keys = new WeakMap<OAuthProvider, object>();

/** The object by which metadata and keys of a provider are cached: the provider, unless it shares them. */
export function cacheKeyOf(provider: OAuthProvider): object {
  return keys.get(provider) ?? provider;
}

/** Lets a provider use what is cached for another one. Both must have the same issuer and endpoints. */
export function shareCaches(provider: OAuthProvider, other: OAuthProvider): void {
  keys.set(provider, cacheKeyOf(other));
}

/** Names the issuer and the endpoints of a provider: providers with one name may share what is cached. */
export function cacheName({ id, issuer, discoveryUrl, jwksUrl, token }: OAuthProvider): string {
  return JSON.stringify([id, issuer, discoveryUrl, jwksUrl, token.url]);
}
