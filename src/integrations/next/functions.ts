/**
 * The functions that a config brings, in server components, server actions and route handlers of Next.
 *
 * @module
 */

import type { SessionRequired } from "../../errors/errors.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { FUNCTIONS } from "../../shapes/shapes.ts";
import { readOptions, setAll } from "./actions.ts";
import type { SignInOptions } from "./api.ts";
import { currentRequest, isWritable, type Mounted, type ReadSession } from "./request.ts";
import { isOfPage, toRefused } from "./require.ts";
import { type CookieStore, redirect } from "./server.ts";
import { type Lacking, toSessionRequired } from "../mount/refusal.ts";
import { hasToShow, toFormValue } from "../mount/request_auth.ts";
import type { SetCookie } from "../mount/integration.ts";

/** Creates the functions, by the names under which they stand. @param readSession Reads the session of the current request. */
export function createFunctions<C extends AuthConfig>(
  mounted: Mounted<C>,
  readSession: () => Promise<ReadSession<C>>,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(FUNCTIONS).map(([name, { forms = {}, calls = [] }]) => [
      name,
      Object.fromEntries([
        ...Object.keys(forms).map((form) => [form, createForm(name, form, mounted)]),
        ...calls.map((call) => [call, createCall(name, call, readSession)]),
      ]),
    ]),
  );
}

function createForm<C extends AuthConfig>(
  name: string,
  form: string,
  mounted: Mounted<C>,
): (options: FormData | object) => Promise<unknown> {
  return async (options) => {
    const { store, request } = await currentRequest();
    const { redirectTo, goes, fields } = readOptions(options as SignInOptions);
    const mount = await mounted(undefined);
    const result = await mount.submit(request, { name, form, fields: { ...fields, redirectTo } });
    setAll(store, result.cookies);
    return goes && !hasToShow(result.shown) ? redirect(result.url) : toFormValue(result);
  };
}

function createCall<C extends AuthConfig>(
  name: string,
  call: string,
  readSession: () => Promise<ReadSession<C>>,
): (...params: readonly unknown[]) => Promise<unknown> {
  return async (...params) => {
    const { session, mount, userId } = await readSession();
    // After it: the cookies of a prolonged session are set.
    const { store, request } = await currentRequest();
    const refused = (returnTo: string | undefined, lacking?: Lacking) =>
      toSessionRequired(toRefused(request, mount, returnTo), mount, lacking);
    // Absolute: `redirect` of Next puts its `basePath` before a path.
    const urlOf = ({ signInUrl }: SessionRequired) => new URL(signInUrl, mount.origin ?? request.url).href;
    const result = await mount.call(request, { name, call, params }, {
      userId: async () => session && await userId(),
      signInUrl: (returnTo) => urlOf(refused(returnTo)),
      canSetCookies: () => isWritable(store),
    });
    setIfPossible(store, result.cookies);
    if (!result.lack) return result.value;
    const { lack, url: location, returnTo } = result;
    const error = refused(returnTo, { lack, ...(location !== undefined && { location }) });
    if (!isOfPage(request.headers, store)) throw error;
    return redirect(urlOf(error));
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
