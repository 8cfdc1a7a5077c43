/**
 * What all kinds of password hashes have in common.
 *
 * @module
 */

import { inTurn } from "../hashing.ts";
import { isPassword, MAX_PASSWORD, toHashed } from "../password_text.ts";
import type { PasswordHash } from "./types.ts";

/** What differs between kinds of hashes. */
interface Kind<Stored> {
  /** Its name in messages. */
  readonly name: string;
  /** Reads a stored hash; `null` if it has another form. */
  parse(hash: string): Stored | null;
  /** Returns the cost of a hash as text if it is out of bounds. */
  excess(stored: Stored): string | null;
  /** Stands in for the hash of an unknown user: its cost is that of hashes by default. */
  readonly dummy: Stored;
  /**
   * Whether a password is that of a hash. Compares in constant time. A cheaper hash than `dummy` is followed by the rest of
   * its work: the time must not tell whose hash is old.
   *
   * @throws {ConfigError} as `assertSupported` does.
   */
  matches(password: string, stored: Stored): Promise<boolean>;
  /** @throws {ConfigError} if the runtime cannot do it, or a package is missing. */
  assertSupported(): Promise<void>;
}

/** Makes the functions for a kind of hash. */
export function toPasswordHash<Stored>(kind: Kind<Stored>): PasswordHash {
  const { name } = kind;
  return {
    name,
    recognizes: (hash) => typeof hash === "string" && kind.parse(hash) !== null,
    assertSupported: () => kind.assertSupported(),
    async verify(password, hash, { signal } = {}) {
      const isUser = hash !== null && hash !== undefined;
      const stored = isUser ? read(hash, kind) : kind.dummy;
      if (!isVerifiable(password)) return false;
      return await inTurn(() => kind.matches(password, stored), signal) && isUser;
    },
  };
}

/**
 * Returns the texts that a product may have hashed for what a user types: the password itself and, as some libraries
 * normalize it, its Unicode NFKC. Their number depends on the password alone.
 */
export function spellingsOf(password: string): readonly string[] {
  return [...new Set([password, toHashed(password)])];
}

/** HMAC pads a key with zero bytes: with PBKDF2 and scrypt, a NUL at the end of a password would make no difference. */
function isVerifiable(password: unknown): password is string {
  return isPassword(password) && password.length <= MAX_PASSWORD && !password.includes("\0") &&
    password.isWellFormed();
}

function read<Stored>(hash: unknown, kind: Kind<Stored>): Stored {
  const stored = typeof hash === "string" ? kind.parse(hash) : null;
  if (stored === null) {
    throw new TypeError(`Cannot verify the password: the hash does not have the form of ${kind.name}`);
  }
  const excess = kind.excess(stored);
  if (!excess) return stored;
  throw new TypeError(`Cannot verify the password: the cost ${excess} of ${kind.name} is out of bounds`);
}
