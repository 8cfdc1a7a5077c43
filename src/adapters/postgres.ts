/**
 * Users and sessions in Postgres: `pg`, `postgres`, PGlite, Neon.
 *
 * @module
 */

import type { Row, Sql, SqlAdapter, SqlOptions, Statement, UserFields } from "./_sql.ts";
import { has, queued, retried, textOf, validPrefix } from "./_sql.ts";
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
  connect(): Promise<PgConnection>;
}

/** A connection out of a pool. */
export interface PgConnection extends PgClient {
  /** Gives the connection back. @param broken Whether it must not be used again. */
  release(broken?: boolean): void;
  /** Listens to the loss of the connection. */
  on(event: "error", listener: (error: Error) => void): unknown;
  /** Stops listening. */
  removeListener(event: "error", listener: (error: Error) => void): unknown;
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
 * A pool is best. A single `Client` works too: our calls wait for each other on it; the application must not send
 * statements of its own on it meanwhile, as they could become part of a transaction of ours.
 *
 * @param client The application's client, or a function that runs statements with it.
 * @throws {TypeError} when the client is none of those, or an option cannot be a name in SQL.
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
  const sql = explained(retried(driverOf(client), isConflict), dialect, options);
  return {
    ...sqlAdapter(sql, dialect, options),
    async migrate() {
      // Two instances that start together take turns: `IF NOT EXISTS` alone can fail when both find nothing.
      const lock = "SELECT pg_advisory_xact_lock(7813577016742961)";
      await sql([lock, ...statements(options)].map((text) => ({ text, values: [] })));
      await migrateUserFields(sql, dialect, options);
    },
  };
}

/** Postgres, as adapters are imported by habit. */
export default Postgres;

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

function statements(options: SqlOptions): readonly string[] {
  const p = validPrefix(options.prefix ?? "auth_");
  return [
    `CREATE TABLE IF NOT EXISTS ${p}users (
  id text PRIMARY KEY,
  name text,
  email text UNIQUE,
  email_verified timestamptz(3),
  image text${userFieldLines(dialect, options)}
)`,
    `CREATE TABLE IF NOT EXISTS ${p}accounts (
  user_id text NOT NULL REFERENCES ${p}users (id) ON DELETE CASCADE,
  type text NOT NULL,
  provider text NOT NULL,
  provider_account_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  expires_at bigint,
  scope text,
  token_type text,
  session_state jsonb,
  authorization_details jsonb,
  PRIMARY KEY (provider, provider_account_id)
)`,
    `CREATE INDEX IF NOT EXISTS ${p}accounts_user_id ON ${p}accounts (user_id)`,
    `CREATE TABLE IF NOT EXISTS ${p}sessions (
  session_token text PRIMARY KEY,
  user_id text NOT NULL REFERENCES ${p}users (id) ON DELETE CASCADE,
  expires timestamptz(3) NOT NULL
)`,
    `CREATE INDEX IF NOT EXISTS ${p}sessions_user_id ON ${p}sessions (user_id)`,
    `CREATE INDEX IF NOT EXISTS ${p}sessions_expires ON ${p}sessions (expires)`,
    `CREATE TABLE IF NOT EXISTS ${p}verification_tokens (
  identifier text NOT NULL,
  token text NOT NULL,
  expires timestamptz(3) NOT NULL,
  PRIMARY KEY (identifier, token)
)`,
    `CREATE INDEX IF NOT EXISTS ${p}verification_tokens_expires ON ${p}verification_tokens (expires)`,
    `CREATE TABLE IF NOT EXISTS ${p}authenticators (
  credential_id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES ${p}users (id) ON DELETE CASCADE,
  provider_account_id text NOT NULL,
  credential_public_key text NOT NULL,
  counter bigint NOT NULL,
  credential_device_type text NOT NULL,
  credential_backed_up boolean NOT NULL,
  transports text,
  user_handle text
)`,
    `CREATE INDEX IF NOT EXISTS ${p}authenticators_user_id ON ${p}authenticators (user_id)`,
  ];
}

