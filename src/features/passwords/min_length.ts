/**
 * The length of a password.
 *
 * @see {@link https://pages.nist.gov/800-63-4/sp800-63b.html#passwordver | NIST SP 800-63B-4 §3.1.1.2}
 * @module
 */

import { toHashed } from "../../crypto/password_text.ts";

/** The length of a password: each code point of what is hashed counts. The page has the same function in its script. */
export function lengthOf(password: string): number {
  return [...toHashed(password)].length;
}

/** The least that a password has by default, in characters, as long as it is the only factor of some users. */
export const MIN_LENGTH = 15;

/** The least that `minLength` may be, in characters: NIST asks for it if all users have a second factor. */
export const SHORTEST = 8;
