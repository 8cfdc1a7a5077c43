/**
 * Hashes of bcrypt.
 *
 * @module
 */

import {
  assertBcrypt,
  BCRYPT,
  dummyBcrypt,
  excessOfBcrypt,
  matchesBcrypt,
  withRest,
} from "./bcrypt_package.ts";
import { spellingsOf, toPasswordHash } from "./kind.ts";
import type { PasswordHash } from "./types.ts";

/** Options of `bcrypt()`. */
export interface BcryptOptions {
  /** The text that the product appends to each password: `config.pepper` of Devise. Default: none. */
  readonly pepper?: string | undefined;
  /** Cost of the work for an unknown user: that of most of the hashes. Default 10; Devise and PHP 8.4 take 12. */
  readonly cost?: number | undefined;
}

/**
 * Hashes of bcrypt: `$2a$`, `$2b$` and `$2y$`, as applications of Auth.js, Rails with Devise, Laravel, Symfony and many
 * others make them.
 *
 * - bcrypt reads 72 bytes of a password, so what comes after them makes no difference. With a password of 72 bytes, so does
 *   the pepper.
 * - A password is verified as it was typed and, if that differs, in Unicode NFKC, which `oslo` hashed.
 * - A cost above 15 is refused.
 * - Needs the package `bcryptjs`, in any runtime. It computes on the thread of the server, and lets others run every tenth
 *   of a second.
 *
 * @throws {TypeError} if `cost` is not a whole number from 4 to 15.
 *
 * @example
 * ```ts
 * import { bcrypt } from "@latchkey/auth/password-hashes";
 *
 * const hash = "$2b$04$uLu6/ZB6DVa6L8AbHI4mdOIYVnCG1Ck0RUoWEPbvem4AfcZ9Vn1s.";
 * console.assert(await bcrypt().verify("correct horse battery staple", hash));
 * console.assert(!await bcrypt().verify("guess", hash));
 * ```
 */
export function bcrypt({ pepper = "", cost = 10 }: BcryptOptions = {}): PasswordHash {
  return toPasswordHash({
    name: NAME,
    parse: (hash) => BCRYPT.test(hash) ? hash : null,
    excess: excessOfBcrypt,
    dummy: dummyBcrypt(cost),
    async matches(password, hash) {
      let isRight = false;
      for (const text of spellingsOf(password)) {
        for (const each of withRest(hash, cost)) {
          isRight = await matchesBcrypt(`${text}${pepper}`, each) || isRight;
        }
      }
      return isRight;
    },
    assertSupported: assertBcrypt,
  });
}

const NAME = "bcrypt";
