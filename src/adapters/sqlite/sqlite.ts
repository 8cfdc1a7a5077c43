/**
 * Users and sessions in SQLite: `node:sqlite`, `bun:sqlite`, `better-sqlite3`, `@libsql/client`, Cloudflare D1.
 *
 * @module
 */

import { mistakeIn } from "../contract/mistake.ts";
import { seeAlso } from "../../errors/help.ts";
import { propertyOf } from "../../errors/thrown.ts";
import type { Row, Sql, SqlAdapter, SqlOptions, Statement, UserFields } from "../sql/types.ts";
import { sqliteDialect } from "./dialect.ts";
import { sqlAdapter } from "../sql/adapter.ts";
import { hasMember } from "../sql/driver.ts";
import { tablesOf } from "../sql/tables.ts";
import { type SchemaPart, schemaText } from "../sql/versions.ts";

export type * from "../sql/types.ts";
export type { SchemaPart } from "../sql/versions.ts";

/** A database of `node:sqlite`, `bun:sqlite` or `better-sqlite3`. */
export interface SqliteDatabase {
  /** Prepares a statement. */
  prepare(text: string): SqliteStatement;
}

/** A prepared statement. */
export interface SqliteStatement {
  /** Runs it; returns its rows. */
  all(...values: unknown[]): unknown[];
  /** Runs it, if it returns no rows. */
  run(...values: unknown[]): unknown;
  /** Whether it returns rows (`better-sqlite3`, whose `all` refuses other statements). */
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
  /** How it reaches the database: `file` on this machine. */
  readonly protocol?: string;
  /** Opens the database anew. */
  reconnect?(): unknown;
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
 * of failing. Whether foreign keys are enforced does not matter to the adapter. Tables of the application that refer to the users
 * need it: `PRAGMA foreign_keys = ON`, which `bun:sqlite` leaves off.
 *
 * @param db The application's database, or a function that runs statements on it.
 * @throws {TypeError} if the adapter does not support the client, or an option cannot be a name in SQL.
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
  return sqlAdapter(sqliteDriver(db), sqliteDialect, tablesOf(sqliteDialect, options));
}

/** Sqlite, as adapters are imported by habit. */
export default Sqlite;

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
  return schemaText(sqliteDialect, { prefix, userFields }, { from, part });
}

function sqliteDriver(db: SqliteDatabase | LibsqlClient | D1Database | Sql): Sql {
  const mistake = mistakeIn(db);
  if (mistake) throw unusableSqlite(mistake);
  if (typeof db === "function") return db;
  if (hasMember(db, "execute")) return libsql(db as LibsqlClient);
  if (hasMember(db, "batch")) return d1(db as D1Database);
  if (hasMember(db, "prepare")) return synchronous(db as SqliteDatabase);
  throw unusableSqlite(mistake);
}

function unusableSqlite(mistake: string): TypeError {
  return new TypeError(
    "Cannot use this database for Sqlite: give one of node:sqlite, bun:sqlite, better-sqlite3, @libsql/client " +
      'or D1, such as `Sqlite(new DatabaseSync("auth.sqlite"))`' + mistake + seeAlso("adapters"),
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
    try {
      // Not BEGIN: the application may be in a transaction of its own.
      command("SAVEPOINT latchkey");
      const results = statements.map(run);
      command("RELEASE latchkey");
      return results;
    } catch (error) {
      try {
        command("ROLLBACK TO latchkey");
        command("RELEASE latchkey");
      } catch {
        // There is none, or SQLite has rolled back by itself, as it does when the disk is full.
      }
      throw error;
    }
  };
  return (statements) =>
    new Promise((resolve) => resolve(statements.length === 1 ? statements.map(run) : together(statements)));
}

/** How long after `SQLITE_BUSY` a file is opened anew, in milliseconds. */
const REOPENS_AFTER = 100;

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function libsql(client: LibsqlClient): Sql {
  let reopening: Promise<unknown> | undefined;
  return async (statements) => {
    await reopening;
    const prepared = statements.map(({ text, values }) => ({ sql: text, args: [...values] as never[] }));
    const [first, ...others] = prepared;
    try {
      const results = first && !others.length
        ? [await client.execute(first)]
        : await client.batch(prepared, "write");
      return results.map(({ rows }) => rows);
    } catch (error) {
      // The statement stays active: what the connection writes from now on is never committed.
      const isStuck = client.protocol === "file" && /^SQLITE_BUSY/.test(String(propertyOf(error, "code")));
      // A transaction of the application, which may have held the file, gets time to end.
      if (isStuck) reopening = pause(REOPENS_AFTER).then(() => client.reconnect?.()).catch(() => {});
      throw error;
    }
  };
}

function d1(db: D1Database): Sql {
  return async (statements) => {
    const prepared = statements.map(({ text, values }) => db.prepare(text).bind(...values));
    const [first, ...others] = prepared;
    const results = first && !others.length ? [await first.all()] : await db.batch(prepared as never[]);
    return results.map(({ results }) => results as Row[]);
  };
}
