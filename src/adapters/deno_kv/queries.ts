/**
 * Reads, stores, changes and lists entries of Deno KV.
 *
 * @module
 */

import type { Awaitable } from "../../values/types.ts";
import { seeAlso } from "../../errors/help.ts";
import { mistakeIn } from "../contract/mistake.ts";
import {
  all,
  commit,
  getEntries,
  type Kv,
  type KvAtomic,
  type KvKey,
  type KvKeys,
  repeat,
} from "./entries.ts";

/** A database with the keys of the adapter. */
export interface KvDatabase {
  /** The application's database. */
  readonly kv: Kv;
  /** The keys in it. */
  readonly keys: KvKeys;
  /** Adds the rows beside a change to the write that makes it: the last one, of several. */
  readonly putBeside: (atomic: KvAtomic) => void;
}

/** Asserts that a database is one. @throws {TypeError} if not. */
export function assertKv(kv: Kv): void {
  const mistake = mistakeIn(kv);
  if (!mistake && typeof kv.atomic === "function") return;
  throw new TypeError(
    "Cannot use this database for DenoKv: give the one that `Deno.openKv` opens, such as `DenoKv(await Deno.openKv())`" +
      mistake + seeAlso("adapters"),
  );
}

/** Reads a value; `null` if there is none. */
export async function readKv<T>(kv: Kv, key: KvKey): Promise<T | null> {
  return (await kv.get(key)).value as T | null;
}

/**
 * Stores an entry that a user owns, if its key is free.
 *
 * @throws {Error} if the entry is already stored, or its user is not.
 */
export function addKv(
  { kv, keys, putBeside }: KvDatabase,
  { userId, key }: { readonly userId: string; readonly key: KvKey },
  put: (atomic: KvAtomic) => void,
): Promise<true> {
  return repeat(async () => {
    const [user, stored] = await getEntries(kv, [keys.user(userId), key]);
    if (!user.value) throw new Error("Cannot store what belongs to a user who is not there");
    if (stored.value) throw new Error("Cannot store what is stored already");
    const atomic = kv.atomic();
    atomic.check(user, stored);
    atomic.set(keys.mark(userId), true);
    put(atomic);
    putBeside(atomic);
    return await commit(atomic);
  });
}

/** Changes an entry; resolves to its new value, or to `null` if there is nothing to change. */
export function changeKv<T extends object, C extends object = T>(
  kv: Kv,
  key: KvKey,
  { to, put }: {
    readonly to: (stored: T) => Awaitable<C | null>;
    readonly put: (atomic: KvAtomic, changed: C, stored: T) => void;
  },
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

/** Writes if the stored value, or `null` without one, is as expected; resolves to whether it did. */
export async function storeIf(
  kv: Kv,
  key: KvKey,
  { isExpected, put }: {
    readonly isExpected: (value: unknown) => boolean;
    readonly put: (atomic: KvAtomic, value: unknown) => void;
  },
): Promise<boolean> {
  const outcome = await repeat(async () => {
    const entry = await kv.get(key);
    if (!isExpected(entry.value)) return "changed";
    const atomic = kv.atomic();
    atomic.check(entry);
    put(atomic, entry.value);
    return await commit(atomic) && "stored";
  });
  return outcome === "stored";
}

/** Reads the entries that a user owns. @param list Their list. @param find Reads one by its key in the list. */
export async function listOwned<T>(
  kv: Kv,
  list: KvKey,
  find: (...id: string[]) => Promise<T | null>,
): Promise<T[]> {
  const entries = await all(kv.list({ prefix: list }));
  const found = entries.map(({ key }) => find(...key.slice(list.length) as string[]));
  return (await Promise.all(found)).filter((it) => it !== null);
}

/** The same, in the order of their keys, those after one of them, as many as are wanted: some may have ended. */
export async function listPage<T>(
  kv: Kv,
  list: KvKey,
  find: (...id: string[]) => Promise<T | null>,
  { after, limit }: { readonly after: readonly string[] | null; readonly limit: number },
): Promise<T[]> {
  const found: T[] = [];
  // The least text after another one ends with zero; numbers are after all texts.
  const behind = (id: readonly string[]) => [...list, ...id.slice(0, -1), `${id.at(-1)}\0`];
  for (let start = after === null ? list : behind(after); found.length < limit;) {
    const wanted = limit - found.length;
    const entries = await all(kv.list({ start, end: [...list, 0] }, { limit: wanted }));
    const ids = entries.map(({ key }) => key.slice(list.length).map(String));
    found.push(...(await Promise.all(ids.map((id) => find(...id)))).filter((it) => it !== null));
    if (entries.length < wanted) break;
    start = behind(ids.at(-1)!);
  }
  return found;
}

/** Changes the fields that are not `undefined`. */
export function merge<T extends object>(stored: T, fields: Partial<T>): T {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...stored, ...Object.fromEntries(given) };
}
