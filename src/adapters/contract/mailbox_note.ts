/**
 * Notes the verified address of a user before the application changes it.
 *
 * @module
 */

import type { Adapter, AdapterUser } from "./types.ts";
import type { Awaitable } from "../../values/types.ts";
import { noteIdOf, noteRow } from "../../shapes/security.ts";

/** What an adapter needs to note an address. */
type Noting = Required<Pick<Adapter, "getUser" | "rows">>;

/** Changed fields of a user. */
type Change = Partial<AdapterUser> & Pick<AdapterUser, "id">;

/** How often a note is tried, while others are written. */
const TRIES = 10;

/**
 * An `updateUser` that notes the verified address first that it is about to change: `emailVerified` alone forgets it, and
 * whoever has the new mailbox would take the user over like one who has never proven any.
 *
 * @param adapter Stores the note.
 */
export function notingChanges<User extends Change, Stored>(
  updateUser: (changes: User) => Awaitable<Stored>,
  adapter: Noting,
): (changes: User) => Promise<Stored> {
  return async (changes) => {
    // Some applications take the proof away first, and change the address then.
    if (changes.email !== undefined || changes.emailVerified === null) await noteBefore(changes, adapter);
    return await updateUser(changes);
  };
}

async function noteBefore({ id, email, emailVerified }: Change, adapter: Noting) {
  const stored = await adapter.getUser(id);
  if (!stored?.email || !stored.emailVerified || (stored.email === email && emailVerified !== null)) return;
  try {
    await note(id, stored.email, adapter);
  } catch (error) {
    // An older version of the tables has no notes.
    if ((error as Error | null)?.name !== "MissingTableError") throw error;
  }
}

async function note(id: string, address: string, { rows }: Noting): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await rows.find("security", { userId: noteIdOf(id) });
    if (before?.passwordHash === address) return;
    const generation = before?.generation ?? null;
    if (await rows.store("security", noteRow(id, address, (generation ?? -1) + 1), generation)) return;
  }
}
