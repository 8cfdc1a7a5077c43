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
 * subscribe(async () => heading.textContent = (await getSession())?.user?.name ?? "Please sign in");
 * ```
 *
 * @module
 */

import { clientAt } from "./_create.ts";
import type { Client, SignOutOptions } from "./types.ts";

export { createClient } from "./_create.ts";
export { ClientError } from "./_error.ts";
export type * from "./types.ts";

const auth = (): Client => clientAt("/auth");

/**
 * `getSession` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * const session = await getSession();
 * console.log(session ? `Hello ${session.user?.name}` : "Please sign in");
 * ```
 */
export function getSession(): ReturnType<Client["getSession"]> {
  return auth().getSession();
}

/**
 * `getProviders` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * for (const { id, name } of Object.values(await getProviders())) addButton(name, () => signIn(id));
 * ```
 */
export function getProviders(): ReturnType<Client["getProviders"]> {
  return auth().getProviders();
}

/**
 * `getCsrfToken` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * form.elements.csrfToken.value = await getCsrfToken();
 * ```
 */
export function getCsrfToken(): ReturnType<Client["getCsrfToken"]> {
  return auth().getCsrfToken();
}

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
export function signIn(...params: Parameters<Client["signIn"]>): ReturnType<Client["signIn"]> {
  return auth().signIn(...params);
}

/**
 * `signOut` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * await signOut({ redirectTo: "/" });
 * ```
 */
export function signOut(options?: SignOutOptions): ReturnType<Client["signOut"]> {
  return auth().signOut(options);
}

/**
 * `update` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * const session = await update({ theme: "dark" });
 * ```
 */
export function update(data?: unknown): ReturnType<Client["update"]> {
  return auth().update(data);
}

/**
 * `subscribe` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * const unsubscribe = subscribe(() => render(getSnapshot()));
 * ```
 */
export function subscribe(...params: Parameters<Client["subscribe"]>): ReturnType<Client["subscribe"]> {
  return auth().subscribe(...params);
}

/**
 * `getSnapshot` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * const { status, session } = useSyncExternalStore(subscribe, getSnapshot);
 * ```
 */
export function getSnapshot(): ReturnType<Client["getSnapshot"]> {
  return auth().getSnapshot();
}
