/**
 * An application in a process of its own: `deno run -A _instance.ts postgres|redis <settings or socket>`. It prints its port,
 * then a line of JSON for each mail, and runs until its input ends.
 *
 * @module
 */

import process from "node:process";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { createClient } from "npm:redis@6.3.1";
import { Postgres } from "../../src/adapters/postgres/postgres.ts";
import { Redis } from "../../src/adapters/redis/redis.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { DenoAuth } from "../../src/integrations/fetch/deno.ts";

const ADAPTERS: Readonly<Record<string, (where: string) => Promise<Adapter>>> = {
  async postgres(settings) {
    const adapter = Postgres(new pg.Pool(JSON.parse(settings)));
    // Both instances do it when they start.
    await adapter.migrate();
    return adapter;
  },
  async redis(path) {
    return Redis(await createClient({ socket: { path, tls: false } }).connect());
  },
};

const [database, where] = process.argv.slice(2);

const handle = DenoAuth({
  adapter: await ADAPTERS[database!]!(where!),
  secret: "a-secret-of-forty-characters-for-tests-0",
  trustHost: true,
  // Links that are used twice are refused, as they should be.
  logger: { error: (error) => error.name === "Verification" || console.error(error) },
  providers: [{
    id: "email",
    name: "Email",
    type: "email",
    mails: "both",
    sendVerificationRequest: ({ url, code }) => console.log(JSON.stringify({ url, code })),
  }],
}, async (_request, auth) => {
  const session = await auth();
  return new Response(session ? `Hello ${session.user?.email}` : "Nobody is signed in");
});

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(JSON.stringify({ port })),
}, (request) => handle(request));

process.stdin.on("end", () => process.exit()).resume();
