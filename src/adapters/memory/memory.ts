/**
 * Users and sessions in memory, for tests and first steps.
 *
 * @module
 */

// deno-lint-ignore-file require-await -- a failing method rejects, as with a database; it does not throw.

import { webPlatform } from "../../platform/platform.ts";
import { endedRow } from "../contract/ended_generation.ts";
import { noteIdOf, notingChanges } from "../contract/mailbox_note.ts";
import { ROW_KINDS } from "../contract/row_kinds.ts";
import { namedRows } from "../contract/named_rows.ts";
import { kindsInMemory } from "./kinds.ts";
import {
  accountKeyOf,
  addRow,
  assertFree,
  changeIn,
  cloneOf,
  type Ending,
  findIn,
  ownedBy,
  removeOwnedBy,
  tokenKeyOf,
} from "./rows.ts";
import { missing } from "../contract/missing.ts";
import { pause } from "../contract/pause.ts";
import { assertStorable, assertUserId } from "../contract/storable.ts";
import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../contract/types.ts";

/**
 * Stores users, accounts, sessions and tokens in memory, with all their fields: they are lost when the process ends,
 * and other processes cannot read them. Arguments and results are copied.
 *
 * @example
 * ```ts
 * import { Memory } from "@latchkey/auth/adapters/memory";
 *
 * const adapter = Memory();
 * await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * console.log(await adapter.getUserByEmail("ada@example.com")); // { id: "1", … }
 * ```
 */
