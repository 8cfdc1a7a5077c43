/**
 * The removal of anonymous users.
 *
 * @module
 */

import type { AdapterAnonymousUser } from "../../adapters/contract/types.ts";
import { ConfigError, MissingAdapterMethods } from "../../errors/errors.ts";
import { batchesOf } from "../../model/batches.ts";
import type { OutsideCall } from "../../setup/call.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AnonymousUsersToRemove } from "../../shapes/anonymous_users.ts";
import { orUndo } from "../../sign_in/applied.ts";
import { persist } from "../../sign_in/persist.ts";
import { type RemovalStore, removeUser } from "../../sign_in/remove_user.ts";
import { rulesOf } from "./options.ts";
import { claim, findAnonymous, release, renew } from "./stored.ts";

/** Removes those who are anonymous still. */
export const remove: OutsideCall<Setup> = async ([given], setup) => {
  const { createdBefore, limit } = termsOf(given);
  const { store } = rulesOf(setup);
  const { deleteUser } = store;
  // Without the latter, nobody could be told from a user who has an account and no address.
  const lacks = deleteUser ? store.listAccountsByUserId ? null : "listAccountsByUserId" : "deleteUser";
  if (!deleteUser || lacks) {
    throw new MissingAdapterMethods(`Cannot remove anonymous users: the adapter has no \`${lacks}\``);
  }
  let removed = 0;
  for await (const row of batchesOf("anonymousUsers", store)) {
    if (removed >= limit) break;
    if (row.createdAt.getTime() >= createdBefore) continue;
    try {
      if (await removeOne(row, { ...store, deleteUser }, setup)) removed++;
    } catch (error) {
      setup.logger.error(error as Error);
    }
  }
  return removed;
};

/** Reads what is to be removed. @throws {ConfigError} if it is not valid. */
function termsOf(given: unknown): { readonly createdBefore: number; readonly limit: number } {
  const { createdBefore, limit = Infinity }: Partial<AnonymousUsersToRemove> = Object(given);
  const time = createdBefore instanceof Date ? createdBefore.getTime() : NaN;
  if (Number.isNaN(time)) {
    throw new ConfigError("Cannot remove anonymous users: write `createdBefore`, a `Date`");
  }
  if (limit === Infinity || (Number.isInteger(limit) && limit > 0)) return { createdBefore: time, limit };
  throw new ConfigError("Cannot remove anonymous users: write `limit` as a whole number above 0");
}

/** Removes one, unless they are signed in, or a request signs them up. */
async function removeOne(
  row: AdapterAnonymousUser,
  store: RemovalStore,
  setup: Setup,
): Promise<boolean> {
  const rules = rulesOf(setup);
  const { userId } = row;
  if (await hasSession(userId, setup)) return false;
  // `erase` of the application may take its time: no one gets a user whose data is half gone.
  const claimed = await claim(row, rules, { forCode: true });
  if (!claimed) return false;
  const find = async () => await findAnonymous(userId, rules);
  return await orUndo(
    async () => {
      const found = await find();
      // They have signed up, and the answer of the database was lost; or they are gone.
      if (!found) return await rules.store.rows.remove("anonymousUsers", { userId }) && false;
      const mayGoOn = async () => await find() !== null && await renew(claimed, rules);
      return await removeUser(found.user, { store, setup, mayGoOn });
    },
    () => persist(() => release(claimed, rules)),
    setup,
  );
}

/** Whether a user is signed in. No one knows of a session in a token. */
async function hasSession(userId: string, { store, strategy, platform }: Setup): Promise<boolean> {
  const sessions = strategy === "jwt" ? [] : await store?.listSessionsByUserId?.(userId) ?? [];
  return sessions.some(({ expires }) => expires.getTime() > platform.now());
}
