/**
 * Removes entries of Deno KV of any kind: those of a user, and those that have ended.
 *
 * @module
 */

import { dropAccount, dropSession, type KvAtomic, type KvEntry, type KvKeys } from "./entries.ts";
import {
  dropProviderSession,
  dropProviderTokens,
  PROVIDER_SESSION,
  PROVIDER_TOKENS,
  type SessionNames,
} from "./provider_entries.ts";

/** Removes an entry of a user, also of a kind that a later version has added. @param entry One of those below `owned`. */
export function dropOwned(atomic: KvAtomic, keys: KvKeys, userId: string, { key, value }: KvEntry): void {
  const [kind = "", id = "", ...more] = key.slice(keys.owned(userId).length).map(String);
  atomic.delete(key);
  if (kind === "account") {
    const [second = ""] = more;
    dropAccount(atomic, keys, { userId, provider: id, providerAccountId: second, pieces: Number(value) });
  } else if (kind === "session") {
    dropSession(atomic, keys, { userId, sessionToken: id, time: Number(value) });
  } else if (kind === PROVIDER_TOKENS) {
    const [providerAccountId = ""] = more;
    dropProviderTokens(atomic, keys, { userId, provider: id, providerAccountId, pieces: Number(value) });
  } else if (kind === PROVIDER_SESSION) {
    dropProviderSession(atomic, keys, value as SessionNames);
  } else atomic.delete(keys.record(kind, id, ...more));
}

/** Removes what has ended, also of a kind that a later version has added. @param entry One of those below `ending`. */
export function dropEnded(atomic: KvAtomic, keys: KvKeys, { key, value }: KvEntry): void {
  const [time, kind = "", id = "", ...more] = key.slice(keys.ending().length);
  atomic.delete(key);
  if (kind === "session") {
    dropSession(atomic, keys, { userId: String(value), sessionToken: String(id), time: Number(time) });
    return;
  }
  if (kind === PROVIDER_SESSION) {
    dropProviderSession(atomic, keys, value as SessionNames);
    return;
  }
  const record = keys.record(String(kind), ...[id, ...more].map(String));
  atomic.delete(record);
  for (let index = 1; index <= Number(value); index++) atomic.delete([...record, index]);
}
