/**
 * Gives a user their former address back: whoever has its mailbox says that the change was a thief's.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { Incoming } from "../../http/types.ts";
import { noteMailbox } from "../../session/mailbox_note.ts";
import type { Setup } from "../../setup/setup.ts";
import { findByAddress } from "../../sign_in/decision.ts";
import { closeAfter, isOpen } from "./open_changes.ts";
import { afterCredentialsChange } from "../../sign_in/hooks.ts";
import { endSessions } from "../../sign_in/end_sessions.ts";
import { tellOfUndoing } from "./mails.ts";
import { rulesOf } from "./rules.ts";
import type { Undoing } from "./token.ts";

/** What a link does now: it restores the address, it has done so, or it can't any more. */
export type UndoState = "possible" | "done" | "over";

/** Says what the link does now, and for whom. */
export async function undoStateOf(
  { userId, from, at }: Undoing,
  setup: Setup,
): Promise<{ readonly state: UndoState; readonly user: AdapterUser | null }> {
  const { store } = rulesOf(setup);
  const user = await store.getUser(userId);
  if (!user) return { state: "over", user };
  if (user.email === from) return { state: Number(user.emailVerified) > at ? "done" : "over", user };
  return { state: await isOpen(userId, at, setup) ? "possible" : "over", user };
}

/**
 * Restores the address. All sessions end, and what was added since the change goes: a thief may have added it. What fails amid it is
 * done by the next press of the button: the address comes last.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function undo(
  { userId, from, at }: Undoing,
  user: AdapterUser,
  incoming: Incoming,
  setup: Setup,
): Promise<void> {
  const { store } = rulesOf(setup);
  const since = new Date(at);
  // Someone has undone an earlier change at the same time.
  if (!await closeAfter(userId, at, setup)) return;
  await removeSince(userId, since, setup);
  const other = await findByAddress(from, store);
  // The link proves the mailbox. Another user may have the address by now: someone who never proved it, or the owner, who signed in
  // after the theft and got a new account. That account stays, without the address.
  if (other && String(other.id) !== userId) {
    await store.updateUser({ id: other.id, email: null as unknown as string, emailVerified: null });
  }
  const restored = await store.updateUser({
    id: user.id,
    email: from,
    emailVerified: new Date(setup.platform.now()),
  });
  await noteMailbox(user.id, from, store);
  // Someone may have come in by the other mailbox meanwhile.
  await removeSince(userId, since, setup);
  await setup.emit("updateUser", { user: restored });
  await tellOfUndoing(restored, user.email, incoming, setup);
}

/** Ends all sessions, forgets the devices that need no second step, and removes the ways to sign in that were added since. */
async function removeSince(userId: string, since: Date, setup: Setup): Promise<void> {
  const { store } = rulesOf(setup);
  await afterCredentialsChange(userId, setup);
  for (const { removeSince: remove } of setup.capabilities) await remove?.(userId, since, setup);
  const isLater = ({ createdAt }: { readonly createdAt?: Date | null | undefined }) =>
    Number(createdAt) >= Number(since);
  const passkeys = await store.listAuthenticatorsByUserId?.(userId) ?? [];
  const later = new Map(passkeys.filter(isLater).map((each) => [each.providerAccountId, each.credentialID]));
  for (const account of await store.listAccountsByUserId?.(userId) ?? []) {
    const { userId: owner, provider, providerAccountId } = account;
    const credentialID = account.type === "webauthn" ? later.get(providerAccountId) : undefined;
    if (!isLater(account) && credentialID === undefined) continue;
    // The address signs in: another one, or again the former one.
    await store.removeAccount?.({
      userId: owner,
      account: { provider, providerAccountId },
      keeps: "email",
      ...credentialID !== undefined && { credentialID },
    });
  }
  await endSessions(userId, setup);
}
