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
import { emptyRow, noteIdOf } from "../../shapes/security.ts";
import type { Setup } from "../../setup/setup.ts";
import { hasProven } from "../../sign_in/standing.ts";
import { endSessions } from "../../sign_in/end_sessions.ts";
import { tellOfDeletion } from "./mails.ts";
import { rulesOf } from "./rules.ts";
import { lease } from "./stored.ts";

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
  const user = await store.getUser(userId);
  const proven = user?.email && await hasProven(user, store) ? user.email : null;
  if (user) await eraseUser(user, setup);
  // Its own row as well, last: beside an adapter that doesn't know these tables.
  await store.rows.removeOwned(userId);
  if (proven !== null) {
    const visit = incoming ?? await visitOf(row.language, setup);
    await tellOfDeletion(row, { to: proven, incoming: visit }, setup);
  }
  return user !== null;
}

/** Removes what is stored about a user, here, at the application, and at providers. */
async function eraseUser(user: AdapterUser, setup: Setup): Promise<void> {
  const { erase, store } = rulesOf(setup);
  const userId = String(user.id);
  try {
    await erase({ ...user });
  } catch (err) {
    throw new ServerError(`Cannot delete user "${userId}": \`erase\` of \`AccountDeletion\` failed`, {
      err: err as Error,
    });
  }
  for (const { name, beforeUserRemoval } of setup.capabilities) {
    try {
      await beforeUserRemoval?.(userId, setup);
    } catch (err) {
      // What is left there is of no use to anyone: this program forgets it.
      const message =
        `Cannot take back at providers what \`${name}\` has of user "${userId}", who is deleted`;
      setup.logger.error(new ServerError(message, { err: err as Error }));
    }
  }
  await endSessions(userId, setup, ({ generation }) => ({ ...emptyRow(userId), generation }));
  await store.rows.remove("security", { userId: noteIdOf(userId) });
  await store.deleteUser(user.id);
}

/** A request in a language, for work outside of requests: emails need its origin. @throws {ConfigError} without `url` of the config. */
export async function visitOf(language: string | null, setup: Setup): Promise<Incoming> {
  const { origin, basePath } = setup;
  const url = new URL(`${origin}${basePath}/account-deletion`);
  if (language !== null) url.searchParams.set(UI_LOCALES, language);
  return await parseRequest(new Request(url), basePath, setup);
}
