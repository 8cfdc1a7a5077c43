/**
 * Hashes of WordPress.
 *
 * @module
 */

import { base64UrlToBase64, toBase64Url, toUtf8 } from "../bytes.ts";
import {
  assertBcrypt,
  BCRYPT,
  dummyBcrypt,
  excessOfBcrypt,
  matchesBcrypt,
  withRest,
} from "./bcrypt_package.ts";
import { toPasswordHash } from "./kind.ts";
import { DUMMY_PHPASS, excessOfPhpass, matchesPhpass, PHPASS, withPhpassRest } from "./phpass.ts";
import { assertNative } from "./supported.ts";
import type { PasswordHash } from "./types.ts";

/** Options of `wordpress()`. */
export interface WordpressOptions {
  /** Cost of bcrypt for users who have no such hash: that of most of the hashes. Default 10; WordPress takes 12 on PHP 8.4. */
  readonly cost?: number | undefined;
}

/**
 * Hashes of WordPress: `$wp$2y$…` by version 6.8 and later, which is bcrypt of an HMAC, and `$P$…` by phpass before that.
 * `$H$…`, as other products with phpass write it, is read as `$P$…`.
 *
 * - As in WordPress, blanks at the beginning and the end of a password make no difference.
 * - A password with a quotation mark or a backslash is verified in two forms: the pages of WordPress hash it with a backslash
 *   before each of them, its interface for programs does not.
 * - Each check computes both kinds of hashes, so that its time does not reveal which of them a user has, or whether there is
 *   a user.
 * - A cost of bcrypt above 15 is refused, and more than 2^16 rounds of phpass.
 * - Needs the package `bcryptjs`, and a runtime with node:crypto for MD5: Node, Deno, Bun, Workers with `nodejs_compat`.
 *
 * @throws {TypeError} if `cost` is not a whole number from 4 to 15.
 *
 * @example
 * ```ts
 * import { wordpress } from "@latchkey/auth/password-hashes";
 *
 * // As in the column `user_pass` of the table `wp_users`.
 * const hash = "$wp$2y$10$tBCxX5iu9EgBwo6t51qhQ.yTFBYmEtTLjhTTBhthQzlsGwhrH5.rS";
 * console.assert(await wordpress().verify("correct horse battery staple", hash));
 * console.assert(!await wordpress().verify("guess", hash));
 * ```
 */
export function wordpress({ cost = 10 }: WordpressOptions = {}): PasswordHash {
  const dummy = { bcrypt: dummyBcrypt(cost), phpass: DUMMY_PHPASS };
  return toPasswordHash<Stored>({
    name: NAME,
    parse(hash) {
      if (PHPASS.test(hash)) return { ...dummy, phpass: hash };
      const [, bcrypt = ""] = /^\$wp(\$2y\$.*)$/.exec(hash) ?? [];
      return BCRYPT.test(bcrypt) ? { ...dummy, bcrypt } : null;
    },
    excess: ({ bcrypt, phpass }) => excessOfBcrypt(bcrypt) ?? excessOfPhpass(phpass),
    dummy,
    matches: (password, stored) => matches(password, stored, cost),
    async assertSupported() {
      assertNative(NAME, "MD5");
      await assertBcrypt();
    },
  });
}

const NAME = "WordPress";

/** Of the two, one is that of the user, and no password has the other. */
interface Stored {
  readonly bcrypt: string;
  readonly phpass: string;
}

async function matches(password: string, { bcrypt, phpass }: Stored, cost: number): Promise<boolean> {
  assertNative(NAME, "MD5");
  let isRight = false;
  for (const text of textsOf(password)) {
    for (const each of withPhpassRest(phpass)) isRight = matchesPhpass(text, each) || isRight;
    const short = await shortened(text);
    for (const each of withRest(bcrypt, cost)) isRight = await matchesBcrypt(short, each) || isRight;
  }
  return isRight;
}

/** Returns the texts that WordPress may have hashed. Their number depends on the password alone. */
function textsOf(password: string): ReadonlySet<string> {
  const trimmed = password.replace(/^[ \t\n\r\v]+|[ \t\n\r\v]+$/g, "");
  return new Set([trimmed, trimmed.replace(/['"\\]/g, "\\$&")].filter(Boolean));
}

/** 64 characters for a password of any length: bcrypt reads 72 bytes. */
async function shortened(text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-384" };
  const key = await crypto.subtle.importKey("raw", toUtf8("wp-sha384"), algorithm, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, toUtf8(text));
  return base64UrlToBase64(toBase64Url(new Uint8Array(mac)));
}
