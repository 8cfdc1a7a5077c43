/**
 * What the tests use of `@auth/pg-adapter`, `@auth/drizzle-adapter` and `drizzle-orm/libsql`. Their own types bring those
 * of other runtimes with them, which do not go together with ours.
 *
 * @module
 */

import type { Adapter } from "../../src/adapters/contract/types.ts";

/** The adapter on a `Pool` of `pg`. */
export default function PostgresAdapter(pool: object): Adapter;

/** The adapter on a database of Drizzle's. */
export function DrizzleAdapter(database: object): Adapter;

/** A database of Drizzle's on a client of `@libsql/client`. */
export function drizzle(client: object): object;
