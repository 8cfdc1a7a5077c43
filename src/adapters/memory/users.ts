/**
 * Users and their ways to sign in, in memory.
 *
 * @module
 */

// deno-lint-ignore-file require-await -- a failing method rejects, as with a database; it does not throw.

import { missing } from "../contract/missing.ts";
import type { Adapter } from "../contract/types.ts";
import { accountKeyOf, addRow, assertFree, changeIn, cloneOf, ownedBy } from "./rows.ts";
import { fits } from "../../shapes/fits.ts";
import {
  assertMayStore,
  assertOwner,
  beginUser,
  emptyId,
  endId,
  removeAccountOf,
  removeAllOf,
  securityIn,
  type Tables,
  userWith,
} from "./tables.ts";

/** The methods about users themselves, for `methodsOf()`. */
export function userMethods(tables: Tables) {
  const { users, accounts, authenticators } = tables;
  return {
    createUser(user) {
      beginUser(user, tables);
      return addRow(users, user.id, user);
    },
    getUser: (id) => cloneOf(users.get(id) ?? null),
    getUserByEmail: (email) => cloneOf(userWith(email, tables)),
    getUserByAccount(account) {
      const userId = accounts.get(accountKeyOf(account))?.userId;
      return cloneOf(users.get(userId ?? "") ?? null);
    },
    listUsers(query) {
      const { after, limit } = query;
      const ids = [...users.keys()].sort().filter((id) => after === null || id > after);
      const found = ids.map((id) => users.get(id)!).filter((user) => fits(user, query));
      const part = found.slice(0, limit);
      return { users: cloneOf(part), next: found.length > limit ? part.at(-1)!.id : null };
    },
    updateUser(user) {
      assertMayStore(user, tables);
      return changeIn(users, user.id, user) ?? missing("user", user.id);
    },
    deleteUser(id) {
      const isStored = users.delete(id);
      if (isStored || securityIn(tables).has(id)) endId(id, tables);
      else emptyId(id, tables);
      return isStored;
    },
    createUserWithAccount(user, account, authenticator) {
      beginUser(user, tables);
      assertFree(accounts, accountKeyOf(account));
      if (authenticator) assertFree(authenticators, authenticator.credentialID);
      const created = addRow(users, user.id, user);
      addRow(accounts, accountKeyOf(account), { ...account, userId: user.id });
      if (authenticator) {
        addRow(authenticators, authenticator.credentialID, { ...authenticator, userId: user.id });
      }
      return created;
    },
    takeOverUser({ id, email, emailVerified }) {
      const user = users.get(id);
      if (!user || user.email !== email || user.emailVerified) return null;
      removeAllOf(id, tables, true);
      return changeIn(users, id, { emailVerified });
    },
  } satisfies Partial<Adapter>;
}

/** The methods about accounts, and about several credentials at once, for `methodsOf()`. */
export function accountMethods(tables: Tables) {
  const { users, accounts, sessions, authenticators } = tables;
  return {
    linkAccount(account) {
      assertOwner(account, tables);
      addRow(accounts, accountKeyOf(account), account);
    },
    unlinkAccount: (account) => removeAccountOf(account, tables),
    exactIds: true,
    getAccount: (providerAccountId, provider) =>
      cloneOf(accounts.get(accountKeyOf({ provider, providerAccountId })) ?? null),
    updateAccount(account) {
      changeIn(accounts, accountKeyOf(account), account);
    },
    addCredentials({ userId, emailVerified, account, authenticator, session }) {
      const user = users.get(userId);
      if (!user || user.emailVerified?.getTime() !== emailVerified?.getTime()) return false;
      if (account) assertFree(accounts, accountKeyOf(account));
      if (authenticator) assertFree(authenticators, authenticator.credentialID);
      if (session) assertFree(sessions, session.sessionToken);
      if (account) addRow(accounts, accountKeyOf(account), { ...account, userId });
      if (authenticator) addRow(authenticators, authenticator.credentialID, { ...authenticator, userId });
      if (session) addRow(sessions, session.sessionToken, { ...session, userId });
      return true;
    },
    removeAccount({ userId, account, credentialID = "", keeps }) {
      const isOwn = (key: typeof account) => accounts.get(accountKeyOf(key))?.userId === userId;
      if (!(keeps === "email" ? hasMailbox(userId, tables) : isOwn(keeps)) || !isOwn(account)) return false;
      removeAccountOf(account, tables);
      if (authenticators.get(credentialID)?.userId === userId) authenticators.delete(credentialID);
      return true;
    },
    listAccountsByUserId: (userId) => ownedBy(accounts, userId),
  } satisfies Partial<Adapter>;
}

/** Whether a user has a verified address. */
function hasMailbox(userId: string, { users }: Tables): boolean {
  const user = users.get(userId);
  return Boolean(user?.email && user.emailVerified);
}

/** The methods about passkeys. */
export function authenticatorMethods(tables: Tables) {
  const { authenticators } = tables;
  return {
    getAuthenticator: async (credentialID) => cloneOf(authenticators.get(credentialID) ?? null),
    async createAuthenticator(authenticator) {
      assertOwner(authenticator, tables);
      return addRow(authenticators, authenticator.credentialID, authenticator);
    },
    listAuthenticatorsByUserId: async (userId) => ownedBy(authenticators, userId),
    updateAuthenticatorCounter: async (credentialID, counter) =>
      changeIn(authenticators, credentialID, { counter }) ?? missing("authenticator", credentialID),
    async updateAuthenticator({ credentialID, ...fields }) {
      if (!changeIn(authenticators, credentialID, fields)) missing("authenticator", credentialID);
    },
  } satisfies Partial<Adapter>;
}
