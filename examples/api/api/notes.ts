/**
 * The notes of the users. Each function has the id of the user in its SQL: no user reaches a note of another one.
 *
 * @module
 */

import { sql } from "./auth.ts";

sql.exec(`CREATE TABLE IF NOT EXISTS notes (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL
)`);

/** The most characters that a note may have. */
const LONGEST = 1000;

/** Returns the notes of a user, the newest first. */
export function listNotes(userId: string) {
  return sql.prepare("SELECT id, text FROM notes WHERE user_id = ? ORDER BY created_at DESC, rowid DESC")
    .all(userId);
}

/** Adds a note. */
export function addNote(userId: string, text: string) {
  const note = { id: crypto.randomUUID(), text };
  sql.prepare("INSERT INTO notes (id, user_id, text, created_at) VALUES (?, ?, ?, ?)")
    .run(note.id, userId, note.text, Date.now());
  return note;
}

/** Removes a note. Returns whether the user had it. */
export function removeNote(userId: string, id: string): boolean {
  return sql.prepare("DELETE FROM notes WHERE user_id = ? AND id = ?").run(userId, id).changes === 1;
}

/** Returns the text of a note in the body of a request, or `null` if there is none. */
export function textOf(body: unknown): string | null {
  const { text } = Object(body);
  if (typeof text !== "string") return null;
  const trimmed = text.trim();
  return trimmed !== "" && trimmed.length <= LONGEST ? trimmed : null;
}
