/**
 * Users and sessions in MySQL or MariaDB: `mysql2`.
 *
 * @module
 */

import { mistakeIn } from "../contract/mistake.ts";
import { seeAlso } from "../../errors/help.ts";
import type { Sql, SqlAdapter, SqlOptions, UserFields } from "../sql/types.ts";
import { mysqlDialect } from "./dialect.ts";
import { sqlAdapter } from "../sql/adapter.ts";
import {
  type Connection,
  type Execute,
  hasMember,
  inTransaction,
  queued,
  retried,
  transactional,
} from "../sql/driver.ts";
import { tablesOf } from "../sql/tables.ts";
import { type SchemaPart, schemaText } from "../sql/versions.ts";

export type * from "../sql/types.ts";
export type { SchemaPart } from "../sql/versions.ts";

/** Runs statements: a pool or a connection of `mysql2/promise`. */
export interface MySqlExecutor {
  /** Runs a statement; resolves to its rows or the number of rows written, and further data. */
  execute(text: string, values: never[]): Promise<readonly [unknown, unknown]>;
}

/** A connection of `mysql2/promise`. */
export interface MySqlConnection extends MySqlExecutor {
  /** Begins a transaction. */
  beginTransaction(): Promise<void>;
  /** Ends it: all is stored. */
  commit(): Promise<void>;
  /** Ends it: nothing is stored. */
  rollback(): Promise<void>;
}

/** A pool of `mysql2/promise`. */
export interface MySqlPool extends MySqlExecutor {
  /** Takes a connection out of the pool. */
  getConnection(): Promise<
    MySqlConnection & {
      /** Gives the connection back. */
      release(): void;
      /** Closes the connection at once. */
      destroy(): void;
    }
  >;
}

/** A pool or a connection of `mysql2`, whose functions take callbacks. */
export interface MySqlCallbackClient {
  /** The same with promises. */
  promise(): MySqlPool | MySqlConnection;
}

/** The clients that the adapter knows, or a function that runs statements: a write has one row, `[rows written]`. */
export type MySqlClient = MySqlPool | MySqlConnection | MySqlCallbackClient | Sql;

/**
 * Keeps users, accounts, sessions and tokens in MySQL, 8.0.17 or newer, or in MariaDB, 10.3 or newer. Call `migrate()`
 * once before the first sign-in, or give your migration tool the text of `schema()`.
 *
 * A pool is best. A single connection works too: calls of the adapter wait for each other. The application must not
 * send its own statements on that connection, because they could become part of a transaction of the adapter.
 *
 * @param client The application's client, or a function that runs statements with it.
 * @throws {TypeError} if the adapter does not support the client, or an option cannot be a name in SQL.
 *
 * @example
 * ```ts ignore
 * import { createPool } from "mysql2/promise";
 * import { MySql } from "@latchkey/auth/adapters/mysql";
 *
 * const adapter = MySql(createPool("mysql://…"));
 * await adapter.migrate();
 * ```
 */
export function MySql<const Fields extends UserFields = readonly []>(
  client: MySqlClient,
  options: SqlOptions<Fields> = {},
): SqlAdapter<Fields> {
  return sqlAdapter(
    retried(mysqlDriver(client), isMysqlConflict),
    mysqlDialect,
    tablesOf(mysqlDialect, options),
  );
}

/** MySql, as adapters are imported by habit. */
export default MySql;

/**
 * The statements that `migrate()` runs on a database without tables, as text.
 *
 * @param prefix As in the options.
 * @param userFields As in the options: those with types.
 * @param from Version of the tables that the database has: only what leads from it to the newest. Default: all statements.
 * @param part `security` for the tables that `securityOf()` needs beside another adapter. Default: all tables.
 * @throws {TypeError} if one of them is invalid.
 */
export function schema(
  prefix?: string,
  userFields?: UserFields,
  from?: number,
  part?: SchemaPart,
): string {
  return schemaText(mysqlDialect, { prefix, userFields }, { from, part });
}

function mysqlDriver(client: MySqlClient): Sql {
  const mistake = mistakeIn(client);
  if (mistake) throw unusableMysql(mistake);
  if (typeof client === "function") return client;
  if (hasMember(client, "promise")) return mysqlDriver((client as MySqlCallbackClient).promise());
  if (hasMember(client, "getConnection")) return mysqlPool(client as MySqlPool);
  if (hasMember(client, "beginTransaction")) return singleMysql(client as MySqlConnection);
  throw unusableMysql(mistake);
}

function unusableMysql(mistake: string): TypeError {
  return new TypeError(
    "Cannot use this client for MySql: give a pool or a connection of mysql2, such as " +
      "`MySql(createPool(connectionString))`" + mistake + seeAlso("adapters"),
  );
}

function mysqlPool(pool: MySqlPool): Sql {
  return transactional(executeOnMysql(pool), async (run) => {
    const client = await pool.getConnection();
    let broken = false;
    try {
      return await inTransaction(mysqlConnection(client), run, () => broken = true);
    } finally {
      if (broken) client.destroy();
      else client.release();
    }
  });
}

function singleMysql(client: MySqlConnection): Sql {
  return queued(
    client,
    transactional(executeOnMysql(client), (run) => inTransaction(mysqlConnection(client), run)),
  );
}

function mysqlConnection(client: MySqlConnection): Connection {
  return {
    execute: executeOnMysql(client),
    begin: () => client.beginTransaction(),
    commit: () => client.commit(),
    rollback: () => client.rollback(),
  };
}

function executeOnMysql(client: MySqlExecutor): Execute {
  return async ({ text, values }) => {
    const [result] = await client.execute(text, [...values] as never[]);
    return Array.isArray(result) ? result : [[(result as { affectedRows?: number }).affectedRows]];
  };
}

function isMysqlConflict(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "ER_LOCK_DEADLOCK";
}
