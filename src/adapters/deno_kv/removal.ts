/**
 * Removes entries of Deno KV of any kind: those of a user, and those that have ended.
 *
 * @module
 */

import { dropAccount, dropSession, type KvAtomic, type KvEntry, type KvKeys } from "./entries.ts";
import { dropListed } from "./kind_entries.ts";

/** Removes an entry of a user, also of a kind that a later version has added. @param entry One of those below `owned`. */
export function dropOwned(atomic: KvAtomic, keys: KvKeys, userId: string, { key, value }: KvEntry): void {
  const [kind = "", id = "", ...more] = key.slice(keys.owned(userId).length).map(String);
  atomic.delete(key);
  if (kind === "account") {
    const [second = ""] = more;
    dropAccount(atomic, keys, { userId, provider: id, providerAccountId: second, pieces: Number(value) });
  } else if (kind === "session") {
    dropSession(atomic, keys, { userId, sessionToken: id, time: Number(value) });
  } else if (!dropListed(atomic, keys, { name: kind, parts: [id, ...more], fields: { userId }, value })) {
    atomic.delete(keys.record(kind, id, ...more));
  }
}

/** Removes what has ended, also of a kind that a later version has added. @param entry One of those below `ending`. */
export function dropEnded(atomic: KvAtomic, keys: KvKeys, { key, value }: KvEntry): void {
  const [time, name = "", ...id] = key.slice(keys.ending().length);
  const [kind, parts] = [String(name), id.map(String)];
  atomic.delete(key);
  if (kind === "session") {
    const [sessionToken = ""] = parts;
    dropSession(atomic, keys, { userId: String(value), sessionToken, time: Number(time) });
    return;
  }
  const fields = { expires: new Date(Number(time)) };
  if (dropListed(atomic, keys, { name: kind, parts, fields, value })) return;
  const record = keys.record(kind, ...parts);
  atomic.delete(record);
  for (let index = 1; index <= Number(value); index++) atomic.delete([...record, index]);
}
