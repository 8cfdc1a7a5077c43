/**
 * Derives keys from passwords, with scrypt or PBKDF2 of the runtime.
 *
 * @module
 */

import type { Bytes } from "./bytes.ts";
import { MAX_MEMORY } from "./hashing.ts";
import { isWorkerd, nativeCrypto } from "./native.ts";

/** Cost of scrypt. @see {@link https://www.rfc-editor.org/rfc/rfc7914#section-2 | RFC 7914 §2} */
interface ScryptCost {
  /** Binary logarithm of the CPU and memory cost N. */
  readonly ln: number;
  /** Block size. */
  readonly r: number;
  /** Parallelization. */
  readonly p: number;
}

/** What a key is derived with, beside the password. */
interface ScryptParameters {
  /** Salt. */
  readonly salt: Uint8Array;
  /** Bytes of the key. */
  readonly length: number;
  /** Cost, which {@linkcode isBearableScrypt} has limited. */
  readonly cost: ScryptCost;
}

/** What a key is derived with, beside the password. */
interface Pbkdf2Parameters {
  /** Hash of the HMAC. Default SHA-256. */
  readonly hash?: "SHA-1" | "SHA-256";
  /** Salt. */
  readonly salt: Bytes;
  /** Bytes of the key. */
  readonly length: number;
  /** Iterations, which {@linkcode MAX_ITERATIONS} limits. */
  readonly iterations: number;
}

/**
 * Upper bounds of the cost: rounds (N · r · p), blocks (r · p), iterations. Each block is hashed with PBKDF2 before and
 * after the rounds and has 128 bytes of its own, which a small N would hide: with this bound, at most a tenth of the time
 * and 4 MiB. Workers refuse more than 2^20 rounds.
 */
const MAX_ROUNDS = isWorkerd ? 2 ** 20 : 2 ** 22;
const MAX_BLOCKS = 2 ** 15;

/** Most iterations of PBKDF2, for a key that is one block of its hash. */
export const MAX_ITERATIONS = 5_000_000;

/** Whether a cost of scrypt is in the bounds of memory and time, and of the algorithm: N is less than 2^(16 · r). */
export function isBearableScrypt({ ln, r, p }: ScryptCost): boolean {
  return [ln, r, p].every((number) => Number.isInteger(number) && number >= 1) &&
    ln < 16 * r && 128 * 2 ** ln * r <= MAX_MEMORY && 2 ** ln * r * p <= MAX_ROUNDS && r * p <= MAX_BLOCKS;
}

/** Whether the runtime has scrypt. */
export const hasScrypt: boolean = nativeCrypto !== undefined;

/** Derives a key on another thread. @throws {Error} if the runtime has no scrypt. */
export function scrypt(password: Bytes, { salt, length, cost }: ScryptParameters): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (!nativeCrypto) {
      throw new Error(
        "Cannot hash the password: this runtime has no scrypt; on Cloudflare Workers, set the flag `nodejs_compat`",
      );
    }
    const options = { N: 2 ** cost.ln, r: cost.r, p: cost.p, maxmem: 4 * MAX_MEMORY };
    nativeCrypto.scrypt(
      password,
      salt,
      length,
      options,
      (error, key) => error ? reject(error) : resolve(key),
    );
  });
}

/** Derives a key. @throws {Error} if the runtime refuses the iterations. */
export async function pbkdf2(
  password: Bytes,
  { hash = "SHA-256", salt, length, iterations }: Pbkdf2Parameters,
): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits({ name: "PBKDF2", hash, salt, iterations }, key, length * 8);
  return new Uint8Array(bits);
}
