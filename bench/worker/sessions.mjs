/**
 * Stored sessions: a SQLite file that all processes share, with sessions of many users.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { ADA } from "./idp.mjs";

const FILE = fileURLToPath(new URL("../sessions.db", import.meta.url));
const PRAGMAS = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL";
const USERS = 10_000;
const TOKEN = "s3ss10n_5e2f0c9b1d7a4c3e8f6b2a1d0c9e8f7a";

/** The default tables of `@auth/drizzle-adapter`, as far as they are read here. */
const DRIZZLE_TABLES = `
CREATE TABLE IF NOT EXISTS user (
  id TEXT PRIMARY KEY NOT NULL, name TEXT, email TEXT UNIQUE, emailVerified INTEGER, image TEXT
);
CREATE TABLE IF NOT EXISTS session (
  sessionToken TEXT PRIMARY KEY NOT NULL, userId TEXT NOT NULL REFERENCES user(id) ON DELETE CASCADE,
  expires INTEGER NOT NULL
);`;

/**
 * Opens the file, and fills our tables unless they are filled. The token of the session is stored twice: plain for
 * `@auth/core`, hashed for ours. So each finds its row with one query.
 *
 * @returns The database; our adapter on it, which serves both; and the token of Ada's session.
 */
export async function openSessions() {
  const { DatabaseSync } = await import("node:sqlite");
  const { Sqlite } = await import("@latchkey/auth/adapters/sqlite");
  const database = new DatabaseSync(FILE);
  database.exec(PRAGMAS);
  const adapter = Sqlite(database);
  await adapter.migrate();
  fill(database, { users: "auth_users", sessions: "auth_sessions", tokens: [TOKEN, toStored(TOKEN)] });
  return { database, adapter, token: TOKEN };
}

/**
 * Opens the file, and fills the tables of `@auth/drizzle-adapter` with the same users and sessions
 * unless they are filled.
 *
 * @returns That adapter, and the token of Ada's session.
 */
export async function openDrizzleSessions() {
  const { default: Database } = await import("better-sqlite3");
  const { drizzle } = await import("drizzle-orm/better-sqlite3");
  const { DrizzleAdapter } = await import("@auth/drizzle-adapter");
  const database = new Database(FILE);
  database.exec(PRAGMAS);
  database.exec(DRIZZLE_TABLES);
  fill(database, { users: "user", sessions: "session", tokens: [TOKEN] });
  return { adapter: DrizzleAdapter(drizzle(database)), token: TOKEN };
}

/** The form in which our library stores a token. */
export function toStored(token) {
  return `sha256:${createHash("sha256").update(token).digest("hex")}`;
}

function fill(database, { users, sessions, tokens }) {
  // The session is new: neither library renews it.
  const expires = Date.now() + 30 * 86_400_000;
  database.exec("BEGIN IMMEDIATE");
  const user = database.prepare(
    `INSERT OR IGNORE INTO ${users} (id, name, email, image) VALUES (?, ?, ?, ?)`,
  );
  // The first three columns are token, user and end in both libraries; their names differ.
  const columns = database.prepare(`SELECT name FROM pragma_table_info('${sessions}') LIMIT 3`).all();
  const session = database.prepare(
    `INSERT OR REPLACE INTO ${sessions} (${columns.map(({ name }) => `"${name}"`)}) VALUES (?, ?, ?)`,
  );
  user.run(ADA.id, ADA.name, ADA.email, ADA.image);
  for (const stored of tokens) session.run(stored, ADA.id, expires);
  for (let n = 0; n < USERS; n++) {
    user.run(`u_${n}`, `User ${n}`, `user${n}@example.com`, null);
    session.run(toStored(String(n)), `u_${n}`, expires);
  }
  database.exec("COMMIT");
}
