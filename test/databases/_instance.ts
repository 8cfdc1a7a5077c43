/**
 * An application in a process of its own: `deno run _instance.ts postgres|redis <where>`. Prints its port, then a line
 * of JSON for each mail. It runs until its input ends.
 *
 * @module
 */

import type { AddressInfo } from "node:net";
import { createServer } from "node:http";
import process from "node:process";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { createClient } from "npm:redis@6.3.1";
import type { AuthConfig } from "../../mod.ts";
import { Postgres } from "../../src/adapters/postgres.ts";
import { Redis } from "../../src/adapters/redis.ts";
import type { Adapter } from "../../src/adapters/types.ts";
import { toNodeHandler } from "../../src/integrations/node.ts";

const [kind, where] = process.argv.slice(2);
const adapter = kind === "redis" ? await openRedis(where!) : await openPostgres(Number(where));

const config: AuthConfig = {
  adapter,
  secret: "a-secret-of-forty-characters-for-tests-0",
  trustHost: true,
  providers: [{
    id: "email",
    name: "E-mail",
    type: "email",
    sendVerificationRequest: ({ url, code }) => console.log(JSON.stringify({ url, code })),
  }],
};

const app = DenoAuth(config, async (_request, { auth }) => {
  const { session } = await auth();
  return new Response(session ? `Hello ${session.user?.email}` : "Nobody is signed in");
});
