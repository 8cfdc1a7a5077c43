/**
 * Users and sessions in Deno KV.
 *
 * @module
 */

import { webPlatform } from "../platform.ts";
import type { Awaitable } from "../types.ts";
import { addCredentials, removeOwned, takeOverUser } from "./_deno_kv_credentials.ts";
import {
  all,
  commit,
  dropAccount,
  dropEnded,
  dropSession,
  dropToken,
  keysBelow,
  type Kv,
  type KvAtomic,
  type KvKey,
  type Owned,
  putAccount,
  putAuthenticator,
  putSession,
  putToken,
  readAccount,
  repeat,
  type StoredAccount,
} from "./_deno_kv_entries.ts";
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  AuthenticatorUpdate,
  VerificationToken,
} from "./types.ts";

export type { Kv, KvAtomic, KvEntry, KvKey, KvKeyPart } from "./_deno_kv_entries.ts";

/** Settings of the adapter. */
export interface DenoKvOptions {
  /** What all keys begin with. Default `["auth"]`. */
  readonly prefix?: readonly string[];
}

/**
 * Keeps users, accounts, sessions and tokens in Deno KV, with all their fields: those of a user up to 64 KiB together,
 * those of an account up to 600 000 bytes as JSON.
 *
 * Each write is atomic, and is tried again if another came between. Sessions and tokens expire by themselves, at some
 * time after they have ended; `removeExpired` removes them at once.
 *
 * @param kv The application's database. Deno needs `"unstable": ["kv"]` in `deno.json`, or `--unstable-kv`.
 *
 * @example
 * ```ts ignore
 * import { DenoKv } from "@latchkey/auth/adapters/deno-kv";
 *
 * const adapter = DenoKv(await Deno.openKv());
 * ```
 */
