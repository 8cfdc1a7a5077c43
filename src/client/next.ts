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

/**
 * `signUp` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * const result = await signUp({ email, password, redirect: false });
 * if (!result.ok) message = result.error === "TooShort" ? "Use at least 15 characters." : "That did not work.";
 * ```
 */
export const signUp: Client["signUp"] = auth.signUp;

/**
 * `forgotPassword` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * await forgotPassword({ email, redirectTo: "/home" });
 * ```
 */
export const forgotPassword: Client["forgotPassword"] = auth.forgotPassword;

/**
 * `newPassword` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * const result = await newPassword({ code, password, redirect: false });
 * if (result.error === "InvalidCode") message = "That code is wrong.";
 * ```
 */
export const newPassword: Client["newPassword"] = auth.newPassword;

/**
 * `keepPassword` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * await keepPassword({ question, current });
 * ```
 */
export const keepPassword: Client["keepPassword"] = auth.keepPassword;

/**
 * `changePassword` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * const result = await changePassword({ current, password, redirect: false });
 * message = result.ok ? "Your password is changed." : result.error;
 * ```
 */
export const changePassword: Client["changePassword"] = auth.changePassword;

/**
 * `proveSecondFactor` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * const result = await proveSecondFactor({ question, code, redirect: false });
 * if (!result.ok) message = result.error === "InvalidSecondFactor" ? "That code is wrong." : "Please sign in again.";
 * ```
 */
export const proveSecondFactor: Client["proveSecondFactor"] = auth.proveSecondFactor;

/**
 * `startSecondFactor` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * const { page } = await startSecondFactor({ redirectTo: "/account" });
 * ```
 */
export const startSecondFactor: Client["startSecondFactor"] = auth.startSecondFactor;

/**
 * `setUpSecondFactor` of the client at `/api/auth`.
 *
 * @example
 * ```ts ignore
 * const { codes, error } = await setUpSecondFactor({ setup: page.setup, code });
 * ```
 */
export const setUpSecondFactor: Client["setUpSecondFactor"] = auth.setUpSecondFactor;
