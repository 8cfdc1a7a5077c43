/**
 * Tokens that the library renews, and sessions that began at a provider, in Deno KV.
 *
 * @module
 */

import { all, type Kv, type KvAtomic, type KvKeys } from "./entries.ts";
import { joinPieces, readPieces } from "./pieces.ts";
import {
  accountSessions,
  dropProviderSession,
  dropProviderTokens,
  PROVIDER_SESSION,
  PROVIDER_TOKENS,
  putProviderSession,
  putProviderTokens,
  sessionKey,
  type SessionNames,
  sidSessions,
  type StoredSession,
  type StoredTokens,
  subSessions,
  tokensKey,
  tokensPieces,
} from "./provider_entries.ts";
import { changeKv, type KvDatabase, listOwned, listPage, storeIf } from "./queries.ts";
import type {
  AccountKey,
  Adapter,
  AdapterProviderSession,
  AdapterProviderTokens,
} from "../contract/types.ts";

/** The methods of the adapter for provider tokens. */
export function providerTokensIn({ kv, keys }: KvDatabase) {
  return {
    listProviderTokensByUserId: (userId) =>
      listOwned(
        kv,
        keys.owned(userId, PROVIDER_TOKENS),
        (provider, providerAccountId = "") => readTokens(kv, keys, { provider, providerAccountId }),
      ),
    setProviderTokens: (tokens, ifVersion) =>
      storeIf(kv, tokensKey(keys, tokens), {
        isExpected: (value) => ((value as StoredTokens | null)?.version ?? null) === ifVersion,
        put(atomic, value) {
          if (value) {
            const { provider, providerAccountId } = tokens;
            dropProviderTokens(atomic, keys, { provider, providerAccountId, ...value as StoredTokens });
          }
          putProviderTokens(atomic, keys, tokens);
          // So that they are removed with the user, and by a takeover.
          atomic.set(keys.mark(tokens.userId), true);
        },
      }),
    deleteProviderTokens: (account) =>
      changeKv<StoredTokens>(kv, tokensKey(keys, account), {
        to: (stored) => stored,
        put: (atomic, stored) => dropProviderTokens(atomic, keys, { ...account, ...stored }),
      }),
    async listProviderTokens(after, limit) {
      const prefix = keys.record(PROVIDER_TOKENS);
      // The least text after another one ends with zero; numbers are after all texts.
      const start = after
        ? tokensKey(keys, { ...after, providerAccountId: `${after.providerAccountId}\0` })
        : prefix;
      const entries = await all(kv.list({ start, end: [...prefix, 0] }, { limit }));
      const found = entries.map(({ key }) => {
        const [provider = "", providerAccountId = ""] = key.slice(prefix.length).map(String);
        return readTokens(kv, keys, { provider, providerAccountId });
      });
      return (await Promise.all(found)).filter((it) => it !== null);
    },
  } satisfies Adapter;
}

/** The methods of the adapter for provider sessions. */
export function providerSessionsIn({ kv, keys }: KvDatabase) {
  return {
    getProviderSession: (id) => readSession(kv, keys, id),
    setProviderSession: (session) =>
      storeIf(kv, sessionKey(keys, session.id), {
        isExpected: () => true,
        put(atomic, value) {
          if (value) dropProviderSession(atomic, keys, value as StoredSession);
          putProviderSession(atomic, keys, session);
          atomic.set(keys.mark(session.userId), true);
        },
      }),
    deleteProviderSession: (id) =>
      changeKv<StoredSession>(kv, sessionKey(keys, id), {
        to: (stored) => stored,
        put: (atomic, stored) => dropProviderSession(atomic, keys, stored),
      }),
    listProviderSessions(of, page) {
      const list = "userId" in of
        ? keys.owned(of.userId, PROVIDER_SESSION)
        : "sid" in of
        ? sidSessions(keys, of)
        : subSessions(keys, of);
      const find = (id = "") => readSession(kv, keys, id);
      return page ? listPage(kv, list, find, page) : listOwned(kv, list, find);
    },
  } satisfies Adapter;
}

/** Removes the tokens and the provider sessions of an account; resolves to whether these were all. */
export async function dropRowsOfAccount(
  { kv, keys }: KvDatabase,
  atomic: KvAtomic,
  account: AccountKey,
): Promise<boolean> {
  const tokens = await kv.get(tokensKey(keys, account));
  atomic.check(tokens);
  if (tokens.value) {
    const { provider, providerAccountId } = account;
    dropProviderTokens(atomic, keys, { provider, providerAccountId, ...tokens.value as StoredTokens });
  }
  const sessions = await all(kv.list({ prefix: accountSessions(keys, account) }, { limit: BATCH }));
  atomic.check(...sessions);
  for (const { value } of sessions) dropProviderSession(atomic, keys, value as SessionNames);
  return sessions.length < BATCH;
}

/** Size of a batch. Deno KV commits up to 1000 writes together. */
const BATCH = 50;

async function readTokens(kv: Kv, keys: KvKeys, account: AccountKey): Promise<AdapterProviderTokens | null> {
  const stored = await readPieces<StoredTokens>(kv, tokensKey(keys, account), tokensPieces(keys, account));
  if (!stored) return null;
  const { first, pieces, ...fields } = stored.record;
  const tokens = joinPieces(first, stored.others.slice(0, pieces))!;
  return { ...account, ...fields, tokens };
}

/** Returns `null` if a piece has expired. */
async function readSession(kv: Kv, keys: KvKeys, id: string): Promise<AdapterProviderSession | null> {
  const key = sessionKey(keys, id);
  const stored = await readPieces<StoredSession>(kv, key, key);
  if (!stored) return null;
  const { first, pieces, ...fields } = stored.record;
  const idToken = first && joinPieces(first, stored.others.slice(0, pieces));
  return first && idToken === null ? null : { ...fields, idToken };
}