export function DenoKv(kv: Kv, { prefix = ["auth"] }: DenoKvOptions = {}): Required<Adapter> {
  const keys = keysBelow(prefix);

  async function read<T>(key: KvKey): Promise<T | null> {
    return (await kv.get(key)).value as T | null;
  }

  /** Stores a new user, with an account if there is one. */
  async function addUser(
    user: AdapterUser,
    { account, authenticator }: {
      readonly account?: Omit<AdapterAccount, "userId">;
      readonly authenticator?: Omit<AdapterAuthenticator, "userId"> | undefined;
    } = {},
  ): Promise<AdapterUser> {
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
    if ((await atomic.commit()).ok) return structuredClone(user);
    throw new Error(`Cannot store user "${user.id}": the user, the address or the account is stored already`);
  }

  /** Stores what a user has, if its key is free and the user there. */
  function add(userId: string, key: KvKey, put: (atomic: KvAtomic) => void): Promise<unknown> {
    return repeat(async () => {
      const [user, stored] = await kv.getMany([keys.user(userId), key]);
      if (!user?.value) throw new Error("Cannot store what belongs to a user who is not there");
      if (stored?.value) throw new Error("Cannot store what is stored already");
      const atomic = kv.atomic();
      atomic.check(user, stored!);
      atomic.set(keys.mark(userId), true);
      put(atomic);
      return await commit(atomic);
    });
  }

  /** Changes an entry; resolves to what it is then, or to `null` if there is nothing to change. */
  function change<T extends object, C extends object = T>(
    key: KvKey,
    to: (stored: T) => Awaitable<C | null>,
    put: (atomic: KvAtomic, changed: C, stored: T) => void = (atomic, changed) =>
      void atomic.set(key, changed),
  ): Promise<C | null> {
    return repeat(async () => {
      const entry = await kv.get(key);
      const stored = entry.value as T | null;
      const changed = stored && await to(stored);
      if (!changed) return null;
      const atomic = kv.atomic();
      atomic.check(entry);
      put(atomic, changed, stored);
      return await commit(atomic) && changed;
    });
  }

  function changeSession(
    sessionToken: string,
    to: (stored: AdapterSession) => AdapterSession | null,
  ): Promise<AdapterSession | null> {
    return change(keys.session(sessionToken), to, (atomic, session, before) => {
      dropSession(atomic, keys, { ...before, time: before.expires.getTime() });
      putSession(atomic, keys, session);
    });
  }

  async function changeAuthenticator(to: AuthenticatorUpdate): Promise<AdapterAuthenticator> {
    const key = keys.authenticator(to.credentialID);
    const changed = await change<AdapterAuthenticator>(key, (stored) => merge(stored, to));
    if (!changed) throw new Error("Cannot update the authenticator: there is none");
    return changed;
  }

  /** Reads what a user has. @param find Takes what the key ends in. */
  async function listOwned<T>(
    userId: string,
    kind: Owned,
    find: (...id: string[]) => Promise<T | null>,
  ): Promise<T[]> {
    const found: Promise<T | null>[] = [];
    const list = keys.owned(userId, kind);
    for await (const { key } of kv.list({ prefix: list })) {
      found.push(find(...key.slice(list.length) as string[]));
    }
    return (await Promise.all(found)).filter((it) => it !== null);
  }

  return {
    createUser: (user) => addUser(user),
    getUser: (id) => read<AdapterUser>(keys.user(id)),
    async getUserByEmail(email) {
      const id = await read<string>(keys.email(email));
      return id === null ? null : await read<AdapterUser>(keys.user(id));
    },
    async getUserByAccount(account) {
      const stored = await read<StoredAccount>(keys.account(account));
      return stored && await read<AdapterUser>(keys.user(stored.userId));
    },
    updateUser: (user) =>
      repeat(async () => {
        const [entry, holder] = await kv.getMany([keys.user(user.id), keys.email(user.email ?? "")]);
        const stored = entry!.value as AdapterUser | null;
        if (!stored) throw new Error(`Cannot update user "${user.id}": there is none`);
        if (holder!.value !== null && holder!.value !== user.id) {
          throw new Error(`Cannot update user "${user.id}": another user has the address`);
        }
        const changed = merge(stored, user);
        const atomic = kv.atomic();
        atomic.check(entry!, holder!);
        atomic.set(keys.user(user.id), changed);
        if (stored.email && stored.email !== changed.email) atomic.delete(keys.email(stored.email));
        if (changed.email && stored.email !== changed.email) atomic.set(keys.email(changed.email), user.id);
        return await commit(atomic) && changed;
      }),
    async deleteUser(id) {
      let email: string | null | undefined;
      await removeOwned(kv, keys, {
        userId: id,
        async begin(atomic) {
          const user = await kv.get(keys.user(id));
          email = (user.value as AdapterUser | null)?.email;
          atomic.check(user);
          return true;
        },
        end(atomic) {
          atomic.delete(keys.user(id));
          atomic.delete(keys.mark(id));
          if (email) atomic.delete(keys.email(email));
        },
      });
    },
    linkAccount: (account) =>
      add(account.userId, keys.account(account), (atomic) => putAccount(atomic, keys, account)),
    unlinkAccount: (account) =>
      change<StoredAccount>(keys.account(account), same, (atomic, stored) => {
        dropAccount(atomic, keys, { ...account, ...stored });
      }),
    async createSession(session) {
      const { sessionToken, userId } = session;
      await add(userId, keys.session(sessionToken), (atomic) => putSession(atomic, keys, session));
      return structuredClone(session);
    },
    async getSessionAndUser(sessionToken) {
      const session = await read<AdapterSession>(keys.session(sessionToken));
      const user = session && await read<AdapterUser>(keys.user(session.userId));
      return user && { session, user };
    },
    updateSession: (session) => changeSession(session.sessionToken, (stored) => merge(stored, session)),
    async deleteSession(sessionToken) {
      const session = await read<AdapterSession>(keys.session(sessionToken));
      if (!session) return;
      const atomic = kv.atomic();
      // Without a check: renewals at the same time must not keep a user from signing out.
      dropSession(atomic, keys, { ...session, time: session.expires.getTime() });
      await atomic.commit();
    },
    async createVerificationToken(token) {
      const atomic = kv.atomic();
      atomic.check({ key: keys.token(token), versionstamp: null });
      putToken(atomic, keys, token);
      if (!(await atomic.commit()).ok) throw new Error("Cannot store the token: it is stored already");
    },
    useVerificationToken: (key) =>
      change<VerificationToken>(keys.token(key), same, (atomic, { identifier, token, expires }) => {
        dropToken(atomic, keys, { identifier, token, time: expires.getTime() });
      }),
    getAccount: (providerAccountId, provider) => readAccount(kv, keys, { provider, providerAccountId }),
    getAuthenticator: (credentialID) => read<AdapterAuthenticator>(keys.authenticator(credentialID)),
    async createAuthenticator(authenticator) {
      const { userId, credentialID } = authenticator;
      const put = (atomic: KvAtomic) => putAuthenticator(atomic, keys, authenticator);
      await add(userId, keys.authenticator(credentialID), put);
      return structuredClone(authenticator);
    },
    listAuthenticatorsByUserId: (userId) =>
      listOwned(userId, "authenticator", (id) => read<AdapterAuthenticator>(keys.authenticator(id))),
    updateAuthenticatorCounter: (credentialID, counter) => changeAuthenticator({ credentialID, counter }),
    createUserWithAccount: (user, account, authenticator) => addUser(user, { account, authenticator }),
    updateAccount: (account) =>
      change<StoredAccount, AdapterAccount>(
        keys.account(account),
        async () => {
          const stored = await readAccount(kv, keys, account);
          return stored && merge(stored, account);
        },
        (atomic, changed, stored) => {
          dropAccount(atomic, keys, { ...account, ...stored });
          putAccount(atomic, keys, changed);
          atomic.set(keys.mark(changed.userId), true);
        },
      ),
    async prolongSession({ sessionToken, expires, ifBefore }) {
      return await changeSession(
        sessionToken,
        (stored) => stored.expires < ifBefore ? { ...stored, expires } : null,
      ) !== null;
    },
    addCredentials: (credentials) => addCredentials(kv, keys, credentials),
    takeOverUser: (user) => takeOverUser(kv, keys, user),
    async updateAuthenticator({ credentialID, counter, credentialBackedUp }) {
      await changeAuthenticator({ credentialID, counter, credentialBackedUp });
    },
    listAccountsByUserId: (userId) =>
      listOwned(
        userId,
        "account",
        (provider, providerAccountId = "") => readAccount(kv, keys, { provider, providerAccountId }),
      ),
    listSessionsByUserId: (userId) =>
      listOwned(userId, "session", (sessionToken) => read<AdapterSession>(keys.session(sessionToken))),
    async removeExpired({ now = new Date(webPlatform.now()), batch = 1000 } = {}) {
      const ended = { start: keys.ending(), end: keys.ending(now.getTime() + 1) };
      const limit = Math.min(batch, MAX_CHECKS);
      const removeSome = async () => {
        const entries = await all(kv.list(ended, { limit }));
        const atomic = kv.atomic();
        atomic.check(...entries);
        for (const entry of entries) dropEnded(atomic, keys, entry);
        return await commit(atomic) && entries.length;
      };
      let [removed, some] = [0, 0];
      do {
        some = await repeat(removeSome);
        removed += some;
      } while (some > 0);
      return removed;
    },
  };
}

/** DenoKv, as adapters are imported by habit. */
export default DenoKv;

/** How many entries Deno KV checks together. */
const MAX_CHECKS = 100;

function same<T>(stored: T): T {
  return stored;
}

/** Changes the fields that are not `undefined`. */
function merge<T extends object>(stored: T, fields: Partial<T>): T {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...stored, ...Object.fromEntries(given) };
}
