/**
 * The demo's database: one SQLite file, removed when the demo ends.
 *
 * @module
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type SqlAdapter, Sqlite } from "@latchkey/auth/adapters/sqlite";

/** An open database. */
export interface Database {
  /** Stores users, accounts and sessions for the library. */
  readonly adapter: SqlAdapter;
  /** Removes the file. */
  close(): Promise<void>;
}

/** Opens an empty database. */
export async function openDatabase(): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-demo-"));
  const sql = new DatabaseSync(join(folder, "demo.sqlite"), { timeout: 5000 });
  sql.exec("PRAGMA journal_mode = WAL");
  const adapter = Sqlite(sql);
  await adapter.migrate();
  const close = async () => {
    sql.close();
    await rm(folder, { recursive: true });
  };
  return { adapter, close };
}
