/**
 * The row of a user beside that of the application's database: their generation, and their password.
 *
 * @module
 */

import type { RowKind } from "./row_kind.ts";

/** The password of a user, and the number of times that all their sessions were ended: one row for each user at most. */
export interface AdapterSecurity {
  /** The user it belongs to. */
  userId: string;
  /**
   * The generation of the user: `0` without a row. Whatever must end all sessions of a user raises it, such as a new
   * password. A session in a token has the generation of its sign-in.
   */
  generation: number;
  /** Hash of the password, which says how it was made: up to 512 characters. `null`: the user has no password. */
  passwordHash: string | null;
  /** Whether the address of the user was verified when the password was set. If not, a stranger may have set it. */
  passwordIsProven: boolean;
  /** When the password was set; `null` if it is not known. */
  passwordSetAt: Date | null;
}

/** Passwords and generations of users. They outlive a takeover, and a removed user leaves one. */
export const SECURITY: RowKind<AdapterSecurity, "userId"> = {
  name: "security",
  key: ["userId"],
  recordKey: "security",
  listKey: "security",
  version: "generation",
  since: 2,
  columns: {
    // No reference: with an adapter of Auth.js, the users are in another table.
    userId: { column: "user_id", type: "text", length: 255, required: true },
    generation: { column: "generation", type: "integer", required: true, default: 0 },
    passwordHash: { column: "password_hash", type: "text", length: 512 },
    passwordIsProven: { column: "password_is_proven", type: "boolean", required: true, default: true },
    passwordSetAt: { column: "password_set_at", type: "date" },
  },
};

/** The row of a user of whom nothing is stored. */
export function emptyRow(userId: string): AdapterSecurity {
  return { userId, generation: 0, passwordHash: null, passwordIsProven: true, passwordSetAt: null };
}

/**
 * What the note about the mailbox of a user has as `userId`: it is a row of this kind, so that the tables of every version have room
 * for it, and those beside an adapter of Auth.js as well. The adapters remove it with the user.
 */
export function noteIdOf(userId: string): string {
  return `\u0001mailbox ${userId}`;
}

/** Begins the name of every note. `assertStorable` refuses a user whose id begins like that. */
export const MAILBOX_NOTE: string = /* @__PURE__ */ noteIdOf("");

/** Whether an id stands for something that is no user: notes about mailboxes, and the log of staff. */
export function isReserved(id: unknown): boolean {
  return typeof id === "string" && id.startsWith("\u0001");
}

/** The note that the mailbox of an address is proven. @param address `null`: none is. */
export function noteRow(userId: string, address: string | null, generation: number): AdapterSecurity {
  return { ...emptyRow(noteIdOf(userId)), generation, passwordHash: address };
}
