/**
 * The browser client: the session, sign-in and sign-out for any front end.
 *
 * The functions of this module speak with the handler at `/auth`; `createClient()` creates them for another path, and
 * types the session by the config of the server. All tabs of a browser keep in step.
 *
 * @example
 * ```ts ignore
 * import { getSession, signIn, signOut, subscribe } from "@latchkey/auth/client";
 *
 * button.onclick = () => signIn("github");
 * subscribe(async () => heading.textContent = (await getSession())?.user.name ?? "Please sign in");
 * ```
 *
 * @module
 */

import { clientAt } from "./_create.ts";
import type { Client } from "./types.ts";

export { createClient } from "./_create.ts";
export { ClientError } from "./_error.ts";
export type * from "./types.ts";

const auth: Client = clientAt("/auth");

/**
 * `getSession` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * const session = await getSession();
 * console.log(session ? `Hello ${session.user.name}` : "Please sign in");
 * ```
 */
export const getSession: Client["getSession"] = auth.getSession;

/**
 * `getProviders` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * for (const { id, name } of Object.values(await getProviders())) addButton(name, () => signIn(id));
 * ```
 */
export const getProviders: Client["getProviders"] = auth.getProviders;

/**
 * `getCsrfToken` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * form.elements.csrfToken.value = await getCsrfToken();
 * ```
 */
export const getCsrfToken: Client["getCsrfToken"] = auth.getCsrfToken;

/**
 * `signIn` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * await signIn("github", { redirectTo: "/account" });
 *
 * const result = await signIn("credentials", { username, password, redirect: false });
 * if (!result.ok) alert(result.code === "locked" ? "Your account is locked." : "That did not work.");
 * ```
 */
export const signIn: Client["signIn"] = auth.signIn;

/**
 * `signOut` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * await signOut({ redirectTo: "/" });
 * ```
 */
export const signOut: Client["signOut"] = auth.signOut;

/**
 * `update` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * const session = await update({ theme: "dark" });
 * ```
 */
export const update: Client["update"] = auth.update;

/**
 * `subscribe` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * const unsubscribe = subscribe(() => render(getSnapshot()));
 * ```
 */
export const subscribe: Client["subscribe"] = auth.subscribe;

/**
 * `getSnapshot` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * const { status, session } = useSyncExternalStore(subscribe, getSnapshot);
 * ```
 */
export const getSnapshot: Client["getSnapshot"] = auth.getSnapshot;
