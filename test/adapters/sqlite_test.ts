import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import process from "node:process";
import { createClient } from "npm:@libsql/client@0.18.0";
import { schema, Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { testContract } from "./_contract.ts";
import { testSqlDatabase } from "./_sql_database.ts";
import { type SqlDatabase, testUserFields } from "./_user_fields.ts";
import { adapterCases } from "../../src/testing/adapter/adapter_cases.ts";
import { afterTests } from "../_after.ts";

const folder = await mkdtemp(join(tmpdir(), "latchkey-sqlite-"));
afterTests(() => rm(folder, { recursive: true }));

let files = 0;

function newFile(): string {
  return join(folder, `${++files}.db`);
}

function openFile(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 10_000 });
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
  return db;
}

/** A migrated adapter on a new file. */
async function opened(options?: { prefix?: string; userFields?: string[] }) {
  const db = openFile(newFile());
  const adapter = Sqlite(db, options);
  await adapter.migrate();
  return { db, adapter, close: () => db.close() };
}

async function openedLibsql() {
  const client = createClient({ url: `file:${newFile()}` });
  await client.execute("PRAGMA synchronous = OFF");
  const adapter = Sqlite(client);
  await adapter.migrate();
  return { client, adapter, close: () => client.close() };
}

// All before the first test: Deno ends with success when a module fails that has tests already.
const suites = {
  "node:sqlite": await adapterCases(() => opened()),
  "node:sqlite that enforces no foreign keys": await adapterCases(async () => {
    const { db, ...rest } = await opened();
    db.exec("PRAGMA foreign_keys = OFF");
    return rest;
  }),
  "@libsql/client": await adapterCases(openedLibsql),
};

testContract("Sqlite()", Object.entries(suites));

test("Sqlite() keeps dates to the millisecond", async () => {
  const { adapter, close } = await opened();
  const emailVerified = new Date("2026-11-20T01:02:03.456Z");
  await adapter.createUser({ id: "1", email: null, emailVerified });
  assert.deepEqual((await adapter.getUser("1"))?.emailVerified, emailVerified);
  close();
});

test("Sqlite() rejects options that are not names", () => {
  const db = new DatabaseSync(":memory:");
  for (const prefix of ["a; DROP TABLE b", 'a"', "A", "1", "_", "a".repeat(31)]) {
    assert.throws(() => Sqlite(db, { prefix }), { name: "TypeError", message: /prefix/ }, prefix);
    assert.throws(() => schema(prefix), { name: "TypeError", message: /prefix/ }, prefix);
  }
  for (const field of ['a"', "", "email", "email_verified", "emailVerified", "a b"]) {
    assert.throws(
      () => Sqlite(db, { userFields: [field] }),
      { name: "TypeError", message: /user field/ },
      field,
    );
  }
  db.close();
});

const file = openFile(newFile());
afterTests(() => file.close());
const database: SqlDatabase = {
  open: (options) => Sqlite(file, options),
  run: (text) => Promise.resolve(file.exec(text)),
  schema,
};
testUserFields("Sqlite", database);
testSqlDatabase(
  { name: "Sqlite", make: (client) => Sqlite(client), quoted: (name) => `"${name}"` },
  {
    ...database,
    sql: (statements) =>
      Promise.resolve(
        statements.map(({ text, values }) => file.prepare(text).all(...values as never[])),
      ),
    tables(prefix) {
      const rows = file.prepare("SELECT type, sql FROM sqlite_master WHERE sql LIKE ? ORDER BY sql")
        .all(`%${prefix}%`);
      assert.equal(rows.filter(({ type }) => type === "table").length, 19);
      return Promise.resolve(rows.map(({ sql }) => String(sql).replaceAll(prefix, "")));
    },
  },
);

const remote = createClient({ url: `file:${newFile()}` });
afterTests(() => remote.close());
testUserFields("Sqlite on @libsql/client", {
  open: (options) => Sqlite(remote, options),
  run: (text) => remote.execute(text),
  schema,
});

test("Sqlite() stores booleans and dates of untyped user fields as numbers", async () => {
  const { db, close } = await opened();
  db.exec("ALTER TABLE auth_users ADD COLUMN is_admin; ALTER TABLE auth_users ADD COLUMN born");
  const adapter = Sqlite(db, { userFields: ["is_admin", "born"] });
  await adapter.migrate();
  const user = { id: "1", email: null, emailVerified: null };
  const created = await adapter.createUser({ ...user, is_admin: true, born: new Date(-5) });
  assert.deepEqual([created.is_admin, created.born], [1, -5]);
  const updated = await adapter.updateUser({ id: "1", is_admin: false, born: null });
  assert.deepEqual([updated.is_admin, updated.born], [0, null]);
  close();
});

test("Sqlite() does not take the name of a missing column for its value", async () => {
  const db = new DatabaseSync(":memory:", { enableDoubleQuotedStringLiterals: true });
  await Sqlite(db).migrate();
  await Sqlite(db).createUser({ id: "1", email: null, emailVerified: null });
  await assert.rejects(
    async () => await Sqlite(db, { userFields: ["admin"] }).getUser("1"),
    /column "admin"/,
  );
  db.close();
});

test("Sqlite() refuses user fields of one name, and types that it does not know", () => {
  const refused: unknown[] = [
    { isAdmin: "boolean", is_admin: "boolean" },
    { emailVerified: "date" },
    { email_verified: "date" },
    { Id: "text" },
    { "a b": "text" },
    { constructor: "string" },
    { role: "own" },
  ];
  const db = openFile(newFile());
  for (const userFields of [...refused, ["role", "Role"], ["ID"]]) {
    assert.throws(
      () => Sqlite(db, { userFields: userFields as never }),
      { name: "TypeError", message: /user field/ },
      JSON.stringify(userFields),
    );
    assert.throws(() => schema("auth_", userFields as never), /user field/);
  }
  Sqlite(db, { userFields: { constructor: "text", toString: "json" } as never });
  db.close();
});

