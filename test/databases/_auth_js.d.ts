/**
 * Types for `@auth/pg-adapter`, `@auth/drizzle-adapter` and `drizzle-orm`, as far as the tests use them. Their own types bring in
 * types of other runtimes, which conflict with ours.
 *
 * @module
 */

import type { Adapter } from "../../src/adapters/contract/types.ts";

/** The adapter on a `Pool` of `pg`. */
export default function PostgresAdapter(pool: object): Adapter;

/** The adapter on a database of Drizzle's, with tables of one's own. */
export function DrizzleAdapter(database: object, tables?: { readonly usersTable: object }): Adapter;

/** A database of Drizzle's on a client of `@libsql/client`, or a pool of `pg`. */
export function drizzle(client: object): object;

/** A column of a table. */
interface Column {
  /** The same one as the primary key. */
  primaryKey(): Column;
}

/** A table of Postgres. */
export function pgTable(name: string, columns: Readonly<Record<string, Column>>): object;

/** A column of text. */
export function text(name: string): Column;

/** A column of UUIDs. */
export function uuid(name: string): Column;
