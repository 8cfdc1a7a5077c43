/**
 * The anonymous users in the database: found, claimed, released.
 *
 * @module
 */

import type { AdapterAnonymousUser, AdapterUser } from "../../adapters/contract/types.ts";
import { toBase64Url } from "../../crypto/bytes.ts";
import { storeRow } from "../../model/store_row.ts";
import { findStored } from "../../session/current.ts";
import type { AnonymousUsersRules } from "./options.ts";

/** How long a claim counts, in milliseconds: a request that is slower finds out, and takes back what it has done. */
const CLAIMED_FOR = 30_000;

/** How much longer one counts for which code of the application runs, in milliseconds. */
const FOR_CODE = 270_000;

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
  // Where no one can see their accounts, a sign-up that has begun, and was not taken back, may have added one.
  if (store.listAccountsByUserId ? (await store.listAccountsByUserId(user.id)).length : row.claim) {
    return null;
  }
  const security = await store.rows.find("security", { userId });
  return security?.passwordHash ? null : { user, row };
}

/** Whether a request has claimed the user, and may be under way still. */
export function isClaimed(
  { claimedAt }: AdapterAnonymousUser,
  { platform }: Pick<AnonymousUsersRules, "platform">,
): boolean {
  return claimedAt !== null && claimedAt.getTime() > platform.now() - CLAIMED_FOR;
}

/**
 * Claims an anonymous user, for whoever signs them up, merges or removes them. Of several requests at the same time, one gets the row.
 *
 * @param row As it was when the user was found: whatever has happened since counts.
 * @param options With `forCode`, the claim lasts while code of the application runs.
 * @returns The row as stored; `null` if another one was faster.
 * @throws {AdapterError} if the database fails.
 */
export async function claim(
  row: AdapterAnonymousUser,
  { store, platform }: AnonymousUsersRules,
  { forCode = false }: { readonly forCode?: boolean } = {},
): Promise<AdapterAnonymousUser | null> {
  if (isClaimed(row, { platform })) return null;
  const claimed = {
    ...row,
    version: row.version + 1,
    claimedAt: new Date(platform.now() + (forCode ? FOR_CODE : 0)),
    // If the answer of the database is lost, or the request was slow, it says whose row it is.
    claim: toBase64Url(platform.random(16)),
  };
  return await storeRow("anonymousUsers", claimed, row.version, { store, repeats: true }) ? claimed : null;
}

/** Lets a claim count anew. @returns Whether it is still the caller's. @throws {AdapterError} if the database fails. */
export async function renew(claimed: AdapterAnonymousUser, rules: AnonymousUsersRules): Promise<boolean> {
  return await change(claimed, { claimedAt: new Date(rules.platform.now()) }, rules);
}

/** Takes a claim back, if it is still the caller's. @throws {AdapterError} if the database fails. */
export async function release(
  claimed: AdapterAnonymousUser,
  rules: Pick<AnonymousUsersRules, "store">,
): Promise<void> {
  await change(claimed, { claimedAt: null, claim: null }, rules);
}

async function change(
  { userId, claim }: AdapterAnonymousUser,
  fields: Partial<AdapterAnonymousUser>,
  { store }: Pick<AnonymousUsersRules, "store">,
): Promise<boolean> {
  const row = await store.rows.find("anonymousUsers", { userId });
  if (!row || row.claim !== claim) return false;
  const next = { ...row, ...fields, version: row.version + 1 };
  return await storeRow("anonymousUsers", next, row.version, { store, repeats: true });
}
