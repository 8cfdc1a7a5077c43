import assert from "node:assert/strict";
import { test } from "node:test";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { neon, neonConfig } from "npm:@neondatabase/serverless@1.2.0";
import postgres from "npm:postgres@3.4.9";
import { testContract } from "./_contract.ts";
import { openPglite } from "./_pglite.ts";
import { afterTests } from "../_after.ts";
import { freePort } from "../_free_port.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { emptyRow } from "../../src/shapes/security.ts";
import { Postgres, type PostgresClient, schema } from "../../src/adapters/postgres/postgres.ts";
import { adapterCases } from "../../src/testing/adapter/adapter_cases.ts";
import { testSqlDatabase } from "./_sql_database.ts";
import { testUserFields } from "./_user_fields.ts";
import { startPostgres } from "./_server.ts";

const server = await startPostgres();
const { user, host, port, database } = server.settings;
const url = `postgres://${user}@${host}:${port}/${database}`;
const pool = new pg.Pool({ connectionString: url, max: 20 });
const client = new pg.Client(url);
await client.connect();
const camel = postgres(url, { max: 20, transform: postgres.camel, onnotice: () => {} });
const plain = postgres(url, { onnotice: () => {} });
const lite = await openPglite();

afterTests(async () => {
  await Promise.all([pool.end(), client.end(), camel.end(), plain.end(), lite.close()]);
  await server.stop();
});

/** Neon's protocol, which is one request per transaction, before the server. */
neonConfig.fetchFunction = async (_url: string, init: { body: string }) => {
  const body = JSON.parse(init.body);
  const connection = await pool.connect();
  try {
    await connection.query("BEGIN");
    const results = [];
    for (const { query, params } of body.queries ?? [body]) {
      const { rows, fields, rowCount, command } = await connection.query({
        text: query,
        values: params,
        rowMode: "array",
        types: { getTypeParser: () => (text: string) => text },
      } as never);
      results.push({ rows, fields, rowCount, command, rowAsArray: true });
    }
    await connection.query("COMMIT");
    return Response.json(body.queries ? { results } : results[0]);
  } catch (error) {
    await connection.query("ROLLBACK");
    return Response.json({ message: (error as Error).message, code: (error as { code: string }).code }, {
      status: 400,
    });
  } finally {
    connection.release();
  }
};
const http = neon("postgres://user:password@neon.test/postgres");

const CLIENTS: Record<string, PostgresClient> = {
  "a Pool of pg": pool,
  "a Client of pg": client,
  "postgres with renamed columns": camel,
  "PGlite": lite,
  "Neon over HTTP": http,
  "Neon over HTTP with full results": neon("postgres://user:password@neon.test/postgres", {
    fullResults: true,
  }),
};

// All before the first test: Deno ends with success when a module fails that has tests already.
const suites = await Promise.all(
  Object.entries(CLIENTS).map(async ([name, client]) => {
    const adapter = Postgres(client);
    await adapter.migrate();
    return [name, await adapterCases(() => Promise.resolve({ adapter }))] as const;
  }),
);

testContract("Postgres()", suites);

const nobody = (id: string) => ({ id, email: null, emailVerified: null });

test("Postgres() reads dates and JSON the same however the client is set", async () => {
  const [id, emailVerified] = [crypto.randomUUID(), new Date("2026-11-20T01:02:03.456Z")];
  const texts = new pg.Client({
    connectionString: url,
    types: { getTypeParser: () => (text: string) => text },
  });
  await texts.connect();
  // What drizzle does to the client that it is given.
  const changed = postgres(url, { onnotice: () => {} });
  const unchanged = (value: unknown) => value;
  for (const type of ["1184", "1082", "1083", "1114", "114", "3802"]) {
    Object.assign(changed.options.parsers, { [type]: unchanged });
    Object.assign(changed.options.serializers, { [type]: unchanged });
  }
  const account = { type: "oauth", provider: "p", providerAccountId: id } as const;
  await Postgres(changed).createUserWithAccount({ id, email: null, emailVerified }, {
    ...account,
    session_state: "text",
    expires_at: 1_900_000_000,
  });
  for (const client of [texts, changed, pool]) {
    const adapter = Postgres(client);
    assert.deepEqual((await adapter.getUser(id))?.emailVerified, emailVerified);
    const found = await adapter.getAccount(id, "p");
    assert.deepEqual([found?.session_state, found?.expires_at], ["text", 1_900_000_000]);
  }
  await Promise.all([texts.end(), changed.end()]);
});

