import assert from "node:assert/strict";
import { test } from "node:test";
import callbacks from "npm:mysql2@3.24.5";
import mysql from "npm:mysql2@3.24.5/promise";
import { testContract } from "./_contract.ts";
import { afterTests } from "../_after.ts";
import { freePort } from "../_free_port.ts";
import { MySql, type MySqlClient, schema, type Sql } from "../../src/adapters/mysql/mysql.ts";
import { adapterCases } from "../../src/testing/adapter/adapter_cases.ts";
import { testSqlDatabase } from "./_sql_database.ts";
import { type SqlDatabase, testUserFields } from "./_user_fields.ts";
import { type Server, startMariaDb } from "./_server.ts";

const server = await startMariaDb();
const nobody = (id: string) => ({ id, email: null, emailVerified: null });

// All before the first test: Deno ends with success when a module fails that has tests already.
const database = "missing" in server ? null : await openDatabase(server);
if (database) afterTests(() => database.close());
if ("missing" in server) console.log(`skip: ${server.missing}`);
const skip = database ? false : "no server";

/** Clients of a running server, and the cases for each. */
async function openDatabase({ settings, stop }: Server) {
  const options = { ...settings, connectionLimit: 20 };
  const pool = mysql.createPool(options);
  const connection = await mysql.createConnection(settings);
  const withCallbacks = callbacks.createPool(options);
  // What would be read as other moments, if the client made the dates.
  const elsewhere = mysql.createPool({
    ...options,
    timezone: "-11:00",
    dateStrings: true,
    rowsAsArray: true,
  });
  const clients: Record<string, MySqlClient> = {
    "a pool": pool,
    "a connection": connection,
    "a pool with callbacks": withCallbacks,
    "a pool with other settings": elsewhere,
  };
  await Promise.all(Object.values(clients).map((client) => MySql(client).migrate()));
  const suites = await Promise.all(
    Object.entries(clients).map(async ([name, client]) => {
      return [name, await adapterCases(() => Promise.resolve({ adapter: MySql(client) }))] as const;
    }),
  );
  const close = async () => {
    await Promise.all([pool, connection, withCallbacks.promise(), elsewhere].map((each) => each.end()));
    await stop();
  };
  return { pool, elsewhere, suites, close };
}

testContract("MySql()", database?.suites ?? []);

test(
  "MySql() keeps dates to the millisecond, and reads them the same in any time zone",
  { skip },
  async () => {
    const { pool, elsewhere } = database!;
    const [id, emailVerified] = [crypto.randomUUID(), new Date("2026-11-20T01:02:03.456Z")];
    await MySql(elsewhere).createUser({ id, email: null, emailVerified });
    assert.deepEqual((await MySql(pool).getUser(id))?.emailVerified, emailVerified);
    assert.deepEqual((await MySql(elsewhere).getUser(id))?.emailVerified, emailVerified);
  },
);

const sqlDatabase: SqlDatabase | null = database && {
  open: (options) => MySql(database.pool, options),
  run: (text) => database.pool.query(text),
  schema,
};

testUserFields("MySql", sqlDatabase);

testSqlDatabase(
  {
    name: "MySql",
    make: (client) => MySql(client),
    quoted: (name) => `\`${name}\``,
    tries: { ER_LOCK_DEADLOCK: 3, ER_DUP_ENTRY: 1 },
    silent() {
      const port = freePort();
      return Object.fromEntries(["127.0.0.1", "localhost", "nowhere.invalid"].map((host) => {
        const pool = mysql.createPool({ host, port });
        return [host, [MySql(pool), () => pool.end()]] as const;
      }));
    },
  },
  sqlDatabase && { ...sqlDatabase, sql, tables },
);

/** Runs statements on the pool. */
async function sql(statements: Parameters<Sql>[0]) {
  const results: object[][] = [];
  for (const { text, values } of statements) {
    const [rows] = await database!.pool.execute(text, [...values] as never);
    results.push(Array.isArray(rows) ? rows as object[] : [[rows.affectedRows]]);
  }
  return results;
}

async function tables(prefix: string): Promise<readonly string[]> {
  const names = ["users", "accounts", "sessions", "verification_tokens", "authenticators"];
  const results = await Promise.all(
    names.map((name) => database!.pool.query(`SHOW CREATE TABLE ${prefix}${name}`)),
  );
  return results.map(([rows]) => Object.values((rows as object[])[0]!)[1].replaceAll(prefix, ""));
}

test("MySql().getSessionAndUser() is one read by an index", { skip }, async () => {
  const asked: string[] = [];
  const adapter = MySql((statements) => {
    asked.push(...statements.map(({ text }) => text));
    return Promise.resolve(statements.map(() => []));
  });
  await adapter.getSessionAndUser("s");
  assert.equal(asked.length, 1);
  const { pool } = database!;
  const owner = crypto.randomUUID();
  await MySql(pool).createUser(nobody(owner));
  await MySql(pool).createSession({ sessionToken: owner, userId: owner, expires: new Date() });
  const [plan] = await pool.query(`EXPLAIN ${asked[0]}`, [owner]);
  const steps = (plan as { type: string; key: string }[]).map(({ type, key }) => `${type} ${key}`);
  assert.deepEqual(steps, ["const PRIMARY", "const PRIMARY"]);
});
