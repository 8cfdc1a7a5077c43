/**
 * Fetches and caches the keys of a provider. `jose` selects and imports them.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7517#section-5 | RFC 7517 §5}
 * @module
 */

import type { CryptoKey, JWK, JWSHeaderParameters } from "jose";
import { JOSEError, JWKSInvalid, JWKSNoMatchingKey } from "jose/errors";
import { createLocalJWKSet } from "jose/jwks/local";
import { cacheKeyOf } from "./cache_key.ts";
import { AuthError, ProviderResponseError } from "../errors/errors.ts";
import { parseAnswer } from "../http/bounded_request.ts";
import { ofAnother, type Platform } from "../platform/platform.ts";
import { isA } from "../errors/thrown.ts";
import { isJsonObject, withoutNull } from "../values/json_object.ts";
import type { OAuthProvider } from "./types.ts";

/** How long keys are cached: ten minutes. */
const TTL = 600_000;

/**
 * How often unknown keys may cause a new request: three times in any minute, five seconds apart. A provider that replaces a
 * stolen key may do so shortly after an ordinary rotation.
 */
const RENEWALS = { most: 3, within: 60_000, apart: 5000 } as const;

/** Selects the key that a header names. */
type KeySelector = (header: JWSHeaderParameters) => Promise<CryptoKey>;

interface KeySet {
  readonly at: number;
  readonly select: Promise<KeySelector>;
}

const keySets = new WeakMap<object, KeySet>();
const renewals = new WeakMap<object, readonly number[]>();

/**
 * Selects the key that a token names. The keys of a provider are kept for ten minutes. For a token of an unknown key they
 * are fetched again, at most three times a minute, so that a provider may rotate its keys at any time.
 *
 * @throws {ProviderUnavailable} if the keys cannot be fetched.
 * @throws {ProviderResponseError} if the answer is not a JSON Web Key Set.
 * @throws {JOSEError} unless one key matches the token, and can be used.
 */
export function keySelector(provider: OAuthProvider, url: string, platform: Platform): KeySelector {
  const select = async ({ select }: KeySet, header: JWSHeaderParameters) => {
    const keys = await ofAnother(select, () => fetchKeys(provider, url, platform).select, platform);
    return await keys(header).catch(refuseKey);
  };
  return async (header) => {
    const known = keySets.get(cacheKeyOf(provider));
    const isFresh = known && ageOf(known.at, platform) < TTL;
    const fresh = isFresh ? known : fetchKeys(provider, url, platform);
    try {
      return await select(fresh, header);
    } catch (error) {
      if (!(error instanceof JWKSNoMatchingKey) || fresh !== known) throw error;
      const renewed = renewKeys(known, provider, { url, platform });
      if (!renewed) throw error;
      return await select(renewed, header);
    }
  };
}

/** Throws an error of `jose`, even for a key that WebCrypto refuses. */
export function refuseKey(cause: unknown): never {
  if (cause instanceof JOSEError || isA(cause, AuthError)) throw cause;
  throw new JWKSInvalid("a published key cannot be used", { cause });
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
  renewed.select.catch(() => keySets.has(key) || keySets.set(key, known));
  return renewed;
}

/** How far away a time is, also after the clock was set back: it must not be fresh until the clock is there again. */
function ageOf(at: number, platform: Platform): number {
  return Math.abs(platform.now() - at);
}

function fetchKeys(provider: OAuthProvider, url: string, platform: Platform): KeySet {
  const key = cacheKeyOf(provider);
  const keySet = { at: platform.now(), select: requestKeys(provider, url) };
  keySets.set(key, keySet);
  keySet.select.catch(() => keySets.get(key) === keySet && keySets.delete(key));
  return keySet;
}

async function requestKeys({ request }: OAuthProvider, url: string): Promise<KeySelector> {
  const { keys } = parseAnswer(await request(url, { headers: { accept: "application/json" } }), url);
  try {
    return createLocalJWKSet({
      keys: (keys as unknown[]).map((key) => isJsonObject(key) ? withoutNull(key) : key) as JWK[],
    });
  } catch {
    throw new ProviderResponseError(`Cannot use the keys of "${url}": they are not a JSON Web Key Set`);
  }
}
