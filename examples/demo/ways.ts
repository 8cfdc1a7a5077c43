/**
 * Counts and removes the ways in which a user can sign in.
 *
 * @module
 */

import type { Database } from "./database.ts";

/** The ways to sign in of users. The last one cannot be removed, because the user could not sign in again. */
export interface Ways {
  /** Counts them: a verified address, accounts at providers, the password, passkeys. */
  count(userId: string): number;
  /** Removes an account at a provider, or the password. @returns `false` if it did not exist or was the last way. */
  removeAccount(userId: string, provider: string, providerAccountId: string): boolean;
  /** Removes a passkey. @returns `false` if it did not exist or was the last way. */
  removePasskey(userId: string, credentialID: string): boolean;
}

/** `?1` is the user. */
const COUNT = `(SELECT count(*) FROM auth_users WHERE id = ?1 AND email_verified IS NOT NULL) +
  (SELECT count(*) FROM auth_accounts WHERE user_id = ?1 AND type <> 'webauthn') +
  (SELECT count(*) FROM auth_authenticators WHERE user_id = ?1)`;

/** Makes what works on the tables of the library. It counts and removes in one statement, as requests can come at once. */
export function createWays({ sql }: Database): Ways {
  const count = sql.prepare(`SELECT ${COUNT} AS ways`);
  const removeAccount = sql.prepare(
    `DELETE FROM auth_accounts WHERE user_id = ?1 AND provider = ?2 AND provider_account_id = ?3
      AND type <> 'webauthn' AND ${COUNT} > 1`,
  );
  const removePasskey = sql.prepare(
    `DELETE FROM auth_authenticators WHERE user_id = ?1 AND credential_id = ?2 AND ${COUNT} > 1`,
  );
  const removeAccountOfPasskey = sql.prepare(
    "DELETE FROM auth_accounts WHERE user_id = ?1 AND provider_account_id = ?2 AND type = 'webauthn'",
  );
  return {
    count: (userId) => Number(count.get(userId)?.ways),
    removeAccount: (userId, provider, id) => removeAccount.run(userId, provider, id).changes === 1,
    removePasskey(userId, credentialID) {
      if (removePasskey.run(userId, credentialID).changes !== 1) return false;
      removeAccountOfPasskey.run(userId, credentialID);
      return true;
    },
  };
}
