/**
 * What is wrong with a database, and what to do about it, in place of what its driver says.
 *
 * @module
 */

import type { Sql, SqlOptions } from "./_sql.ts";
import type { Dialect } from "./_sql_adapter.ts";
import { type Column, type Table, tablesOf } from "./_sql_tables.ts";

/** What a driver complains of. */
export type Complaint = "table" | "column";

/** What errors of drivers have. */
export interface DriverError {
  /** In words. */
  readonly message?: string;
  /** A code of the database or of the network. */
  readonly code?: unknown;
  /** Another one. */
  readonly errno?: unknown;
  /** What was asked of the network. */
  readonly syscall?: unknown;
}

/** Names a column with the statement that adds it. */
export function additionOf(
  { phrase, types }: Pick<Dialect, "phrase" | "types">,
  table: Table,
  { name, type }: Column,
): string {
  return phrase(`ALTER TABLE ${table.name} ADD COLUMN ${name} ${types[type === "own" ? "text" : type]}`);
}

/**
 * Makes errors say what to do about a table or column that is missing, and a server that does not answer. The error of the
 * driver is the cause. All other errors stay as they are.
 */
export function explained(sql: Sql, dialect: Dialect, options: SqlOptions): Sql {
  const tables = Object.values(tablesOf(dialect.codecs, options));
  return async (statements) => {
    try {
      return await sql(statements);
    } catch (error) {
      const explanation = explanationOf(error, dialect, tables);
      throw explanation ? new Error(explanation, { cause: error }) : error;
    }
  };
}

function explanationOf(error: unknown, dialect: Dialect, tables: readonly Table[]): string | null {
  const silent = chainOf(error).find(isSilence);
  if (silent) {
    return `Cannot reach the database: the server does not answer (${silent.code}). ` +
      "Start it, and check the host and the port that your client was given";
  }
  const complaint = chainOf(error).map(dialect.complaintOf).find((it) => it !== null);
  const text = chainOf(error).map(({ message }) => message).join("\n");
  if (complaint === "table") {
    const table = tables.find(({ name }) => isNamed(name, text));
    return table
      ? `Cannot find the table ${table.name}: call \`await adapter.migrate()\` once before the first sign-in, ` +
        "or run the SQL of docs/schema.md"
      : null;
  }
  if (complaint !== "column") return null;
  for (const table of tables) {
    const column = table.columns.find(({ name }) => isNamed(name, text));
    if (column) return missingColumn(dialect, table, column);
  }
  return null;
}

/** Says that a column is missing, and how to add it. */
export function missingColumn(dialect: Dialect, table: Table, column: Column): string {
  const addition = additionOf(dialect, table, column);
  const start = `Cannot find the column ${column.name} in the table ${table.name}:`;
  if (column.type !== "own") return `${start} call \`await adapter.migrate()\`, or run \`${addition}\``;
  return `${start} run \`${addition}\`, with the type that you want, or take it out of \`userFields\``;
}

/** An error and those underneath: clients wrap them, and `localhost` has one for each of its addresses. */
function chainOf(error: unknown): readonly DriverError[] {
  const chain: DriverError[] = [];
  const waiting = [error];
  while (waiting.length && chain.length < 10) {
    const it = waiting.shift() as
      | DriverError & { cause?: unknown; errors?: unknown; sourceError?: unknown }
      | null;
    if (typeof it !== "object" || it === null) continue;
    chain.push(it);
    waiting.push(it.cause, it.sourceError, ...(Array.isArray(it.errors) ? it.errors : []));
  }
  return chain;
}

function isSilence({ code, syscall }: DriverError): boolean {
  return SILENCE.includes(String(code)) || code === "ENOENT" && syscall === "connect";
}

const SILENCE = [
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  "CONNECT_TIMEOUT",
];

/** Whether a text has a name in it. Words around it differ by database, version and language. */
function isNamed(quoted: string, text: string): boolean {
  return new RegExp(`(?<![\\w])${quoted.slice(1, -1)}(?![\\w])`, "i").test(text);
}
