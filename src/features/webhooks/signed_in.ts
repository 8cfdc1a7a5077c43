/**
 * Tells endpoints that a user has signed in.
 *
 * @module
 */

import type { SessionBegun } from "../../setup/user_update.ts";
import type { Setup } from "../../setup/setup.ts";
import { messagesOf, storeMessages } from "./outbox.ts";
import { rulesOf } from "./rules.ts";

/**
 * Stores the event about a session that has begun: if that fails, the session ends. One that only has another account goes on, and
 * nothing is told.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function tellOfSignIn(
  { userId, provider, isContinued }: SessionBegun,
  setup: Setup,
): Promise<void> {
  if (isContinued) return;
  const options = rulesOf(setup);
  const fact = { type: "user.signed_in", userId, data: { provider } } as const;
  await storeMessages(messagesOf(fact, { options, platform: setup.platform }), options);
}
