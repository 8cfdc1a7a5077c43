/**
 * Runs when the user of a sign-in is known and nothing is written yet: who is banned doesn't get in.
 *
 * @module
 */

import { AccessDenied } from "../../errors/errors.ts";
import type { Identity } from "../../model/identity.ts";
import type { KnownSignIn, Setup } from "../../setup/setup.ts";
import { knownUserId } from "../../sign_in/sign_in.ts";
import { findBan } from "./ban.ts";

/**
 * Refuses a user who is banned, also one whom the owner of the mailbox would take over: the ban would go with what is theirs.
 *
 * @throws {AccessDenied} if they are.
 * @throws {AdapterError} if the database fails: no one gets in then.
 */
export async function refuseBanned(
  identity: Identity,
  { decision }: KnownSignIn,
  setup: Setup,
): Promise<Identity> {
  const userId = knownUserId(decision, identity);
  if (userId === null || !await findBan(userId, setup)) return identity;
  throw new AccessDenied(`Cannot sign in: user "${userId}" is banned`);
}
