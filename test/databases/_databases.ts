/**
 * Every database that the library has an adapter for: real ones, with tables of its own for each test.
 *
 * @module
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import mysql from "npm:mysql2@3.24.5/promise";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { createClient } from "npm:redis@6.3.1";
import type { RedisCommand } from "../../src/adapters/redis/client.ts";
import { mysqlDialect } from "../../src/adapters/mysql/dialect.ts";
import { postgresDialect } from "../../src/adapters/postgres/dialect.ts";
import type { Dialect } from "../../src/adapters/sql/dialect.ts";
import { type Execute, inTransaction, retried, transactional } from "../../src/adapters/sql/driver.ts";
import { sqliteDialect } from "../../src/adapters/sqlite/dialect.ts";
import { DenoKv } from "../../src/adapters/deno_kv/deno_kv.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { MySql } from "../../src/adapters/mysql/mysql.ts";
import {
  Postgres,
  type Row,
  type Sql,
  type SqlAdapter,
  type Statement,
} from "../../src/adapters/postgres/postgres.ts";
import { Redis } from "../../src/adapters/redis/redis.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { afterTests } from "../_after.ts";
import { startRedis } from "../adapters/_redis_server.ts";
import { startMariaDb, startPostgres } from "../adapters/_server.ts";
import { faultProxy, type Faults, faultySqlite } from "./_faults.ts";

/** A database. */
export interface TestDatabase {
  /** What fails on command; `null` where nothing can. */
  readonly faults: Faults | null;
  /** An adapter on tables of its own. */
  open(): Promise<Required<Adapter>>;
  /** The database below the adapter; `null` in memory. */
  readonly below: Below | null;
  /** Ends the clients and the server, and removes the files. */
  close(): Promise<void>;
}

/** The database below an adapter, for tests that read it directly. */
export type Below = SqlBelow | RedisBelow | KvBelow;

/** A database with SQL. */
export interface SqlBelow {
  readonly kind: "sql";
  readonly dialect: Dialect;
  /** Runs statements, several in one transaction; each call on a connection of its own. */
  readonly driver: Sql;
  /** Runs a text with many statements. */
  run(text: string): Promise<unknown>;
  /** The adapter, on tables that are there already. */
  adapter(prefix: string): SqlAdapter;
}

/** Redis. */
export interface RedisBelow {
  readonly kind: "redis";
  readonly command: RedisCommand;
}

/** Deno KV. */
export interface KvBelow {
  readonly kind: "kv";
  readonly kv: Deno.Kv;
}

/** Why a database is not here. */
export interface Missing {
  /** In words. */
  readonly missing: string;
}

/** The databases by their names; starts one. */
const DATABASES: Readonly<Record<string, () => Promise<TestDatabase | Missing>>> = {
  "Memory": () =>
    Promise.resolve({
      faults: null,
      below: null,
      open: () => Promise.resolve(Memory()),
      close: () => Promise.resolve(),
    }),
  "Sqlite": openSqlite,
  "Postgres": openPostgres,
  "MySql": openMySql,
  "Redis": openRedis,
  "DenoKv": openDenoKv,
};

/** Starts databases, and closes them after the tests. Says which are not here. @param names Default: all of them. */
export async function startDatabases(
  names: readonly string[] = Object.keys(DATABASES),
): Promise<readonly (readonly [name: string, TestDatabase | Missing])[]> {
  const wanted = Object.entries(DATABASES).filter(([name]) => names.includes(name));
  const databases = await Promise.all(wanted.map(async ([name, start]) => [name, await start()] as const));
  for (const [, database] of databases) {
    if ("missing" in database) console.log(`skip: ${database.missing}`);
    else afterTests(() => database.close());
  }
  return databases;
}

