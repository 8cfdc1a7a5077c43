/**
 * The data model of the adapter for Deno KV: keys, and entries that are written together.
 *
 * @module
 */

import { webPlatform } from "../../platform/platform.ts";
import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  VerificationToken,
} from "../contract/types.ts";

/** A key: its parts, from the general to the special. */
export type KvKey = readonly (string | number | bigint | boolean | symbol | Uint8Array)[];

/** A key and its value. */
export interface KvEntry {
  /** The key. */
  readonly key: KvKey;
  /** The value; `null` if there is none. */
  readonly value: unknown;
  /** Changes with each write; `null` if there is no value. */
  readonly versionstamp: string | null;
}

/** An atomic set of writes. */
export interface KvAtomic {
  /** Cancels all writes if an entry has changed. */
  check(...entries: { readonly key: KvKey; readonly versionstamp: string | null }[]): unknown;
  /** Writes a value. `expireIn` is in milliseconds. */
  set(key: KvKey, value: unknown, options?: { readonly expireIn?: number }): unknown;
  /** Removes a value. */
  delete(key: KvKey): unknown;
  /** Commits the writes; resolves to whether it did. */
  commit(): Promise<{ readonly ok: boolean }>;
}

/** A database, from `Deno.openKv()` or from `openKv()` of the npm package `@deno/kv`. */
export interface Kv {
  /** Reads an entry. */
  get(key: KvKey): Promise<KvEntry>;
  /** Reads up to ten entries as they are at one point in time. */
  getMany(keys: readonly KvKey[]): Promise<KvEntry[]>;
  /** Reads entries in the order of their keys. */
  list(
    selector: { readonly prefix: KvKey } | { readonly start: KvKey; readonly end: KvKey },
    options?: { readonly limit?: number },
  ): AsyncIterable<KvEntry>;
  /** Begins writes. */
  atomic(): KvAtomic;
}

/** Reads several entries as they are at one point in time: one for each key. */
export async function getEntries<const K extends readonly KvKey[]>(
  kv: Kv,
  keys: K,
): Promise<{ readonly [I in keyof K]: KvEntry }> {
  return await kv.getMany(keys) as { [I in keyof K]: KvEntry };
}

/** The keys of an adapter. */
export interface KvKeys {
  /** To a user. */
  user(id: string): KvKey;
  /** To the id of the user with an address. */
  email(address: string): KvKey;
  /** To an account. */
  account(account: AccountKey): KvKey;
  /** To a piece of an account that is longer than a value may be. */
  piece(account: AccountKey, index: number): KvKey;
  /** To a session. */
  session(sessionToken: string): KvKey;
  /** To a mailed token. */
  token(token: TokenKey): KvKey;
  /** To an authenticator. */
  authenticator(credentialID: string): KvKey;
  /** To the password and the generation of a user. Not below `owned`: they outlive a takeover. */
  security(userId: string): KvKey;
  /** To a record of any kind, whose parts are in its entries below `owned` and `ending`. An account has more keys. */
  record(kind: string, ...id: readonly string[]): KvKey;
  /** To a mark that changes whenever an entry is added to a user. */
  mark(userId: string): KvKey;
  /** To the time until which additions to a user wait for a takeover. */
  claim(userId: string): KvKey;
  /** To the list of entries that a user owns: number of further pieces, end of a session, or what names further entries. */
  owned(userId: string, ...kindAndId: readonly string[]): KvKey;
  /** To the list of what ends, by its end: the user of a session, number of further pieces, or what names further entries. */
  ending(...timeKindAndId: readonly (string | number)[]): KvKey;
}

/** Key of a mailed token. */
type TokenKey = Pick<VerificationToken, "identifier" | "token">;

/** An account as JSON in UTF-8. */
export interface StoredAccount {
  /** The user it belongs to. */
  readonly userId: string;
  /** The JSON, or the first piece of it. */
  readonly json: Uint8Array;
  /** How many pieces follow. */
  readonly pieces: number;
}

