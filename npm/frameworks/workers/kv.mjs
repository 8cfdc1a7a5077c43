/**
 * An application on Cloudflare Workers with users in KV and sessions in cookies.
 *
 * @module
 */

import { UnstorageAdapter } from "@auth/unstorage-adapter";
import { WorkerAuth } from "@latchkey/auth/workers";
import { createStorage } from "unstorage";
import cloudflareKVBinding from "unstorage/drivers/cloudflare-kv-binding";
import { appConfig } from "./app_config.mjs";

const { providers, logger } = appConfig();

const config = ({ KV }) => ({
  providers,
  logger,
  adapter: UnstorageAdapter(createStorage({ driver: cloudflareKVBinding({ binding: KV }) })),
  session: { strategy: "jwt" },
  callbacks: { session: ({ session, token }) => ({ ...session, id: token.sub }) },
});

export default WorkerAuth(config, async (_request, auth) => {
  const session = await auth();
  return Response.json({ id: session?.id ?? null, name: session?.user.name ?? null });
});
