/**
 * The differences between SQL databases, as data and a few functions.
 *
 * @module
 */

import type { ColumnDeclaration, ColumnType } from "../../shapes/columns.ts";
import type { Row, Statement } from "./types.ts";

/** Converts values of one type. `null` is never converted. */
interface Codec {
  /** Placeholder of a value. Default `?`. */
  readonly bind?: string;
  /** Expression that reads a column, by its name. Default: the name. */
  readonly select?: (column: string) => string;
  /** Condition that a column holds a value as `decode` gave it. Default: they are equal. */
  readonly same?: (column: string) => string;
  /** Converts a value to one that clients can bind. */
  readonly encode: (value: unknown) => unknown;
  /** Converts the result of `select` to a value. */
  readonly decode: (value: unknown) => unknown;
}

/** How the values of each type are written and read. */
type Codecs = Readonly<Record<ColumnType, Codec>>;

/** A column in one database, and the field that is kept in it. */
export interface Column extends ColumnDeclaration {
  /** Name of the field. */
  readonly field: string;
  /** Name of the column, quoted. */
  readonly name: string;
  /** Its name and type, for `CREATE TABLE` and `ALTER TABLE`. */
  readonly definition: string;
  /** How its values are written and read. */
  readonly codec: Codec;
}

/** A table in one database. Names are quoted. */
export interface Table {
  /** Its name. */
  readonly name: string;
  /** Its columns, in the order in which they are read. */
  readonly columns: readonly Column[];
  /** The columns of its primary key, separated by commas. */
  readonly key: string;
  /** The fields of its primary key. */
  readonly keyFields: readonly string[];
  /** Version of the tables that has added it. */
  readonly since: number;
  /** Whether it can stand beside the tables of an adapter of Auth.js. */
  readonly standsBeside: boolean;
}

/** How a database locks a user during an addition. */
interface Locking {
  /** Ends a `SELECT`, so that the rows it reads do not change until the transaction ends. */
  readonly share: string;
  /** As `share`, for one transaction at a time. Empty where a transaction that writes is alone anyway. */
  readonly exclusive: string;
  /** Begins a transaction in which each statement sees all rows that were committed before that statement. */
  readonly begin: readonly Statement[];
}

/** What a statement was refused for: a name that is missing, or a value that its column cannot have. */
type Complaint = "table" | "column" | "value";

/** Properties of a driver's errors. */
export interface DriverError {
  /** Message. */
  readonly message?: string;
  /** A code of the database or of the network. */
  readonly code?: unknown;
  /** A further code. */
  readonly errno?: unknown;
  /** The network call that failed. */
  readonly syscall?: unknown;
}

/** One database. The statements that it gets have `?` for values and `"` around names. */
export interface Dialect {
  /** Its name in the command `schema`. */
  readonly name: "sqlite" | "postgres" | "mysql";
  /** How values are written and read. */
  readonly codecs: Codecs;
  /** How a user is locked. */
  readonly locking: Locking;
  /** The function that says where a text contains another one, from 1, or 0. */
  readonly position: "instr" | "strpos";
  /** Ends a `CREATE TABLE`. */
  readonly tableOptions: string;
  /** Whether `CREATE TABLE` creates the indexes, too. Such a database has `indexesOf`. */
  readonly hasInlineIndexes: boolean;
  /** Whether rows of a user may stay when the application's own SQL removes the user. Default: no. */
  readonly mayLeaveRows?: boolean;
  /** Makes migrations wait for each other, in one transaction with what they create. `null`: each statement is alone. */
  readonly migrationLock: string | null;
  /** The type of a column in `CREATE TABLE`. */
  typeOf(column: ColumnDeclaration): string;
  /** Reads the names of a table's columns. */
  columnsOf(table: string): Statement;
  /** Reads the names of a table's indexes. Absent where `CREATE INDEX IF NOT EXISTS` exists. */
  indexesOf?(table: string): Statement;
  /** Returns what a statement was refused for, from a driver's error; `null` for any other error. */
  complaintOf(error: DriverError): Complaint | null;
  /** Converts a statement to the database's own notation. */
  phrase(text: string): string;
  /** Writes a row and reads it: the last result is the row as stored. @param columns To be read. */
  written(write: Statement, read: Statement, columns: string): readonly Statement[];
  /** Reads a row and removes it, for one caller only: the first result is the row. @param columns To be read. */
  taken(read: Statement, remove: Statement, columns: string): readonly Statement[];
  /** Makes a statement report how many rows it wrote, in a way that `count` understands. */
  counted(write: Statement): Statement;
  /** How many rows a `counted` statement wrote. */
  count(rows: readonly Row[]): number;
  /** Follows an `INSERT`, before the columns to set if a row with the same key is stored. @param key Its columns. */
  onDuplicate(key: string): string;
  /** Removes up to `batch` rows that have ended at `now`. */
  removeEnded(table: Table, now: unknown, batch: number): Statement;
}

/** The part of a dialect that uses `RETURNING`. */
export const returning: Pick<Dialect, "written" | "taken" | "counted" | "count" | "onDuplicate"> = {
  written: ({ text, values }, _read, columns) => [{ text: `${text} RETURNING ${columns}`, values }],
  taken: (_read, { text, values }, columns) => [{ text: `${text} RETURNING ${columns}`, values }],
  counted: ({ text, values }) => ({ text: `${text} RETURNING 1`, values }),
  count: (rows) => rows.length,
  onDuplicate: (key) => `ON CONFLICT (${key}) DO UPDATE SET`,
};

/** Codecs that all databases have in common. */
export const commonCodecs: Pick<Codecs, "text" | "integer" | "json" | "own"> = {
  text: { encode: String, decode: (value) => value },
  integer: { encode: (value) => Math.trunc(value as number), decode: Number },
  json: { encode: (value) => JSON.stringify(value), decode: (text) => JSON.parse(text as string) },
  own: { encode: (value) => value, decode: (value) => value },
};
