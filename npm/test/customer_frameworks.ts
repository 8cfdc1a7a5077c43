/**
 * A customer's programs on frameworks and in browsers, as far as they can be without the frameworks. They are only
 * type-checked.
 *
 * @module
 */

import type { SessionOf } from "@latchkey/auth";
import { AstroAuth } from "@latchkey/auth/astro";
import { createClient, getSession, signIn } from "@latchkey/auth/client";
import { MiddlewareAuth, requireSession } from "@latchkey/auth/express";
import { FastifyAuth } from "@latchkey/auth/fastify";
import { type AuthVariables, HonoAuth } from "@latchkey/auth/hono";
import { useSession as useSessionOfNext } from "@latchkey/auth/next/client";
import { NuxtAuth } from "@latchkey/auth/nuxt";
import { SessionProvider, useClient, useSession } from "@latchkey/auth/react";
import { KitAuth, type LocalsOf } from "@latchkey/auth/sveltekit";
import { createClient as createKitClient } from "@latchkey/auth/sveltekit/client";
import { WorkerAuth } from "@latchkey/auth/workers";

const config = {
  providers: [],
  callbacks: { session: ({ session }: { session: object }) => ({ ...session, role: "member" }) },
};

type Session = SessionOf<typeof config>;

/** The result of each integration. */
export const mounted = {
  astro: AstroAuth(config).onRequest,
  express: [MiddlewareAuth(config), requireSession(config)],
  fastify: FastifyAuth,
  hono: HonoAuth(config),
  nuxt: NuxtAuth(config),
  sveltekit: KitAuth(config).handle,
  workers: WorkerAuth(config, async (_request, auth) => new Response((await auth())?.role)),
  react: SessionProvider,
};

/** The session in each of them. */
export async function roles(
  locals: LocalsOf<typeof config>,
  variables: AuthVariables<typeof config>,
): Promise<(string | undefined)[]> {
  const client = createClient<typeof config>({ basePath: "/auth" });
  const kit = createKitClient<typeof config>();
  const { ok, code }: { ok: boolean; code: string | null } = await signIn("credentials", { redirect: false });
  const sessions: (Session | null)[] = [
    await locals.auth(),
    await variables.auth(),
    await client.getSession(),
    await kit.getSession(),
    useSession<typeof config>().data,
    useSessionOfNext<typeof config>().data,
    useClient<typeof config>().getSnapshot().session,
  ];
  return [
    ...sessions.map((session) => session?.role),
    String(ok),
    code ?? (await getSession())?.user?.name ?? "",
  ];
}
