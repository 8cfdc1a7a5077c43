/**
 * What a kind of hash needs of the runtime, and of the packages that are installed.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import { nativeCrypto } from "../native.ts";

/** @throws {ConfigError} if the runtime lacks node:crypto, which alone has the algorithm. */
export function assertNative(kind: string, algorithm: "MD5" | "scrypt"): void {
  if (nativeCrypto) return;
  throw new ConfigError(
    `Cannot verify hashes of ${kind}: this runtime has no ${algorithm}; on Cloudflare Workers, set the flag \`nodejs_compat\``,
  );
}
