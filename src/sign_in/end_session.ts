/**
 * Ends one stored session.
 *
 * @module
 */

import type { AdapterSession } from "../adapters/contract/types.ts";
import type { Setup } from "../setup/setup.ts";

/** Ends a session of the database, with what is stored beside it. @throws {AdapterError} if the database fails. */
export async function endSession(session: AdapterSession, setup: Setup): Promise<void> {
  const { sessionToken } = session;
  await setup.store?.deleteSession?.(sessionToken);
  for (const code of setup.capabilities) await code.afterSessionEnd?.(sessionToken, setup);
  await setup.emit("signOut", { session });
}
