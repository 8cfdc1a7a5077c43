/**
 * A worker with a database of D1. `GET /` creates the tables and lists the tests of `Sqlite()` on that database,
 * `GET /<index>` runs one and answers with what went wrong, or with nothing.
 *
 * @module
 */

import { type D1Database, schema, Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { adapterCases } from "../../src/testing/adapter/adapter_cases.ts";
import { testUserFields } from "../adapters/_user_fields.ts";
import { type Collected, collected } from "./_collected_tests.ts";

export default {
  async fetch({ url }: Request, { DB }: { readonly DB: D1Database }): Promise<Response> {
    const tests = await listTests(DB);
    const index = new URL(url).pathname.slice(1);
    if (index) return new Response(await problemOf(tests[Number(index)]!));
    const adapter = Sqlite(DB);
    await adapter.migrate();
    await adapter.migrate();
    return Response.json(tests.map(({ name }) => name));
  },
};

async function listTests(db: D1Database): Promise<readonly Collected[]> {
  const cases = await adapterCases(() => Promise.resolve({ adapter: Sqlite(db) }));
  // A worker may use a database for as long as it answers a request: the next one gets tests of its own.
  collected.length = 0;
  testUserFields("Sqlite on D1", {
    open: (options) => Sqlite(db, options),
    run: (text) => db.prepare(text).all(),
    schema,
  });
  const contract = cases.map(({ name, run }) => ({
    name: `Sqlite() on D1 keeps the contract of adapters: ${name}`,
    run,
  }));
  return [...contract, ...collected];
}

async function problemOf({ run }: Collected): Promise<string> {
  try {
    await run();
    return "";
  } catch (error) {
    return error instanceof Error ? error.stack ?? error.message : String(error);
  }
}
