/**
 * The notes of the users, in D1. Each statement has the id of the user: no user reaches a note of another one.
 *
 * @module
 */

import type { D1Database } from "@latchkey/auth/adapters/sqlite";

export interface Note {
  readonly id: string;
  readonly text: string;
}

/** The most characters that a note may have. */
const LONGEST = 1000;

/** Returns the notes of a user, the newest first. */
export async function listNotes(db: D1Database, userId: string): Promise<readonly Note[]> {
  const { results } = await db.prepare(
    "SELECT id, text FROM notes WHERE user_id = ? ORDER BY created_at DESC",
  )
    .bind(userId).all();
  return results as readonly Note[];
}

/** Adds a note. Returns whether its text can be one. */
export async function addNote(db: D1Database, userId: string, text: string): Promise<boolean> {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > LONGEST) return false;
  await db.prepare("INSERT INTO notes (id, user_id, text, created_at) VALUES (?, ?, ?, ?)")
    .bind(crypto.randomUUID(), userId, trimmed, Date.now()).all();
  return true;
}

/** Removes a note. Returns whether the user had it. */
export async function removeNote(db: D1Database, userId: string, id: string): Promise<boolean> {
  const { results } = await db.prepare("DELETE FROM notes WHERE user_id = ? AND id = ? RETURNING id")
    .bind(userId, id).all();
  return results.length === 1;
}
