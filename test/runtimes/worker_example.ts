/**
 * The example for Cloudflare Workers, on workerd with D1.
 *
 * @module
 */

import { readFile } from "node:fs/promises";
import { type D1Database, Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { bundleWorker, type RunningWorkers, startWorkers } from "./workerd.ts";

const MIGRATION = new URL("../../examples/workers/migrations/0001_auth.sql", import.meta.url);

/** Starts it with Ada signed in. @returns It, and the value of Ada's cookie. */
export async function openWorkerExample(
  folder: string,
  bindings: Readonly<Record<string, string>>,
): Promise<RunningWorkers & { readonly signedIn: string }> {
  const script = await bundleWorker(`${folder}/main.ts`);
  const workers = await startWorkers([{ script, bindings, d1Databases: { DB: "auth" } }]);
  return { ...workers, signedIn: await prepareDatabase(await workers.database("DB")) };
}

/**
 * Runs the migration of the example, and signs Ada in, as another library would have stored it: with the token itself,
 * and not its hash.
 *
 * @returns The token.
 */
export async function prepareDatabase(db: D1Database): Promise<string> {
  for (const statement of (await readFile(MIGRATION, "utf8")).split(/;\s*$/m)) {
    if (statement.trim()) await db.prepare(statement).all();
  }
  const [adapter, sessionToken] = [Sqlite(db), crypto.randomUUID()];
  const user = { id: crypto.randomUUID(), name: "Ada", email: "ada@example.com", emailVerified: null };
  const { id: userId } = await adapter.createUser(user);
  await adapter.createSession({ sessionToken, userId, expires: new Date(Date.now() + 3_600_000) });
  return sessionToken;
}
