import assert from "node:assert/strict";
import { test } from "node:test";
import { mysqlDialect } from "../../src/adapters/mysql/dialect.ts";
import { postgresDialect } from "../../src/adapters/postgres/dialect.ts";
import { sqliteDialect } from "../../src/adapters/sqlite/dialect.ts";
import { schemaOf, tablesOf, toTable } from "../../src/adapters/sql/tables.ts";
import type { ColumnDeclaration } from "../../src/shapes/columns.ts";
import type { Dialect } from "../../src/adapters/sql/dialect.ts";
import { TABLES, type Tables } from "../../src/adapters/sql/schema.ts";
import { newestOf, tablesAt, upgradeOf, VERSIONS } from "../../src/adapters/sql/versions.ts";
import { badAdditions, changedLines } from "../../tools/table_rules.ts";
import { readVersion } from "../databases/_versions.ts";
import { nextTables, TODAY } from "./_next_tables.ts";

const DIALECTS = [sqliteDialect, postgresDialect, mysqlDialect];

for (const dialect of DIALECTS) {
  test(`upgradeOf() prints for ${dialect.name} only what is newer than the version`, () => {
    const tables = nextTables(dialect);
    const added = upgradeOf(dialect, tables, TODAY + 1).split("\n").filter((line) => line);
    assert.deepEqual(
      added.map((line) => /(?:ADD COLUMN|INDEX(?: IF NOT EXISTS)?) (\w+)/.exec(line)?.[1]),
      ["is_primary", "uses", "auth_sessions_device"],
    );
    assert.equal(upgradeOf(dialect, tables, TODAY + 2), "");
  });

  test(`tablesAt() returns for ${dialect.name} the tables as they were`, () => {
    const tables = nextTables(dialect);
    assert.equal(schemaOf(dialect, tablesAt(tables, TODAY)), schemaOf(dialect, tablesOf(dialect, {})));
    assert.equal(schemaOf(dialect, tablesAt(tables, TODAY + 2)), schemaOf(dialect, tables));
    const between = schemaOf(dialect, tablesAt(tables, TODAY + 1));
    assert.match(between, /tenant.*auth_devices/s);
    assert.doesNotMatch(between, /is_primary|\buses\b|auth_sessions_device/);
  });
}

for (const dialect of DIALECTS) {
  for (const { number } of VERSIONS) {
    test(`version ${number} of the tables is for ${dialect.name} what it was when it was released`, async () => {
      assert.deepEqual(
        changedLines(await releasedTables(dialect, number), today(dialect, number)),
        [],
        ADVICE,
      );
    });
  }
}

test("the tables have no addition that an older version of the library could not live with", () => {
  for (const dialect of DIALECTS) {
    assert.deepEqual(badAdditions(tablesOf(dialect, {})), [], ADVICE);
    assert.deepEqual(badAdditions(nextTables(dialect), TODAY + 2), []);
  }
});

/** Changes of a released column, and how the first of them shows in Postgres and MySQL. */
const CHANGES: Readonly<Record<string, readonly [change: Partial<ColumnDeclaration> | null, shown: RegExp]>> =
  {
    "dropped": [null, /^lacks device varchar\(64\), in CREATE TABLE IF NOT EXISTS auth_sessions/],
    "renamed": [{ column: "browser" }, /^lacks device/],
    "narrowed": [{ length: 32 }, /^lacks device varchar\(64\)/],
    "of another type": [{ type: "date" }, /^lacks device text/],
    "required": [{ required: true }, /^lacks device/],
    "unique": [{ isUnique: true }, /^has UNIQUE \(device\)/],
    "indexed without `indexedSince`": [{ isIndexed: true }, /^has KEY auth_sessions_device/],
  };

for (const [what, [change, shown]] of Object.entries(CHANGES)) {
  test(`a released column that is ${what} is refused`, async () => {
    const lines = await Promise.all(
      DIALECTS.map(async (dialect) =>
        changedLines(await releasedTables(dialect, 1), schemaOf(dialect, withDevice(dialect, change)))
      ),
    );
    assert.ok(lines.flat().some((line) => shown.test(line)), lines.flat().join("\n"));
  });
}

test("a column that is added without a version is refused", async () => {
  const { columns, ...sessions } = TABLES.sessions;
  const more = { ...columns, note: { column: "note", type: "text" } } as const;
  const tables = {
    ...tablesOf(mysqlDialect, {}),
    sessions: toTable(mysqlDialect, { ...sessions, columns: more }, "auth_"),
  };
  const [line] = changedLines(
    await releasedTables(mysqlDialect, 1),
    schemaOf(mysqlDialect, tablesAt(tables, 1)),
  );
  assert.match(line ?? "", /^has note text, in CREATE TABLE IF NOT EXISTS auth_sessions/);
});

