"use client";
/**
 * The browser client for Next: the functions, `SessionProvider` and the hooks of `./react`, with the handler at
 * `/api/auth`.
 *
 * @example
 * ```ts ignore
 * // app/layout.tsx
 * import { SessionProvider } from "@latchkey/auth/next/client";
 * import { auth } from "../core/auth.ts";
 *
 * export default async function Layout({ children }) {
 *   return <html><body><SessionProvider session={await auth()}>{children}</SessionProvider></body></html>;
 * }
 * ```
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { clientAt } from "./_create.ts";
import { SessionProvider as Provider, type SessionProviderProps } from "./react.ts";
import type { Client } from "./types.ts";

export { createClient } from "./_create.ts";
export { ClientError } from "./_error.ts";
export { useClient, useSession } from "./react.ts";
export type { SessionContextValue, SessionProviderProps, UseSessionOptions } from "./react.ts";
export type * from "./types.ts";

const BASE_PATH = "/api/auth";

const auth: Client = clientAt(BASE_PATH);

/**
 * `SessionProvider` of `./react`, with `basePath` `/api/auth`.
 *
 * @example
 * ```ts ignore
 * <SessionProvider session={await auth()}>{children}</SessionProvider>;
 * ```
 */
export function SessionProvider<C extends AuthConfig = AuthConfig>(
  props: SessionProviderProps<C>,
): ReturnType<typeof Provider> {
  return Provider({ ...props, basePath: props.basePath ?? BASE_PATH });
}

/**
 * `getSession` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * const session = await getSession();
 * ```
 */
export const getSession: Client["getSession"] = auth.getSession;

/**
 * `getProviders` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * const providers = Object.values(await getProviders());
 * ```
 */
export const getProviders: Client["getProviders"] = auth.getProviders;

/**
 * `getCsrfToken` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * const csrfToken = await getCsrfToken();
 * ```
 */
export const getCsrfToken: Client["getCsrfToken"] = auth.getCsrfToken;

/**
 * `signIn` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * <button onClick={() => signIn("github", { redirectTo: "/account" })}>Sign in</button>;
 * ```
 */
export const signIn: Client["signIn"] = auth.signIn;

/**
 * `signOut` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * <button onClick={() => signOut({ redirectTo: "/" })}>Sign out</button>;
 * ```
 */
export const signOut: Client["signOut"] = auth.signOut;
