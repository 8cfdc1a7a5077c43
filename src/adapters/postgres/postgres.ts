/**
 * Users and sessions in Postgres: `pg`, `postgres`, PGlite, Neon.
 *
 * @module
 */

import { mistakeIn } from "../contract/mistake.ts";
import { seeAlso } from "../../errors/help.ts";
import type { Row, Sql, SqlAdapter, SqlOptions, UserFields } from "../sql/types.ts";
import { postgresDialect } from "./dialect.ts";
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

/** A `Client` of `pg` or of Neon. */
export interface PgClient {
  /** Runs a statement. */
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly object[] }>;
}

/** A `Pool` of `pg` or of Neon. */
export interface PgPool extends PgClient {
  /** How many connections there are. */
  readonly totalCount: number;
  /** Takes a connection out of the pool. */
  connect(): Promise<
    PgClient & {
      /** Gives the connection back. @param broken Whether it must not be used again. */
      release(broken?: boolean): void;
      /** Listens to the loss of the connection. */
      on(event: "error", listener: (error: Error) => void): unknown;
      /** Stops listening. */
      removeListener(event: "error", listener: (error: Error) => void): unknown;
    }
  >;
}

/** A database of PGlite. */
export interface PGliteDatabase extends PgClient {
  /** Runs statements in a transaction. */
  transaction<T>(run: (transaction: PgClient) => Promise<T>): Promise<T>;
}

/** A `sql` of `postgres`, or of Bun. */
export interface PostgresJs {
  /** Runs a statement. */
  unsafe(text: string, values: never[], options: { prepare: boolean }): PromiseLike<readonly object[]>;
  /** Runs statements in a transaction. */
  begin<T>(run: (sql: Pick<PostgresJs, "unsafe">) => Promise<T>): Promise<unknown>;
}

/** A `neon()` of `@neondatabase/serverless`, which sends each statement over HTTP. */
export interface NeonHttp {
  /** A statement, run when awaited. */
  query(text: string, values: never[]): PromiseLike<unknown>;
  /** Runs statements in a transaction. */
  transaction(statements: never[]): Promise<unknown>;
}

/** The clients that the adapter knows, or a function that runs statements. */
export type PostgresClient = PgPool | PgClient | PGliteDatabase | PostgresJs | NeonHttp | Sql;

/**
 * Keeps users, accounts, sessions and tokens in Postgres, 12 or newer. Call `migrate()` once before the first sign-in, or
 * give your migration tool the text of `schema()`.
 *
 * A pool is best. A single `Client` works too: calls of the adapter wait for each other. The application must not send
 * its own statements on that client, because they could become part of a transaction of the adapter.
 *
 * @param client The application's client, or a function that runs statements with it.
 * @throws {TypeError} if the adapter does not support the client, or an option cannot be a name in SQL.
 *
 * @example
 * ```ts ignore
 * import { Pool } from "pg";
 * import { Postgres } from "@latchkey/auth/adapters/postgres";
 *
 * const adapter = Postgres(new Pool({ connectionString: "postgres://…" }));
 * await adapter.migrate();
 * ```
 */
export function Postgres<const Fields extends UserFields = readonly []>(
  client: PostgresClient,
  options: SqlOptions<Fields> = {},
): SqlAdapter<Fields> {
  return sqlAdapter(
    retried(postgresDriver(client), isPostgresConflict),
    postgresDialect,
    tablesOf(postgresDialect, options),
  );
}

/** Postgres, as adapters are imported by habit. */
export default Postgres;

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
  return schemaText(postgresDialect, { prefix, userFields }, { from, part });
}

function postgresDriver(client: PostgresClient): Sql {
  const mistake = mistakeIn(client);
  if (mistake) throw unusablePostgres(mistake);
  const callable = typeof client === "function";
  if (hasMember(client, "begin")) return postgresJs(client as PostgresJs);
  if (hasMember(client, "totalCount")) return postgresPool(client as PgPool);
  if (hasMember(client, "transaction")) {
    return callable ? neonHttp(client as unknown as NeonHttp) : pglite(client as PGliteDatabase);
  }
  if (callable) return client as Sql;
  if (hasMember(client, "query")) return singlePostgres(client as PgClient);
  throw unusablePostgres(mistake);
}

function unusablePostgres(mistake: string): TypeError {
  return new TypeError(
    "Cannot use this client for Postgres: give one of pg, postgres, PGlite or Neon, such as " +
      "`Postgres(new Pool({ connectionString }))`" + mistake + seeAlso("adapters"),
  );
}

function postgresPool(pool: PgPool): Sql {
  return transactional(executeOnPostgres(pool), async (run) => {
    const client = await pool.connect();
    // The loss of a connection is also an event. Without a listener it ends the process.
    client.on("error", ignore);
    let broken = false;
    try {
      return await inTransaction(postgresConnection(client), run, () => broken = true);
    } finally {
      client.release(broken);
      client.removeListener("error", ignore);
    }
  });
}

function singlePostgres(client: PgClient): Sql {
  return queued(
    client,
    transactional(executeOnPostgres(client), (run) => inTransaction(postgresConnection(client), run)),
  );
}

function postgresConnection(client: PgClient): Connection {
  return {
    execute: executeOnPostgres(client),
    begin: () => client.query("BEGIN", []),
    commit: () => client.query("COMMIT", []),
    rollback: () => client.query("ROLLBACK", []),
  };
}

function executeOnPostgres(client: PgClient): Execute {
  return async ({ text, values }) => (await client.query(text, [...values])).rows;
}

function pglite(db: PGliteDatabase): Sql {
  return transactional(
    executeOnPostgres(db),
    (run) => db.transaction((client) => run(executeOnPostgres(client))),
  );
}

function postgresJs(sql: PostgresJs): Sql {
  const on = (sql: Pick<PostgresJs, "unsafe">): Execute => async ({ text, values }) =>
    await sql.unsafe(text, [...values] as never[], { prepare: true });
  return transactional(
    on(sql),
    <T>(run: (execute: Execute) => Promise<T>) =>
      sql.begin((transaction) => run(on(transaction))) as Promise<T>,
  );
}

function neonHttp(sql: NeonHttp): Sql {
  // With `fullResults` a result is an object.
  const rowsOf = (result: unknown) =>
    Array.isArray(result) ? result as Row[] : (result as { rows: Row[] }).rows;
  return async (statements) => {
    const prepared = statements.map(({ text, values }) => sql.query(text, [...values] as never[]));
    if (prepared.length === 1) return [rowsOf(await prepared[0])];
    return (await sql.transaction(prepared as never[]) as unknown[]).map(rowsOf);
  };
}

/** A deadlock, or a conflict of serializable transactions. */
function isPostgresConflict(error: unknown): boolean {
  return ["40001", "40P01"].includes((error as { code?: string } | null)?.code ?? "");
}

function ignore(): void {}
