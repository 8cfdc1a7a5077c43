/**
 * What the proof of a mailbox may do with the user who has its address, and has not verified it. "Never verified" is not "set up
 * by a stranger": a proof of any mailbox was given before, or a second factor is on.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/types.ts";
import type { Identity } from "../model/identity.ts";
import { ifTable } from "../model/missing_table.ts";
import { hasSecondFactors, hasSecurity, type Store } from "../model/store.ts";
import { readNote } from "../session/mailbox_note.ts";
import { isSameAddress } from "../values/same_address.ts";

/**
 * `stranger`: no mailbox was ever proven, and all that was registered goes with a takeover. `kept`: the same mailbox was proven,
 * or the second factor is asked for, or the password was typed: all stays. `released`: another mailbox was proven, or nothing is
 * known of a second factor: the user keeps all but the address, and the owner of the mailbox gets another user.
 */
export type Standing = "stranger" | "kept" | "released";

/**
 * Finds it.
 *
 * @param asks Whether the application asks for second factors.
 * @throws {AdapterError} if the database fails.
 */
export async function standingOf(
  { id, email }: AdapterUser,
  { identity: { password }, store, asks }: {
    readonly identity: Identity;
    readonly store: Store;
    readonly asks: boolean;
  },
): Promise<Standing> {
  const note = await readNote(id, store);
  const factor = await factorOf(id, store);
  if (!note?.address) {
    // An older version has noted nothing, and has asked for the mailbox at the set-up. An app that has never accepted a code was
    // not set up here.
    const isOlder = note === null && factor !== null && !(factor.totpSecret && factor.totpStep === 0);
    return isOlder ? "released" : "stranger";
  }
  if (isSameAddress(note.address, email ?? "") || (factor && asks)) return "kept";
  const row = hasSecurity(store) && password?.hash ? await store.getSecurity(id) : null;
  return row?.passwordIsProven && row.passwordHash === password?.hash ? "kept" : "released";
}

/** The second factor of a user; `null` if none is on. */
async function factorOf(userId: string, store: Store) {
  if (!hasSecondFactors(store)) return null;
  const row = await ifTable(() => store.getSecondFactor(userId));
  return row?.enabledAt ? row : null;
}
