/**
 * What the SQL adapters share with the application: statements, options, and how a driver is made dependable.
 *
 * @module
 */

import type { Adapter } from "./types.ts";

/** One statement, apart from its values. */
export interface Statement {
  /** SQL, with a placeholder for each value. */
  readonly text: string;
  /** The values in order: strings, numbers, booleans, `null`; and what the application gave for `userFields`. */
  readonly values: readonly unknown[];
}

/** A row: an object or an array with the columns in the order of the statement. It is read by position. */
export type Row = object;

/**
 * Runs statements on a database in order, and all or none of them when there are several; resolves to the rows of each.
 * An application can give one instead of a client that the adapter knows.
 */
export type Sql = (statements: readonly Statement[]) => Promise<readonly (readonly Row[])[]>;

/** Options of the SQL adapters. */
export interface SqlOptions {
  /** What the names of the tables begin with: lower-case letters, digits and `_`, up to 30. Default `auth_`. */
  readonly prefix?: string;
  /**
   * Columns that the application has added to the table of users. They are stored and found along with a user, as
   * fields of the same names. Default: none, so a user's other fields are not stored.
   */
  readonly userFields?: readonly string[];
}

/** An adapter with its tables in an SQL database. */
export interface SqlAdapter extends Required<Adapter> {
  /** Creates tables and indexes that are missing. Changes nothing that exists, so it can be called at each start. */
  migrate(): Promise<void>;
}

/** Runs statements again that the database has undone because others were in their way. */
export function retried(sql: Sql, isConflict: (error: unknown) => boolean): Sql {
  return async (statements) => {
    for (let attempt = 1;; attempt++) {
      try {
        return await sql(statements);
      } catch (error) {
        if (attempt === 10 || !isConflict(error)) throw error;
      }
    }
  };
}

/** Lets calls wait for each other, so that nothing of ours gets between the statements of a transaction. */
export function queued(sql: Sql): Sql {
  let last: Promise<unknown> = Promise.resolve();
  return (statements) => {
    const result = last.then(() => sql(statements));
    last = result.catch(() => {});
    return result;
  };
}

/** Whether a client has a member: how the adapters tell clients apart. */
export function has(client: unknown, member: string): boolean {
  return client !== null && ["object", "function"].includes(typeof client) && member in (client as object);
}

/** A prefix that can stand in SQL as it is. @throws {TypeError} if it cannot. */
export function validPrefix(prefix: string): string {
  if (/^([a-z][a-z0-9_]{0,29})?$/.test(prefix)) return prefix;
  throw new TypeError(`Cannot use the prefix "${prefix}": write up to 30 of a-z, 0-9 and _, a letter first`);
}

/** SQL as text, for people and their migration tools. */
export function textOf(statements: readonly string[]): string {
  return statements.map((statement) => `${statement};\n`).join("\n");
}
