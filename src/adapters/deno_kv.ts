/**
 * Users and sessions in Deno KV.
 *
 * @module
 */

import { webPlatform } from "../platform.ts";
import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "./types.ts";

/** A key: its parts, from the general to the special. */
export type KvKey = readonly (string | number)[];

/** What a key leads to. */
export interface KvEntry {
  /** The key. */
  readonly key: readonly unknown[];
  /** The value; `null` if there is none. */
  readonly value: unknown;
  /** Changes with each write; `null` if there is no value. */
  readonly versionstamp: string | null;
}

/** Writes that are done together, or not at all. */
export interface KvAtomic {
  /** Does nothing of it if an entry has changed. */
  check(...entries: { key: KvKey; versionstamp: string | null }[]): unknown;
  /** Writes a value. `expireIn` is in milliseconds. */
  set(key: KvKey, value: unknown, options?: { expireIn?: number }): unknown;
  /** Removes a value. */
  delete(key: KvKey): unknown;
  /** Does it; resolves to whether it was done. */
  commit(): Promise<{ readonly ok: boolean }>;
}

/** A database: what `Deno.openKv()` resolves to, or `openKv()` of the npm package `@deno/kv`. */
export interface Kv {
  /** Reads an entry. */
  get(key: KvKey): Promise<KvEntry>;
  /** Reads up to ten entries at one point in time. */
  getMany(keys: readonly KvKey[]): Promise<KvEntry[]>;
  /** Reads entries in the order of their keys. */
  list(selector: { prefix: KvKey } | { start: KvKey; end: KvKey }, options?: { limit?: number }): AsyncIterable<KvEntry>;
  /** Begins writes. */
  atomic(): KvAtomic;
}

/** Settings of the adapter. */
export interface DenoKvOptions {
  /** What all keys begin with. Default `["auth"]`. */
  readonly prefix?: readonly string[];
}

/**
 * Keeps users, accounts, sessions and tokens in Deno KV, with all their fields: those of a user up to 64 KiB together,
 * those of an account up to 600 KB.
 *
 * Each write is atomic, and done again if another came between. Sessions and tokens expire by themselves, somewhat after
 * they have ended; `removeExpired` removes them at once.
 *
 * Below Deno's prefix there are `user`, `email` (its user's id), `account` (with `piece` for what is longer than a value may
 * be), `session`, `token` and `authenticator`; `owned` lists what a user has, `ending` what will end, and `mark` changes
 * whenever a user gets something.
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
  const keyOf = (kind: Kind, ...id: KvKey): KvKey => [...prefix, kind, ...id];
  const ownedKeyOf = (userId: string, kind: Owned, ...id: KvKey) => keyOf("owned", userId, kind, ...id);
  const endingKeyOf = (expires: Date, kind: Ending, ...id: KvKey) =>
    keyOf("ending", expires.getTime(), kind, ...id);

  async function read<T>(kind: Kind, ...id: KvKey): Promise<T | null> {
    return (await kv.get(keyOf(kind, ...id))).value as T | null;
  }

  async function listOwned<T>(
    userId: string,
    kind: Owned,
    find: (...id: string[]) => Promise<T | null>,
  ): Promise<T[]> {
    const found: Promise<T | null>[] = [];
    const prefix = ownedKeyOf(userId, kind);
    for await (const { key } of kv.list({ prefix })) found.push(find(...key.slice(prefix.length) as string[]));
    return (await Promise.all(found)).filter((it) => it !== null);
  }

  /** Stores what a user owns, if its key is free and the user there. */
  function add(kind: Owned, id: KvKey, userId: string, write: (atomic: KvAtomic) => void): Promise<void> {
    return repeat(async () => {
      const keys = [keyOf("user", userId), keyOf(kind, ...id)];
      const [user, stored] = await kv.getMany(keys);
      if (!user!.value || stored!.value) refuse(`Cannot store the ${kind}: it is stored already, or its user is not`);
      const atomic = kv.atomic();
      checkAll(atomic, keys, [user!, stored!]);
      write(atomic);
      return await commit(atomic);
    });
  }
}
