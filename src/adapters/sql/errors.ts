/**
 * Explains errors of drivers: the cause, and the remedy.
 *
 * @module
 */

import type { Sql } from "./types.ts";
import type { Column, Dialect, DriverError, Table } from "./dialect.ts";
import type { Tables } from "./schema.ts";

/**
 * Explains errors about a missing table or column, or a server that does not answer, and says what to do. The error of
 * the driver is the cause. All other errors stay unchanged.
 */
export function explained(sql: Sql, dialect: Dialect, tables: Tables): Sql {
  return async (statements) => {
    try {
      return await sql(statements);
    } catch (error) {
      const explanation = explanationOf(error, dialect, Object.values(tables));
      if (!explanation) throw error;
      const explained = new Error(explanation, { cause: error });
      throw MISSING_TABLE.test(explanation)
        ? Object.assign(explained, { name: "MissingTableError" })
        : explained;
    }
  };
}

/** Whether a statement has failed because a column cannot have a value: one of numbers or UUIDs, such as the id of a user. */
export function isRefusedValue(error: unknown, { complaintOf }: Pick<Dialect, "complaintOf">): boolean {
  return chainOf(error).some((it) => complaintOf(it) === "value");
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
    return table ? missingTable(dialect, table) : null;
  }
  if (complaint !== "column") return null;
  for (const table of tables) {
    const column = table.columns.find(({ name }) => isNamed(name, text));
    if (column) return missingColumn(dialect, table, column);
  }
  return null;
}

/** Begins the explanation of an error with the name `MissingTableError`, which the library takes for tables of an older version. */
const MISSING_TABLE = /^Cannot find the table /;

function missingTable(dialect: Dialect, table: Table): string {
  const start = `Cannot find the table ${table.name}:`;
  return table.since > 1
    ? `${start} ${upgradeFrom(dialect, table.since - 1)}`
    : `${start} call \`await adapter.migrate()\` once before the first sign-in, ` +
      "or run the SQL of https://latchkey.github.io/auth/schema";
}

/** The advice about what a later version of the tables has added. */
function upgradeFrom({ name }: Dialect, version: number): string {
  return `call \`await adapter.migrate()\`, or run the SQL that \`npx @latchkey/auth schema ${name} --from ${version}\` prints`;
}

/** Adds a column to a table that exists. */
export function additionOf({ phrase }: Dialect, table: Table, { definition }: Column): string {
  return `${phrase(`ALTER TABLE ${table.name} ADD COLUMN`)} ${definition}`;
}

/** Explains that a column is missing, and how to add it. */
export function missingColumn(dialect: Dialect, table: Table, column: Column): string {
  const addition = additionOf(dialect, table, column);
  const start = `Cannot find the column ${column.name} in the table ${table.name}:`;
  const { type, since = table.since } = column;
  if (since > 1) return `${start} ${upgradeFrom(dialect, since - 1)}`;
  if (type !== "own") return `${start} call \`await adapter.migrate()\`, or run \`${addition}\``;
  return `${start} run \`${addition}\`, with the type that you want, or take it out of \`userFields\``;
}

/** Returns an error and its causes: clients wrap errors, and `localhost` causes one for each of its addresses. */
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

/** Returns whether a text contains a name. The other words differ by database, version and language. */
function isNamed(quoted: string, text: string): boolean {
  return new RegExp(`(?<![\\w])${quoted.slice(1, -1)}(?![\\w])`, "i").test(text);
}
