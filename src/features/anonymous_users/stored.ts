/**
 * The anonymous users in the database: found, claimed, released.
 *
 * @module
 */

import type { AdapterAnonymousUser, AdapterUser } from "../../adapters/contract/types.ts";
import { toBase64Url } from "../../crypto/bytes.ts";
import { storeRow } from "../../model/store.ts";
import { findStored } from "../../session/current.ts";
import type { AnonymousUsersRules } from "./options.ts";

/** How long a claim counts, in milliseconds: a request that has not ended by then was cut off. */
const CLAIMED_FOR = 300_000;

/** An anonymous user, with their row. */
export interface Anonymous {
  /** The user. */
  readonly user: AdapterUser;
  /** The row that says so. */
  readonly row: AdapterAnonymousUser;
}

/**
 * Finds an anonymous user: there is a row, and no way to sign in as them. The application may have added one.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function findAnonymous(
  userId: string,
  { store }: Pick<AnonymousUsersRules, "store">,
): Promise<Anonymous | null> {
  const row = await store.rows.find("anonymousUsers", { userId });
  const user = row && await findStored(userId, store);
  if (!user || user.email) return null;
  if ((await store.listAccountsByUserId?.(user.id))?.length) return null;
  const security = await store.rows.find("security", { userId });
  return security?.passwordHash ? null : { user, row };
}

/**
 * Claims an anonymous user, for whoever signs them up or removes them. Of several requests at the same time, one gets the row.
 *
 * @returns The row as stored; `null` if another one was faster.
 * @throws {AdapterError} if the database fails.
 */
export async function claim(
  row: AdapterAnonymousUser,
  { store, platform }: AnonymousUsersRules,
): Promise<AdapterAnonymousUser | null> {
  const now = platform.now();
  if (row.claimedAt && row.claimedAt.getTime() > now - CLAIMED_FOR) return null;
  const claimed = {
    ...row,
    version: row.version + 1,
    claimedAt: new Date(now),
    // If the answer of the database is lost, it says whose row it is.
    claim: toBase64Url(platform.random(16)),
  };
  return await storeRow("anonymousUsers", claimed, row.version, { store, repeats: true }) ? claimed : null;
}

/** Takes a claim back. @throws {AdapterError} if the database fails. */
export async function release(
  claimed: AdapterAnonymousUser,
  { store }: Pick<AnonymousUsersRules, "store">,
): Promise<void> {
  const free = { ...claimed, version: claimed.version + 1, claimedAt: null, claim: null };
  await storeRow("anonymousUsers", free, claimed.version, { store, repeats: true });
}
