/**
 * Types that the integration promises. The compiler checks this file; it never runs.
 *
 * @module
 */

import type { AuthConfig } from "@latchkey/auth";
import { KitAuth, type LocalsOf, type RequestAuth } from "@latchkey/auth/sveltekit";
import type { SignIn, SignOut } from "@latchkey/auth/sveltekit/components";
import { type Action, type Actions, redirect, type RequestEvent } from "@sveltejs/kit";
import { sequence } from "@sveltejs/kit/hooks";
import type { ComponentProps } from "svelte";

/** `Handle`, which SvelteKit 3 exports from another module than SvelteKit 2. */
type Handle = ReturnType<typeof sequence>;

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function holds<_Condition extends true>(): void;

const config = {
  providers: [],
  callbacks: { session: () => ({ role: "admin" as const }) },
} satisfies AuthConfig;

const { handle, signIn, signOut } = KitAuth(config);
const other = KitAuth(
  (event: RequestEvent) => Promise.resolve({ ...config, basePath: event.url.pathname }),
  {
    name: "other",
    env: { AUTH_SECRET: "", PORT: 8000 },
  },
);

const single: Handle = handle;
const several: Handle = sequence(
  handle,
  other.handle,
  ({ event, resolve }) => resolve(event),
);
const action: Action = signIn;
const actions: Actions = {
  signIn,
  signOut,
  own: (event) => signIn(event, { providerId: "github", redirectTo: "/", redirect: false }),
};
export { action, actions, several, single };

holds<
  Equal<
    LocalsOf<typeof config>,
    { auth: RequestAuth<typeof config> }
  >
>();
holds<Equal<Awaited<ReturnType<LocalsOf<typeof config>["auth"]>>, { role: "admin" } | null>>();
holds<
  Equal<ReturnType<App.Locals["tenant"]>, ReturnType<App.Locals["auth"]>>
>();
holds<Equal<ComponentProps<typeof SignIn>["provider"], string | undefined>>();
holds<
  Equal<ComponentProps<typeof SignOut>["signOutPage"], string | undefined>
>();

export async function guarded({ auth }: LocalsOf<typeof config>): Promise<"admin"> {
  await auth.update({});
  return (await auth.require()).role;
}

export async function load(
  { locals }: RequestEvent,
): Promise<{ name: string | null | undefined }> {
  const session = await locals.auth();
  if (!session) redirect(303, "/");
  return { name: session.user.name };
}

// @ts-expect-error -- a provider has a type
KitAuth({ providers: [{ id: "x" }] });
// @ts-expect-error -- there is no such option
KitAuth(config, { names: "members" });
// @ts-expect-error -- there is no such property
export const wrong: ComponentProps<typeof SignIn> = { signinPage: "x" };