/** The longest piece of a record in bytes: a value may have 64 KiB. */
export const PIECE = 60_000;

/** How many further pieces one consistent read can return together with the first. */
export const MAX_PIECES = 9;

/** How often a write with conflicts is tried. Of concurrent writes, one succeeds each time. */
const MAX_TRIES = 50;

/** How long a write waits for another process at most, in milliseconds, before it is tried again. */
const LONGEST_PAUSE = 40;

/** How often a write waits for another process: ten seconds on average, as a busy machine may stop one that writes. */
const MAX_PAUSES = 500;

/** Lists the keys below a prefix. */
export function keysBelow(prefix: readonly string[]): KvKeys {
  const at = (...parts: readonly (string | number)[]): KvKey => [...prefix, ...parts];
  return {
    user: (id) => at("user", id),
    email: (address) => at("email", address),
    account: ({ provider, providerAccountId }) => at("account", provider, providerAccountId),
    piece: ({ provider, providerAccountId }, index) => at("piece", provider, providerAccountId, index),
    session: (sessionToken) => at("session", sessionToken),
    token: ({ identifier, token }) => at("token", identifier, token),
    authenticator: (credentialID) => at("authenticator", credentialID),
    security: (userId) => at("security", userId),
    record: (kind, ...id) => at(kind, ...id),
    mark: (userId) => at("mark", userId),
    claim: (userId) => at("claim", userId),
    owned: (userId, ...kindAndId) => at("owned", userId, ...kindAndId),
    ending: (...timeKindAndId) => at("ending", ...timeKindAndId),
  };
}

/** Tries until there is a result other than `undefined` and `false`. @param most How often. */
export async function repeat<T>(run: () => Promise<T | undefined | false>, most = MAX_TRIES): Promise<T> {
  for (let tries = 0; tries < most; tries++) {
    const result = await run();
    if (result !== undefined && result !== false) return result;
  }
  throw new Error("Cannot write to Deno KV: others have kept changing the same entries");
}

