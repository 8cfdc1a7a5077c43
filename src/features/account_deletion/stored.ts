/**
 * The deletion of an account, as it is stored: asked for, kept, due.
 *
 * @module
 */

import type { AdapterDeletion } from "../../adapters/contract/types.ts";
import { UserChanged } from "../../errors/errors.ts";
import { storeRow } from "../../model/store_row.ts";
import type { AccountDeletionRules } from "./options.ts";

/** How often a row is changed, while other requests change it. */
const MOST_TRIES = 10;

/** Reads the deletion of a user who has asked for one; `null` if they haven't, or have kept the account. */
export async function findDeletion(
  userId: string,
  { store }: AccountDeletionRules,
): Promise<PendingDeletion | null> {
  const row = await store.rows.find("deletions", { userId: String(userId) });
  return isPending(row) ? row : null;
}

/** A deletion that a user has asked for. */
export type PendingDeletion = AdapterDeletion & { readonly dueAt: Date };

/** Whether a user has asked for a deletion, and not kept the account. */
export function isPending(row: AdapterDeletion | null): row is PendingDeletion {
  return row !== null && row.dueAt !== null;
}

/** Whether the grace period is over: from then on the account counts as deleted, whether or not it has been. */
export function isOver({ dueAt }: PendingDeletion, { now }: AccountDeletionRules): boolean {
  return dueAt.getTime() <= now();
}

/** Stores that a user has asked for a deletion. One that they have asked for before stays as it is: `isNew` says which. */
export async function storeDeletion(
  userId: string,
  language: string | null,
  rules: AccountDeletionRules,
): Promise<{ readonly row: PendingDeletion; readonly isNew: boolean }> {
  const { store, now, gracePeriod } = rules;
  return await change(userId, rules, async (row) => {
    if (isPending(row)) return { row, isNew: false };
    // In whole seconds, as some databases store no more, and not later: without a grace period it is over now.
    const dueAt = new Date((Math.floor(now() / 1000) + gracePeriod) * 1000);
    const requestedAt = new Date(now());
    const next = { userId, version: (row?.version ?? 0) + 1, requestedAt, dueAt, leaseUntil: null, language };
    const isStored = await storeRow("deletions", next, row?.version ?? null, { store, repeats: true });
    return isStored && { row: next, isNew: true };
  });
}

/** What became of the wish to keep an account. */
export type Kept = "kept" | "over" | "nothing";

/**
 * Keeps an account, if its grace period is not over.
 *
 * @param dueAt Only the deletion of this time. Default: any.
 */
export async function keep(
  userId: string,
  rules: AccountDeletionRules,
  dueAt?: number,
): Promise<Kept> {
  const { store } = rules;
  return await change<Kept>(userId, rules, async (row) => {
    if (!isPending(row) || (dueAt !== undefined && row.dueAt.getTime() !== dueAt)) return "nothing";
    // The clock of another process may be ahead, and the application's data is gone by now.
    if (isOver(row, rules) || row.leaseUntil) return "over";
    const next = { ...row, version: row.version + 1, dueAt: null };
    return await storeRow("deletions", next, row.version, { store, repeats: true }) && "kept";
  });
}

/** How long one process may take, in milliseconds. */
const LEASE = 900_000;

/** Takes a deletion that is due, so that no other process is at it; `null` if one is, or it is not due. */
export async function lease(userId: string, rules: AccountDeletionRules): Promise<PendingDeletion | null> {
  const row = await findDeletion(userId, rules);
  if (!row || !isOver(row, rules) || Number(row.leaseUntil) > rules.now()) return null;
  return await renew(row, rules);
}

/**
 * Takes it for a while longer; `null` if another process has it by now, or the owner of the mailbox has taken the account over: what
 * is there now is not to be deleted.
 */
export async function renew(
  row: PendingDeletion,
  { store, now }: AccountDeletionRules,
): Promise<PendingDeletion | null> {
  const leased = { ...row, version: row.version + 1, leaseUntil: new Date(now() + LEASE) };
  return await store.rows.store("deletions", leased, row.version) ? leased : null;
}

/** Drops a deletion that is due: the account is in use. */
export async function drop(row: PendingDeletion, { store }: AccountDeletionRules): Promise<void> {
  await store.rows.store("deletions", { ...row, version: row.version + 1, dueAt: null }, row.version);
}

async function change<T>(
  userId: string,
  { store }: AccountDeletionRules,
  write: (row: AdapterDeletion | null) => Promise<T | false>,
): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const done = await write(await store.rows.find("deletions", { userId }));
    if (done !== false) return done;
  }
  throw new UserChanged("Cannot change the deletion of the account: other requests keep changing it");
}
