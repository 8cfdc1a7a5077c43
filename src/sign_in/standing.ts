/**
 * What the proof of a mailbox may do with the user who has its address, and has not verified it. "Never verified" is not "set up
 * by a stranger": a proof of any mailbox was given before, or a second factor is on.
 *
 * @module
 */

import type { AdapterSecurity, AdapterUser } from "../adapters/contract/types.ts";
import type { Identity } from "../model/identity.ts";
import { hasRows, ifTable, type Store } from "../model/store.ts";
import { readNote } from "../session/mailbox_note.ts";
import { credentialsIn } from "../shapes/credentials.ts";
import { isSameAddress } from "../values/same_address.ts";

/**
 * `stranger`: no mailbox was ever proven, and all that was registered goes with a takeover. `kept`: the same mailbox was proven,
 * the user's own credentials were typed, or the browser has a fresh session of theirs: all stays. `released`: another mailbox was proven, or nothing is known of a second factor: the user
 * keeps all but the address, for which they get the proven one back, and the owner of the mailbox gets another user. `asked`: another
 * mailbox was proven, and the second step says which of the two it is. `stale`: the session of the browser is theirs, and not fresh: they
 * sign in again first.
 */
export type Standing = "stranger" | "kept" | "released" | "asked" | "stale";

/**
 * Finds it.
 *
 * @param asks Whether the application asks for second factors.
 * @throws {AdapterError} if the database fails.
 */
export async function standingOf(
  { id, email }: AdapterUser,
  { identity: { outcome }, store, asks }: {
    readonly identity: Pick<Identity, "outcome">;
    readonly store: Store;
    readonly asks: boolean | undefined;
  },
): Promise<Standing> {
  const note = await readNote(id, store);
  const stored = hasRows(store)
    ? await ifTable(() => store.rows.find("secondFactors", { userId: id }))
    : null;
  const factor = stored?.enabledAt && stored;
  const typed = outcome ? await typedRow(outcome, id, store) : null;
  if (note?.address) {
    if (isSameAddress(note.address, email ?? "") || (typed && credentialsIn(typed).isProven)) return "kept";
    return factor && asks ? "asked" : "released";
  }
  // An older version has noted nothing, and has asked for the mailbox at the set-up. An app that has never accepted a code was
  // not set up here.
  if (note || !factor || (factor.totpSecret && !factor.totpStep)) return "stranger";
  return typed ? "kept" : "released";
}

/** Whether a user has proven the mailbox of their address: it is verified, or noted. @throws {AdapterError} if the database fails. */
export async function hasProven(
  { id, email, emailVerified }: Pick<AdapterUser, "id" | "email" | "emailVerified">,
  store: Store | null,
): Promise<boolean> {
  return Boolean(email) &&
    (Boolean(emailVerified) || isSameAddress((await readNote(String(id), store))?.address ?? "", email!));
}

/** The row of a user whose own credentials were typed; `null` if they were not. */
async function typedRow(
  { hash, isKept, ofUser }: NonNullable<Identity["outcome"]>,
  userId: string,
  store: Store,
): Promise<AdapterSecurity | null> {
  const row = hasRows(store) && hash ? await store.rows.find("security", { userId }) : null;
  const isOwn = row && (isKept ? ofUser === String(userId) : credentialsIn(row).hash === hash);
  return isOwn ? row : null;
}
