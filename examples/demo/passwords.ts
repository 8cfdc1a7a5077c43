/**
 * Passwords, which the application stores: a table, signing up, and verification.
 *
 * @module
 */

import type { AdapterUser } from "@latchkey/auth/adapters";
import { hashPassword, needsRehash, verifyPassword } from "@latchkey/auth/password";
import type { Database } from "./database.ts";

/** Fields of a registration. */
export interface Registration {
  /** Display name. */
  readonly name: string;
  /** E-mail address, unverified. */
  readonly email: string;
  /** Password, as typed. */
  readonly password: string;
}

/** The passwords of the application. */
export interface Passwords {
  /** Signs a user up. @returns Whether the address was free. */
  register(registration: Registration): Promise<boolean>;
  /** Finds the user by address and password; `null` if one of them is wrong. */
  check(email: string, password: unknown): Promise<AdapterUser | null>;
  /** Removes a user's password. @returns Whether the user had one. */
  remove(userId: string): boolean;
}

/** The provider of the library that asks for passwords. */
export const PASSWORD = "password";

/**
 * Creates the table and its functions.
 *
 * A password is removed with its account, and when the owner of the mailbox takes the user over: an attacker can sign up
 * with the address of another person, and wait until that person signs in.
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
      const account = {
        ...{ type: "credentials", provider: PASSWORD, providerAccountId: user.id } as const,
        // The account page of the library shows both.
        ...{ label: user.email, createdAt: new Date() },
      };
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
      // Called without a user, too: otherwise the response time reveals who has an account.
      if (!await verifyPassword(password, hash) || !user) return null;
      if (needsRehash(hash!)) write.run(user.id, await hashPassword(String(password)));
      return user;
    },
    remove: (userId) => Number(remove.run(userId).changes) > 0,
  };
}
