/**
 * The config of the library, with the database of the worker.
 *
 * @module
 */

import { AccountPage } from "@latchkey/auth/account-page";
import { type D1Database, Sqlite } from "@latchkey/auth/adapters/sqlite";
import { GitHub } from "@latchkey/auth/providers/github";

export interface Env {
  readonly DB: D1Database;
}

export const config = ({ DB }: Env) => ({
  providers: [GitHub],
  features: [AccountPage()],
  adapter: Sqlite(DB),
});
