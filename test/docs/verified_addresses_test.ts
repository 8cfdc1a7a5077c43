/**
 * The statement of `docs/migration/auth_js.md` that marks addresses as verified, on the tables of `@auth/pg-adapter`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";

/** Users, and the providers of their accounts. */
const USERS: Readonly<Record<string, readonly string[]>> = {
  google: ["google"],
  both: ["google", "apple"],
  other: ["discord"],
  mixed: ["google", "discord"],
  none: [],
};

test("the statement marks only users all of whose accounts are at providers that verify each address", async () => {
  const page = await readFile(new URL("../../docs/migration/auth_js.md", import.meta.url), "utf8");
  const [, statement] = /```sql\n(UPDATE [^]*?)```/.exec(page) ?? [];
  assert.ok(statement);
  using database = new DatabaseSync(":memory:");
  database.exec(`
    CREATE TABLE "users" ("id" TEXT, "email" TEXT, "emailVerified" TEXT);
    CREATE TABLE "accounts" ("userId" TEXT, "provider" TEXT);
    INSERT INTO "users" VALUES ('known', 'known@a.test', 'before'), ('mailless', NULL, NULL);
    INSERT INTO "accounts" VALUES ('known', 'google'), ('mailless', 'google');
  `);
  for (const [id, providers] of Object.entries(USERS)) {
    database.prepare(`INSERT INTO "users" VALUES (?, ?, NULL)`).run(id, `${id}@a.test`);
    for (const provider of providers) {
      database.prepare(`INSERT INTO "accounts" VALUES (?, ?)`).run(id, provider);
    }
  }
  database.exec(statement);
  const rows = database.prepare(`SELECT "id", "emailVerified" FROM "users" WHERE "emailVerified" IS NOT NULL`)
    .all();
  assert.deepEqual(rows.map(({ id }) => id).sort(), ["both", "google", "known"]);
  assert.equal(rows.find(({ id }) => id === "known")!.emailVerified, "before");
});
