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
 * Refuses a user who is banned, also one whom the owner of the mailbox would take over, or would leave with another address: the ban
 * would go with what is theirs.
 *
 * @throws {AccessDenied} if they are.
 * @throws {AdapterError} if the database fails: no one gets in then.
 */
export async function refuseBanned(
  identity: Identity,
  { decision }: KnownSignIn,
  setup: Setup,
): Promise<Identity> {
  const released = decision && "releases" in decision ? decision.releases?.id : null;
  for (const userId of [knownUserId(decision, identity), released ?? null]) {
    if (userId !== null) await assertNotBanned(String(userId), setup);
  }
  return identity;
}

/**
 * Refuses a user who was banned while the sign-in stored them: nobody knew them before.
 *
 * @returns The generation in which the session begins, if nothing has read one yet: a ban that comes now raises it.
 */
export async function refuseBannedSince(
  { generation }: Identity,
  { id }: { readonly id: string },
  setup: Setup,
): Promise<number | undefined> {
  const now = generation ?? await setup.generations?.current(String(id), { isExact: true });
  await assertNotBanned(String(id), setup);
  return generation === undefined ? now : undefined;
}

async function assertNotBanned(userId: string, setup: Setup): Promise<void> {
  if (!await findBan(userId, setup)) return;
  throw new AccessDenied(`Cannot sign in: user "${userId}" is banned`);
}
