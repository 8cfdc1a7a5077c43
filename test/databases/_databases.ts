/**
 * Every database that the library has an adapter for: real ones, with tables of its own for each test.
 *
 * @module
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after } from "node:test";
import mysql from "npm:mysql2@3.24.5/promise";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { createClient } from "npm:redis@6.3.1";
import { DenoKv } from "../../src/adapters/deno_kv.ts";
import { Memory } from "../../src/adapters/memory.ts";
import { MySql } from "../../src/adapters/mysql.ts";
import { Postgres } from "../../src/adapters/postgres.ts";
import { Redis } from "../../src/adapters/redis.ts";
import { Sqlite } from "../../src/adapters/sqlite.ts";
import type { Adapter } from "../../src/adapters/types.ts";
import { startRedis } from "../adapters/_redis_server.ts";
import { startMariaDb, startPostgres } from "../adapters/_server.ts";
import { faultProxy, type Faults, faultySqlite } from "./_faults.ts";

/** A database. */
export interface TestDatabase {
  /** What fails on command; `null` where nothing can. */
  readonly faults: Faults | null;
  /** An adapter on tables of its own. */
  open(): Promise<Required<Adapter>>;
  /** Ends the clients and the server, and removes the files. */
  close(): Promise<void>;
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
      open: () => Promise.resolve(Memory()),
      close: () => Promise.resolve(),
    }),
  "Sqlite": openSqlite,
  "Postgres": openPostgres,
  "MySql": openMySql,
  "Redis": openRedis,
  "DenoKv": openDenoKv,
};

/** Starts all of them, and closes them after the tests. Says which are not here. */
export async function startDatabases(): Promise<
  readonly (readonly [name: string, TestDatabase | Missing])[]
> {
  const databases = await Promise.all(
    Object.entries(DATABASES).map(async ([name, start]) => [name, await start()] as const),
  );
  for (const [, database] of databases) {
    if ("missing" in database) console.log(`skip: ${database.missing}`);
    else after(() => database.close());
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
    open: () => migrated(Sqlite(database, { prefix: prefixes() })),
    async close() {
      file.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function openPostgres(): Promise<TestDatabase> {
  const server = await startPostgres();
  const { port, close, ...faults } = await faultProxy({ host: "127.0.0.1", port: server.port });
  const pool = new pg.Pool({ host: "127.0.0.1", port, user: "postgres", database: "postgres", max: 20 });
  // A pool tells of connections that it loses; without a listener that would end the process.
  pool.on("error", () => {});
  const prefixes = toPrefixes();
  return {
    faults,
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
  const settings = { host: "127.0.0.1", user: "root" };
  const setup = await mysql.createConnection({ ...settings, port: server.port });
  await setup.query("CREATE DATABASE latchkey");
  await setup.end();
  const { port, close, ...faults } = await faultProxy({ host: "127.0.0.1", port: server.port });
  const pool = mysql.createPool({ ...settings, port, database: "latchkey", connectionLimit: 20 });
  const prefixes = toPrefixes();
  return {
    faults,
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
