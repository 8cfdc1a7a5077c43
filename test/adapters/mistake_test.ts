/**
 * Values that are not database clients: each adapter says what it got and what to write. It accepts all clients that it
 * knows.
 *
 * @module
 */

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { createClient as createLibsql } from "npm:@libsql/client@0.18.0";
import { neon } from "npm:@neondatabase/serverless@1.2.0";
import { drizzle as drizzleLibsql } from "npm:drizzle-orm@0.45.4/libsql";
import { Redis as IoRedis } from "npm:ioredis@6.0.0";
import callbacks from "npm:mysql2@3.24.5";
import mysql from "npm:mysql2@3.24.5/promise";
import pg from "npm:pg@8.23.1";
import postgres from "npm:postgres@3.4.9";
import { createClient, createClientPool } from "npm:redis@6.3.1";
import { DenoKv } from "../../src/adapters/deno_kv/deno_kv.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { MySql } from "../../src/adapters/mysql/mysql.ts";
import { Postgres } from "../../src/adapters/postgres/postgres.ts";
import { Redis } from "../../src/adapters/redis/redis.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { setupOf } from "../../src/config/setup.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const PASSWORD = "hunter22";

/** Each adapter, and what its message has to say. */
const ADAPTERS: readonly (readonly [make: (client: never) => unknown, advice: RegExp])[] = [
  [Postgres, /client for Postgres: give .*such as `Postgres\(new Pool\(\{ connectionString \}\)\)`/],
  [MySql, /client for MySql: give .*such as `MySql\(createPool\(connectionString\)\)`/],
  [Redis, /client for Redis: give .*such as `Redis\(createClient\(\{ url \}\)\)`/],
  [Sqlite, /database for Sqlite: give .*such as `Sqlite\(new DatabaseSync\("auth\.sqlite"\)\)`/],
  [DenoKv, /database for DenoKv: give .*such as `DenoKv\(await Deno\.openKv\(\)\)`/],
];

class Client {
  query() {}
}

const members = (...names: string[]) => Object.fromEntries(names.map((name) => [name, () => {}]));

/** Values that are not clients, and what the message calls them. */
const MISTAKES: readonly (readonly [client: unknown, what: RegExp])[] = [
  [undefined, /It got undefined/],
  [null, /It got null/],
  [`postgres://user:${PASSWORD}@db/app`, /connection string or a path/],
  ["auth.sqlite", /connection string or a path/],
  [new URL(`mysql://user:${PASSWORD}@db/app`), /connection string or a path/],
  [5432, /It got a number/],
  [Promise.resolve({}), /a promise\. Write `await`/],
  [{ then: () => {} }, /a promise/],
  [Client, /a class\. Write `new`/],
  [IoRedis, /a class\. Write `new`/],
  [pg.Client, /a (class|function)/],
  [DatabaseSync, /a class\. Write `new`/],
  [postgres, /a function that makes a client\. Call it/],
  [mysql.createPool, /a function that makes a client\. Call it/],
  [createClient, /a function that makes a client\. Call it/],
  [{ host: "db", user: "me", password: PASSWORD }, /an object of options/],
  [{ connectionString: `postgres://u:${PASSWORD}@db` }, /an object of options/],
  [{}, /an object of options/],
  [drizzleLibsql(createLibsql({ url: ":memory:" })), /Drizzle, whose client is `db\.\$client`/],
  [members("select", "insert", "_", "transaction", "execute"), /Drizzle/],
  [members("$connect", "$disconnect", "$transaction", "user"), /Prisma, .*@auth\/prisma-adapter/],
  [members("selectFrom", "insertInto", "transaction"), /Kysely/],
  [Object.assign(() => {}, members("raw", "schema", "migrate", "transaction")), /Knex/],
  [members("getQueryInterface", "query", "transaction"), /Sequelize/],
];

test("each adapter says what a wrong client is, and what to write, without its password", () => {
  for (const [make, advice] of ADAPTERS) {
    for (const [client, what] of MISTAKES) {
      assert.throws(() => make(client as never), (error: Error) => {
        assert.equal(error.name, "TypeError");
        assert.match(error.message, /^Cannot use this (?:client|database) .*\n {2}see https:.*#adapters$/);
        assert.match(error.message, advice);
        assert.match(error.message, what);
        assert.ok(!error.message.includes(PASSWORD));
        return true;
      });
    }
  }
});

test("each adapter accepts the clients that it knows, before they are connected", async () => {
  const url = "postgres://user:password@127.0.0.1:1/app";
  const pool = new pg.Pool({ connectionString: url });
  const sql = postgres(url);
  for (const client of [pool, new pg.Client({ connectionString: url }), sql, neon(url)]) {
    assert.ok(Postgres(client as never).getUser);
  }
  const pools = [
    mysql.createPool("mysql://127.0.0.1:1/app"),
    callbacks.createPool("mysql://127.0.0.1:1/app"),
  ];
  for (const client of pools) assert.ok(MySql(client as never).getUser);
  const io = new IoRedis({ lazyConnect: true });
  for (const client of [createClient(), createClientPool(), io]) assert.ok(Redis(client as never).getUser);
  const libsql = createLibsql({ url: ":memory:" });
  for (const client of [libsql, new DatabaseSync(":memory:"), drizzleLibsql(libsql).$client]) {
    assert.ok(Sqlite(client as never).getUser);
  }
  const send = () => Promise.resolve([]);
  for (const make of [Postgres, MySql, Sqlite, Redis]) assert.ok(make(send as never).getUser);
  await Promise.all([pool.end(), sql.end(), ...pools.map((each) => each.end()), io.disconnect()]);
});

test("each adapter accepts a proxy that connects at the first call", () => {
  const lazy = (...methods: string[]) => {
    const has = (_: unknown, name: unknown) => methods.includes(String(name));
    return new Proxy({}, { has, get: (_, name) => has(_, name) ? () => {} : undefined }) as never;
  };
  assert.ok(Postgres(lazy("query", "connect", "end")).getUser);
  assert.ok(MySql(lazy("getConnection", "execute")).getUser);
  assert.ok(Redis(lazy("sendCommand")).getUser);
  assert.ok(Redis(lazy("eval", "evalsha")).getUser);
  assert.ok(Sqlite(lazy("prepare", "exec")).getUser);
  assert.ok(Sqlite(lazy("execute", "batch")).getUser);
  assert.ok(DenoKv(lazy("atomic", "get")).getUser);
});

test("a client or a text in the place of the adapter is named as such", () => {
  const providers = [Credentials({ credentials: {}, authorize: () => null })];
  const config = { providers, secret: "s".repeat(40), trustHost: true, platform: testPlatform() };
  for (const adapter of [`postgres://u:${PASSWORD}@db`, new DatabaseSync(":memory:"), {}, 1]) {
    assert.throws(() => setupOf({ ...config, adapter: adapter as never }, "https"), (error: Error) => {
      assert.match(
        error.message,
        /it has no createUser\. Pass your client to an adapter: `adapter:/,
      );
      return !error.message.includes(PASSWORD);
    });
  }
  assert.ok(setupOf({ ...config, adapter: Memory() }, "https").store);
});
