/**
 * Fetches and caches the keys of a provider.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7517#section-5 | RFC 7517 §5}
 * @module
 */

import {
  findAlgorithm,
  importKey,
  type SignatureAlgorithm,
  type VerificationKey,
} from "../crypto/signature.ts";
import { ProviderResponseError } from "../errors/errors.ts";
import type { Platform } from "../platform/platform.ts";
import { cacheKeyOf } from "./cache_key.ts";
import { parseAnswer } from "./fetch.ts";
import type { KeyParameters, KeySelector } from "./jws.ts";
import { JwtError } from "./jwt_error.ts";
import type { OAuthProvider } from "./types.ts";

/** How long keys are cached: ten minutes. */
const TTL = 600_000;

/**
 * How often unknown keys may cause a new request: three times in any minute, five seconds apart. A provider that replaces a
 * stolen key may do so shortly after an ordinary rotation.
 */
const RENEWALS = { most: 3, within: 60_000, apart: 5000 } as const;

/** A published key. */
type PublishedKey = JsonWebKey & { readonly kid?: unknown };

interface KeySet {
  readonly at: number;
  readonly keys: Promise<readonly PublishedKey[]>;
}

const keySets = new WeakMap<object, KeySet>();
const renewals = new WeakMap<object, readonly number[]>();
const imported = new WeakMap<PublishedKey, ReadonlyMap<string, VerificationKey>>();

/**
 * Selects the key that a token names. The keys of a provider are kept for ten minutes. For a token of an unknown key they
 * are fetched again, at most three times a minute, so that a provider may rotate its keys at any time.
 *
 * @throws {ProviderUnavailable} if the keys cannot be fetched.
 * @throws {ProviderResponseError} if the answer is not a JSON Web Key Set.
 * @throws {JwtError} unless one key matches the token, and can be used.
 */
export function keySelector(provider: OAuthProvider, url: string, platform: Platform): KeySelector {
  return async (parameters) => {
    const known = keySets.get(cacheKeyOf(provider));
    const isFresh = known && ageOf(known.at, platform) < TTL;
    const fresh = isFresh ? known : fetchKeys(provider, url, platform);
    try {
      return await selectKey(await fresh.keys, parameters);
    } catch (error) {
      if (!isUnknownKey(error) || fresh !== known) throw error;
      const renewed = renewKeys(known, provider, { url, platform });
      if (!renewed) throw error;
      return await selectKey(await renewed.keys, parameters);
    }
  };
}

function isUnknownKey(error: unknown): boolean {
  return error instanceof JwtError && error.code === "ERR_JWKS_NO_MATCHING_KEY";
}

/** Fetches newer keys, or returns those that another sign-in fetches; `null` too soon after the last requests. */
function renewKeys(
  known: KeySet,
  provider: OAuthProvider,
  { url, platform }: { readonly url: string; readonly platform: Platform },
): KeySet | null {
  const key = cacheKeyOf(provider);
  const latest = keySets.get(key);
  if (latest && latest !== known) return latest;
  const recent = renewals.get(key)?.filter((at) => ageOf(at, platform) < RENEWALS.within) ?? [];
  const isTooSoon = recent.some((at) => ageOf(at, platform) < RENEWALS.apart);
  if (isTooSoon || recent.length >= RENEWALS.most) return null;
  renewals.set(key, [...recent, platform.now()]);
  const renewed = fetchKeys(provider, url, platform);
  // A token of an unknown key must not take the known ones away.
  renewed.keys.catch(() => keySets.has(key) || keySets.set(key, known));
  return renewed;
}

/** How far away a time is, also after the clock was set back: it must not be fresh until the clock is there again. */
function ageOf(at: number, platform: Platform): number {
  return Math.abs(platform.now() - at);
}

function fetchKeys(provider: OAuthProvider, url: string, platform: Platform): KeySet {
  const key = cacheKeyOf(provider);
  const keySet = { at: platform.now(), keys: requestKeys(provider, url) };
  keySets.set(key, keySet);
  keySet.keys.catch(() => keySets.get(key) === keySet && keySets.delete(key));
  return keySet;
}

async function requestKeys(provider: OAuthProvider, url: string): Promise<readonly PublishedKey[]> {
  const { keys } = parseAnswer(
    await provider.request(url, { headers: { accept: "application/json" } }),
    url,
  );
  if (Array.isArray(keys) && keys.every((key) => key && typeof key === "object" && !Array.isArray(key))) {
    return keys;
  }
  throw new ProviderResponseError(`Cannot use the keys of "${url}": they are not a JSON Web Key Set`);
}

/** Selects the one key that matches. For a token that names no key, it must be the only candidate (RFC 7515 §4.1.4). */
function selectKey(keys: readonly PublishedKey[], { alg, kid }: KeyParameters): Promise<VerificationKey> {
  const algorithm = findAlgorithm(alg);
  if (!algorithm || algorithm.kty === "oct") {
    throw new JwtError("ERR_JOSE_NOT_SUPPORTED", `no published key is one of "${alg}"`);
  }
  const [key, ...others] = keys.filter((each) => fits(each, algorithm, kid));
  if (!key) throw new JwtError("ERR_JWKS_NO_MATCHING_KEY", "no published key matches");
  if (others.length) throw new JwtError("ERR_JWKS_MULTIPLE_MATCHING_KEYS", "several published keys match");
  return importedKeyOf(key, algorithm);
}

/** Returns whether a key declares the right type, id and use (RFC 7517 §4). */
function fits(key: PublishedKey, { alg, kty, crv }: SignatureAlgorithm, kid: unknown): boolean {
  const { key_ops: operations = ["verify"] } = key;
  return key.kty === kty &&
    (kid === undefined || (typeof kid === "string" && kid === key.kid)) &&
    (key.alg === undefined ? kty !== "AKP" : key.alg === alg) &&
    (key.use === undefined || key.use === "sig") &&
    (crv === undefined || key.crv === crv) &&
    Array.isArray(operations) && operations.includes("verify");
}

/** @throws {JwtError} if the key is malformed, too short, or private: a published private key is not secret. */
async function importedKeyOf(key: PublishedKey, algorithm: SignatureAlgorithm): Promise<VerificationKey> {
  const known = imported.get(key)?.get(algorithm.alg);
  if (known) return known;
  if ("d" in key || "priv" in key) throw new JwtError("ERR_JWKS_INVALID", "a published key is private");
  try {
    const ready = await importKey(key, algorithm);
    imported.set(key, new Map([...imported.get(key) ?? [], [algorithm.alg, ready]]));
    return ready;
  } catch (cause) {
    throw new JwtError("ERR_JWKS_INVALID", "a published key cannot be used", { cause });
  }
}
