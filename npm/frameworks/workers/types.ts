/**
 * The types that the integration promises, with those of Cloudflare.
 *
 * @module
 */

import { Sqlite } from "@latchkey/auth/adapters/sqlite";
import { GitHub } from "@latchkey/auth/providers/github";
import { WorkerAuth } from "@latchkey/auth/workers";

interface Env {
  readonly DB: D1Database;
  readonly OTHER: Fetcher;
}

const config = ({ DB }: Env) => ({
  providers: [GitHub],
  adapter: Sqlite(DB),
  callbacks: { session: ({ session }: { session: object }) => ({ ...session, role: "admin" as const }) },
});

const worker = WorkerAuth(config, async (request, auth, { OTHER }, ctx: ExecutionContext) => {
  const session = await auth();
  const role: "admin" | undefined = session?.role;
  // @ts-expect-error: the callback returns no such field
  session?.height;
  ctx.waitUntil(Promise.resolve());
  return role ? await OTHER.fetch(request) : new Response(null, { status: 401 });
});

export default {
  ...worker,
  async scheduled(_event, { DB }) {
    await Sqlite(DB).removeExpired();
  },
} satisfies ExportedHandler<Env>;

export const simple = WorkerAuth(
  { providers: [GitHub] },
  () => new Response("Hello"),
) satisfies ExportedHandler;
export const typed = WorkerAuth(
  { providers: [GitHub] },
  (_request, _auth, env: Env) => env.OTHER.fetch("https://x/"),
);

// @ts-expect-error: the application is missing
WorkerAuth(config);
// @ts-expect-error: an application answers with a Response
WorkerAuth(config, () => "Hello");
