/**
 * The keys that a provider signs with, fetched and kept.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7517#section-5 | RFC 7517 §5}
 * @module
 */

import type { CompactVerifyGetKey } from "jose/jws/compact/verify";
import { createLocalJWKSet } from "jose/jwks/local";
import { JWKSNoMatchingKey } from "jose/errors";
import type { JSONWebKeySet } from "jose";
import { ProviderResponseError } from "../errors.ts";
import type { Platform } from "../platform.ts";
import type { OAuthProvider } from "./provider.ts";
import { parseObject } from "./server.ts";

/** How long keys are kept: ten minutes. */
const TTL = 600_000;

/** How often an unknown key may make them be fetched anew: once a minute. */
const COOLDOWN = 60_000;

interface KeySet {
  readonly at: number;
  readonly find: Promise<CompactVerifyGetKey>;
}

const keySets = new WeakMap<OAuthProvider, KeySet>();
const renewals = new WeakMap<OAuthProvider, number>();

/**
 * Finds the key that a token names. The keys of a provider are fetched every ten minutes, and at once if a token names
 * one that is not among them, so that a provider may change its keys at any time.
 *
 * @throws {ProviderUnavailable} if the keys cannot be had.
 * @throws {ProviderResponseError} if they are no keys.
 */
export function keyFinder(provider: OAuthProvider, url: string, platform: Platform): CompactVerifyGetKey {
  return async (header, token) => {
    const known = keySets.get(provider);
    const fresh = known && platform.now() < known.at + TTL ? known : fetchKeys(provider, url, platform);
    try {
      return await (await fresh.find)(header, token);
    } catch (error) {
      if (!(error instanceof JWKSNoMatchingKey) || fresh !== known) throw error;
      const renewed = renewKeys(known, provider, { url, platform });
      if (!renewed) throw error;
      return await (await renewed.find)(header, token);
    }
  };
}

/** The keys after those known, which another sign-in may be waiting for; `null` if it is too early to ask again. */
function renewKeys(
  known: KeySet,
  provider: OAuthProvider,
  { url, platform }: { readonly url: string; readonly platform: Platform },
): KeySet | null {
  const latest = keySets.get(provider);
  if (latest && latest !== known) return latest;
  if (platform.now() < (renewals.get(provider) ?? -Infinity) + COOLDOWN) return null;
  renewals.set(provider, platform.now());
  return fetchKeys(provider, url, platform);
}

function fetchKeys(provider: OAuthProvider, url: string, platform: Platform): KeySet {
  const keySet = { at: platform.now(), find: parseKeys(provider, url) };
  keySets.set(provider, keySet);
  keySet.find.catch(() => keySets.get(provider) === keySet && keySets.delete(provider));
  return keySet;
}

async function parseKeys(provider: OAuthProvider, url: string): Promise<CompactVerifyGetKey> {
  const keys = parseObject(await provider.request(url, { headers: { accept: "application/json" } }), url);
  try {
    return createLocalJWKSet(keys as unknown as JSONWebKeySet);
  } catch {
    throw new ProviderResponseError(`Cannot use the keys of "${url}": they are no JSON Web Key Set`);
  }
}
