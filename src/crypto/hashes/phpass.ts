/**
 * The portable hashes of phpass, by MD5.
 *
 * @module
 */

import { concat, timingSafeEqual, toUtf8 } from "../bytes.ts";
import { nativeCrypto } from "../native.ts";

/** A hash: a letter for the logarithm of the rounds, 8 characters of salt, 22 of the hash. Some products write H for P. */
export const PHPASS = /^\$[PH]\$([./0-9A-Za-z])([!-~]{8})([./0-9A-Za-z]{22})$/;

/** What a hash of 2^13 rounds, as WordPress makes them, begins with. Nothing matches it: no hash ends in `z`. */
export const DUMMY_PHPASS: string = /* @__PURE__ */ dummyOf("B");

function dummyOf(rounds: string): string {
  return `$P$${rounds}${".".repeat(8)}${"z".repeat(22)}`;
}

/** Returns a hash, and after a cheaper one than {@linkcode DUMMY_PHPASS} those which make up for its rounds. */
export function withPhpassRest(hash: string): readonly string[] {
  return [hash, ...[...LETTERS].slice(logOf(hash), logOf(DUMMY_PHPASS)).map(dummyOf)];
}

/** Most rounds: 2^16, some hundred milliseconds on the thread of the server. */
const MAX_LOG = 16;

const LETTERS = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns the rounds of a {@linkcode PHPASS} hash as text if they are out of bounds. */
export function excessOfPhpass(hash: string): string | null {
  const log = logOf(hash);
  return log >= 7 && log <= MAX_LOG ? null : `2^${log}`;
}

/** Checks a text against a {@linkcode PHPASS} hash, in constant time. */
export function matchesPhpass(text: string, hash: string): boolean {
  const [, , salt = "", stored = ""] = PHPASS.exec(hash) ?? [];
  const password = toUtf8(text);
  let digest = md5(concat(toUtf8(salt), password));
  const both = new Uint8Array(digest.length + password.length);
  both.set(password, digest.length);
  for (let round = 2 ** logOf(hash); round > 0; round--) {
    both.set(digest);
    digest = md5(both);
  }
  return timingSafeEqual(encode(digest), stored);
}

/** Binary logarithm of the rounds of a {@linkcode PHPASS} hash. */
export function logOf(hash: string): number {
  return LETTERS.indexOf(PHPASS.exec(hash)?.[1] ?? "");
}

/** WebCrypto has no MD5. */
function md5(bytes: Uint8Array): Uint8Array {
  return nativeCrypto!.createHash("md5").update(bytes).digest();
}

/** 16 bytes as 22 letters. In Base64 of phpass, the first of three bytes gives the lowest bits, and so does the first letter. */
function encode(digest: Uint8Array): string {
  let text = "";
  for (let i = 0; i < digest.length; i += 3) {
    const [a = 0, b = 0, c = 0] = digest.subarray(i, i + 3);
    const bits = a | b << 8 | c << 16;
    for (let shift = 0; shift < 24; shift += 6) text += LETTERS.charAt(bits >> shift & 63);
  }
  return text.slice(0, 22);
}
