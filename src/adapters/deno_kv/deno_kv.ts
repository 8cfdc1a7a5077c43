/**
 * Users and sessions in Deno KV.
 *
 * @module
 */

import {
  commit,
  dropAccount,
  dropSession,
  dropToken,
  keysBelow,
  type Kv,
  type KvAtomic,
  putAccount,
  putAuthenticator,
  putSession,
  putToken,
  readAccount,
  repeat,
  type StoredAccount,
} from "./entries.ts";
import { removeExpiredEntries } from "./expiry.ts";
import { putRow } from "./kind_entries.ts";
import { dropRowsOfAccount, rowsIn } from "./kinds.ts";
import { addKv, assertKv, changeKv, type KvDatabase, listOwned, merge, readKv } from "./queries.ts";
import { usersIn } from "./users.ts";
import { withBeside } from "../contract/beside.ts";
import { missing } from "../contract/missing.ts";
import { namedRows } from "../contract/named_rows.ts";
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  AuthenticatorUpdate,
  VerificationToken,
} from "../contract/types.ts";

export type { Kv, KvAtomic, KvEntry, KvKey } from "./entries.ts";

/** Settings of the adapter. */
export interface DenoKvOptions {
  /** Begins all keys. Default `["auth"]`. */
  readonly prefix?: readonly string[];
}

/**
 * Stores users, accounts, sessions and tokens in Deno KV, with all their fields: up to 64 KiB for a user, up to 600 000
 * bytes for an account, as JSON, for a sign-in between its two steps, for provider tokens, and for the ID token of a provider
 * session.
 *
 * Each write is atomic, and is tried again after a conflict. Sessions and tokens expire by themselves, some time after
 * their end; `removeExpired` removes them at once.
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
  assertKv(kv);
  const keys = keysBelow(prefix);
  return withBeside((beside) => {
    const putBeside = (atomic: KvAtomic) => beside.forEach(([kind, row]) => putRow(atomic, keys, kind, row));
    const db = { kv, keys, putBeside };
    return {
      ...usersIn(db),
      ...accountsIn(db),
      ...sessionsIn(db),
      ...tokensIn(db),
      ...authenticatorsIn(db),
      rows: namedRows(rowsIn(db)),
      removeExpired: (options) => removeExpiredEntries(db, options),
    };
  });
}

/** DenoKv, as adapters are imported by habit. */
export default DenoKv;

function accountsIn(db: KvDatabase) {
  const { kv, keys, putBeside } = db;
  return {
    linkAccount: (account) =>
      addKv(
        db,
        { userId: account.userId, key: keys.account(account) },
        (atomic) => putAccount(atomic, keys, account),
      ),
    async unlinkAccount(account) {
      const removeSome = async () => {
        const entry = await kv.get(keys.account(account));
        const atomic = kv.atomic();
        atomic.check(entry);
        const isLast = await dropRowsOfAccount(db, atomic, account);
        if (isLast && entry.value) {
          dropAccount(atomic, keys, { ...account, ...entry.value as StoredAccount });
          putBeside(atomic);
        }
        return await commit(atomic) && (isLast ? "done" : "more");
      };
      while (await repeat(removeSome) === "more");
    },
    exactIds: true,
    getAccount: (providerAccountId, provider) => readAccount(kv, keys, { provider, providerAccountId }),
    updateAccount: (account) =>
      changeKv<StoredAccount, AdapterAccount>(kv, keys.account(account), {
        async to() {
          const stored = await readAccount(kv, keys, account);
          return stored && merge(stored, account);
        },
        put(atomic, changed, stored) {
          dropAccount(atomic, keys, { ...account, ...stored });
          putAccount(atomic, keys, changed);
          atomic.set(keys.mark(changed.userId), true);
        },
      }),
    listAccountsByUserId: (userId) =>
      listOwned(
        kv,
        keys.owned(userId, "account"),
        (provider, providerAccountId = "") => readAccount(kv, keys, { provider, providerAccountId }),
      ),
  } satisfies Adapter;
}