export function Memory(): Required<Adapter> {
  const users = new Map<string, AdapterUser>();
  const accounts = new Map<string, AdapterAccount>();
  const sessions = new Map<string, AdapterSession>();
  const tokens = new Map<string, VerificationToken>();
  const authenticators = new Map<string, AdapterAuthenticator>();
  const kinds = kindsInMemory();
  const security = kinds.of(ROW_KINDS.security);

  function userWith(email: string): AdapterUser | null {
    return findIn(users, (user) => user.email === email);
  }

  function assertMayStore({ id, email, ...fields }: Pick<AdapterUser, "id"> & Partial<AdapterUser>): void {
    assertStorable({ id, email, ...fields });
    const other = email ? userWith(email) : null;
    if (other && other.id !== id) throw new Error(`Cannot store user "${id}": another user has the address`);
  }

  /** Stores what belongs to a user who is stored. */
  function addOwned<T extends { userId: string }>(map: Map<string, T>, key: string, it: T): T {
    if (!users.has(it.userId)) {
      throw new Error(`Cannot store what belongs to user "${it.userId}": there is none`);
    }
    return addRow(map, key, it);
  }

  function removeAllOf(userId: string): void {
    removeOwnedBy(accounts, userId);
    removeOwnedBy(sessions, userId);
    removeOwnedBy(authenticators, userId);
    kinds.removeOwner(userId);
  }

  function emptyId(userId: string): void {
    removeAllOf(userId);
    security.delete(noteIdOf(userId));
  }

  /** Empties an id, and leaves a generation that no token of its user has. */
  function endId(userId: string): void {
    emptyId(userId);
    security.set(userId, endedRow(userId, security.get(userId)));
  }

  /** Asserts that a user may be stored, for whom nothing counts that stands under the id: it may be that of a former user. */
  function beginUser(user: AdapterUser): void {
    assertUserId(user.id);
    assertMayStore(user);
    assertFree(users, user.id);
    const isFormer = [user.id, noteIdOf(user.id)].some((id) => security.has(id)) || kinds.hasOwner(user.id);
    if (isFormer) endId(user.id);
  }

  /** Removes an account with what the library stores for it; returns whether there was one. */
  function removeAccountOf(account: AccountKey): boolean {
    kinds.removeAccount(account);
    return accounts.delete(accountKeyOf(account));
  }

  // A method awaits nothing, so no other call runs between its steps.
  return notingChanges({
    async createUser(user) {
      beginUser(user);
      return addRow(users, user.id, user);
    },
    getUser: async (id) => cloneOf(users.get(id) ?? null),
    getUserByEmail: async (email) => cloneOf(userWith(email)),
    async getUserByAccount(account) {
      const userId = accounts.get(accountKeyOf(account))?.userId;
      return cloneOf(users.get(userId ?? "") ?? null);
    },
    async updateUser(user) {
      assertMayStore(user);
      return changeIn(users, user.id, user) ?? missing("user", user.id);
    },
    async deleteUser(id) {
      if (users.delete(id) || security.has(id)) endId(id);
      else emptyId(id);
    },
    async linkAccount(account) {
      addOwned(accounts, accountKeyOf(account), account);
    },
    unlinkAccount: async (account) => removeAccountOf(account),
    createSession: async (session) => addOwned(sessions, session.sessionToken, session),
    async getSessionAndUser(sessionToken) {
      const session = sessions.get(sessionToken);
      const user = session && users.get(session.userId);
      return session && user ? cloneOf({ session, user }) : null;
    },
    updateSession: async (session) => changeIn(sessions, session.sessionToken, session),
    deleteSession: async (sessionToken) => sessions.delete(sessionToken),
    async createVerificationToken(token) {
      addRow(tokens, tokenKeyOf(token), token);
    },
    async useVerificationToken(key) {
      const token = tokens.get(tokenKeyOf(key)) ?? null;
      tokens.delete(tokenKeyOf(key));
      return token;
    },
    getAccount: async (providerAccountId, provider) =>
      cloneOf(accounts.get(accountKeyOf({ provider, providerAccountId })) ?? null),
    getAuthenticator: async (credentialID) => cloneOf(authenticators.get(credentialID) ?? null),
    createAuthenticator: async (authenticator) =>
      addOwned(authenticators, authenticator.credentialID, authenticator),
    listAuthenticatorsByUserId: async (userId) => ownedBy(authenticators, userId),
    updateAuthenticatorCounter: async (credentialID, counter) =>
      changeIn(authenticators, credentialID, { counter }) ?? missing("authenticator", credentialID),

    async createUserWithAccount(user, account, authenticator) {
      beginUser(user);
      assertFree(accounts, accountKeyOf(account));
      if (authenticator) assertFree(authenticators, authenticator.credentialID);
      const created = addRow(users, user.id, user);
      addRow(accounts, accountKeyOf(account), { ...account, userId: user.id });
      if (authenticator) {
        addRow(authenticators, authenticator.credentialID, { ...authenticator, userId: user.id });
      }
      return created;
    },
    async updateAccount(account) {
      changeIn(accounts, accountKeyOf(account), account);
    },
    async prolongSession({ sessionToken, expires, usedAt, ifBefore }) {
      const session = sessions.get(sessionToken);
      if (!session || session.expires >= ifBefore) return false;
      changeIn(sessions, sessionToken, { expires, usedAt });
      return true;
    },
    async addCredentials({ userId, emailVerified, account, authenticator, session }) {
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
    async takeOverUser({ id, email, emailVerified }) {
      const user = users.get(id);
      if (!user || user.email !== email || user.emailVerified) return null;
      removeAllOf(id);
      return changeIn(users, id, { emailVerified });
    },
    async removeAccount({ userId, account, credentialID = "", keeps }) {
      const user = users.get(userId);
      const isKept = keeps === "email"
        ? user?.email && user.emailVerified
        : accounts.get(accountKeyOf(keeps))?.userId === userId;
      if (!isKept || accounts.get(accountKeyOf(account))?.userId !== userId) return false;
      removeAccountOf(account);
      if (authenticators.get(credentialID)?.userId === userId) authenticators.delete(credentialID);
      return true;
    },
    async updateAuthenticator({ credentialID, ...fields }) {
      if (!changeIn(authenticators, credentialID, fields)) missing("authenticator", credentialID);
    },
    listAccountsByUserId: async (userId) => ownedBy(accounts, userId),
    listSessionsByUserId: async (userId) => ownedBy(sessions, userId),
    async deleteSessionsByUserId(userId, except) {
      const ended = ownedBy(sessions, userId).filter(({ sessionToken }) => sessionToken !== except);
      for (const { sessionToken } of ended) sessions.delete(sessionToken);
      return ended.length;
    },
    rows: namedRows(kinds),
    async removeExpired({ now = new Date(webPlatform.now()), batch = 1000 } = {}) {
      let removed = 0;
      for (const ending of [sessions, tokens, ...kinds.ending()] as readonly Ending[]) {
        for (const [key, { expires }] of ending) {
          if (expires > now || !ending.delete(key)) continue;
          if (++removed % batch === 0) await pause();
        }
      }
      return removed;
    },
  });
}

/** Memory, as adapters are imported by habit. */
export default Memory;
