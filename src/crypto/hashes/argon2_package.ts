/**
 * Argon2id, by node:crypto where it has Argon2, else by the package `@node-rs/argon2`.
 *
 * @module
 */

import type { Bytes } from "../bytes.ts";
import { ConfigError } from "../../errors/errors.ts";
import { type NativeCrypto, nativeCrypto } from "../native.ts";
import { once } from "../../platform/once.ts";

/** What a tag is computed from, beside the password. */
interface Argon2Parameters {
  /** Memory in KiB. */
  readonly m: number;
  /** Passes over the memory. */
  readonly t: number;
  /** Lanes. */
  readonly p: number;
  /** Salt. */
  readonly salt: Bytes;
  /** Bytes of the tag. */
  readonly length: number;
  /** Key of the application (RFC 9106 §3.1). */
  readonly secret?: Bytes | undefined;
}

/** Computes the tag of Argon2id, version 19, on another thread. @see {@link https://www.rfc-editor.org/rfc/rfc9106 | RFC 9106} */
export async function argon2idTag(password: Bytes, parameters: Argon2Parameters): Promise<Uint8Array> {
  const { m, t, p, salt, length, secret } = parameters;
  if (nativeCrypto?.argon2) return await nativeTag(password, parameters, nativeCrypto.argon2);
  const { hashRaw } = await load();
  const cost = { memoryCost: m, timeCost: t, parallelism: p };
  return await hashRaw(password, {
    ...ARGON2ID,
    ...cost,
    salt,
    outputLen: length,
    ...(secret && { secret }),
  });
}

/** @throws {ConfigError} if the runtime has no Argon2, and the package is missing. */
export async function assertArgon2(): Promise<void> {
  if (!nativeCrypto?.argon2) await load();
}

/** Algorithm 2 and version 1.3, in the numbers of the package. Its enumerations exist at compile time only. */
const ARGON2ID = { algorithm: 2, version: 1 };

/** Bundlers leave out a package that is missing if its import stands in `try`. */
const load = /* @__PURE__ */ once(async () => {
  try {
    return await import("npm:@node-rs/argon2@^2.2.1");
  } catch (error) {
    throw new ConfigError(
      "Cannot verify hashes of Argon2id: the package `@node-rs/argon2` is missing or cannot be loaded, and only Node 24.7 " +
        "and later can do without it; run `npm install @node-rs/argon2@^2`, and allow it in Deno with `--allow-ffi`",
      { err: error as Error },
    );
  }
});

function nativeTag(
  message: Bytes,
  { m, t, p, salt, length, secret }: Argon2Parameters,
  argon2: NonNullable<NativeCrypto["argon2"]>,
): Promise<Uint8Array> {
  const cost = { memory: m, passes: t, parallelism: p };
  const options = { message, nonce: salt, tagLength: length, ...cost, ...(secret && { secret }) };
  return new Promise((resolve, reject) =>
    argon2("argon2id", options, (error, tag) => error ? reject(error) : resolve(tag))
  );
}
