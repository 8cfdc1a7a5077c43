/**
 * Where the note about the mailbox of a user stands: a record of security under a name of its own, so that the tables of every
 * version have room for it, and those beside an adapter of Auth.js as well.
 *
 * @module
 */

/** Begins the name. No database gives a user an id like that. */
export const MAILBOX_NOTE = "mailbox ";

/** What the record of a note has as `userId`. */
export function noteIdOf(userId: string): string {
  return MAILBOX_NOTE + userId;
}