/** Additions to the table of sessions that `badAdditions()` refuses. */
const ADDITIONS: Readonly<Record<string, readonly [Partial<ColumnDeclaration>, RegExp]>> = {
  "a required column without a default": [{ required: true }, /is required, and has no default/],
  "a unique column": [{ isUnique: true }, /is unique$/],
  "a reference": [{ referencesUser: true }, /references the users$/],
  "a default for a text without a length": [{ default: "a" }, /no `length`$/],
  "a default for JSON": [{ type: "json", default: 0 }, /a default that MySQL does not accept$/],
  "an index of a text without a length": [{ isIndexed: true }, /no `length`$/],
  "an index older than the column": [
    { length: 9, isIndexed: true, indexedSince: 1 },
    /older than the column$/,
  ],
  "a version that does not exist": [{ since: TODAY + 9 }, /that VERSIONS lacks$/],
};

for (const [what, [declaration, reason]] of Object.entries(ADDITIONS)) {
  test(`badAdditions() refuses an addition with ${what}`, () => {
    const note: ColumnDeclaration = { column: "note", type: "text", since: TODAY + 1, ...declaration };
    const table = { ...TABLES.sessions, columns: { ...TABLES.sessions.columns, note } };
    const tables = { ...tablesOf(mysqlDialect, {}), sessions: toTable(mysqlDialect, table, "auth_") };
    const [refusal, ...others] = badAdditions(tables, TODAY + 1);
    assert.match(refusal ?? "", reason);
    assert.deepEqual(others, []);
  });
}

test("badAdditions() refuses a column of the library in the table of users, and one in a key", () => {
  const since = TODAY + 1;
  const note: ColumnDeclaration = { column: "note", type: "text", length: 9, since };
  const add = (table: "users" | "tokens", key: readonly string[]) => ({
    ...tablesOf(mysqlDialect, {}),
    [table]: toTable(
      mysqlDialect,
      { ...TABLES[table], key, columns: { ...TABLES[table].columns, note } },
      "auth_",
    ),
  });
  assert.match(
    badAdditions(add("users", ["id"]), since).join(),
    /in the table of users, whose other columns/,
  );
  assert.match(
    badAdditions(add("tokens", ["identifier", "token", "note"]), since).join(),
    /is part of the key/,
  );
});

/** The message of a test that finds a difference between today's tables and the released ones. */
const ADVICE = 'what is released stays: add a version, as CONTRIBUTING.md says in "Change a table"';

/** The `CREATE TABLE`s of a version, as they were released. */
async function releasedTables({ name }: Dialect, version: number): Promise<string> {
  const [tables = ""] = (await readVersion(`${name}.sql`, version)).split("\n-- Rows\n");
  return tables;
}

function today(dialect: Dialect, version: number): string {
  return schemaOf(dialect, tablesAt(tablesOf(dialect, {}), version));
}

/** The tables with the column `device` of the sessions changed. @param change `null` to drop it. */
function withDevice(dialect: Dialect, change: Partial<ColumnDeclaration> | null): Tables {
  const { device, ...others } = TABLES.sessions.columns;
  const columns = { ...others, ...(change ? { device: { ...device, ...change } } : {}) };
  return {
    ...tablesOf(dialect, {}),
    sessions: toTable(dialect, { ...TABLES.sessions, columns }, "auth_"),
  };
}

test("upgradeOf() refuses a version that does not exist", () => {
  for (const from of [0, -1, 1.5, TODAY + 1, Number.NaN]) {
    assert.throws(
      () => upgradeOf(sqliteDialect, tablesOf(sqliteDialect, {}), from),
      {
        name: "TypeError",
        message: `Cannot begin at version "${from}" of the tables: write one from 1 to ${TODAY}`,
      },
    );
  }
});

test("toTable() quotes a text that is the default of a column", () => {
  const note = { column: "note", type: "text", length: 9, default: "it's" } as const;
  const table = toTable(postgresDialect, { name: "notes", key: ["note"], columns: { note } }, "");
  assert.equal(table.columns[0]?.definition, "note text DEFAULT 'it''s'");
});

test("VERSIONS are numbered from 1, and the newest is that of the tables", () => {
  assert.deepEqual(VERSIONS.map(({ number }) => number), VERSIONS.map((_, index) => index + 1));
  for (const dialect of DIALECTS) assert.equal(newestOf(tablesOf(dialect, {})), TODAY);
});
