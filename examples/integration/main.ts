/**
 * An integration for a server that the library does not know, and an application with it that shows strangers nothing.
 *
 * The server calls functions one after the other, as Hono does: each gets the request and what is left of the chain.
 *
 * Register `http://localhost:8000/auth/callback/github` at GitHub, and put these into a file `.env` beside this one:
 *
 * ```sh
 * AUTH_SECRET=   # what `openssl rand -base64 33` prints
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

import type { AuthConfig, SessionOf } from "@latchkey/auth";
import { type Environment, mount } from "@latchkey/auth/integration";
import { GitHub } from "@latchkey/auth/providers/github";

/** A request on its way through the chain, and what the functions before have found out. */
interface Context<C extends AuthConfig> {
  readonly request: Request;
  auth?: () => Promise<SessionOf<C> | null>;
}

type Middleware<C extends AuthConfig> = (
  context: Context<C>,
  next: () => Promise<Response>,
) => Promise<Response>;

/** The integration: answers what is the library's, and gives the others `context.auth`. */
export function latchkey<C extends AuthConfig>(config: C, env: Environment): Middleware<C> {
  const auth = mount(config, env);
  return async (context, next) => {
    const { request } = context;
    if (auth.owns(new URL(request.url).pathname)) return await auth.answer(request);
    const session = auth.session(request);
    context.auth = session.read;
    return await session.addTo(await next());
  };
}

const withAuth = latchkey({ providers: [GitHub] }, Deno.env.toObject());

/** The application, and the end of the chain. */
async function page({ request, auth }: Context<AuthConfig>): Promise<Response> {
  const session = await auth?.();
  if (session) return new Response(`Hello, ${session.user.name ?? session.user.email}`);
  const { pathname, search } = new URL(request.url);
  const location = `/auth/signin?callbackUrl=${encodeURIComponent(pathname + search)}`;
  return new Response(null, { status: 302, headers: { location } });
}

Deno.serve((request) => {
  const context: Context<AuthConfig> = { request };
  return withAuth(context, () => page(context));
});
