/**
 * Ends all sessions of a user whose account is to be deleted.
 *
 * @module
 */

import type { Generations } from "../../model/session.ts";
import type { Setup } from "../../setup/setup.ts";
import { beforeSessionsEnd } from "../../sign_in/hooks.ts";
import { persist } from "../../sign_in/persist.ts";

/**
 * Ends them: those in the database, those in tokens, and what is stored beside them.
 *
 * @param change What else changes in the row with the generation. Default: nothing.
 * @throws {AdapterError} if the database fails again and again.
 */
export async function endSessions(
  userId: string,
  setup: Setup,
  change?: Parameters<Generations["raise"]>[1],
): Promise<void> {
  const forget = await beforeSessionsEnd(userId, setup);
  await persist(() => setup.generations?.raise(userId, change));
  await persist(() => setup.store?.deleteSessionsByUserId?.(userId));
  await forget(null);
}
