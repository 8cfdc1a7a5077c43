/**
 * Notes for which address a user has last proven the mailbox. `emailVerified` alone does not say it: the application changes an
 * address and sets it to `null`, and the code that is mailed at the set-up of a second factor leaves it as it is.
 *
 * @module
 */

import { hasRows, ifTable, type Store } from "../model/store.ts";
import { noteIdOf, noteRow } from "../shapes/security.ts";
import type { AdapterUser } from "../adapters/contract/types.ts";

/** What is known of the mailbox of a user. */
interface MailboxNote {
  /** The address that was proven last; `null` if a second factor was set up without a proof, and none has followed. */
  readonly address: string | null;
  /** Raised by each change. */
  readonly generation: number;
}

/** How often a note is tried, while others are written. */
const TRIES = 10;

/** Reads the note about a user; `null` without one, and if the database cannot keep it. @throws {AdapterError} if it fails. */
export async function readNote(userId: string, store: Store | null): Promise<MailboxNote | null> {
  if (!hasRows(store)) return null;
  const row = await ifTable(() => store.rows.find("security", { userId: noteIdOf(userId) }));
  return row && { address: row.passwordHash, generation: row.generation };
}

/**
 * Notes that the mailbox of an address is proven.
 *
 * @param address `null`: a second factor was set up without a proof. What was proven before stays.
 * @returns The other address that was noted before; `null` if there was none.
 * @throws {AdapterError} if the database fails.
 */
export async function noteMailbox(
  userId: string,
  address: string | null,
  store: Store | null,
): Promise<string | null> {
  if (!hasRows(store)) return null;
  for (let tries = 0; tries < TRIES; tries++) {
    const note = await readNote(userId, store);
    if (note && (address === null || note.address === address)) return null;
    const generation = note?.generation ?? null;
    const next = noteRow(userId, address, (generation ?? -1) + 1);
    const isNoted = await ifTable(() => store.rows.store("security", next, generation));
    if (isNoted !== false) return isNoted && (note?.address ?? null);
  }
  return null;
}

/** Notes the address of a user if it is verified. @returns The other address that was noted before; `null` if there was none. */
export async function noteVerified(
  { id, email, emailVerified }: Pick<AdapterUser, "id" | "email" | "emailVerified">,
  store: Store | null,
): Promise<string | null> {
  return email && emailVerified ? await noteMailbox(id, email, store) : null;
}
