import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { Sqlite } from "@latchkey/auth/adapters/sqlite";

/** `next build` loads this file in several processes, which wait for each other. */
export const sql = new DatabaseSync(process.env.DATABASE ?? "saas.sqlite", { timeout: 5000 });

/** The tables of the library: users, accounts, sessions. */
export const adapter = Sqlite(sql);
await adapter.migrate();

// The tables of the application. A row of `members` without a user is an invitation: `invitation` is the hash of its secret.
sql.exec(`
  CREATE TABLE IF NOT EXISTS organizations (id TEXT PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS members (
    organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id TEXT REFERENCES auth_users (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    email TEXT,
    invitation TEXT UNIQUE,
    expires INTEGER,
    UNIQUE (organization_id, user_id),
    UNIQUE (organization_id, email)
  );
  CREATE TABLE IF NOT EXISTS projects (
    id TEXT PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    UNIQUE (organization_id, name)
  );
  CREATE TABLE IF NOT EXISTS inbox (
    id INTEGER PRIMARY KEY,
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL
  );
`);

/** Runs statements as one: other processes see all of them or none, and change nothing in between. */
export function transaction<T>(run: () => T): T {
  sql.exec("BEGIN IMMEDIATE");
  try {
    const result = run();
    sql.exec("COMMIT");
    return result;
  } catch (error) {
    sql.exec("ROLLBACK");
    throw error;
  }
}
