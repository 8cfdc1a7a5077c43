/**
 * What a kind of hash needs of the runtime, and of the packages that are installed.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { once } from "../../platform/once.ts";
import { pbkdf2 } from "../derivation.ts";
import { nativeCrypto } from "../native.ts";

/** @throws {ConfigError} if the runtime lacks node:crypto, which alone has the algorithm. */
export function assertNative(kind: string, algorithm: "MD5" | "scrypt"): void {
  if (nativeCrypto) return;
  throw new ConfigError(
    `Cannot verify hashes of ${kind}: this runtime has no ${algorithm}; on Cloudflare Workers, set the flag \`nodejs_compat\``,
  );
}

/** @throws {ConfigError} if the runtime refuses as many iterations of PBKDF2 as products take. */
export async function assertIterations(kind: string): Promise<void> {
  try {
    await tryIterations();
  } catch (error) {
    throw new ConfigError(
      `Cannot verify hashes of ${kind}: this runtime refuses more than 100 000 iterations of PBKDF2`,
      { err: error as Error },
    );
  }
}

/** One more than Cloudflare Workers allow. They refuse it at once, others take some 30 milliseconds. */
const tryIterations = once(() =>
  pbkdf2(new Uint8Array(1), { salt: new Uint8Array(16), length: 32, iterations: 100_001 })
);
