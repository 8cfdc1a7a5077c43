/**
 * Hashes of better-auth and Lucia.
 *
 * @module
 */

import { type Bytes, timingSafeEqual, toHex, toUtf8 } from "../bytes.ts";
import { scrypt } from "../derivation.ts";
import { toHashed } from "../password_text.ts";
import { toPasswordHash } from "./kind.ts";
import { assertNative } from "./supported.ts";
import type { PasswordHash } from "./types.ts";

/**
 * Hashes of better-auth: `<salt>:<key>` in hexadecimal, by scrypt with N = 16 384, r = 16 and p = 1 of the password in
 * Unicode NFKC. `oslo` and Lucia 3 (`Scrypt`) make the same, Lucia 2 writes `s2:` before it. Hashes of Lucia 1, without
 * `s2:` and with r = 8, do not match.
 *
 * Needs a runtime with node:crypto: Node, Deno, Bun, Workers with `nodejs_compat`.
 *
 * @example
 * ```ts
 * import { betterAuth } from "@latchkey/auth/password-hashes";
 *
 * // As in the column `password` of the table `account`.
 * const hash = "1eff4e468c15f5cc1b26605079458543:" +
 *   "616a9739a59fe7f7ef95e75ff3e1ff55cf3cbdcafd01ef2b606b1a5230ae9c6dd97c131cca88e8e869ef290fc7f75bec26beb326fc0271cf72ed8ff7426a336b";
 * console.assert(await betterAuth().verify("correct horse battery staple", hash));
 * console.assert(!await betterAuth().verify("guess", hash));
 * ```
 */
export function betterAuth(): PasswordHash {
  return toPasswordHash({
    name: NAME,
    parse,
    excess: () => null,
    dummy: { salt: toUtf8("0".repeat(32)), key: "0".repeat(2 * KEY_LENGTH) },
    matches,
    // deno-lint-ignore require-await
    assertSupported: async () => assertNative(NAME, "scrypt"),
  });
}

const NAME = "better-auth";
const COST = { ln: 14, r: 16, p: 1 };

/** Bytes. */
const KEY_LENGTH = 64;

const FORM = /^(?:s2:)?([0-9a-f]{32}):([0-9a-f]{128})$/;

interface Stored {
  readonly salt: Bytes;
  /** In hexadecimal. */
  readonly key: string;
}

function parse(hash: string): Stored | null {
  const [, salt, key] = FORM.exec(hash) ?? [];
  // better-auth hands the text of the salt to scrypt, without decoding it.
  return salt && key ? { salt: toUtf8(salt), key } : null;
}

async function matches(password: string, { salt, key }: Stored): Promise<boolean> {
  assertNative(NAME, "scrypt");
  const bytes = toUtf8(toHashed(password));
  return timingSafeEqual(toHex(await scrypt(bytes, { salt, length: KEY_LENGTH, cost: COST })), key);
}
