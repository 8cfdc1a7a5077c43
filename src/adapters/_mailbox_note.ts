/**
 * Where the note about the mailbox of a user stands: a record of security under a name of its own, so that the tables of every
 * version have room for it, and those beside an adapter of Auth.js as well.
 *
 * @module
 */

/** Begins the name. `assertStorable` refuses a user whose id begins like that: an id may be any text that people choose. */
export const MAILBOX_NOTE = "\u0001mailbox ";

/** What the record of a note has as `userId`. */
export function noteIdOf(userId: string): string {
  return MAILBOX_NOTE + userId;
}