test("Sqlite() works in several processes on one file, from migrate() on", async () => {
  const path = newFile();
  openFile(path).close();
  const program = fileURLToPath(import.meta.resolve("./_sqlite_process.ts"));
  const outputs = await Promise.all([1, 2, 3].map(async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "run",
      "-A",
      "--no-check",
      program,
      path,
    ]);
    return JSON.parse(stdout) as { used: string[]; created: string[]; prolonged: number };
  }));
  const used = outputs.flatMap((output) => output.used);
  assert.equal(used.length, 100, "each token is used once");
  assert.equal(new Set(used).size, 100);
  assert.equal(outputs.reduce((sum, { prolonged }) => sum + prolonged, 0), 100, "each session is moved once");
  const created = outputs.flatMap((output) => output.created);
  assert.equal(created.length, 100, "each account is created once");
  const db = openFile(path);
  assert.deepEqual(db.prepare("SELECT count(*) n FROM auth_users WHERE id LIKE 'new%'").get()?.n, 100);
  db.close();
});

test("Sqlite() leaves a transaction of the application alone", async () => {
  const { db, adapter, close } = await opened();
  const account = { type: "oauth", provider: "p", providerAccountId: "1" } as const;
  const user = (id: string) => ({ id, email: null, emailVerified: null });
  db.exec("BEGIN; CREATE TABLE mine (a)");
  await adapter.createUserWithAccount(user("1"), account);
  await assert.rejects(async () => await adapter.createUserWithAccount(user("2"), account), /UNIQUE/);
  assert.equal(await adapter.getUser("2"), null);
  db.exec("COMMIT");
  assert.ok(await adapter.getUser("1"));
  db.exec("SELECT * FROM mine");
  close();
});

test("Sqlite() keeps the contract with a function that runs statements, and binds every value", async () => {
  const { db, close } = await opened();
  const texts: string[] = [];
  const adapter = Sqlite((statements) => {
    texts.push(...statements.map(({ text }) => text));
    db.exec("BEGIN");
    try {
      const results = statements.map(({ text, values }) => db.prepare(text).all(...values as never[]));
      db.exec("COMMIT");
      return Promise.resolve(results);
    } catch (error) {
      db.exec("ROLLBACK");
      return Promise.reject(error);
    }
  });
  for (const { name, run } of await adapterCases(() => Promise.resolve({ adapter }))) {
    await run().catch((cause) => assert.fail(new Error(name, { cause })));
  }
  await adapter.removeExpired({ batch: 987_654_321 });
  assert.ok(texts.length > 1000);
  // Ids and tokens, dates and counts, and what the contract stores as texts.
  const values = /[0-9a-f]{8}-[0-9a-f]{4}-|\d{9}|@example|Ångström|Brien|DROP|laptop|openid|true/i;
  assert.deepEqual(texts.filter((text) => values.test(text)), []);
  close();
});

test("Sqlite().getSessionAndUser() is one read by an index", async () => {
  const { db, close } = await opened();
  const asked: string[] = [];
  const adapter = Sqlite((statements) => {
    asked.push(...statements.map(({ text }) => text));
    return Promise.resolve(statements.map(() => []));
  });
  await adapter.getSessionAndUser("s");
  assert.equal(asked.length, 1);
  assert.deepEqual(planOf(db, asked[0]!), [
    "SEARCH s USING INDEX sqlite_autoindex_auth_sessions_1 (session_token=?)",
    "SEARCH u USING INDEX sqlite_autoindex_auth_users_1 (id=?)",
  ]);
  close();
});

test("Sqlite().removeExpired() counts, works in batches and lets others run between them", async () => {
  const { db, close } = await opened();
  const batches: number[] = [];
  const adapter = Sqlite((statements) => {
    const results = statements.map(({ text, values }) => db.prepare(text).all(...values as never[]));
    batches.push(...results.map((rows) => rows.length));
    return Promise.resolve(results);
  });
  await adapter.createUser({ id: "1", email: null, emailVerified: null });
  for (let index = 0; index < 25; index++) {
    await adapter.createSession({ sessionToken: `${index}`, userId: "1", expires: new Date(1000) });
  }
  await adapter.createSession({ sessionToken: "new", userId: "1", expires: new Date(Date.now() + 60_000) });
  await adapter.createVerificationToken({ identifier: "a", token: "b", expires: new Date(1000) });
  assert.equal(await adapter.removeExpired({ now: new Date(999) }), 0);
  batches.length = 0;
  let others = 0;
  const timer = setInterval(() => others++);
  assert.equal(await adapter.removeExpired({ batch: 10 }), 26);
  clearInterval(timer);
  assert.deepEqual(batches, [10, 10, 5, 1, 0, 0, 0, 0, 0]);
  assert.ok(others >= 2, `others ran ${others} times`);
  assert.deepEqual((await adapter.listSessionsByUserId("1")).map((it) => it.sessionToken), ["new"]);
  await assert.rejects(async () => await adapter.removeExpired({ batch: 0 }), TypeError);
  close();
});

function planOf(db: DatabaseSync, text: string): unknown[] {
  return db.prepare(`EXPLAIN QUERY PLAN ${text}`).all("x").map(({ detail }) => detail);
}
