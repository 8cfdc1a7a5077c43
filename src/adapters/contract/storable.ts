/**
 * Texts that a database cannot store as they are: Postgres refuses U+0000, SQLite cuts there, and others change half of a
 * surrogate pair. So a text could become that of another record, such as the address of another user.
 *
 * @module
 */

import { isReserved } from "../../shapes/security.ts";
import { LONGEST_USER_ID } from "../../shapes/lengths.ts";

/** Whether each database stores a value as it is. */
export function isStorable(value: unknown): boolean {
  return typeof value !== "string" || (!value.includes("\0") && value.isWellFormed());
}

/** Asserts that each database stores a record as it is, and that its id names nothing else. @throws {TypeError} if not. */
export function assertStorable(record: object): void {
  const { id } = record as { readonly id?: unknown };
  if (isReserved(id)) {
    throw new TypeError('Cannot store "id": it begins with U+0001, as what the library notes itself does');
  }
  for (const [field, value] of Object.entries(record)) {
    if (isStorable(value)) continue;
    throw new TypeError(
      `Cannot store "${field}": its text has U+0000 or half of a character, which databases refuse, cut or change`,
    );
  }
}

/** Asserts that a user can have an id. @throws {TypeError} if not. */
export function assertUserId(id: unknown): void {
  if (typeof id !== "string" || (id !== "" && id.length <= LONGEST_USER_ID)) return;
  throw new TypeError(
    `Cannot store the user: the id has ${id.length} characters. Write 1 to ${LONGEST_USER_ID}`,
  );
}
