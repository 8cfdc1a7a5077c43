/**
 * Stored sessions: a SQLite file that all processes share, with sessions of many users.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { ADA } from "./idp.mjs";

const FILE = fileURLToPath(new URL("../sessions.db", import.meta.url));
const USERS = 10_000;
const TOKEN = "s3ss10n_5e2f0c9b1d7a4c3e8f6b2a1d0c9e8f7a";

/**
 * Opens the file, and fills it if nobody has yet. The session is stored both as it is, for `@auth/core`, and hashed, for
 * ours: each finds its row at the first look.
 *
 * @returns The database; our adapter on it, which serves both; and the token of Ada's session.
 */
export async function openSessions() {
  const { DatabaseSync } = await import("node:sqlite");
  const { Sqlite } = await import("@latchkey/auth/adapters/sqlite");
  const database = new DatabaseSync(FILE);
  database.exec("PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL");
  const adapter = Sqlite(database);
  await adapter.migrate();
  fill(database);
  return { database, adapter, token: TOKEN };
}

/** What the token is stored as by us. */
export function toStored(token) {
  return `sha256:${createHash("sha256").update(token).digest("hex")}`;
}

function fill(database) {
  // Far from its end, and just renewed: nobody writes.
  const expires = Date.now() + 30 * 86_400_000;
  database.exec("BEGIN IMMEDIATE");
  const user = database.prepare(
    "INSERT OR IGNORE INTO auth_users (id, name, email, image) VALUES (?, ?, ?, ?)",
  );
  const session = database.prepare("INSERT OR REPLACE INTO auth_sessions VALUES (?, ?, ?)");
  user.run(ADA.id, ADA.name, ADA.email, ADA.image);
  for (const stored of [TOKEN, toStored(TOKEN)]) session.run(stored, ADA.id, expires);
  for (let n = 0; n < USERS; n++) {
    user.run(`u_${n}`, `User ${n}`, `user${n}@example.com`, null);
    session.run(toStored(String(n)), `u_${n}`, expires);
  }
  database.exec("COMMIT");
}
