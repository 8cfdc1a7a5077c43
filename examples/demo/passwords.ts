/**
 * Passwords, which are the application's own business: a table, signing up, and the check for signing in.
 *
 * @module
 */

import type { AdapterUser } from "@latchkey/auth/adapters";
import { hashPassword, needsRehash, verifyPassword } from "@latchkey/auth/password";
import type { Database } from "./database.ts";

/** What a person signs up with. */
export interface Registration {
  /** Display name. */
  readonly name: string;
  /** Address. Nobody has proven yet whose it is. */
  readonly email: string;
  /** Password, as it was typed. */
  readonly password: string;
}

/** The passwords of the application. */
export interface Passwords {
  /** Signs a person up. @returns Whether the address was still free. */
  register(registration: Registration): Promise<boolean>;
  /** Who signs in with an address and a password; `null` if one of them is wrong. */
  check(email: string, password: unknown): Promise<AdapterUser | null>;
  /** Removes a user's password. @returns Whether there was one. */
  remove(userId: string): boolean;
}

/** The provider of the library that asks for passwords. */
export const PASSWORD = "password";

/**
 * Makes the table, and what works on it.
 *
 * A password goes when its account does, and when the owner of the mailbox takes the user over: anybody can sign up with
 * an address that is not theirs, and wait for its owner to come.
 */
export function createPasswords({ adapter, sql }: Database): Passwords {
  sql.exec(`CREATE TABLE passwords (
    user_id TEXT PRIMARY KEY,
    provider TEXT NOT NULL DEFAULT '${PASSWORD}',
    hash TEXT NOT NULL,
    FOREIGN KEY (provider, user_id) REFERENCES auth_accounts (provider, provider_account_id) ON DELETE CASCADE
  )`);
  const write = sql.prepare("INSERT OR REPLACE INTO passwords (user_id, hash) VALUES (?, ?)");
  const read = sql.prepare("SELECT hash FROM passwords WHERE user_id = ?");
  const remove = sql.prepare("DELETE FROM passwords WHERE user_id = ?");

  return {
    async register({ name, email, password }) {
      const hash = await hashPassword(password);
      const user = { id: crypto.randomUUID(), name, email: email.toLowerCase(), emailVerified: null };
      const account = { type: "credentials", provider: PASSWORD, providerAccountId: user.id } as const;
      try {
        await adapter.createUserWithAccount(user, account);
      } catch (error) {
        if (await adapter.getUserByEmail(user.email)) return false;
        throw error;
      }
      write.run(user.id, hash);
      return true;
    },
    async check(email, password) {
      const user = await adapter.getUserByEmail(email.trim().toLowerCase());
      const hash = user ? read.get(user.id)?.hash as string | undefined : null;
      // Also without a user: or the time of the answer would tell who has an account.
      if (!await verifyPassword(password, hash) || !user) return null;
      if (needsRehash(hash!)) write.run(user.id, await hashPassword(String(password)));
      return user;
    },
    remove: (userId) => Number(remove.run(userId).changes) > 0,
  };
}