/** Commits the prepared writes; resolves to whether it did. It waits for another process that writes the same file. */
export async function commit(atomic: KvAtomic): Promise<boolean> {
  for (let tries = 1;; tries++) {
    try {
      return (await atomic.commit()).ok;
    } catch (error) {
      // SQLite has written nothing then, and Deno doesn't wait.
      if (tries > MAX_PAUSES || !/database is locked/.test(String(error))) throw error;
      await pause(webPlatform.random(1)[0]! % LONGEST_PAUSE);
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void webPlatform.timer(milliseconds, resolve));
}

/** Collects entries. */
export async function all(entries: AsyncIterable<KvEntry>): Promise<KvEntry[]> {
  const found: KvEntry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}

/** Writes an account. @throws {Error} if it is longer than 600 000 bytes. */
export function putAccount(atomic: KvAtomic, keys: KvKeys, account: AdapterAccount): void {
  const { userId, provider, providerAccountId } = account;
  const json = new TextEncoder().encode(JSON.stringify(account));
  const pieces = Math.ceil(json.length / PIECE) - 1;
  if (pieces > MAX_PIECES) throw new Error(`Cannot store the account: it has ${json.length} bytes`);
  // A copy: of a view, the whole buffer would be written.
  const piece = (index: number) => json.slice(index * PIECE, (index + 1) * PIECE);
  atomic.set(keys.account(account), { userId, json: piece(0), pieces } satisfies StoredAccount);
  for (let index = 1; index <= pieces; index++) atomic.set(keys.piece(account, index), piece(index));
  atomic.set(keys.owned(userId, "account", provider, providerAccountId), pieces);
}

/** Removes an account. */
export function dropAccount(
  atomic: KvAtomic,
  keys: KvKeys,
  account: AccountKey & Pick<StoredAccount, "userId" | "pieces">,
): void {
  const { userId, provider, providerAccountId, pieces } = account;
  atomic.delete(keys.account(account));
  for (let index = 1; index <= pieces; index++) atomic.delete(keys.piece(account, index));
  atomic.delete(keys.owned(userId, "account", provider, providerAccountId));
}

/** Reads an account, with all its pieces in one consistent read. */
export function readAccount(kv: Kv, keys: KvKeys, account: AccountKey): Promise<AdapterAccount | null> {
  return repeat(async () => {
    const pieces = ((await kv.get(keys.account(account))).value as StoredAccount | null)?.pieces;
    if (pieces === undefined) return null;
    const further = Array.from({ length: pieces }, (_, index) => keys.piece(account, index + 1));
    const [first, ...others] = await getEntries(kv, [keys.account(account), ...further]);
    const stored = first.value as StoredAccount | null;
    // Otherwise the account has changed meanwhile.
    return stored?.pieces === pieces &&
      joinAccount([stored.json, ...others.map(({ value }) => value as Uint8Array)]);
  });
}

/** Writes a session. */
export function putSession(atomic: KvAtomic, keys: KvKeys, session: AdapterSession): void {
  const { sessionToken, userId, expires } = session;
  const options = expiring(expires);
  atomic.set(keys.session(sessionToken), session, options);
  atomic.set(keys.owned(userId, "session", sessionToken), expires.getTime(), options);
  atomic.set(keys.ending(expires.getTime(), "session", sessionToken), userId, options);
}

/** Removes a session. @param time When it ends, in milliseconds since the epoch. */
export function dropSession(
  atomic: KvAtomic,
  keys: KvKeys,
  { sessionToken, userId, time }: Pick<AdapterSession, "sessionToken" | "userId"> & { readonly time: number },
): void {
  atomic.delete(keys.session(sessionToken));
  atomic.delete(keys.owned(userId, "session", sessionToken));
  atomic.delete(keys.ending(time, "session", sessionToken));
}

/** Writes an authenticator. */
export function putAuthenticator(atomic: KvAtomic, keys: KvKeys, authenticator: AdapterAuthenticator): void {
  const { credentialID, userId } = authenticator;
  atomic.set(keys.authenticator(credentialID), authenticator);
  atomic.set(keys.owned(userId, "authenticator", credentialID), 0);
}

/** Removes an authenticator. */
export function dropAuthenticator(
  atomic: KvAtomic,
  keys: KvKeys,
  { credentialID, userId }: Pick<AdapterAuthenticator, "credentialID" | "userId">,
): void {
  atomic.delete(keys.authenticator(credentialID));
  atomic.delete(keys.owned(userId, "authenticator", credentialID));
}

/** Writes a mailed token. */
export function putToken(atomic: KvAtomic, keys: KvKeys, token: VerificationToken): void {
  const { identifier, token: hash, expires } = token;
  const options = expiring(expires);
  atomic.set(keys.token(token), token, options);
  atomic.set(keys.ending(expires.getTime(), "token", identifier, hash), "", options);
}

/** Removes a mailed token. @param time When it ends, in milliseconds since the epoch. */
export function dropToken(
  atomic: KvAtomic,
  keys: KvKeys,
  { time, ...token }: TokenKey & { readonly time: number },
): void {
  atomic.delete(keys.token(token));
  atomic.delete(keys.ending(time, "token", token.identifier, token.token));
}

/** Makes an entry expire by itself, some time after its end. */
export function expiring(expires: Date): { readonly expireIn: number } {
  return { expireIn: Math.max(0, Math.ceil(expires.getTime() - webPlatform.now())) };
}

function joinAccount(pieces: readonly Uint8Array[]): AdapterAccount {
  const decoder = new TextDecoder();
  const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
  const account = JSON.parse(text);
  // JSON has no dates.
  return typeof account.createdAt === "string"
    ? { ...account, createdAt: new Date(account.createdAt) }
    : account;
}
