import assert from "node:assert/strict";
import { test } from "node:test";
import { schemaPage } from "../../tools/schema.ts";
import { mysqlDialect as mysql } from "../../src/adapters/mysql/dialect.ts";
import { postgresDialect as postgres } from "../../src/adapters/postgres/dialect.ts";
import type { Dialect } from "../../src/adapters/sql/dialect.ts";
import { columnsOf, insertion, toEntity, update } from "../../src/adapters/sql/rows.ts";
import type { ColumnsOf } from "../../src/shapes/columns.ts";
import { TABLES, type Tables } from "../../src/adapters/sql/schema.ts";
import { schemaOf, tablesOf, toTable } from "../../src/adapters/sql/tables.ts";
import { sqliteDialect as sqlite } from "../../src/adapters/sqlite/dialect.ts";
import type { AdapterSession } from "../../src/adapters/contract/types.ts";

interface SessionWithTenant extends AdapterSession {
  tenant: string | null;
}

/** The only edit that a new column needs. */
const SESSIONS = {
  ...TABLES.sessions,
  columns: { ...TABLES.sessions.columns, tenant: { column: "tenant", type: "text", length: 40 } as const },
};

function extended(dialect: Dialect): Tables {
  return { ...tablesOf(dialect, {}), sessions: toTable(dialect, SESSIONS, "auth_") };
}

test("a declared column stands in CREATE TABLE of each database, and in docs/schema.md", () => {
  const [inSqlite, inPostgres] = ["tenant TEXT", "tenant text"];
  const expected = [[sqlite, inSqlite], [postgres, inPostgres], [mysql, "tenant varchar(40)"]] as const;
  for (const [dialect, line] of expected) {
    const [before, after] = [schemaOf(dialect, tablesOf(dialect, {})), schemaOf(dialect, extended(dialect))];
    const added = after.split("\n").filter((it) => !before.includes(it));
    assert.deepEqual(added, [`  ${line},`]);
    assert.ok(schemaPage({ it: after }).includes(`  ${line},\n`));
  }
});

test("the name of each index fits behind the longest prefix, where a name has 63 characters", () => {
  for (const dialect of [sqlite, postgres, mysql]) {
    const text = schemaOf(dialect, tablesOf(dialect, { prefix: "p".repeat(30) }));
    const names = text.match(/(?<=KEY |INDEX IF NOT EXISTS )p\w+/g) ?? [];
    assert.ok(names.length > 5);
    assert.deepEqual(names.filter((name) => name.length > 63), []);
  }
});

test("a declared column is written and read", () => {
  const { sessions } = extended(postgres);
  assert.match(insertion(sessions, { sessionToken: "s", tenant: "d" }).text, /\("session_token", "tenant"\)/);
  assert.match(update(sessions, { sessionToken: "s", tenant: "d" })!.text, /SET "tenant" = \?/);
  assert.match(columnsOf(sessions), /"tenant"$/);
  assert.equal(toEntity<SessionWithTenant>(sessions, ["s", "1", 0, null, null, null, "d"]).tenant, "d");
});

test("the compiler compares columns with the fields of an entity", () => {
  const { expires, ...others } = TABLES.sessions.columns;
  const refused: readonly ColumnsOf<AdapterSession>[] = [
    // @ts-expect-error: a field without a column
    others,
    // @ts-expect-error: a column without a field
    { ...others, expires, tenant: { column: "tenant", type: "text" } } satisfies ColumnsOf<AdapterSession>,
    // @ts-expect-error: a date as text
    { ...others, expires: { column: "expires", type: "text", required: true } },
    // @ts-expect-error: a field that always has a value, in a column that may have none
    { ...others, expires: { column: "expires", type: "date" } },
  ];
  assert.equal(refused.length, 4);
});
