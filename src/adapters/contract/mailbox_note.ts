/**
 * Where the note about the mailbox of a user stands: a record of security under a name of its own, so that the tables of every
 * version have room for it, and those beside an adapter of Auth.js as well.
 *
 * @module
 */

import type { Adapter, AdapterUser } from "./types.ts";

/** Begins the name. `assertStorable` refuses a user whose id begins like that: an id may be any text that people choose. */
export const MAILBOX_NOTE = "\u0001mailbox ";

/** What the record of a note has as `userId`. */
export function noteIdOf(userId: string): string {
  return MAILBOX_NOTE + userId;
}

/** What an adapter needs to note an address. */
type Noting = Required<Pick<Adapter, "getUser" | "updateUser" | "rows">>;

/** How often a note is tried, while others are written. */
const TRIES = 10;

/**
 * The adapter, whose `updateUser` notes the verified address first that it is about to change: `emailVerified` alone forgets it, and
 * whoever has the new mailbox would take the user over like one who has never proven any.
 */
export function notingChanges<Own extends Noting>(adapter: Own): Own {
  const { updateUser } = adapter;
  return {
    ...adapter,
    async updateUser(changes: Parameters<Noting["updateUser"]>[0]) {
      // Some applications take the proof away first, and change the address then.
      if (changes.email !== undefined || changes.emailVerified === null) await noteBefore(changes, adapter);
      return await updateUser(changes);
    },
  };
}

async function noteBefore(
  { id, email, emailVerified }: Partial<AdapterUser> & Pick<AdapterUser, "id">,
  adapter: Noting,
) {
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
  const userId = noteIdOf(id);
  const rest = { userId, passwordIsProven: true, passwordSetAt: null };
  for (let tries = 0; tries < TRIES; tries++) {
    const { generation = null, passwordHash = null } = await rows.find("security", { userId }) ?? {};
    if (passwordHash === address) return;
    const next = { ...rest, generation: (generation ?? -1) + 1, passwordHash: address };
    if (await rows.store("security", next, generation)) return;
  }
}
