/**
 * The entries of provider tokens and of provider sessions in Deno KV, which are written together.
 *
 * @module
 */

import { expiring, type KvAtomic, type KvKey, type KvKeys } from "./entries.ts";
import { dropPieces, putPieces, toPieces } from "./pieces.ts";
import type { AccountKey, AdapterProviderSession, AdapterProviderTokens } from "../contract/types.ts";

/** The kind of provider tokens, in keys. */
export const PROVIDER_TOKENS = "providerTokens";

/** The kind of provider sessions, in keys. */
export const PROVIDER_SESSION = "providerSession";

/** Provider tokens, but for the pieces that follow. */
export interface StoredTokens extends Pick<AdapterProviderTokens, "userId" | "version" | "leaseUntil"> {
  /** The first piece of `tokens`. */
  readonly first: Uint8Array;
  /** How many pieces follow. */
  readonly pieces: number;
}

/** A provider session, but for the pieces that follow. */
export interface StoredSession extends Omit<AdapterProviderSession, "idToken"> {
  /** The first piece of `idToken`. */
  readonly first: Uint8Array | null;
  /** How many pieces follow. */
  readonly pieces: number;
}

/** Names all entries of a provider session. */
export type SessionNames = Omit<StoredSession, "first">;

/** To the tokens of an account. */
export function tokensKey(keys: KvKeys, { provider, providerAccountId }: AccountKey): KvKey {
  return keys.record(PROVIDER_TOKENS, provider, providerAccountId);
}

/** Begins the keys to further pieces of the tokens: not below the tokens themselves, which are listed. */
export function tokensPieces(keys: KvKeys, { provider, providerAccountId }: AccountKey): KvKey {
  return keys.record("providerTokensPiece", provider, providerAccountId);
}

/** Writes tokens. @throws {Error} if they are longer than 600 000 bytes. */
export function putProviderTokens(atomic: KvAtomic, keys: KvKeys, row: AdapterProviderTokens): void {
  const { userId, provider, providerAccountId, version, leaseUntil } = row;
  const all = toPieces(row.tokens, "the provider tokens");
  const pieces = all.length - 1;
  const stored: StoredTokens = { userId, version, leaseUntil, first: all[0], pieces };
  atomic.set(tokensKey(keys, row), stored);
  putPieces(atomic, tokensPieces(keys, row), { pieces: all });
  atomic.set(keys.owned(userId, PROVIDER_TOKENS, provider, providerAccountId), pieces);
}

/** Removes tokens. */
export function dropProviderTokens(
  atomic: KvAtomic,
  keys: KvKeys,
  tokens: AccountKey & Pick<StoredTokens, "userId" | "pieces">,
): void {
  const { userId, provider, providerAccountId, pieces } = tokens;
  atomic.delete(tokensKey(keys, tokens));
  dropPieces(atomic, tokensPieces(keys, tokens), pieces);
  atomic.delete(keys.owned(userId, PROVIDER_TOKENS, provider, providerAccountId));
}

/** To a provider session. Begins the keys to its further pieces, too. */
export function sessionKey(keys: KvKeys, id: string): KvKey {
  return keys.record(PROVIDER_SESSION, id);
}

/** Begins the keys of the list of the sessions of an account. */
export function accountSessions(keys: KvKeys, { provider, providerAccountId }: AccountKey): KvKey {
  return keys.record("providerSessionOfAccount", provider, providerAccountId);
}

/** Begins the keys of the list of the sessions with a `sid`. */
export function sidSessions(keys: KvKeys, { provider, sid }: { provider: string; sid: string }): KvKey {
  return keys.record("providerSessionOfSid", provider, sid);
}

/** Begins the keys of the list of the sessions of a user at the provider. */
export function subSessions(keys: KvKeys, { provider, sub }: { provider: string; sub: string }): KvKey {
  return keys.record("providerSessionOfSub", provider, sub);
}

/** Writes a provider session. @throws {Error} if its ID token is longer than 600 000 bytes. */
export function putProviderSession(
  atomic: KvAtomic,
  keys: KvKeys,
  { idToken, ...session }: AdapterProviderSession,
): void {
  const all = idToken === null ? null : toPieces(idToken, "the provider session");
  const names: SessionNames = { ...session, pieces: all ? all.length - 1 : 0 };
  const key = sessionKey(keys, session.id);
  const options = expiring(session.expires);
  atomic.set(key, { ...names, first: all?.[0] ?? null } satisfies StoredSession, options);
  if (all) putPieces(atomic, key, { pieces: all, options });
  for (const place of placesOf(keys, names)) atomic.set(place, names, options);
}

/** Removes a provider session. */
export function dropProviderSession(atomic: KvAtomic, keys: KvKeys, names: SessionNames): void {
  const key = sessionKey(keys, names.id);
  atomic.delete(key);
  dropPieces(atomic, key, names.pieces);
  for (const place of placesOf(keys, names)) atomic.delete(place);
}

/** The lists that a provider session is in: each entry there names all its entries. */
function placesOf(keys: KvKeys, names: SessionNames): readonly KvKey[] {
  const { id, userId, provider, sub, sid, expires } = names;
  return [
    keys.owned(userId, PROVIDER_SESSION, id),
    keys.ending(expires.getTime(), PROVIDER_SESSION, id),
    [...accountSessions(keys, names), id],
    ...(sub === null ? [] : [[...subSessions(keys, { provider, sub }), id]]),
    ...(sid === null ? [] : [[...sidSessions(keys, { provider, sid }), id]]),
  ];
}