test("Postgres() reads booleans that the client gives as text", async () => {
  const options = { prefix: "flags_", userFields: { isAdmin: "boolean" } } as const;
  await Postgres(pool, options).migrate();
  const texts = new pg.Client({
    connectionString: url,
    types: { getTypeParser: () => (text: string) => text },
  });
  await texts.connect();
  try {
    for (const client of [pool, texts]) {
      const adapter = Postgres(client, options);
      for (const is of [true, false]) {
        const { id } = await adapter.createUser({ ...nobody(crypto.randomUUID()), isAdmin: is });
        assert.equal((await adapter.getUser(id))?.isAdmin, is);
        await adapter.createAuthenticator({
          credentialID: id,
          userId: id,
          providerAccountId: id,
          credentialPublicKey: "key",
          counter: 0,
          credentialDeviceType: "singleDevice",
          credentialBackedUp: is,
        });
        assert.equal((await adapter.getAuthenticator(id))?.credentialBackedUp, is);
        const row = {
          userId: id,
          generation: 0,
          passwordIsProven: is,
          passwordHash: null,
          passwordSetAt: null,
        };
        await adapter.rows.store("security", row, null);
        assert.equal((await adapter.rows.find("security", { userId: id }))?.passwordIsProven, is);
      }
    }
  } finally {
    await texts.end();
  }
});

