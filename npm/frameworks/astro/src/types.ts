/**
 * The types that the integration promises, with those of Astro. The test compiles it.
 *
 * @module
 */

import type { AuthConfig } from "@latchkey/auth";
import { AstroAuth, type LocalsOf } from "@latchkey/auth/astro";
import { GitHub } from "@latchkey/auth/providers/github";
import type { APIContext, APIRoute, AstroGlobal, MiddlewareHandler } from "astro";
import { getSecret } from "astro:env/server";
import { sequence } from "astro:middleware";
import type { ActionAPIContext } from "astro:actions";

export const config = {
  providers: [GitHub],
  callbacks: { session: ({ session }) => ({ ...session, role: "admin" as const }) },
} satisfies AuthConfig;

const { onRequest } = AstroAuth(config, { env: getSecret });
const second = AstroAuth((context) => ({ ...config, basePath: context.url.pathname }), { name: "second" });

export const middleware: MiddlewareHandler = onRequest;
export const both: MiddlewareHandler = sequence(onRequest, second.onRequest);

declare const locals: LocalsOf<typeof config>;
export const session = await locals.auth();
export const role: "admin" | undefined = session?.role;
// @ts-expect-error no one may be signed in
session.role;
// @ts-expect-error the session has no such field
session?.nothing;

export const required: "admin" = (await locals.auth.require()).role;

export async function inPage({ locals: { auth } }: AstroGlobal): Promise<string | undefined> {
  return (await auth())?.user?.name ?? auth.signInUrl();
}

export async function inAction({ locals }: ActionAPIContext): Promise<string> {
  return await locals.auth.signIn({ providerId: "github", redirectTo: "/" });
}

export const POST: APIRoute = async ({ locals, redirect }: APIContext) => {
  await locals.auth.update({ theme: "dark" });
  return redirect(await locals.auth.signOut());
};