// Dates and JSON are read as numbers and text: what a client makes of their types depends on its settings, and an ORM
// may have changed them.
const dialect: Dialect = {
  ...returning,
  types: { text: "text", integer: "bigint", boolean: "boolean", date: "timestamptz(3)", json: "jsonb" },
  codecs: {
    ...commonCodecs,
    json: { ...commonCodecs.json, bind: "?::text::jsonb", select: (column) => `${column}::text` },
    boolean: { encode: Boolean, decode: Boolean },
    date: {
      encode: (date) => (date as Date).toISOString(),
      select: (column) => `(extract(epoch FROM ${column}) * 1000)::float8`,
      decode: (time) => new Date(Math.round(Number(time))),
      // Also where the application has filled the column with microseconds.
      same: (column) => `date_trunc('milliseconds', ${column} + interval '500 microseconds') = ?`,
    },
  },
  // Foreign keys lock a user against removal only. And in a transaction that repeats its reads, the removal would not see
  // what was added while the claim waited.
  locking: {
    share: " FOR SHARE",
    begin: [{ text: "SET TRANSACTION ISOLATION LEVEL READ COMMITTED", values: [] }],
  },
  columnsOf: (table) => ({
    text:
      `SELECT attname::text FROM pg_attribute WHERE attrelid = to_regclass(?) AND attnum > 0 AND NOT attisdropped`,
    values: [table],
  }),
  complaintOf({ code, errno }) {
    // Bun has the code in `errno`.
    const is = (state: string) => code === state || errno === state;
    if (is("42P01")) return "table";
    return is("42703") ? "column" : null;
  },
  phrase(text) {
    let index = 0;
    return text.replaceAll("?", () => `$${++index}`);
  },
  // Rows that another call is removing are left to it.
  removeEnded: ({ name, key }, now, batch) => ({
    text: `DELETE FROM ${name} WHERE (${key}) IN ` +
      `(SELECT ${key} FROM ${name} WHERE "expires" <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`,
    values: [now, batch],
  }),
};

function driverOf(client: PostgresClient): Sql {
  const callable = typeof client === "function";
  if (has(client, "begin")) return postgresJs(client as PostgresJs);
  if (has(client, "totalCount")) return pool(client as PgPool);
  if (has(client, "transaction")) {
    return callable ? neonHttp(client as unknown as NeonHttp) : pglite(client as PGliteDatabase);
  }
  if (callable) return client as Sql;
  if (has(client, "query")) return single(client as PgClient);
  throw new TypeError("Cannot use this client for Postgres: give one of pg, postgres, PGlite or Neon");
}

function pool(pool: PgPool): Sql {
  return async (statements) => {
    if (statements.length === 1) return await inOrder(pool, statements);
    const connection = await pool.connect();
    // The loss of a connection is also an event, and ends the process if nobody listens.
    connection.on("error", ignore);
    return await transaction(connection, statements, (broken) => {
      connection.release(broken);
      connection.removeListener("error", ignore);
    });
  };
}

function single(client: PgClient): Sql {
  return queued((statements) =>
    statements.length === 1 ? inOrder(client, statements) : transaction(client, statements, ignore)
  );
}

function pglite(db: PGliteDatabase): Sql {
  return async (statements) =>
    statements.length === 1
      ? await inOrder(db, statements)
      : await db.transaction((transaction) => inOrder(transaction, statements));
}

function postgresJs(sql: PostgresJs): Sql {
  const run = async (on: Pick<PostgresJs, "unsafe">, statements: readonly Statement[]) => {
    const results: (readonly Row[])[] = [];
    for (const { text, values } of statements) {
      results.push(await on.unsafe(text, [...values] as never[], { prepare: true }));
    }
    return results;
  };
  return async (statements) =>
    statements.length === 1
      ? await run(sql, statements)
      : await sql.begin((transaction) => run(transaction, statements)) as Row[][];
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

async function inOrder(
  client: PgClient,
  statements: readonly Statement[],
): Promise<readonly (readonly Row[])[]> {
  const results: (readonly Row[])[] = [];
  for (const { text, values } of statements) results.push((await client.query(text, [...values])).rows);
  return results;
}

async function transaction(
  client: PgClient,
  statements: readonly Statement[],
  done: (broken: boolean) => void,
): Promise<readonly (readonly Row[])[]> {
  let broken = false;
  try {
    await client.query("BEGIN", []);
    const results = await inOrder(client, statements);
    await client.query("COMMIT", []);
    return results;
  } catch (error) {
    await client.query("ROLLBACK", []).catch(() => broken = true);
    throw error;
  } finally {
    done(broken);
  }
}

/** A deadlock, or a conflict of serializable transactions. */
function isConflict(error: unknown): boolean {
  return ["40001", "40P01"].includes((error as { code?: string } | null)?.code ?? "");
}

function ignore(): void {}
