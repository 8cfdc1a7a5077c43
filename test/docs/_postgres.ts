/**
 * A database of Postgres for a section: a real server, with the address in the environment of its code.
 *
 * @module
 */

// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { startPostgres } from "../adapters/_server.ts";
import type { Recipe } from "./_recipe.ts";

/** An empty database. */
export interface TestDatabase {
  /** The pool of the test, beside that of the code. */
  readonly pool: pg.Pool;
  /** The address, which is also `DATABASE_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

/** Opens an empty database. */
export async function openPostgres({ env }: Pick<Recipe, "env">): Promise<TestDatabase> {
  const { settings: { host, port, user, database }, stop } = await startPostgres();
  const url = `postgres://${user}@${host}:${port}/${database}`;
  env.DATABASE_URL = url;
  const pool = new pg.Pool({ connectionString: url });
  return {
    pool,
    url,
    async close() {
      await pool.end();
      await stop();
    },
  };
}
