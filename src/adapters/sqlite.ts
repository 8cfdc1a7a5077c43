/**
 * Users and sessions in SQLite: `node:sqlite`, `bun:sqlite`, `better-sqlite3`, `@libsql/client`, Cloudflare D1.
 *
 * @module
 */

import type { Row, Sql, SqlAdapter, SqlOptions, Statement, UserFields } from "./_sql.ts";
import { has, textOf, validPrefix } from "./_sql.ts";
import { type Dialect, returning, sqlAdapter } from "./_sql_adapter.ts";
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

/** A database of `node:sqlite`, `bun:sqlite` or `better-sqlite3`. */
export interface SqliteDatabase {
  /** Prepares a statement. */
  prepare(text: string): SqliteStatement;
}

/** A prepared statement. */
export interface SqliteStatement {
  /** Runs it; returns its rows. */
  all(...values: unknown[]): unknown[];
  /** Runs it, where it has no rows. */
  run(...values: unknown[]): unknown;
  /** Whether it has rows (`better-sqlite3`, whose `all` refuses others). */
  readonly reader?: boolean;
  /** Makes rows arrays (`node:sqlite`), which cost less than objects. */
  setReturnArrays?(enabled: boolean): void;
}

/** A client of `@libsql/client`. */
export interface LibsqlClient {
  /** Runs a statement. */
  execute(statement: { sql: string; args: never[] }): Promise<{ readonly rows: readonly object[] }>;
  /** Runs statements in a transaction. */
  batch(
    statements: { sql: string; args: never[] }[],
    mode: "write",
  ): Promise<{ readonly rows: readonly object[] }[]>;
}

/** A database of Cloudflare D1. */
export interface D1Database {
  /** Prepares a statement. */
  prepare(text: string): D1Statement;
  /** Runs statements in a transaction. */
  batch(statements: never[]): Promise<{ readonly results: readonly unknown[] }[]>;
}

/** A prepared statement of D1. */
export interface D1Statement {
  /** The statement with its values. */
  bind(...values: unknown[]): D1Statement;
  /** Runs it. */
  all(): Promise<{ readonly results: readonly unknown[] }>;
}

/**
 * Keeps users, accounts, sessions and tokens in SQLite, 3.35 or newer. Call `migrate()` once before the first sign-in, or
 * give your migration tool the text of `schema()`.
 *
 * Where several processes write to one file, the application sets on its own connection: `PRAGMA journal_mode = WAL`,
 * so that readers do not wait for writers, and `PRAGMA busy_timeout = 5000`, so that writers wait for each other instead
 * of failing. Whether foreign keys are enforced does not matter to the adapter.
 *
 * @param db The application's database, or a function that runs statements on it.
 * @throws {TypeError} when the client is none of those, or an option cannot be a name in SQL.
 *
 * @example
 * ```ts
 * import { DatabaseSync } from "node:sqlite";
 * import { Sqlite } from "@latchkey/auth/adapters/sqlite";
 *
 * const adapter = Sqlite(new DatabaseSync(":memory:", { timeout: 5000 }));
 * await adapter.migrate();
 * ```
 */
export function Sqlite<const Fields extends UserFields = readonly []>(
  db: SqliteDatabase | LibsqlClient | D1Database | Sql,
  options: SqlOptions<Fields> = {},
): SqlAdapter<Fields> {
  const sql = explained(driverOf(db), dialect, options);
  return {
    ...sqlAdapter(sql, dialect, options),
    async migrate() {
      // One by one: each is complete in itself, and waits for other writers as `busy_timeout` says.
      for (const text of statements(options)) await sql([{ text, values: [] }]);
      await migrateUserFields(sql, dialect, options);
    },
  };
}

/** Sqlite, as adapters are imported by habit. */
export default Sqlite;

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

// Dates are milliseconds since the epoch: SQLite has no type for them, and numbers compare and sort.
function statements(options: SqlOptions): readonly string[] {
  const p = validPrefix(options.prefix ?? "auth_");
  return [
    `CREATE TABLE IF NOT EXISTS ${p}users (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT,
  email TEXT UNIQUE,
  email_verified INTEGER,
  image TEXT${userFieldLines(dialect, options)}
)`,
    `CREATE TABLE IF NOT EXISTS ${p}accounts (
  user_id TEXT NOT NULL REFERENCES ${p}users (id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  provider TEXT NOT NULL,
  provider_account_id TEXT NOT NULL,
  access_token TEXT,
  refresh_token TEXT,
  id_token TEXT,
  expires_at INTEGER,
  scope TEXT,
  token_type TEXT,
  session_state TEXT,
  authorization_details TEXT,
  PRIMARY KEY (provider, provider_account_id)
)`,
    `CREATE INDEX IF NOT EXISTS ${p}accounts_user_id ON ${p}accounts (user_id)`,
    `CREATE TABLE IF NOT EXISTS ${p}sessions (
  session_token TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES ${p}users (id) ON DELETE CASCADE,
  expires INTEGER NOT NULL
)`,
    `CREATE INDEX IF NOT EXISTS ${p}sessions_user_id ON ${p}sessions (user_id)`,
    `CREATE INDEX IF NOT EXISTS ${p}sessions_expires ON ${p}sessions (expires)`,
    `CREATE TABLE IF NOT EXISTS ${p}verification_tokens (
  identifier TEXT NOT NULL,
  token TEXT NOT NULL,
  expires INTEGER NOT NULL,
  PRIMARY KEY (identifier, token)
)`,
    `CREATE INDEX IF NOT EXISTS ${p}verification_tokens_expires ON ${p}verification_tokens (expires)`,
    `CREATE TABLE IF NOT EXISTS ${p}authenticators (
  credential_id TEXT PRIMARY KEY NOT NULL,
  user_id TEXT NOT NULL REFERENCES ${p}users (id) ON DELETE CASCADE,
  provider_account_id TEXT NOT NULL,
  credential_public_key TEXT NOT NULL,
  counter INTEGER NOT NULL,
  credential_device_type TEXT NOT NULL,
  credential_backed_up INTEGER NOT NULL,
  transports TEXT,
  user_handle TEXT
)`,
    `CREATE INDEX IF NOT EXISTS ${p}authenticators_user_id ON ${p}authenticators (user_id)`,
  ];
}

