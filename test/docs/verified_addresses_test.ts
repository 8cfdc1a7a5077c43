/**
 * The statement of `docs/migration/auth_js.md` that marks addresses as verified, on the tables of `@auth/pg-adapter`, and
 * with the dates of Prisma and Drizzle in SQLite.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { afterTests } from "../_after.ts";
import { startPostgres } from "../adapters/_server.ts";

/** Users, and the providers of their accounts. */
const USERS: Readonly<Record<string, readonly string[]>> = {
  google: ["google"],
  both: ["google", "apple"],
  other: ["discord"],
  mixed: ["google", "discord"],
  none: [],
};

const server = await startPostgres();
afterTests(() => server.stop());
const page = await readFile(new URL("../../docs/migration/auth_js.md", import.meta.url), "utf8");
const [, statement] = /```sql\n(UPDATE [^]*?)```/.exec(page)!;

/** Tables with the users. @param date The type of `emailVerified`. @param before A date in SQL. */
function tablesWith(date: string, before: string): string {
  const users = Object.keys(USERS).map((id) => `('${id}', '${id}@a.test', NULL)`);
  const accounts = Object.entries(USERS).flatMap(([id, all]) =>
    all.map((provider) => `('${id}', '${provider}')`)
  );
  return `
    CREATE TABLE "users" ("id" TEXT, "email" TEXT, "emailVerified" ${date});
    CREATE TABLE "accounts" ("userId" TEXT, "provider" TEXT);
    INSERT INTO "users" VALUES ('known', 'known@a.test', ${before}), ('mailless', NULL, NULL), ${users};
    INSERT INTO "accounts" VALUES ('known', 'google'), ('mailless', 'google'), ${accounts};
  `;
}

const MARKED = `SELECT "id", "emailVerified" FROM "users" WHERE "emailVerified" IS NOT NULL ORDER BY "id"`;

test("the statement marks only users all of whose accounts are at providers that verify each address", async () => {
  const client = new pg.Client(server.settings);
  await client.connect();
  try {
    await client.query(tablesWith("TIMESTAMPTZ", "'2026-01-01T00:00:00Z'"));
    await client.query(statement!);
    const { rows } = await client.query(MARKED);
    assert.deepEqual(rows.map(({ id }) => id), ["both", "google", "known"]);
    assert.equal(rows[2].emailVerified.toISOString(), "2026-01-01T00:00:00.000Z");
    // As JavaScript reads it: an adapter that compares dates in SQL finds such a user again.
    const [{ emailVerified }] = rows;
    const found = await client.query(`SELECT FROM "users" WHERE "emailVerified" = $1`, [emailVerified]);
    assert.equal(found.rowCount, 2);
  } finally {
    await client.end();
  }
});

for (
  const [orm, type, form] of [
    ["Prisma 7", "DATETIME", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/],
    ["Drizzle, Prisma before 7", "INTEGER", /^\d{13}$/],
  ] as const
) {
  test(`the statement writes dates into SQLite as ${orm} does`, () => {
    const [, date] = new RegExp(`\\| [^|\n]*${orm}[^|\n]* \\| \`([^\`]+)\``).exec(page) ?? [];
    using database = new DatabaseSync(":memory:");
    database.exec(tablesWith(type, "'before'"));
    database.exec(statement!.replace("CURRENT_TIMESTAMP(3)", date!));
    const rows = database.prepare(MARKED).all();
    assert.deepEqual(rows.map(({ id }) => id), ["both", "google", "known"]);
    assert.match(String(rows[0]!.emailVerified), form);
    assert.equal(rows[2]!.emailVerified, "before");
  });
}
