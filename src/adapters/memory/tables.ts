/**
 * The maps of one database in memory, and the rules that keep them together.
 *
 * @module
 */

import { endedRow } from "../contract/ended_generation.ts";
import { noteIdOf } from "../../shapes/security.ts";
import { ROW_KINDS } from "../../shapes/rows.ts";
import { assertStorable, assertUserId } from "../contract/storable.ts";
import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSecurity,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../contract/types.ts";
import { kindsInMemory } from "./kinds.ts";
import { accountKeyOf, assertFree, findIn, removeOwnedBy } from "./rows.ts";

/** The maps, by what they hold. */
export interface Tables {
  readonly users: Map<string, AdapterUser>;
  readonly accounts: Map<string, AdapterAccount>;
  readonly sessions: Map<string, AdapterSession>;
  readonly tokens: Map<string, VerificationToken>;
  readonly authenticators: Map<string, AdapterAuthenticator>;
  readonly kinds: ReturnType<typeof kindsInMemory>;
}

/** Empty maps. */
export function emptyTables(): Tables {
  return {
    users: new Map(),
    accounts: new Map(),
    sessions: new Map(),
    tokens: new Map(),
    authenticators: new Map(),
    kinds: kindsInMemory(),
  };
}

/** The user with an address. */
export function userWith(email: string, { users }: Tables): AdapterUser | null {
  return findIn(users, (user) => user.email === email);
}

/** Asserts that a user may have these fields. @throws {Error} if another user has the address. */
export function assertMayStore(
  { id, email, ...fields }: Pick<AdapterUser, "id"> & Partial<AdapterUser>,
  tables: Tables,
): void {
  assertStorable({ id, email, ...fields });
  const other = email ? userWith(email, tables) : null;
  if (other && other.id !== id) throw new Error(`Cannot store user "${id}": another user has the address`);
}

/** Asserts that what is to be stored belongs to a user who is stored. @throws {Error} if there is none. */
export function assertOwner({ userId }: { readonly userId: string }, { users }: Tables): void {
  if (!users.has(userId)) throw new Error(`Cannot store what belongs to user "${userId}": there is none`);
}

/** Removes an account with what the library stores for it; returns whether there was one. */
export function removeAccountOf(account: AccountKey, { accounts, kinds }: Tables): boolean {
  kinds.removeAccount(account);
  return accounts.delete(accountKeyOf(account));
}

/** Removes all that belongs to a user. @param isTakeover Whether the user stays. Default `false`. */
export function removeAllOf(
  userId: string,
  { accounts, sessions, authenticators, kinds }: Tables,
  isTakeover = false,
): void {
  removeOwnedBy(accounts, userId);
  removeOwnedBy(sessions, userId);
  removeOwnedBy(authenticators, userId);
  kinds.removeOwner(userId, isTakeover);
}

/** Empties an id. */
export function emptyId(userId: string, tables: Tables): void {
  removeAllOf(userId, tables);
  securityIn(tables).delete(noteIdOf(userId));
}

/** Empties an id, and leaves a generation that no token of its user has. */
export function endId(userId: string, tables: Tables): void {
  emptyId(userId, tables);
  const security = securityIn(tables);
  security.set(userId, endedRow(userId, security.get(userId)));
}

/** Asserts that a user may be stored, for whom nothing counts that stands under the id: it may be that of a former user. */
export function beginUser(user: AdapterUser, tables: Tables): void {
  const { users, kinds } = tables;
  assertUserId(user.id);
  assertMayStore(user, tables);
  assertFree(users, user.id);
  const security = securityIn(tables);
  const isFormer = [user.id, noteIdOf(user.id)].some((id) => security.has(id)) || kinds.hasOwner(user.id);
  if (isFormer) endId(user.id, tables);
}

/** The rows about the security of users. */
export function securityIn({ kinds }: Pick<Tables, "kinds">): Map<string, AdapterSecurity> {
  return kinds.of(ROW_KINDS.security);
}