const dialect: Dialect = {
  ...returning,
  types: { text: "TEXT", integer: "INTEGER", boolean: "INTEGER", date: "INTEGER", json: "TEXT" },
  codecs: {
    ...commonCodecs,
    // Some clients bind neither booleans nor dates.
    own: {
      encode(value) {
        if (typeof value === "boolean") return Number(value);
        return value instanceof Date ? value.getTime() : value;
      },
      decode: (value) => value,
    },
    boolean: { encode: Number, decode: (value) => Number(value) === 1 },
    date: { encode: (date) => (date as Date).getTime(), decode: (time) => new Date(Number(time)) },
  },
  // One writer at a time: a transaction that writes first sees nothing change.
  locking: { share: "", begin: [] },
  columnsOf: (table) => ({ text: "SELECT name FROM pragma_table_info(?)", values: [table] }),
  // The drivers have codes of their own, or none.
  complaintOf({ message = "" }) {
    if (/no such table/i.test(message)) return "table";
    return /no such column|has no column named/i.test(message) ? "column" : null;
  },
  // In double quotes, the name of a column that is missing would be a text.
  phrase: (text) => text.replaceAll('"', "`"),
  removeEnded: ({ name }, now, batch) => ({
    text: `DELETE FROM ${name} WHERE rowid IN (SELECT rowid FROM ${name} WHERE "expires" <= ? LIMIT ?)`,
    values: [now, batch],
  }),
};

function driverOf(db: SqliteDatabase | LibsqlClient | D1Database | Sql): Sql {
  if (typeof db === "function") return db;
  if (has(db, "execute")) return libsql(db as LibsqlClient);
  if (has(db, "batch")) return d1(db as D1Database);
  if (has(db, "prepare")) return synchronous(db as SqliteDatabase);
  throw new TypeError(
    "Cannot use this database for Sqlite: give one of node:sqlite, bun:sqlite, better-sqlite3, @libsql/client or D1",
  );
}

function synchronous(db: SqliteDatabase): Sql {
  const prepared = new Map<string, SqliteStatement>();
  const run = ({ text, values }: Statement): readonly Row[] => {
    let statement = prepared.get(text);
    if (!statement) {
      statement = db.prepare(text);
      statement.setReturnArrays?.(true);
      prepared.set(text, statement);
    }
    if (statement.reader !== false) return statement.all(...values) as Row[];
    statement.run(...values);
    return [];
  };
  const command = (text: string) => run({ text, values: [] });
  const together = (statements: readonly Statement[]): readonly (readonly Row[])[] => {
    // Not BEGIN: the application may be in a transaction of its own.
    command("SAVEPOINT latchkey");
    try {
      const results = statements.map(run);
      command("RELEASE latchkey");
      return results;
    } catch (error) {
      try {
        command("ROLLBACK TO latchkey");
        command("RELEASE latchkey");
      } catch {
        // SQLite has rolled back by itself, as it does when the disk is full.
      }
      throw error;
    }
  };
  return (statements) =>
    new Promise((resolve) => resolve(statements.length === 1 ? statements.map(run) : together(statements)));
}

function libsql(client: LibsqlClient): Sql {
  return async (statements) => {
    const prepared = statements.map(({ text, values }) => ({ sql: text, args: [...values] as never[] }));
    const results = prepared.length === 1
      ? [await client.execute(prepared[0]!)]
      : await client.batch(prepared, "write");
    return results.map(({ rows }) => rows);
  };
}

function d1(db: D1Database): Sql {
  return async (statements) => {
    const prepared = statements.map(({ text, values }) => db.prepare(text).bind(...values));
    const results = prepared.length === 1 ? [await prepared[0]!.all()] : await db.batch(prepared as never[]);
    return results.map(({ results }) => results as Row[]);
  };
}
