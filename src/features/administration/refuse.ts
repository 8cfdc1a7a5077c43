/**
 * Keeps banned users out of sign-ins: before the first write, and before the session begins.
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
  const released = decision?.kind === "created" ? decision.releases : undefined;
  for (const id of [knownUserId(decision, identity), released && String(released.id)]) {
    if (id) await assertNotBanned(id, setup);
  }
  return identity;
}

/**
 * Refuses a user who was banned since the sign-in began: one who is new, is taken over, or was found by a second decision.
 *
 * @returns The generation in which the session begins, if nothing has read one yet.
 */
export async function refuseBannedSince(
  { generation }: Identity,
  { id }: { readonly id: string },
  setup: Setup,
): Promise<number | undefined> {
  // Before the ban is read: one that is stored later raises it.
  const read = generation === undefined
    ? await setup.generations?.current(String(id), { isExact: true })
    : undefined;
  await assertNotBanned(String(id), setup);
  return read;
}

async function assertNotBanned(userId: string, setup: Setup): Promise<void> {
  if (!await findBan(userId, setup)) return;
  throw new AccessDenied(`Cannot sign in: user "${userId}" is banned`);
}
