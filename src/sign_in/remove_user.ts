/**
 * Removes a user with all that is stored about them.
 *
 * @module
 */

import type { AdapterSecurity, AdapterUser } from "../adapters/contract/types.ts";
import { ServerError } from "../errors/errors.ts";
import type { RowStore, Store } from "../model/store.ts";
import type { Setup } from "../setup/setup.ts";
import { emptyRow, noteIdOf } from "../shapes/security.ts";
import { endSessions } from "./end_sessions.ts";
import { persist } from "./persist.ts";

/** A database that can remove a user. */
export type RemovalStore = RowStore & Required<Pick<Store, "deleteUser">>;

/**
 * Removes what is stored about a user, here, at the application, and at providers. Each step may be done twice: a call that was stopped
 * amid them is followed up by the next one.
 *
 * @param mayGoOn Asked when all is done that may take long. Default: yes.
 * @returns Whether it did: not if it may not go on.
 * @throws {AuthError} if the application can't erase what it has: the user stays.
 * @throws {AdapterError} if the database fails.
 */
export async function removeUser(
  user: AdapterUser,
  { store, setup, mayGoOn }: {
    readonly store: RemovalStore;
    readonly setup: Setup;
    readonly mayGoOn?: () => Promise<boolean>;
  },
): Promise<boolean> {
  const userId = String(user.id);
  for (const { eraseUser } of setup.capabilities) await eraseUser?.(user, setup);
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
  if (mayGoOn && !await mayGoOn()) return false;
  const change = ({ generation }: AdapterSecurity) => ({ ...emptyRow(userId), generation });
  await endSessions(userId, setup, { change });
  // The application may have removed the user itself.
  if (await store.getUser(user.id)) await store.deleteUser(user.id);
  await store.rows.remove("security", { userId: noteIdOf(userId) });
  // Beside an adapter that doesn't know these tables.
  await persist(() => store.rows.removeOwned(userId));
  return true;
}