async function openSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-databases-"));
  const file = new DatabaseSync(join(folder, "test.db"));
  file.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
  const { database, ...faults } = faultySqlite(file);
  const prefixes = toPrefixes();
  return {
    faults,
    below: {
      kind: "sql",
      dialect: sqliteDialect,
      driver: (statements) => new Promise((resolve) => resolve(together(file, statements))),
      run: (text) => Promise.resolve(file.exec(text)),
      adapter: (prefix) => Sqlite(file, { prefix }),
    },
    open: () => migrated(Sqlite(database, { prefix: prefixes() })),
    async close() {
      file.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Runs statements in a transaction, and without a moment in which others could run. */
function together(file: DatabaseSync, statements: readonly Statement[]): readonly (readonly Row[])[] {
  file.exec("BEGIN IMMEDIATE");
  try {
    const results = statements.map(({ text, values }) => {
      const statement = file.prepare(text);
      statement.setReturnArrays(true);
      return statement.all(...values as never[]);
    });
    file.exec("COMMIT");
    return results;
  } catch (error) {
    file.exec("ROLLBACK");
    throw error;
  }
}

async function openPostgres(): Promise<TestDatabase> {
  const server = await startPostgres();
  const { port, close, ...faults } = await faultProxy(server.settings);
  const pool = new pg.Pool({ ...server.settings, port, max: 20 });
  // A pool tells of connections that it loses; without a listener that would end the process.
  pool.on("error", () => {});
  const prefixes = toPrefixes();
  const execute = (client: pg.Pool | pg.PoolClient): Execute => async ({ text, values }) =>
    (await client.query(text, [...values])).rows;
  return {
    faults,
    below: {
      kind: "sql",
      dialect: postgresDialect,
      driver: transactional(execute(pool), async (run) => {
        const client = await pool.connect();
        const command = (text: string) => () => client.query(text);
        const [begin, commit, rollback] = [command("BEGIN"), command("COMMIT"), command("ROLLBACK")];
        return await inTransaction({ execute: execute(client), begin, commit, rollback }, run)
          .finally(() => client.release());
      }),
      run: (text) => pool.query(text),
      adapter: (prefix) => Postgres(pool, { prefix }),
    },
    open: () => migrated(Postgres(pool, { prefix: prefixes() })),
    async close() {
      await pool.end();
      await close();
      await server.stop();
    },
  };
}

async function openMySql(): Promise<TestDatabase | Missing> {
  const server = await startMariaDb();
  if ("missing" in server) return server;
  const { port, close, ...faults } = await faultProxy(server.settings);
  const pool = mysql.createPool({ ...server.settings, port, connectionLimit: 20 });
  const prefixes = toPrefixes();
  const execute = (client: Pick<mysql.Connection, "execute">): Execute => async ({ text, values }) => {
    const [result] = await client.execute(text, [...values] as string[]);
    return Array.isArray(result) ? result : [[result.affectedRows]];
  };
  return {
    faults,
    below: {
      kind: "sql",
      dialect: mysqlDialect,
      driver: retried(
        transactional(execute(pool), async (run) => {
          const client = await pool.getConnection();
          const begin = () => client.beginTransaction();
          const [commit, rollback] = [() => client.commit(), () => client.rollback()];
          return await inTransaction({ execute: execute(client), begin, commit, rollback }, run)
            .finally(() => client.release());
        }),
        (error) => (error as { readonly code?: string }).code === "ER_LOCK_DEADLOCK",
      ),
      async run(text) {
        for (const statement of text.split(/;$/m)) {
          if (statement.replaceAll(/^--.*$/gm, "").trim()) await pool.query(statement);
        }
      },
      adapter: (prefix) => MySql(pool, { prefix }),
    },
    open: () => migrated(MySql(pool, { prefix: prefixes() })),
    async close() {
      await pool.end();
      await close();
      await server.stop();
    },
  };
}

async function openRedis(): Promise<TestDatabase | Missing> {
  const server = await startRedis();
  if ("missing" in server) return server;
  const { port, close, ...faults } = await faultProxy({ path: server.path });
  const client = createClient({ socket: { host: "127.0.0.1", port, reconnectStrategy: 1 } });
  client.on("error", () => {});
  await client.connect();
  const prefixes = toPrefixes();
  return {
    faults,
    below: { kind: "redis", command: (command) => client.sendCommand(command) },
    open: () => Promise.resolve(Redis(client, { prefix: `${prefixes()}:` })),
    async close() {
      client.destroy();
      await close();
      await server.stop();
    },
  };
}

async function openDenoKv(): Promise<TestDatabase | Missing> {
  if (!("openKv" in Deno)) return { missing: "deno-kv: there is no Deno.openKv: run it with --unstable-kv" };
  const folder = await mkdtemp(join(tmpdir(), "latchkey-databases-"));
  const kv = await Deno.openKv(join(folder, "db"));
  const prefixes = toPrefixes();
  return {
    faults: null,
    below: { kind: "kv", kv },
    open: () => Promise.resolve(DenoKv(kv, { prefix: [prefixes()] })),
    async close() {
      kv.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function migrated<A extends { migrate(): Promise<void> }>(adapter: A): Promise<A> {
  await adapter.migrate();
  return adapter;
}

function toPrefixes(): () => string {
  let count = 0;
  return () => `test${++count}_`;
}
