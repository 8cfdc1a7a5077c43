/**
 * Users in Deno KV.
 *
 * @module
 */

import { addCredentials, removeAccount, removeOwned, takeOverUser } from "./credentials.ts";
import {
  all,
  commit,
  getEntries,
  type KvAtomic,
  type KvKey,
  type KvKeys,
  putAccount,
  putAuthenticator,
  repeat,
  type StoredAccount,
} from "./entries.ts";
import { type KvDatabase, merge, readKv } from "./queries.ts";
import { endedRow } from "../contract/ended_generation.ts";
import { noteIdOf } from "../../shapes/security.ts";
import { fits } from "../../shapes/fits.ts";
import { missing } from "../contract/missing.ts";
import { assertStorable, assertUserId } from "../contract/storable.ts";
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSecurity,
  AdapterUser,
} from "../contract/types.ts";

/** How many users a list looks at, until it says where it goes on. */
const MOST_LOOKS = 1000;

/** The methods of the adapter for users. */
export function usersIn(db: KvDatabase) {
  const { kv, keys, putBeside } = db;
  return {
    createUser: (user) => addUser(db, user),
    createUserWithAccount: (user, account, authenticator) => addUser(db, user, { account, authenticator }),
    getUser: (id) => readKv<AdapterUser>(kv, keys.user(id)),
    async getUserByEmail(email) {
      const id = await readKv<string>(kv, keys.email(email));
      return id === null ? null : await readKv<AdapterUser>(kv, keys.user(id));
    },
    async getUserByAccount(account) {
      const stored = await readKv<StoredAccount>(kv, keys.account(account));
      return stored && await readKv<AdapterUser>(kv, keys.user(stored.userId));
    },
    async listUsers({ after, limit, ...asked }) {
      const list = keys.user("").slice(0, -1);
      // The least text after another one ends with zero; numbers are after all texts.
      const range = { start: after === null ? list : [...list, `${after}\0`], end: [...list, 0] };
      const users: AdapterUser[] = [];
      let [looks, last] = [0, after];
      for await (const { value } of kv.list(range, { limit: MOST_LOOKS })) {
        const user = value as AdapterUser;
        [looks, last] = [looks + 1, user.id];
        if (fits(user, asked) && users.push(user) === limit) return { users, next: last };
      }
      return { users, next: looks < MOST_LOOKS ? null : last };
    },
    updateUser: (user) =>
      repeat(async () => {
        const [entry, holder] = await getEntries(kv, [keys.user(user.id), keys.email(user.email ?? "")]);
        const stored = entry.value as AdapterUser | null;
        if (!stored) missing("user", user.id);
        if (holder.value !== null && holder.value !== user.id) {
          throw new Error(`Cannot update user "${user.id}": another user has the address`);
        }
        assertStorable(user);
        const changed = merge(stored, user);
        const atomic = kv.atomic();
        atomic.check(entry, holder);
        atomic.set(keys.user(user.id), changed);
        if (stored.email && stored.email !== changed.email) atomic.delete(keys.email(stored.email));
        if (changed.email && stored.email !== changed.email) atomic.set(keys.email(changed.email), user.id);
        putBeside(atomic);
        return await commit(atomic) && changed;
      }),
    deleteUser: (id) => endUser(db, id),
    addCredentials: (credentials) => addCredentials(db, credentials),
    removeAccount: (removal) => removeAccount(db, removal),
    takeOverUser: (user) => takeOverUser(db, user),
  } satisfies Adapter;
}

/** Stores a new user, with an account if there is one. */
async function addUser(
  db: KvDatabase,
  user: AdapterUser,
  { account, authenticator }: {
    readonly account?: Omit<AdapterAccount, "userId">;
    readonly authenticator?: Omit<AdapterAuthenticator, "userId"> | undefined;
  } = {},
): Promise<AdapterUser> {
  assertStorable(user);
  assertUserId(user.id);
  const { kv, keys } = db;
  if (await hasEntries(db, user.id)) await endFormer(db, user.id);
  const atomic = kv.atomic();
  const free = (key: KvKey) => atomic.check({ key, versionstamp: null });
  free(keys.user(user.id));
  atomic.set(keys.user(user.id), user);
  if (user.email) {
    free(keys.email(user.email));
    atomic.set(keys.email(user.email), user.id);
  }
  if (account) {
    free(keys.account(account));
    putAccount(atomic, keys, { ...account, userId: user.id });
  }
  if (authenticator) {
    free(keys.authenticator(authenticator.credentialID));
    putAuthenticator(atomic, keys, { ...authenticator, userId: user.id });
  }
  db.putBeside(atomic);
  if (await commit(atomic)) return structuredClone(user);
  throw new Error(`Cannot store user "${user.id}": the user, the address or the account is stored already`);
}

/** Removes a user. Leaves a generation that no token of theirs has, also if the application has removed the user before. */
async function endUser({ kv, keys, putBeside }: KvDatabase, id: string): Promise<void> {
  let stored: AdapterUser | null = null;
  let left: AdapterSecurity | null = null;
  await removeOwned(kv, keys, {
    userId: id,
    async begin(atomic) {
      const [user, security] = await getEntries(kv, [keys.user(id), keys.security(id)]);
      stored = user.value as AdapterUser | null;
      left = user.value || security.value ? endedRow(id, security.value as AdapterSecurity | null) : null;
      atomic.check(user, security);
      return true;
    },
    end(atomic) {
      atomic.delete(keys.user(id));
      if (left) atomic.set(keys.security(id), left);
      dropTraces(atomic, keys, id);
      if (stored?.email) atomic.delete(keys.email(stored.email));
      if (stored) putBeside(atomic);
    },
  });
}

/** Empties the id of a user who is about to be stored, while there is none. */
async function endFormer({ kv, keys }: KvDatabase, id: string): Promise<void> {
  let left: AdapterSecurity | null = null;
  await removeOwned(kv, keys, {
    userId: id,
    async begin(atomic) {
      const [user, security] = await getEntries(kv, [keys.user(id), keys.security(id)]);
      left = endedRow(id, security.value as AdapterSecurity | null);
      atomic.check(user, security);
      return user.value === null;
    },
    end(atomic) {
      atomic.set(keys.security(id), left);
      dropTraces(atomic, keys, id);
    },
  });
}

function dropTraces(atomic: KvAtomic, keys: KvKeys, id: string): void {
  atomic.delete(keys.mark(id));
  atomic.delete(keys.security(noteIdOf(id)));
}

/** Whether anything stands under the id of a user. */
async function hasEntries({ kv, keys }: KvDatabase, id: string): Promise<boolean> {
  const entries = await getEntries(kv, [keys.security(id), keys.security(noteIdOf(id))]);
  if (entries.some(({ value }) => value !== null)) return true;
  return (await all(kv.list({ prefix: keys.owned(id) }, { limit: 1 }))).length > 0;
}
