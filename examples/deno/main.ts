/**
 * An application on Deno whose pages require a sign-in.
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
 * deno add jsr:@latchkey/auth
 * deno run --allow-net --allow-env --env-file main.ts
 * ```
 *
 * @module
 */

import { DenoAuth } from "@latchkey/auth/deno";
import { GitHub } from "@latchkey/auth/providers/github";

const config = { providers: [GitHub] };

Deno.serve(DenoAuth(config, async (request, auth) => {
  const session = await auth();
  if (!session) {
    const { pathname, search } = new URL(request.url);
    const location = `/auth/signin?callbackUrl=${encodeURIComponent(pathname + search)}`;
    return new Response(null, { status: 302, headers: { location } });
  }
  return new Response(`Hello, ${session.user.name ?? session.user.email}`);
}));
