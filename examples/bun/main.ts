/**
 * An application on Bun whose pages require a sign-in.
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
 * Then, in this folder:
 *
 * ```sh
 * bun add @latchkey/auth
 * bun main.ts
 * ```
 *
 * @module
 */

import process from "node:process";
import { BunAuth } from "@latchkey/auth/bun";
import { GitHub } from "@latchkey/auth/providers/github";

const config = { providers: [GitHub] };

export default {
  port: Number(process.env.PORT ?? 8000),
  fetch: BunAuth(config, async (request, auth) => {
    const session = await auth();
    if (!session) {
      const { pathname, search } = new URL(request.url);
      const location = `/auth/signin?callbackUrl=${encodeURIComponent(pathname + search)}`;
      return new Response(null, { status: 302, headers: { location } });
    }
    return new Response(`Hello, ${session.user.name ?? session.user.email}`);
  }),
};
