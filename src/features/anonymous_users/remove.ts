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
import { type RemovalStore, removeUser } from "../../sign_in/remove_user.ts";
import { rulesOf } from "./options.ts";
import { claim, findAnonymous } from "./stored.ts";

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

/** Removes one, unless a request signs them up. */
async function removeOne(
  row: AdapterAnonymousUser,
  store: RemovalStore,
  setup: Setup,
): Promise<boolean> {
  const rules = rulesOf(setup);
  const { userId } = row;
  const claimed = await claim(row, rules);
  if (!claimed) return false;
  const found = await findAnonymous(userId, rules);
  // They have signed up, and the answer of the database was lost; or they are gone.
  if (!found) return await rules.store.rows.remove("anonymousUsers", { userId }) && false;
  return await removeUser(found.user, {
    store,
    setup,
    mayGoOn: async () => (await findAnonymous(userId, rules))?.row.claim === claimed.claim,
  });
}
