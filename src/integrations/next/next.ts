/**
 * Next.js with the App Router: route handlers, `auth()`, server actions and the proxy.
 *
 * ```ts ignore
 * // auth.ts
 * import { NextAuth } from "@latchkey/auth/next";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * export const { handlers, auth, signIn, signOut } = NextAuth({ providers: [GitHub] });
 *
 * // app/api/auth/[...auth]/route.ts
 * import { handlers } from "@/auth";
 *
 * export const { GET, POST } = handlers;
 *
 * // proxy.ts
 * export { auth as proxy } from "@/auth";
 * ```
 *
 * @module
 */

import { answerAt } from "../mount/answer.ts";
import type { AuthConfig, SessionOf } from "../../model/auth_config.ts";
import type { Environment } from "../../config/env.ts";
import { AuthError, ConfigError, CredentialsSignin } from "../../errors/errors.ts";
import { isAbove } from "../../http/origin.ts";
import { toResponse } from "../../http/fetch_door.ts";
import { toAnswer } from "../../http/outcome.ts";
import { all } from "../../messages/languages.ts";
import { customFetch } from "../../values/markers.ts";
import type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../../values/types.ts";
import { ALL_CAPABILITIES } from "../../core/capabilities.ts";
import { mountSource } from "../mount/config_source.ts";
import { createSignIn, createSignOut, createUpdate } from "./actions.ts";
import type {
  AuthFunction,
  AuthorizationParams,
  AuthorizedCallback,
  NextAuthConfig,
  NextAuthFunctions,
  NextAuthRequest,
  NextAuthResult,
  NextAuthSource,
  NextFunctions,
  NextRequireOptions,
  NextShown,
  NextSubmit,
  SessionFunction,
  SignIn,
  SignInOptions,
  SignOut,
} from "./api.ts";
import { createAuth } from "./auth.ts";
import { type Mounted, publicUrl, sessionReaderOf } from "./request.ts";
import { createFunctions } from "./functions.ts";
import { watchGoingOn } from "../../platform/going_on.ts";
import { afterResponse } from "./server.ts";
import type { NextFetchEvent, NextRequest } from "./types.ts";
import type { FormValue } from "../mount/request_auth_types.ts";
import type { FunctionsOf } from "../../model/feature.ts";
import type { OwnForm } from "../../values/own_form.ts";
import type { Mount } from "../mount/integration.ts";

export { AuthError, CredentialsSignin, customFetch };
export type {
  Account,
  AuthConfig,
  AuthFunction,
  AuthorizationParams,
  AuthorizedCallback,
  DefaultSession,
  DefaultUser,
  FormValue,
  FunctionsOf,
  NextAuthConfig,
  NextAuthFunctions,
  NextAuthRequest,
  NextAuthResult,
  NextAuthSource,
  NextFetchEvent,
  NextFunctions,
  NextRequest,
  NextRequireOptions,
  NextShown,
  NextSubmit,
  OwnForm,
  Profile,
  Session,
  SessionFunction,
  SessionOf,
  SignIn,
  SignInOptions,
  SignOut,
  User,
};

/**
 * Signs users in below `/api/auth`, or `basePath`. Reads the environment: `AUTH_SECRET`, `AUTH_URL` and the others.
 *
 * It reads the config at the first request, so that `next build` needs no secrets. Behind a proxy, set `AUTH_URL` to the
 * URL that browsers use: no forwarding header names the host.
 *
 * @param source Is not changed.
 *
 * @example
 * ```ts ignore
 * import { NextAuth } from "@latchkey/auth/next";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * export const { handlers, auth, signIn, signOut } = NextAuth({ providers: [GitHub] });
 * ```
 */
export function NextAuth<C extends NextAuthConfig>(source: NextAuthSource<C>): NextAuthResult<C> {
  const mounted: Mounted<C> = mountSource<C, NextRequest | undefined>(source, {
    languages: all,
    capabilities: ALL_CAPABILITIES,
    caller: "NextAuth",
    env: () => globalThis.process?.env as Environment ?? {},
    defaultPath: "/api/auth",
    callbacks: ["authorized"],
  });
  const handle = async (request: NextRequest) => await answerRequest(request, await mounted(request));
  const update = createUpdate(mounted);
  const readSession = sessionReaderOf(mounted);
  const own = createFunctions(mounted, readSession);
  return {
    handlers: { GET: handle, POST: handle, OPTIONS: handle },
    auth: createAuth(mounted, readSession, own),
    signIn: createSignIn(mounted),
    signOut: createSignOut(mounted),
    ...own,
    update,
    unstable_update: update,
  };
}

export default NextAuth;

async function answerRequest(request: NextRequest, mount: Mount): Promise<Response> {
  const url = publicUrl(request);
  const { pathname } = new URL(url);
  assertPath(pathname, request.nextUrl.basePath, mount);
  const { method, headers, body, bodyUsed, signal } = request;
  // Next fetches an address before the browser opens it: its router does, and its server after a redirect of a server action,
  // without keeping the cookies of the answer. It would show the page to which the address leads on at the address of the
  // library, to which the forms of that page then post; and the address may mail a code, or use up a link. Without components,
  // it lets the browser open the address.
  if (method === "GET" && headers.get("rsc") !== null && mount.owns(pathname)) {
    return toResponse(toAnswer({ json: {} }));
  }
  afterResponse(watchGoingOn());
  return toResponse(await answerAt({ method, url, headers, body, bodyUsed, signal }, mount));
}

/**
 * @param outer The base path of Next; empty without one.
 * @throws {ConfigError} if the route file is elsewhere than the library.
 */
function assertPath(pathname: string, outer: string, { basePath, innerPath, config: { url } }: Mount): void {
  if ([basePath, innerPath].some((path) => pathname.startsWith(`${path}/`))) return;
  const isFound = outer && pathname.startsWith(`${outer}${basePath}/`);
  const wanted = isFound ? outer + basePath : pathname.slice(0, pathname.lastIndexOf("/"));
  const route = outer && basePath.startsWith(`${outer}/`) ? basePath.slice(outer.length) : innerPath;
  const advice = isFound
    ? `Next has the \`basePath\` "${outer}": let AUTH_URL end with it, or set \`basePath\` of the library to "${wanted}"`
    : `Move the route to app${route}/[...auth]/route.ts, or set \`basePath\` to its path as browsers see it, such as "${wanted}"`;
  throw new ConfigError(
    `Cannot answer "${pathname}": the library is at "${basePath}". ${advice}` +
      (url && !isAbove(url, wanted) ? ", and AUTH_URL to one without a path" : ""),
  );
}
