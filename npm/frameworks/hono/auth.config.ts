/**
 * The config of the library for a worker, with users and sessions in D1.
 *
 * @module
 */

import { type D1Database, Sqlite } from "@latchkey/auth/adapters/sqlite";
import { GitHub } from "@latchkey/auth/providers/github";
import type { Context } from "hono";

export interface Bindings {
  readonly DB: D1Database;
}

export const config = (c: Context<{ Bindings: Bindings }>) => ({
  providers: [GitHub],
  adapter: Sqlite(c.env.DB),
});
