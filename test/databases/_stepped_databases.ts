/**
 * Databases whose callers take turns: Postgres and MariaDB at each level of isolation, Deno KV; and those without steps.
 *
 * @module
 */

import mysql from "npm:mysql2@3.24.5/promise";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { DenoKv } from "../../src/adapters/deno_kv/deno_kv.ts";
import { MySql } from "../../src/adapters/mysql/mysql.ts";
import { Postgres } from "../../src/adapters/postgres/postgres.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { afterTests } from "../_after.ts";
import { startMariaDb, startPostgres } from "../adapters/_server.ts";
import { chosenVersions } from "../_nightly.ts";
import { type Missing, startDatabases } from "./_databases.ts";
import { inSteps, type Walk } from "./_steps.ts";

/** A database whose callers take turns. */
interface SteppedDatabase extends Pick<Walk, "isLocked"> {
  /** Whether a call has several steps. */
  readonly hasSteps: boolean;
  /** An adapter on tables of its own. */
  open(): Promise<Required<Adapter>>;
}

type Databases = readonly (readonly [name: string, database: SteppedDatabase | Missing])[];

/** Levels of isolation that an application may have set for its connections. */
const LEVELS = ["read committed", "repeatable read", "serializable"] as const;

/** Postgres refuses a row that has changed in the same way in both upper levels. */
const POSTGRES_LEVELS = chosenVersions(LEVELS);

/** Starts them, and closes them after the tests. @param prefix Begins the keys in Deno KV. */
export async function startStepped(prefix: string): Promise<Databases> {
  return [
    ...(await startDatabases(["Memory", "Sqlite", "Redis", "DenoKv"])).map(([name, database]) => {
      if ("missing" in database) return [name, database] as const;
      const { open, below } = database;
      if (below?.kind !== "kv") return [name, { open, hasSteps: false, isLocked: null }] as const;
      const inTurns = () => Promise.resolve(DenoKv(inSteps(below.kv), { prefix: [prefix] }));
      return [name, { open: inTurns, hasSteps: true, isLocked: null }] as const;
    }),
    ...await startPostgresLevels(),
    ...await startMariaDbLevels(),
  ];
}

async function startPostgresLevels(): Promise<Databases> {
  const { settings, stop } = await startPostgres();
  const watcher = new pg.Client(settings);
  await watcher.connect();
  const pools = POSTGRES_LEVELS.map((level) => {
    const options = `-c default_transaction_isolation=${level.replace(" ", "\\ ")}`;
    return new pg.Pool({ ...settings, options });
  });
  afterTests(async () => {
    await Promise.all([watcher, ...pools].map((each) => each.end()));
    await stop();
  });
  const isLocked = async () => {
    const { rowCount } = await watcher.query(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    return rowCount !== 0;
  };
  return POSTGRES_LEVELS.map((level, index) => {
    const open = async () => {
      const adapter = Postgres(inSteps(pools[index]!), { prefix: `level${index}_` });
      await adapter.migrate();
      return adapter;
    };
    return [`Postgres, ${level}`, { open, hasSteps: true, isLocked }] as const;
  });
}

async function startMariaDbLevels(): Promise<Databases> {
  const server = await startMariaDb();
  if ("missing" in server) return LEVELS.map((level) => [`MySql, ${level}`, server] as const);
  const { settings, stop } = server;
  const watcher = await mysql.createConnection(settings);
  const pools = LEVELS.map((level) => {
    const pool = mysql.createPool(settings);
    // The pool hands over a connection without promises, which runs this before all else.
    pool.on("connection", (connection) => {
      connection.query(`SET SESSION TRANSACTION ISOLATION LEVEL ${level}`);
    });
    return pool;
  });
  afterTests(async () => {
    await Promise.all([watcher, ...pools].map((each) => each.end()));
    await stop();
  });
  const isLocked = async () => {
    const [rows] = await watcher.query("SHOW GLOBAL STATUS LIKE 'Innodb_row_lock_current_waits'");
    return JSON.stringify(rows) !== NO_WAITS;
  };
  return LEVELS.map((level, index) => {
    const open = async () => {
      const adapter = MySql(inSteps(pools[index]!), { prefix: `level${index}_` });
      await adapter.migrate();
      return adapter;
    };
    return [`MySql, ${level}`, { open, hasSteps: true, isLocked }] as const;
  });
}

/** What MariaDB answers when no statement waits for a row. */
const NO_WAITS = JSON.stringify([{ Variable_name: "Innodb_row_lock_current_waits", Value: "0" }]);
