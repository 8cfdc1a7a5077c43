/**
 * An application on Cloudflare Workers whose pages require a sign-in, with users and sessions in D1.
 *
 * Register `http://localhost:8000/auth/callback/github` at GitHub, and put these into a file `.dev.vars` beside this one:
 *
 * ```sh
 * AUTH_SECRET=   # the output of `openssl rand -base64 33`
 * AUTH_URL=http://localhost:8000
 * AUTH_GITHUB_ID=
 * AUTH_GITHUB_SECRET=
 * ```
 *
 * Then, in this folder, with Node 22.12 or later:
 *
 * ```sh
 * npm install
 * npx wrangler d1 migrations apply auth --local
 * npx wrangler dev main.ts --port 8000
 * ```
 *
 * Deployed, it reads the same names from the worker's secrets: `npx wrangler secret put AUTH_SECRET`.
 *
 * @module
 */

import { WorkerAuth } from "@latchkey/auth/workers";
import { config } from "./auth.ts";

export default WorkerAuth(config, async (request, auth) => {
  const { user } = await auth.require();
  if (new URL(request.url).pathname.startsWith("/api/")) return Response.json({ name: user.name });
  return new Response(`Hello, ${user.name ?? user.email}`);
});
