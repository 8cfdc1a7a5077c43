/**
 * Tells endpoints that a user has signed in.
 *
 * @module
 */

import type { Incoming } from "../../http/types.ts";
import type { BeganSession, Setup } from "../../setup/setup.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { messagesOf, storeMessages } from "./outbox.ts";
import { rulesOf } from "./rules.ts";

/**
 * Stores the event about a session that has begun: if that fails, the session ends. One that only has another account goes on, and
 * nothing is told.
 *
 * @returns No cookies.
 * @throws {AdapterError} if the database fails.
 */
export async function tellOfSignIn(
  { identity: { account: { provider } }, userId, isContinued }: BeganSession,
  _incoming: Incoming,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  if (isContinued) return [];
  const options = rulesOf(setup);
  const fact = { type: "user.signed_in", userId: String(userId), data: { provider } } as const;
  await storeMessages(messagesOf(fact, { options, platform: setup.platform }), options);
  return [];
}
