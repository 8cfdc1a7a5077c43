/**
 * Derives keys from passwords, with scrypt or PBKDF2 of the runtime.
 *
 * @module
 */

import type { Bytes } from "./bytes.ts";
import { nativeCrypto } from "./native.ts";
import { MAX_MEMORY, type ScryptCost } from "./password_cost.ts";

/** What a key is derived with, beside the password. */
interface ScryptParameters {
  /** Salt. */
  readonly salt: Uint8Array;
  /** Bytes of the key. */
  readonly length: number;
  /** Cost, which `isBearableScrypt()` has limited. */
  readonly cost: Omit<ScryptCost, "algorithm">;
}

/** What a key is derived with, beside the password. */
interface Pbkdf2Parameters {
  /** Hash of the HMAC. Default SHA-256. */
  readonly hash?: "SHA-1" | "SHA-256";
  /** Salt. */
  readonly salt: Bytes;
  /** Bytes of the key. */
  readonly length: number;
  /** Iterations, which `MAX_ITERATIONS` limits. */
  readonly iterations: number;
}

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
