/**
 * An application on Cloudflare Workers that shows strangers nothing.
 *
 * Register `http://localhost:8000/auth/callback/github` at GitHub, and put these into a file `.dev.vars` beside this one:
 *
 * ```sh
 * AUTH_SECRET=   # what `openssl rand -base64 33` prints
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

import { Auth, type AuthConfig, resolveSession, setEnvDefaults } from "@latchkey/auth";
import { GitHub } from "@latchkey/auth/providers/github";

let config: AuthConfig | undefined;

export default {
  async fetch(request: Request, env: Record<string, string>): Promise<Response> {
    if (!config) setEnvDefaults(env, config = { providers: [GitHub] });
    if (new URL(request.url).pathname.startsWith("/auth/")) return await Auth(request, config);
    const { session, headers } = await resolveSession(request, config);
    if (!session) {
      const { pathname, search } = new URL(request.url);
      const location = `/auth/signin?callbackUrl=${encodeURIComponent(pathname + search)}`;
      return new Response(null, { status: 302, headers: { location } });
    }
    return new Response(`Hello, ${session.user?.name}`, { headers });
  },
};