test("Postgres() works with ids in columns of type uuid, and leaves nothing of a deleted user", async () => {
  const owned = /CREATE TABLE IF NOT EXISTS uuid_(?:users|accounts|sessions|authenticators) [^]*?;/g;
  const tables = schema("uuid_").replace(owned, (text) => text.replaceAll(/\b(id|user_id) text/g, "$1 uuid"));
  await pool.query(tables);
  const adapter = Postgres(pool, { prefix: "uuid_" });
  const [id, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const account = { type: "oauth", provider: "p", providerAccountId: "a" } as const;
  const email = "ada@example.com";
  await adapter.createUserWithAccount({ id, email, emailVerified: null }, account);
  await adapter.createUser(nobody(other));
  const emailVerified = new Date(1_700_000_000_000);
  assert.equal((await adapter.takeOverUser({ id, email, emailVerified }))?.id, id);
  const session = { sessionToken: "s", userId: id, expires: new Date(2e12) };
  assert.equal(
    await adapter.addCredentials({ userId: id, emailVerified, account: { ...account, userId: id }, session }),
    true,
  );
  await adapter.linkAccount({ ...account, providerAccountId: "b", userId: id });
  assert.equal(await adapter.removeAccount({ userId: id, account, keeps: "email" }), true);
  assert.equal((await adapter.getSessionAndUser("s"))?.user.id, id);
  await adapter.deleteUser(id);
  await adapter.deleteUser(crypto.randomUUID());
  assert.equal(await adapter.getUser(id), null);
  // That of a user of `authorize`, whom the column cannot have.
  const elsewhere = "ldap-7";
  assert.equal(await adapter.getUser(elsewhere), null);
  for (
    const method of ["listAccountsByUserId", "listSessionsByUserId", "listAuthenticatorsByUserId"] as const
  ) {
    assert.deepEqual(await adapter[method](elsewhere), [], method);
  }
  assert.equal(await adapter.deleteSessionsByUserId(elsewhere), 0);
  const factor = { ...noSecondFactor(elsewhere), version: 1, enabledAt: emailVerified };
  await adapter.rows.store("secondFactors", factor, null);
  await adapter.rows.store("security", { ...emptyRow(elsewhere), generation: 1 }, null);
  await adapter.deleteUser(elsewhere);
  assert.equal(await adapter.rows.find("secondFactors", { userId: elsewhere }), null);
  assert.ok((await adapter.rows.find("security", { userId: elsewhere }))!.generation > 1);
  assert.equal(await adapter.getSessionAndUser("s"), null);
  assert.ok((await adapter.rows.find("security", { userId: id }))!.generation > 0);
  assert.deepEqual((await pool.query("SELECT id FROM uuid_users")).rows, [{ id: other }]);
});

testSqlDatabase(
  {
    name: "Postgres",
    make: (client) => Postgres(client),
    quoted: (name) => `"${name}"`,
    tries: { "40P01": 3, "40001": 3, "23505": 1 },
    silent() {
      const nowhere = freePort();
      const clients = {
        "a port of 127.0.0.1": new pg.Pool({ host: "127.0.0.1", port: nowhere }),
        "a port of localhost": new pg.Pool({ host: "localhost", port: nowhere }),
        "a host": new pg.Pool({ host: "nowhere.invalid" }),
        "a socket": new pg.Pool({ host: "/nowhere" }),
        "postgres": postgres({ host: "localhost", port: nowhere, max_lifetime: null }),
      };
      return Object.fromEntries(
        Object.entries(clients).map(([what, client]) => [what, [Postgres(client), () => client.end()]]),
      );
    },
  },
  {
    open: (options) => Postgres(pool, options),
    run: (text) => pool.query(text),
    schema,
    sql: (statements) =>
      Promise.all(statements.map(async ({ text, values }) => (await pool.query(text, [...values])).rows)),
    async tables(prefix) {
      const { rows } = await pool.query(
        `SELECT replace(table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable, $1, '') AS it
          FROM information_schema.columns WHERE starts_with(table_name, $1)
          UNION SELECT replace(indexdef, $1, '') FROM pg_indexes WHERE starts_with(tablename, $1) ORDER BY it`,
        [prefix],
      );
      assert.ok(rows.length > 40);
      return rows.map(({ it }) => it);
    },
  },
);

const databases = {
  "Postgres": { client: pool, run: (text: string) => pool.query(text) },
  "Postgres on postgres": { client: plain, run: (text: string) => plain.unsafe(text) },
  "Postgres on PGlite": { client: lite, run: (text: string) => lite.query(text) },
};
for (const [index, [name, { client, run }]] of Object.entries(databases).entries()) {
  // The tables of the first two are in one database.
  const letter = "abc"[index]!;
  testUserFields(name, { open: (options) => Postgres(client, options), run, schema }, letter);
}

test("Postgres() survives the loss of a connection in the middle of a transaction", async () => {
  const small = new pg.Pool({ connectionString: url, max: 1 });
  small.on("error", () => {});
  const adapter = Postgres(small);
  const [id, account] = [crypto.randomUUID(), { type: "oauth", provider: "p" } as const];
  await pool.query(
    `CREATE FUNCTION hang() RETURNS trigger AS 'BEGIN PERFORM pg_sleep(30); RETURN NEW; END' LANGUAGE plpgsql`,
  );
  await pool.query(`CREATE TRIGGER hang BEFORE INSERT ON auth_accounts FOR EACH ROW
    WHEN (NEW.provider_account_id = '${id}') EXECUTE FUNCTION hang()`);
  const creation = Promise.resolve(
    adapter.createUserWithAccount(nobody(id), { ...account, providerAccountId: id }),
  );
  const killed = async () =>
    (await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'`))
      .rowCount;
  const attempts = setInterval(killed, 50);
  try {
    await assert.rejects(creation, /terminat/i);
  } finally {
    clearInterval(attempts);
  }
  await pool.query("DROP FUNCTION hang CASCADE");
  assert.equal(await adapter.getUser(id), null);
  await adapter.createUserWithAccount(nobody(id), { ...account, providerAccountId: id });
  await small.end();
});

test("Postgres() on a Client keeps other queries out of a failed transaction", async () => {
  const adapter = Postgres(client);
  const account = { type: "oauth", provider: "p", providerAccountId: crypto.randomUUID() } as const;
  const [one, two, three] = [1, 2, 3].map(() => nobody(crypto.randomUUID()));
  await adapter.createUserWithAccount(one!, account);
  const outcomes = await Promise.allSettled([
    adapter.createUserWithAccount(two!, account),
    adapter.createUser(three!),
  ]);
  assert.deepEqual(outcomes.map(({ status }) => status), ["rejected", "fulfilled"]);
  assert.ok(await adapter.getUser(three!.id));
});

test("Postgres().removeExpired() counts, in batches, and shares the work with others that do the same", async () => {
  const adapter = Postgres(pool, { prefix: "expiry_" });
  await adapter.migrate();
  await adapter.createUser(nobody("1"));
  await pool.query(
    `INSERT INTO expiry_sessions SELECT 's' || i, '1', to_timestamp(i) FROM generate_series(1, 3000) i`,
  );
  const now = new Date(2_500_000);
  const removed = await Promise.all([1, 2, 3].map(() => adapter.removeExpired({ now, batch: 100 })));
  assert.equal(removed[0]! + removed[1]! + removed[2]!, 2500);
  assert.equal((await pool.query("SELECT 1 FROM expiry_sessions")).rowCount, 500);
});

test("Postgres().getSessionAndUser() is one statement", async () => {
  const asked: string[] = [];
  const adapter = Postgres((statements) => {
    asked.push(...statements.map(({ text }) => text));
    return Promise.resolve(statements.map(() => []));
  });
  await adapter.getSessionAndUser("s");
  assert.equal(asked.length, 1);
});
