/**
 * Recovery codes: each takes the place of the second factor once, for users who have lost it.
 *
 * A code has 120 random bits. So a plain hash of it may be stored: no one can guess it, without a salt and a slow hash, too.
 *
 * @see {@link https://pages.nist.gov/800-63-4/sp800-63b.html#lookupsecrets | NIST SP 800-63B-4 §3.1.2}
 * @module
 */

import { timingSafeEqual, toBase64Url } from "../../crypto/bytes.ts";
import { sha256 } from "../../crypto/hash.ts";
import type { Platform } from "../../platform/platform.ts";

/** Number of codes. */
const COUNT = 10;

/** Length of a code, in characters of five bits. */
const LENGTH = 24;

/** Digits and capital letters without those that look alike. @see {@link https://www.crockford.com/base32.html | Crockford's base 32} */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns ten new codes, such as `7K2M9Q-4XWVB8-0HRT5N-C3JDPA`. */
export function createRecoveryCodes(random: Platform["random"]): readonly string[] {
  return Array.from({ length: COUNT }, () => {
    const characters = Array.from(random(LENGTH), (byte) => ALPHABET[byte & 31]).join("");
    return characters.match(/.{6}/g)!.join("-");
  });
}

/**
 * Returns the hash of a code as the store has it; `null` if the text cannot be a code.
 *
 * @param typed As the user has typed it: in any case, with or without hyphens and blanks, with the letters that the codes
 * do not have for the digits that look alike.
 */
export async function hashRecoveryCode(typed: string): Promise<string | null> {
  const code = typed.normalize("NFKC").toUpperCase()
    .replace(/[\s\u200e\u200f\p{Pd}\u2212]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  if (!/^[0-9A-HJKMNP-TV-Z]{24}$/.test(code)) return null;
  return toBase64Url(await sha256(`recovery code ${code}`));
}

/**
 * Names the codes that are stored, for a form that replaces them: see `areNewCodes`. The name opens nothing.
 *
 * @param hashes Separated by blanks; `null` without any.
 */
export function nameOfCodes(hashes: string | null): string {
  return (hashes?.split(" ") ?? []).map((hash) => hash.slice(0, NAME_LENGTH)).join(".");
}

/** Length of the name of a code, in characters of six bits. */
const NAME_LENGTH = 8;

/**
 * Returns whether all codes that are stored were made after a form: the codes that it replaces are gone. A code that was used
 * since makes no difference.
 *
 * @param hashes Separated by blanks; `null` without any, which are not new.
 * @param named What `nameOfCodes` has returned for the form.
 */
export function areNewCodes(hashes: string | null, named: string): boolean {
  if (!hashes) return false;
  const before = new Set(named.split("."));
  return nameOfCodes(hashes).split(".").every((name) => !before.has(name));
}

/**
 * Returns the hashes without one of them; `null` if it is not among them. Compares in constant time.
 *
 * @param hashes Separated by blanks.
 */
export function withoutCode(hashes: string, hash: string): string | null {
  const all = hashes.split(" ");
  const others = all.filter((each) => !timingSafeEqual(each, hash));
  return others.length === all.length ? null : others.join(" ");
}
