/**
 * Derives keys from secrets, once for each purpose.
 *
 * @module
 */

import { setNewest } from "../values/newest.ts";
import type { Awaitable } from "../values/types.ts";
import { type Bytes, toUtf8 } from "./bytes.ts";
import { nativeCrypto } from "./native.ts";

/** How many secrets, and how many keys of each, are cached. The oldest is dropped first. */
const LIMIT = 64;

const derived = new Map<string, Map<string, unknown>>();

/** Returns the secrets of a config, newest first. */
export function toSecrets(secret: string | readonly string[]): readonly string[] {
  return typeof secret === "string" ? [secret] : secret;
}

/** Returns the secret that signs, seals and hashes. `toSecrets` gives all that verify and open. */
export function newestSecret([newest]: readonly string[]): string {
  if (newest !== undefined) return newest;
  throw new TypeError("Cannot sign: `secret` is empty");
}

/**
 * Caches the key that `derive` derives from a secret.
 *
 * @param label Purpose and parameters of the key: everything that `derive` depends on except the secret.
 */
export function keyOf<K>(secret: string, label: string, derive: () => K | Promise<K>): K | Promise<K> {
  const known = derived.get(secret)?.get(label);
  if (known !== undefined) return known as K | Promise<K>;
  const keys = derived.get(secret) ?? new Map<string, unknown>();
  setNewest(derived, [secret, keys], LIMIT);
  const key = derive();
  setNewest(keys, [label, key], LIMIT);
  // Later calls get the key itself instead of a promise.
  Promise.resolve(key).then(
    (ready) => keys.get(label) === key && keys.set(label, ready),
    () => keys.get(label) === key && keys.delete(label),
  );
  return key;
}

/**
 * Derives key material from a secret with HKDF-SHA-256.
 *
 * @param info Purpose and algorithm of the key.
 * @param length In bytes.
 * @see {@link https://www.rfc-editor.org/rfc/rfc5869 | RFC 5869}
 */
export function hkdf(secret: string, salt: string, info: string, length: number): Awaitable<Bytes> {
  const [ikm, saltBytes, infoBytes] = [toUtf8(secret), toUtf8(salt), toUtf8(info)];
  if (nativeCrypto) return new Uint8Array(nativeCrypto.hkdfSync("sha256", ikm, saltBytes, infoBytes, length));
  const algorithm = { name: "HKDF", hash: "SHA-256", salt: saltBytes, info: infoBytes };
  return crypto.subtle.importKey("raw", ikm, "HKDF", false, ["deriveBits"])
    .then((key) => crypto.subtle.deriveBits(algorithm, key, length * 8))
    .then((bits) => new Uint8Array(bits));
}
