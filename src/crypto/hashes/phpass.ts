/**
 * The portable hashes of phpass, by MD5.
 *
 * @module
 */

import { concat, timingSafeEqual, toUtf8 } from "../bytes.ts";
import { nativeCrypto } from "../native.ts";

/** A hash: a letter for the logarithm of the rounds, 8 characters of salt, 22 of the hash. phpBB writes H for P. */
export const PHPASS = /^\$[PH]\$([./0-9A-Za-z])([!-~]{8})([./0-9A-Za-z]{22})$/;

/** What a hash of 2^13 rounds, as WordPress makes them, begins with. Nothing matches it: no hash ends in `z`. */
export const DUMMY_PHPASS: string = `$P$B${".".repeat(8)}${"z".repeat(22)}`;

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

function logOf(hash: string): number {
  return LETTERS.indexOf(PHPASS.exec(hash)?.[1] ?? "");
}

/** WebCrypto has no MD5. */
function md5(bytes: Uint8Array): Uint8Array {
  return nativeCrypto!.createHash("md5").update(bytes).digest();
}

/** Base64 in another order: the first byte of three gives the lowest bits, and the first letter of four has them. */
function encode(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b, c] = bytes.subarray(i, i + 3);
    const bits = a | (b ?? 0) << 8 | (c ?? 0) << 16;
    const letters = b === undefined ? 2 : c === undefined ? 3 : 4;
    for (let letter = 0; letter < letters; letter++) text += LETTERS.charAt(bits >> 6 * letter & 63);
  }
  return text;
}
