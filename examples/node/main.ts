/**
 * An application on Node whose pages require a sign-in.
 *
 * Register `http://localhost:8000/auth/callback/github` at GitHub, and put these into a file `.env` beside this one:
 *
 * ```sh
 * AUTH_SECRET=   # the output of `openssl rand -base64 33`
 * AUTH_URL=http://localhost:8000
 * AUTH_GITHUB_ID=
 * AUTH_GITHUB_SECRET=
 * ```
 *
 * Then, in this folder, with Node 22.18 or later, which runs TypeScript directly:
 *
 * ```sh
 * npm install @latchkey/auth
 * node --env-file=.env main.ts
 * ```
 *
 * @module
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import process from "node:process";
import { NodeAuth } from "@latchkey/auth/node";
import { GitHub } from "@latchkey/auth/providers/github";

const config = { providers: [GitHub] };

createServer(NodeAuth(config, async (req: IncomingMessage, res: ServerResponse, auth) => {
  const session = await auth();
  if (session) {
    res.setHeader("content-type", "text/plain; charset=utf-8");
    return void res.end(`Hello, ${session.user.name ?? session.user.email}`);
  }
  res.writeHead(302, { location: `/auth/signin?callbackUrl=${encodeURIComponent(req.url!)}` }).end();
})).listen(Number(process.env.PORT ?? 8000));
