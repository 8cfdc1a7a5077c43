/**
 * An application on Cloudflare Workers whose pages require a sign-in.
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
 * npm install @latchkey/auth
 * npx wrangler dev main.ts --compatibility-date 2026-07-01 --port 8000
 * ```
 *
 * Deployed, it reads the same names from the worker's secrets: `npx wrangler secret put AUTH_SECRET`.
 *
 * @module
 */

import { type Environment, type Mount, mount } from "@latchkey/auth/integration";
import { GitHub } from "@latchkey/auth/providers/github";

let auth: Mount | undefined;

export default {
  async fetch(request: Request, env: Environment): Promise<Response> {
    auth ??= mount({ providers: [GitHub] }, env);
    const { pathname, search } = new URL(request.url);
    if (auth.owns(pathname)) return await auth.answer(request);
    const session = auth.session(request);
    const user = (await session.read())?.user;
    if (!user) {
      const location = `/auth/signin?callbackUrl=${encodeURIComponent(pathname + search)}`;
      return new Response(null, { status: 302, headers: { location } });
    }
    return await session.addTo(new Response(`Hello, ${user.name}`));
  },
};
