/**
 * The functions that a config brings, in server components, server actions and route handlers of Next.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { type FormShape, FUNCTIONS } from "../shapes/functions.ts";
import { readOptions, setAll } from "./_next_actions.ts";
import type { SignInOptions } from "./_next_api.ts";
import { currentRequest, isWritable, type Mounted, type ReadSession } from "./_next_request.ts";
import { createRequire, isOfPage } from "./_next_require.ts";
import { type CookieStore, redirect } from "./_next_server.ts";
import { refererIn, toSessionRequired } from "./_refusal.ts";
import { toFormValue } from "./_request_auth.ts";
import type { SetCookie } from "./integration.ts";

/** Creates the functions, by the names under which they stand. @param readSession Reads the session of the current request. */
export function createFunctions<C extends AuthConfig>(
  mounted: Mounted<C>,
  readSession: () => Promise<ReadSession<C>>,
): Readonly<Record<string, object>> {
  const require = createRequire(readSession);
  return Object.fromEntries(
    Object.entries(FUNCTIONS).map(([name, { forms = {}, calls = [] }]) => [
      name,
      Object.fromEntries([
        ...Object.entries(forms).map(([form, shape]) => [form, createForm(name, form, shape, mounted)]),
        ...calls.map((call) => [call, createCall(name, call, { readSession, require })]),
      ]),
    ]),
  );
}

function createForm<C extends AuthConfig>(
  name: string,
  form: string,
  { shows }: FormShape,
  mounted: Mounted<C>,
): (options: FormData | object) => Promise<unknown> {
  return async (options) => {
    const { store, request } = await currentRequest();
    const { redirectTo, goes, fields } = readOptions(options as SignInOptions);
    const mount = await mounted(undefined);
    const result = await mount.submit(request, { name, form, fields: { ...fields, redirectTo } });
    setAll(store, result.cookies);
    return goes && !result.shown ? redirect(result.url) : toFormValue(result, shows);
  };
}

/** The functions of Next that a call needs. */
interface CallContext<C extends AuthConfig> {
  readonly readSession: () => Promise<ReadSession<C>>;
  readonly require: ReturnType<typeof createRequire<C>>;
}

function createCall<C extends AuthConfig>(
  name: string,
  call: string,
  { readSession, require }: CallContext<C>,
): (...params: readonly unknown[]) => Promise<unknown> {
  return async (...params) => {
    const { session, mount, request, userId } = await readSession();
    const { store } = await currentRequest();
    const { origin } = new URL(request.url);
    const base = mount.origin ?? origin;
    const header = (name: string) => request.headers.get(name);
    const result = await mount.call(request, { name, call, params }, {
      userId: async () => session && await userId(),
      // Absolute: `redirect` of Next puts its `basePath` before a path.
      signInUrl: (returnTo) =>
        new URL(mount.signInUrl(returnTo ?? refererIn(header, base) ?? "/"), base).href,
      canSetCookies: () => isWritable(store),
    });
    setIfPossible(store, result.cookies);
    if (!result.lack) return result.value;
    const { lack, url, returnTo } = result;
    if (url === undefined) return await require({ ...(returnTo !== undefined && { redirectTo: returnTo }) });
    if (isOfPage(request.headers, store)) return redirect(url);
    throw toSessionRequired({ method: "GET", target: "/", origin, header }, mount, { lack, location: url });
  };
}

/** Sets cookies, but for a server component, which cannot: the session stays as it was. */
function setIfPossible(store: CookieStore, cookies: readonly SetCookie[]): void {
  try {
    setAll(store, cookies);
  } catch {
    // The next route handler sets those of a session.
  }
}
