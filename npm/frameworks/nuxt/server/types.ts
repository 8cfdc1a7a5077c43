/**
 * The types that the integration promises, with those of Nitro. The test compiles it.
 *
 * @module
 */

import type { AuthConfig } from "@latchkey/auth";
import { type ContextOf, NuxtAuth } from "@latchkey/auth/nuxt";
import { GitHub } from "@latchkey/auth/providers/github";
import type { EventHandler, H3Event } from "h3";

export const config = {
  providers: [GitHub],
  callbacks: { session: ({ session }) => ({ ...session, role: "admin" as const }) },
} satisfies AuthConfig;

export const handler: EventHandler = NuxtAuth(config);
export const perRequest: EventHandler = NuxtAuth(() => ({ ...config }), { name: "second" });

/** An event of an application that declares the context of this config: this one declares another. */
interface OwnEvent {
  readonly context: ContextOf<typeof config>;
}

export async function typed(event: OwnEvent): Promise<"admin"> {
  const session = await event.context.auth();
  // @ts-expect-error no one may be signed in
  session.role;
  // @ts-expect-error the session has no such field
  session?.nothing;
  return (await event.context.auth.require()).role;
}

export async function declared(event: H3Event): Promise<AppSession> {
  // @ts-expect-error the declared context knows the session
  (await event.context.auth())?.nothing;
  return await event.context.auth.require();
}
