/**
 * An application on Cloudflare Workers with users and sessions in D1.
 *
 * @module
 */

import { Sqlite } from "@latchkey/auth/adapters/sqlite";
import { WorkerAuth } from "@latchkey/auth/workers";
import { appConfig } from "./app_config.mjs";

let created = 0;

/** Credentials cannot have sessions in a database. */
function config({ DB }) {
  created++;
  const { providers, logger } = appConfig();
  return { providers: providers.slice(0, 1), logger, adapter: Sqlite(DB) };
}

export default WorkerAuth(config, async (_request, auth) => {
  return Response.json({ name: (await auth())?.user.name ?? null, created });
});
