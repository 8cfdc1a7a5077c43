/**
 * Empties what the tables of the library have about a former user, where another adapter has given their id to a new one: many
 * databases hand out the highest id and one.
 *
 * @module
 */

import { beforeSessionsEnd } from "./hooks.ts";
import { emptyRow, noteIdOf } from "../shapes/security.ts";
import { readNote } from "../session/mailbox_note.ts";
import { ifTable } from "../model/store.ts";
import type { TakeoverContext } from "./takeover.ts";

/**
 * Empties it. Also starts the new user with a generation that no user before has had, so that no session and no link of theirs
 * counts: without a row, it would be that of the first ones.
 *
 * @throws {AdapterError} if the database fails: the user must not stay then.
 */
export async function forgetFormer(
  id: string,
  context: Pick<
    TakeoverContext,
    "store" | "strategy" | "generations" | "platform" | "capabilities" | "rules" | "logger"
  >,
): Promise<void> {
  const { store, generations, platform: { now } } = context;
  // An adapter that has this method has all tables itself: it has removed the rows with the user.
  if (!generations || store.removeExpired) return;
  // It may be a number.
  const userId = String(id);
  const noteId = noteIdOf(userId);
  const forget = await beforeSessionsEnd(userId, context);
  await Promise.all([
    generations.raise(userId, () => ({ ...emptyRow(userId), generation: now() })),
    readNote(userId, store).then(async (note) => {
      if (note?.address) await generations.raise(noteId, () => emptyRow(noteId));
    }),
    ifTable(async () => await store.rows?.removeOwned(userId)),
    forget(null),
  ]);
}
