/**
 * Remembers for a while who was logged out at a provider: a sign-in that the provider had confirmed before may still be under
 * way, and its session is stored after the logout has looked for sessions. Remembers logout tokens that are used up, too.
 *
 * The rows are beside those of sessions: no session has such a key, and no list returns them.
 *
 * @module
 */

import { toHex } from "../../crypto/bytes.ts";
import { sha256 } from "../../crypto/hash.ts";
import type { RowStore } from "../../model/store.ts";
import type { AdapterProviderSession } from "../../adapters/contract/types.ts";

/** How long, in seconds: longer than a sign-in with its second step and its questions may take. */
const REMEMBERED_FOR = 3600;

/** Whom a logout names: one session at the provider, or all of a user there. */
export type LoggedOut =
  | Readonly<{ provider: string; sid: string }>
  | Readonly<{ provider: string; sub: string }>;

/** When something has happened: by the clock of the provider in seconds, and by ours in milliseconds since the epoch. */
interface Times {
  /** `iat` of the token that says so. */
  readonly issuedAt: number;
  /** When the token arrived; absent if unknown. */
  readonly arrivedAt?: number | undefined;
}

/** Fields of a row that is not that of a session. */
const OF_NO_SESSION = { userId: "", provider: "", sub: null, sid: null, idToken: null } as const;

/**
 * Remembers a logout.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function rememberLogout(
  of: LoggedOut,
  { issuedAt, arrivedAt }: Times & { readonly arrivedAt: number },
  store: Pick<RowStore, "rows">,
): Promise<void> {
  const id = await keyOf(of);
  const known = await store.rows.find("providerSessions", { id });
  const times = known && timesOf(known);
  // A provider may send an older one late: the newest counts.
  const newest = times && times[0] > issuedAt ? times : [issuedAt, arrivedAt];
  await store.rows.store("providerSessions", {
    ...OF_NO_SESSION,
    id,
    providerAccountId: JSON.stringify(newest),
    expires: new Date(arrivedAt + REMEMBERED_FOR * 1000),
  });
}

/**
 * Whether the session of an ID token was logged out since the provider issued it. `iat` has no fractions: within one second, the
 * token that has arrived first counts as the older one.
 *
 * @param row The user and the session that the ID token names.
 * @param idToken The times of the ID token.
 * @throws {AdapterError} if the database fails.
 */
export async function wasLoggedOut(
  { provider, sub, sid }: Pick<AdapterProviderSession, "provider" | "sub" | "sid">,
  { issuedAt, arrivedAt = 0 }: Times,
  store: Pick<RowStore, "rows">,
): Promise<boolean> {
  const keys: readonly LoggedOut[] = [
    ...(sid === null ? [] : [{ provider, sid }]),
    ...(sub === null ? [] : [{ provider, sub }]),
  ];
  for (const of of keys) {
    const row = await store.rows.find("providerSessions", { id: await keyOf(of) });
    if (!row) continue;
    const [issued, arrived] = timesOf(row);
    if (issuedAt < issued || (issuedAt === issued && arrivedAt <= arrived)) return true;
  }
  return false;
}

/** When a remembered logout token was issued, and has arrived. */
function timesOf(
  { providerAccountId }: AdapterProviderSession,
): readonly [issuedAt: number, arrivedAt: number] {
  return JSON.parse(providerAccountId) as [number, number];
}

/**
 * Remembers a logout token that is used up. @param key Provider and `jti`. @param expires After the end of the token.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function rememberToken(
  key: string,
  expires: Date,
  store: Pick<RowStore, "rows">,
): Promise<void> {
  await store.rows.store("providerSessions", {
    ...OF_NO_SESSION,
    id: await tokenKeyOf(key),
    providerAccountId: "",
    expires,
  });
}

/** Whether a logout token is used up. Throws as `rememberToken`. */
export async function wasUsed(
  key: string,
  store: Pick<RowStore, "rows">,
): Promise<boolean> {
  return await store.rows.find("providerSessions", { id: await tokenKeyOf(key) }) !== null;
}

async function tokenKeyOf(key: string): Promise<string> {
  return `logout token ${toHex(await sha256(key))}`;
}

/** No key of a session has a space. The hash keeps the key short. */
async function keyOf(of: LoggedOut): Promise<string> {
  return `logout ${toHex(await sha256(JSON.stringify(of)))}`;
}
