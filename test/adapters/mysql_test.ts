import assert from "node:assert/strict";
import { test } from "node:test";
import callbacks from "npm:mysql2@3.24.5";
import mysql from "npm:mysql2@3.24.5/promise";
import { testContract } from "./_contract.ts";
import { afterTests } from "../_after.ts";
import { freePort } from "../_free_port.ts";
import { MySql, type MySqlClient, schema, type Sql } from "../../src/adapters/mysql/mysql.ts";
import { adapterCases } from "../../src/testing/adapter/adapter_cases.ts";
import { testUserFields } from "./_user_fields.ts";
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

test("MySql() rejects a value that is not a client", () => {
  for (const wrong of [undefined, null, {}, "mysql://localhost"]) {
    assert.throws(() => MySql(wrong as never), {
      name: "TypeError",
      message: /^Cannot use this client .*\n {2}see https:.*#adapters$/,
    });
  }
});

test("MySql() rejects a prefix that is not a name", () => {
  assert.throws(() => schema("a; DROP TABLE b"), { name: "TypeError", message: /prefix/ });
});

test("MySql() repeats what a deadlock has undone, and only that", async () => {
  for (const [code, times] of [["ER_LOCK_DEADLOCK", 3], ["ER_DUP_ENTRY", 1]] as const) {
    let calls = 0;
    const adapter = MySql(() => {
      if (++calls < 3) return Promise.reject(Object.assign(new Error("refused"), { code }));
      return Promise.resolve([[[1]]]);
    });
    await Promise.allSettled([adapter.deleteSession("s")]);
    assert.equal(calls, times, code);
  }
});

test("MySql() accepts a function that runs statements", { skip }, async () => {
  const { pool } = database!;
  const run: Sql = async (statements) => {
    const results: object[][] = [];
    for (const { text, values } of statements) {
      const [rows] = await pool.execute(text, [...values] as never);
      results.push(Array.isArray(rows) ? rows as object[] : [[rows.affectedRows]]);
    }
    return results;
  };
  const user = {
    id: crypto.randomUUID(),
    name: null,
    email: null,
    emailVerified: new Date(1234),
    image: null,
  };
  assert.deepEqual(await MySql(run).createUser(user), user);
});

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

test("MySql() keeps user fields in columns of the application", { skip }, async () => {
  const { pool } = database!;
  const adapter = MySql(pool, { prefix: "own_", userFields: ["Role", "group"] });
  await MySql(pool, { prefix: "own_" }).migrate();
  await pool.query("ALTER TABLE own_users ADD COLUMN Role text DEFAULT 'reader', ADD COLUMN `group` integer");
  const user = { ...nobody("1"), name: null, image: null };
  assert.deepEqual(await adapter.createUser({ ...user, group: 7 }), {
    ...user,
    Role: "reader",
    group: 7,
  });
});

testUserFields(
  "MySql",
  database && {
    open: (options) => MySql(database.pool, options),
    run: (text) => database.pool.query(text),
    schema,
  },
);

test("MySql() says that the server does not answer", async () => {
  const nowhere = freePort();
  for (const host of ["127.0.0.1", "localhost", "nowhere.invalid"]) {
    const pool = mysql.createPool({ host, port: nowhere });
    const adapter = MySql(pool);
    for (const call of [() => adapter.getUser("1"), () => adapter.migrate(), () => adapter.deleteUser("1")]) {
      await assert.rejects(async () => await call(), (error: Error) => {
        assert.match(
          error.message,
          /^Cannot reach the database: the server does not answer \(E\w+\)\. /,
          host,
        );
        assert.ok(error.cause instanceof Error, host);
        return true;
      });
    }
    await pool.end();
  }
});

test("MySql().migrate() creates what schema() says, and changes nothing that exists", { skip }, async () => {
  const { pool } = database!;
  const tablesOf = async (prefix: string) => {
    const names = ["users", "accounts", "sessions", "verification_tokens", "authenticators"];
    const results = await Promise.all(names.map((name) => pool.query(`SHOW CREATE TABLE ${prefix}${name}`)));
    return results.map(([rows]) => Object.values((rows as object[])[0]!)[1].replaceAll(prefix, ""));
  };
  for (const statement of schema("byhand_").split(";").filter((it) => it.trim())) await pool.query(statement);
  const adapter = MySql(pool, { prefix: "bycode_" });
  await adapter.migrate();
  await adapter.createUser(nobody("1"));
  await adapter.migrate();
  assert.ok(await adapter.getUser("1"));
  assert.deepEqual(await tablesOf("bycode_"), await tablesOf("byhand_"));
});

test("MySql().migrate() of several instances at once", { skip }, async () => {
  for (let round = 0; round < 3; round++) {
    const adapter = MySql(database!.pool, { prefix: `together${round}_` });
    await Promise.all(Array.from({ length: 10 }, () => adapter.migrate()));
    await adapter.createUser(nobody("1"));
  }
});

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

test("MySql().removeExpired() counts, in batches", { skip }, async () => {
  const { pool } = database!;
  const adapter = MySql(pool, { prefix: "expiry_" });
  await adapter.migrate();
  await adapter.createUser(nobody("1"));
  await pool.query(
    "INSERT INTO expiry_sessions (session_token, user_id, expires) SELECT concat('s', seq), '1', from_unixtime(seq) FROM seq_100000_to_100299",
  );
  const now = new Date(Date.UTC(1970, 0, 2, 3, 50));
  const [[{ ended }]] = await pool.query(
    "SELECT count(*) AS ended FROM expiry_sessions WHERE expires <= '1970-01-02 03:50:00'",
  ) as unknown as [[{ ended: number }]];
  assert.ok(ended > 20 && ended < 300, `${ended} have ended`);
  assert.equal(await adapter.removeExpired({ now, batch: 10 }), ended);
  const [left] = await pool.query("SELECT 1 FROM expiry_sessions");
  assert.equal((left as unknown[]).length, 300 - ended);
});