function sessionsIn(db: KvDatabase) {
  const { kv, keys } = db;
  const find = (sessionToken: string) => readKv<AdapterSession>(kv, keys.session(sessionToken));
  const changeSession = (sessionToken: string, to: (stored: AdapterSession) => AdapterSession | null) =>
    changeKv<AdapterSession>(kv, keys.session(sessionToken), {
      to,
      put(atomic, session, before) {
        dropSession(atomic, keys, { ...before, time: before.expires.getTime() });
        putSession(atomic, keys, session);
      },
    });
  const listSessionsByUserId = (userId: string) => listOwned(kv, keys.owned(userId, "session"), find);
  return {
    async createSession(session) {
      const { sessionToken, userId } = session;
      await addKv(
        db,
        { userId, key: keys.session(sessionToken) },
        (atomic) => putSession(atomic, keys, session),
      );
      return structuredClone(session);
    },
    async getSessionAndUser(sessionToken) {
      const session = await find(sessionToken);
      const user = session && await readKv<AdapterUser>(kv, keys.user(session.userId));
      return user && { session, user };
    },
    updateSession: (session) => changeSession(session.sessionToken, (stored) => merge(stored, session)),
    async prolongSession({ sessionToken, expires, usedAt, ifBefore }) {
      return await changeSession(
        sessionToken,
        (stored) => stored.expires < ifBefore ? merge(stored, { expires, usedAt }) : null,
      ) !== null;
    },
    // Of several removals at the same time, one finds it.
    deleteSession: async (sessionToken) =>
      await changeKv<AdapterSession>(kv, keys.session(sessionToken), {
        to: (stored) => stored,
        put: (atomic, session) => dropSession(atomic, keys, { ...session, time: session.expires.getTime() }),
      }) !== null,
    listSessionsByUserId,
    async deleteSessionsByUserId(userId, except) {
      const ended = (await listSessionsByUserId(userId)).filter((it) => it.sessionToken !== except);
      await Promise.all(ended.map((session) => removeSession(db, session)));
      return ended.length;
    },
  } satisfies Adapter;
}

/** Without a check: concurrent renewals must not prevent a user from signing out. */
async function removeSession({ kv, keys }: KvDatabase, session: AdapterSession): Promise<void> {
  const atomic = kv.atomic();
  dropSession(atomic, keys, { ...session, time: session.expires.getTime() });
  await commit(atomic);
}

function tokensIn({ kv, keys }: KvDatabase) {
  return {
    async createVerificationToken(token) {
      const atomic = kv.atomic();
      atomic.check({ key: keys.token(token), versionstamp: null });
      putToken(atomic, keys, token);
      if (!await commit(atomic)) throw new Error("Cannot store the token: it is stored already");
    },
    useVerificationToken: (key) =>
      changeKv<VerificationToken>(kv, keys.token(key), {
        to: same,
        put: (atomic, { identifier, token, expires }) =>
          dropToken(atomic, keys, { identifier, token, time: expires.getTime() }),
      }),
  } satisfies Adapter;
}

function authenticatorsIn(db: KvDatabase) {
  const { kv, keys } = db;
  const find = (credentialID: string) => readKv<AdapterAuthenticator>(kv, keys.authenticator(credentialID));
  const changeAuthenticator = async (to: AuthenticatorUpdate) => {
    const key = keys.authenticator(to.credentialID);
    const put = (atomic: KvAtomic, changed: AdapterAuthenticator) => void atomic.set(key, changed);
    return await changeKv<AdapterAuthenticator>(kv, key, { to: (stored) => merge(stored, to), put }) ??
      missing("authenticator", to.credentialID);
  };
  return {
    getAuthenticator: find,
    async createAuthenticator(authenticator) {
      const { userId, credentialID } = authenticator;
      await addKv(
        db,
        { userId, key: keys.authenticator(credentialID) },
        (atomic) => putAuthenticator(atomic, keys, authenticator),
      );
      return structuredClone(authenticator);
    },
    listAuthenticatorsByUserId: (userId) => listOwned(kv, keys.owned(userId, "authenticator"), find),
    updateAuthenticatorCounter: (credentialID, counter) => changeAuthenticator({ credentialID, counter }),
    async updateAuthenticator(update) {
      await changeAuthenticator(update);
    },
  } satisfies Adapter;
}

function same<T>(stored: T): T {
  return stored;
}
