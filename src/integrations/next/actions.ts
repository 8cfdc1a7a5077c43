/**
 * Signs users in and out in server actions and route handlers of Next.
 *
 * @module
 */

import type { AuthConfig } from "../../model/auth_config.ts";
import type { SetCookie } from "../../values/cookie.ts";
import type { SignInData } from "../../values/types.ts";
import type { AuthorizationParams, NextAuthResult, SignIn, SignInOptions, SignOut } from "./api.ts";
import { currentRequest, type Mounted } from "./request.ts";
import { allEnded } from "../../platform/going_on.ts";
import { afterResponse, type CookieStore, redirect } from "./server.ts";
import { signOutWishesIn } from "../../shapes/sign_out.ts";

/** Creates the function that signs in. */
export function createSignIn<C extends AuthConfig>(mounted: Mounted<C>): SignIn {
  const signIn = async (
    providerId?: string,
    options?: FormData | SignInOptions,
    authorizationParams?: AuthorizationParams,
  ) => {
    const { store, request } = await currentRequest();
    const { redirectTo, goes, fields } = readOptions(options);
    // The form of a browser cannot ask for scopes, nor give data: its fields are texts.
    const own = options instanceof FormData ? undefined : options;
    const scope = own?.scope as string | undefined;
    const data = typeof own?.data === "object" ? own.data as SignInData : undefined;
    const params = Object.fromEntries(new URLSearchParams(authorizationParams as Record<string, string>));
    const mount = await mounted(undefined);
    const action = { providerId, fields, authorizationParams: params, scope, data, redirectTo };
    const { url, cookies } = await mount.signIn(request, action);
    setAll(store, cookies);
    return goes ? redirect(url) : url;
  };
  return signIn as SignIn;
}

/** Creates the function that signs out. */
export function createSignOut<C extends AuthConfig>(mounted: Mounted<C>): SignOut {
  const signOut = async (options?: FormData | SignInOptions) => {
    const { store, request } = await currentRequest();
    const { redirectTo, goes, fields } = readOptions(options);
    const action = { redirectTo, ...signOutWishesIn(fields) };
    const { url, cookies } = await (await mounted(undefined)).signOut(request, action);
    setAll(store, cookies);
    return goes ? redirect(url) : { redirect: url };
  };
  return signOut as SignOut;
}

/** Creates the function that changes the session. */
export function createUpdate<C extends AuthConfig>(mounted: Mounted<C>): NextAuthResult<C>["update"] {
  return async (data) => {
    const { store, request } = await currentRequest();
    const { session, cookies } = await (await mounted(undefined)).update(request, data);
    setAll(store, cookies);
    return session;
  };
}

/** Options of a sign-in, read. */
interface Wanted {
  readonly redirectTo: string | undefined;
  /** Whether to go there. */
  readonly goes: boolean;
  readonly fields: Readonly<Record<string, string>>;
}

/** Reads options, or the form as the browser sent it. */
export function readOptions(options: FormData | SignInOptions = {}): Wanted {
  const isForm = Symbol.iterator in options;
  const { redirectTo, redirect: goes, ...rest }: SignInOptions = isForm
    ? Object.fromEntries(options as FormData)
    : options;
  // Next adds fields of its own to the form of a server action.
  const fields = Object.entries(rest).filter(([name, value]) => isText(value) && !/^\$ACTION_/.test(name));
  return {
    redirectTo: isText(redirectTo) ? String(redirectTo) || undefined : undefined,
    goes: isForm || goes !== false,
    fields: Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
  };
}

function isText(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ||
    value instanceof URL;
}

/** Sets the cookies of a result. */
export function setAll(store: CookieStore, cookies: readonly SetCookie[]): void {
  for (const { name, value, options } of cookies) store.set(name, value, options);
  afterResponse(allEnded);
}
