/**
 * A kind of password hash that another product makes.
 *
 * @module
 */

import type { Hashing } from "../hashing.ts";

/** A kind of password hash that another product makes, and how a password is checked against it. */
export interface PasswordHash {
  /** Its name in messages: `bcrypt`. */
  readonly name: string;

  /** Whether a stored text has the form of this kind. Its cost may still be out of bounds. */
  recognizes(hash: string): boolean;

  /**
   * Checks a password against a hash, in constant time.
   *
   * Without a hash it returns `false`, after as much work as for a hash of this kind. Call it without one for an unknown
   * user: otherwise the response time reveals who has an account.
   *
   * @param password The password exactly as the user typed it, without a normalization: each kind knows that of its
   *   product. A value that is not a password never matches: not a string, empty, longer than 1024 characters (UTF-16
   *   code units), not well-formed Unicode, or with a NUL, at which some implementations stop and others do not.
   * @param hash The stored hash; `null` or `undefined` for none.
   * @param options A signal that drops the work while it waits for its turn among all password hashes of the process.
   * @throws {TypeError} if the hash has another form, or its cost is out of bounds. The message does not contain the hash.
   * @throws {ServerBusy} if too many hashes wait.
   * @throws {ConfigError} if the runtime cannot compute the hash; see `assertSupported`.
   * @throws The reason of the signal, if it aborts before the work begins.
   */
  verify(password: unknown, hash: string | null | undefined, options?: Hashing): Promise<boolean>;

  /**
   * Checks that this runtime can compute hashes of this kind, and that the package for them is installed. Call it at start,
   * so that a mistake does not wait for the first user.
   *
   * @throws {ConfigError} if not. The message says what to install or to set.
   */
  assertSupported(): Promise<void>;
}
