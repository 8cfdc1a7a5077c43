/**
 * Databases that several processes use at the same time, each with a connection of its own.
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
import { DenoKv } from "../../src/adapters/deno_kv/deno_kv.ts";
import { MySql } from "../../src/adapters/mysql/mysql.ts";
import { Postgres } from "../../src/adapters/postgres/postgres.ts";
import { Redis } from "../../src/adapters/redis/redis.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { startRedis } from "../adapters/_redis_server.ts";
import { startMariaDb, startPostgres } from "../adapters/_server.ts";

/** A connection. */
export interface Connection {
  readonly adapter: Required<Adapter>;
  close(): unknown;
}

/** A database that runs. */
export interface SharedDatabase {
  /** Where it is: for `connect`, also in another process. */
  readonly where: string;
  close(): Promise<unknown>;
}

/** Why a database is not here. */
export interface Missing {
  /** In words. */
  readonly missing: string;
}

/** Connects by the name of the database. */
const CONNECT: Readonly<Record<string, (where: string) => Connection | Promise<Connection>>> = {
  Sqlite(where) {
    const file = new DatabaseSync(where);
    file.exec("PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF");
    return { adapter: Sqlite(file), close: () => file.close() };
  },
  Postgres(where) {
    const pool = new pg.Pool({ ...JSON.parse(where), max: 5 });
    return { adapter: Postgres(pool), close: () => pool.end() };
  },
  MySql(where) {
    const pool = mysql.createPool({ ...JSON.parse(where), connectionLimit: 5 });
    return { adapter: MySql(pool), close: () => pool.end() };
  },
  async Redis(path) {
    const client = await createClient({ socket: { path, tls: false } }).connect();
    return { adapter: Redis(client), close: () => client.destroy() };
  },
  async DenoKv(where) {
    const kv = await Deno.openKv(where);
    return { adapter: retriedWhileLocked(DenoKv(kv)), close: () => kv.close() };
  },
};

/**
 * An adapter that asks again while another process writes. The local file of Deno KV has no time to wait for a lock: it refuses
 * a write of a second process before it begins. The service of Deno has no such lock.
 */
function retriedWhileLocked(adapter: Required<Adapter>): Required<Adapter> {
  const retried = (method: (...args: never[]) => unknown) => async (...args: never[]) => {
    for (let tries = 0;; tries++) {
      try {
        return await method(...args);
      } catch (error) {
        if (tries === 500 || !/database is locked/.test(String(error))) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      }
    }
  };
  const allOf = (methods: object) =>
    Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, retried(method)]));
  const { rows, ...methods } = adapter;
  return { ...allOf(methods), rows: allOf(rows) } as unknown as Required<Adapter>;
}

/** Connects to a database. */
export async function connect(name: string, where: string): Promise<Connection> {
  return await CONNECT[name]!(where);
}

/** Starts the databases by their names. */
export const SHARED: Readonly<Record<string, () => Promise<SharedDatabase | Missing>>> = {
  Sqlite: () => fileIn("test.db"),
  async Postgres() {
    const { settings, stop } = await startPostgres();
    return { where: JSON.stringify(settings), close: stop };
  },
  async MySql() {
    const server = await startMariaDb();
    return "missing" in server ? server : { where: JSON.stringify(server.settings), close: server.stop };
  },
  async Redis() {
    const server = await startRedis();
    return "missing" in server ? server : { where: server.path, close: server.stop };
  },
  DenoKv: () =>
    "openKv" in Deno ? fileIn("kv") : Promise.resolve({ missing: "deno-kv: run it with --unstable-kv" }),
};

async function fileIn(name: string): Promise<SharedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-shared-"));
  return { where: join(folder, name), close: () => rm(folder, { recursive: true }) };
}
