/**
 * A file that another process holds: `@libsql/client` leaves the statement that failed active, and commits nothing any more.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createClient } from "npm:@libsql/client@0.18.0";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";

/** Runs a program on the file in a process of its own: two copies of SQLite in one would damage it. @returns Its output. */
async function elsewhere(file: string, program: string): Promise<string> {
  const code = `import { DatabaseSync } from "node:sqlite";
    const db = new DatabaseSync(${JSON.stringify(file)}, { timeout: 2000 });
    ${program}`;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["eval", code] }).output();
  return new TextDecoder().decode(stdout).trim();
}

test("Sqlite() on a file of @libsql/client keeps what it writes after another process has held the file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "libsql-"));
  const file = join(folder, "app.sqlite");
  const client = createClient({ url: `file:${file}`, timeout: 100 });
  try {
    const adapter = Sqlite(client);
    await adapter.migrate();
    const store = (id: string) => adapter.createUser({ id, email: `${id}@example.com`, emailVerified: null });
    const hold =
      `db.exec("BEGIN IMMEDIATE"); console.log("held"); setTimeout(() => db.exec("ROLLBACK"), 1000);`;
    const held = elsewhere(file, hold);
    const failed = async () => {
      // Until the other process has the file.
      for (let turn = 0; turn < 500; turn++) {
        await new Promise((done) => setTimeout(done, 20));
        try {
          await store(`before${turn}`);
        } catch (error) {
          return error as Error & { readonly code?: string };
        }
      }
    };
    assert.match(String((await failed())?.code), /^SQLITE_BUSY/);
    await held;
    await store("after");
    const found = `console.log(db.prepare("SELECT id FROM auth_users WHERE id = 'after'").all().length)`;
    assert.equal(await elsewhere(file, found), "1");
  } finally {
    client.close();
    await rm(folder, { recursive: true, force: true });
  }
});
