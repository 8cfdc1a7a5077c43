/**
 * Users and sessions in MySQL or MariaDB: `mysql2`.
 *
 * @module
 */

import type { Row, Sql, SqlAdapter, SqlOptions, Statement, UserFields } from "./_sql.ts";
import { has, queued, retried, textOf, validPrefix } from "./_sql.ts";
import { type Dialect, sqlAdapter } from "./_sql_adapter.ts";
import { explained } from "./_sql_errors.ts";
import { migrateUserFields, userFieldLines } from "./_sql_migration.ts";
import { commonCodecs } from "./_sql_tables.ts";

export type {
  Row,
  Sql,
  SqlAdapter,
  SqlOptions,
  Statement,
  UserFields,
  UserFieldType,
  UserFieldValue,
  UserFieldValues,
  UserInput,
  UserMethods,
  UserWith,
} from "./_sql.ts";

/** What runs a statement: a pool or a connection of `mysql2/promise`. */
export interface MySqlExecutor {
  /** Runs a statement; resolves to its rows, or to what it wrote, and more. */
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

/** A connection out of a pool. */
export interface MySqlPoolConnection extends MySqlConnection {
  /** Gives the connection back. */
  release(): void;
  /** Closes the connection at once. */
  destroy(): void;
}

/** A pool of `mysql2/promise`. */
export interface MySqlPool extends MySqlExecutor {
  /** Takes a connection out of the pool. */
  getConnection(): Promise<MySqlPoolConnection>;
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
 * A pool is best. A single connection works too: our calls wait for each other on it; the application must not send
 * statements of its own on it meanwhile, as they could become part of a transaction of ours.
 *
 * @param client The application's client, or a function that runs statements with it.
 * @throws {TypeError} when the client is none of those, or an option cannot be a name in SQL.
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
  const sql = explained(retried(driverOf(client), isConflict), dialect, options);
  return {
    ...sqlAdapter(sql, dialect, options),
    async migrate() {
      // One by one: a table cannot be part of a transaction.
      for (const text of statements(options)) await sql([{ text, values: [] }]);
      await migrateUserFields(sql, dialect, options);
    },
  };
}

/** MySql, as adapters are imported by habit. */
export default MySql;

/**
 * What `migrate()` runs on a database without tables, as text.
 *
 * @param prefix As in the options.
 * @param userFields As in the options: those with types.
 * @throws {TypeError} if one of them cannot be used.
 */
export function schema(prefix?: string, userFields?: UserFields): string {
  return textOf(statements({ ...(prefix !== undefined && { prefix }), ...(userFields && { userFields }) }));
}

// Keys are compared to the letter, trailing spaces included: MySQL and MariaDB have different names for that, and each
// reads only its own comment. Dates are UTC.
const TABLE = "ENGINE = InnoDB CHARACTER SET utf8mb4 " +
  "COLLATE /*!80017 utf8mb4_0900_bin */ /*M! utf8mb4_nopad_bin */";

function statements(options: SqlOptions): readonly string[] {
  const p = validPrefix(options.prefix ?? "auth_");
  return [
    `CREATE TABLE IF NOT EXISTS ${p}users (
  id varchar(255) NOT NULL PRIMARY KEY,
  name text,
  email varchar(320) UNIQUE,
  email_verified datetime(3),
  image mediumtext${userFieldLines(dialect, options)}
) ${TABLE}`,
    `CREATE TABLE IF NOT EXISTS ${p}accounts (
  user_id varchar(255) NOT NULL,
  type varchar(32) NOT NULL,
  provider varchar(255) NOT NULL,
  provider_account_id varchar(320) NOT NULL,
  access_token mediumtext,
  refresh_token mediumtext,
  id_token mediumtext,
  expires_at bigint,
  scope text,
  token_type varchar(255),
  session_state json,
  authorization_details json,
  PRIMARY KEY (provider, provider_account_id),
  KEY ${p}accounts_user_id (user_id),
  FOREIGN KEY (user_id) REFERENCES ${p}users (id) ON DELETE CASCADE
) ${TABLE}`,
    `CREATE TABLE IF NOT EXISTS ${p}sessions (
  session_token varchar(255) NOT NULL PRIMARY KEY,
  user_id varchar(255) NOT NULL,
  expires datetime(3) NOT NULL,
  KEY ${p}sessions_user_id (user_id),
  KEY ${p}sessions_expires (expires),
  FOREIGN KEY (user_id) REFERENCES ${p}users (id) ON DELETE CASCADE
) ${TABLE}`,
    `CREATE TABLE IF NOT EXISTS ${p}verification_tokens (
  identifier varchar(320) NOT NULL,
  token varchar(255) NOT NULL,
  expires datetime(3) NOT NULL,
  PRIMARY KEY (identifier, token),
  KEY ${p}verification_tokens_expires (expires)
) ${TABLE}`,
    `CREATE TABLE IF NOT EXISTS ${p}authenticators (
  credential_id varchar(1400) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  user_id varchar(255) NOT NULL,
  provider_account_id varchar(320) NOT NULL,
  credential_public_key text NOT NULL,
  counter bigint NOT NULL,
  credential_device_type varchar(32) NOT NULL,
  credential_backed_up boolean NOT NULL,
  transports varchar(255),
  user_handle varchar(255),
  KEY ${p}authenticators_user_id (user_id),
  FOREIGN KEY (user_id) REFERENCES ${p}users (id) ON DELETE CASCADE
) ${TABLE}`,
  ];
}

// Dates and JSON are written and read as text: what a client makes of their types depends on its settings, above all on
// its time zone.
const asText = (column: string) => `CAST(${column} AS CHAR)`;

const dialect: Dialect = {
  types: { text: "text", integer: "bigint", boolean: "boolean", date: "datetime(3)", json: "json" },
  codecs: {
    ...commonCodecs,
    json: { ...commonCodecs.json, select: asText },
    boolean: { encode: Number, decode: (value) => Number(value) === 1 },
    date: {
      encode: (date) => (date as Date).toISOString().slice(0, -1).replace("T", " "),
      select: asText,
      decode: (text) => new Date(`${(text as string).replace(" ", "T")}Z`),
      // Also where the application's column keeps microseconds.
      same: (column) => `left(CAST(CAST(${column} AS datetime(6)) AS CHAR), 23) = ?`,
    },
  },
  // MariaDB does not know `FOR SHARE`. What is written or locked is read as stored now, at any level of isolation.
  locking: { share: " LOCK IN SHARE MODE", begin: [] },
  columnsOf: (table) => ({
    text:
      "SELECT column_name FROM information_schema.columns WHERE table_schema = database() AND table_name = ?",
    values: [table],
  }),
  complaintOf({ code }) {
    if (code === "ER_NO_SUCH_TABLE") return "table";
    return code === "ER_BAD_FIELD_ERROR" ? "column" : null;
  },
  phrase: (text) => text.replaceAll('"', "`"),
  written: (write, read) => [write, read],
  taken: ({ text, values }, remove) => [{ text: `${text} FOR UPDATE`, values }, remove],
  counted: (write) => write,
  count: ([row]) => Number(Object.values(row ?? [0])[0]),
  // MySQL binds a number as a floating one, which `LIMIT` refuses.
  removeEnded: ({ name }, now, batch) => ({
    text: `DELETE FROM ${name} WHERE "expires" <= ? ORDER BY "expires" LIMIT ?`,
    values: [now, String(batch)],
  }),
};

function driverOf(client: MySqlClient): Sql {
  if (typeof client === "function") return client;
  if (has(client, "promise")) return driverOf((client as MySqlCallbackClient).promise());
  if (has(client, "getConnection")) return pool(client as MySqlPool);
  if (has(client, "beginTransaction")) return single(client as MySqlConnection);
  throw new TypeError("Cannot use this client for MySql: give a pool or a connection of mysql2");
}

function pool(pool: MySqlPool): Sql {
  return async (statements) => {
    if (statements.length === 1) return await inOrder(pool, statements);
    const connection = await pool.getConnection();
    return await transaction(connection, statements, (broken) => {
      if (broken) connection.destroy();
      else connection.release();
    });
  };
}

function single(connection: MySqlConnection): Sql {
  return queued((statements) =>
    statements.length === 1 ? inOrder(connection, statements) : transaction(connection, statements, () => {})
  );
}

async function inOrder(
  client: MySqlExecutor,
  statements: readonly Statement[],
): Promise<readonly (readonly Row[])[]> {
  const results: (readonly Row[])[] = [];
  for (const { text, values } of statements) {
    const [result] = await client.execute(text, [...values] as never[]);
    const wrote = (result as { affectedRows?: number }).affectedRows;
    results.push(Array.isArray(result) ? result : [[wrote]]);
  }
  return results;
}

async function transaction(
  connection: MySqlConnection,
  statements: readonly Statement[],
  done: (broken: boolean) => void,
): Promise<readonly (readonly Row[])[]> {
  let broken = false;
  try {
    await connection.beginTransaction();
    const results = await inOrder(connection, statements);
    await connection.commit();
    return results;
  } catch (error) {
    await connection.rollback().catch(() => broken = true);
    throw error;
  } finally {
    done(broken);
  }
}

function isConflict(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === "ER_LOCK_DEADLOCK";
}
