/**
 * Deletes an account whose grace period is over. Each step may be done twice: a process that ends amid them is followed up by the
 * next one.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import { ServerError } from "../../errors/errors.ts";
import { parseRequest } from "../../http/incoming.ts";
import type { Incoming } from "../../http/types.ts";
import { UI_LOCALES } from "../../http/ui_locales.ts";
import type { Store } from "../../model/store.ts";
import type { Setup } from "../../setup/setup.ts";
import { persist } from "../../sign_in/persist.ts";
import { hasProven } from "../../sign_in/standing.ts";
import { removeUser } from "../../sign_in/remove_user.ts";
import { tellOfDeletion } from "./mails.ts";
import { rulesOf } from "./rules.ts";
import { drop, lease, type PendingDeletion, renew } from "./stored.ts";

/** How far the clocks of two processes may be apart, in milliseconds. */
const CLOCKS = 60_000;

/**
 * Deletes the account of a user, if that is due.
 *
 * @param incoming The request. Default: none, and the email is in the language in which the user has asked for the deletion.
 * @returns Whether it did: not if another process is at it, or the user has kept the account.
 * @throws {ServerError} if `erase` of the application fails. The account stays, and counts as deleted.
 * @throws {AdapterError} if the database fails.
 */
export async function eraseIfDue(userId: string, incoming: Incoming | null, setup: Setup): Promise<boolean> {
  const rules = rulesOf(setup);
  const { store } = rules;
  const row = await lease(userId, rules);
  if (!row) return false;
  const user = await findUser(userId, store);
  if (user && await isInUse(row, setup)) {
    setup.logger.warn(
      `deletion-dropped: user "${userId}" has signed in since they asked for the deletion of their account, without ` +
        "`AccountDeletion()` in the config: the account stays",
    );
    await drop(row, rules);
    return false;
  }
  const proven = user?.email && await hasProven(user, store) ? user.email : null;
  if (user) {
    // What comes before may have taken longer than the lease.
    const mayGoOn = async () => await renew(row, rules) !== null;
    if (!await removeUser(user, { store, setup, mayGoOn })) return false;
  } else {
    await persist(() => store.rows.removeOwned(userId));
  }
  const visit = proven === null ? null : incoming ?? await visitOf(row.language, setup);
  if (proven !== null && visit) await tellOfDeletion(row, { to: proven, incoming: visit }, setup);
  return user !== null;
}

/** The user: an adapter may have ids that are numbers, and find none by their text. */
async function findUser(userId: string, store: Pick<Store, "getUser">): Promise<AdapterUser | null> {
  return await store.getUser(userId) ??
    (/^\d+$/.test(userId) ? await store.getUser(Number(userId) as unknown as string) : null);
}

/** Whether a session has begun since: with the feature, none does. Sessions in tokens can't be seen. */
async function isInUse(
  { userId, requestedAt }: PendingDeletion,
  { store, strategy }: Setup,
): Promise<boolean> {
  const sessions = strategy === "jwt" ? [] : await store?.listSessionsByUserId?.(userId) ?? [];
  return sessions.some(({ createdAt }) => Number(createdAt) > requestedAt.getTime() + CLOCKS);
}

/** Erases what the application has stored about a user. @throws {ServerError} if that fails. */
export async function eraseUser(user: AdapterUser, setup: Setup): Promise<void> {
  try {
    await rulesOf(setup).erase({ ...user });
  } catch (err) {
    throw new ServerError(`Cannot delete user "${user.id}": \`erase\` of \`AccountDeletion\` failed`, {
      err: err as Error,
    });
  }
}

/**
 * A request in a language, for work outside of requests: emails need its origin.
 *
 * @returns `null` without `url` of the config.
 */
export async function visitOf(language: string | null, setup: Setup): Promise<Incoming | null> {
  const { origin, basePath } = setup;
  if (origin === undefined) return null;
  const url = new URL(`${origin}${basePath}/account-deletion`);
  if (language !== null) url.searchParams.set(UI_LOCALES, language);
  return await parseRequest(new Request(url), basePath, setup);
}
