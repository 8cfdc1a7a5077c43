/**
 * Second factors in server components, server actions and route handlers of Next.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { readOptions, setAll } from "./_next_actions.ts";
import type { SignInOptions } from "./_next_api.ts";
import type { SecondFactorFunctions } from "./_next_forms_api.ts";
import { currentRequest, type Mounted, type ReadSession } from "./_next_request.ts";
import { isOfPage } from "./_next_require.ts";
import { type CookieStore, redirect } from "./_next_server.ts";
import { toSessionRequired } from "./_refusal.ts";
import type { SecondFactorForms, SecondFactorPage, SecondFactorSetup, SetCookie } from "./integration.ts";

/** Creates the functions. @param readSession Reads the session of the current request. */
export function createSecondFactorFunctions<C extends AuthConfig>(
  mounted: Mounted<C>,
  readSession: () => Promise<ReadSession<C>>,
): SecondFactorFunctions {
  const submit = (form: keyof SecondFactorForms) => async (options: FormData | object) => {
    const { store, request } = await currentRequest();
    const { redirectTo, goes, fields } = readOptions(options as SignInOptions);
    const mount = await mounted(undefined);
    const { url, codes, cookies } = await mount.submitSecondFactor(request, {
      form,
      fields: { ...fields, redirectTo },
    });
    setAll(store, cookies);
    return goes && !codes ? redirect(url) : { url, codes };
  };
  const prove = submit("proveSecondFactor");
  return {
    proveSecondFactor: async (options: FormData | object) => (await prove(options)).url,
    setUpSecondFactor: submit("setUpSecondFactor"),
    startSecondFactor: async (wanted: SecondFactorPage = {}): Promise<SecondFactorSetup> => {
      const { store, request } = await currentRequest();
      const mount = await mounted(undefined);
      const isPage = isOfPage(request.headers, store);
      const shown = { ...wanted, canSetCookies: !isPage };
      const { page, url, cookies } = await mount.startSecondFactor(request, shown);
      setIfPossible(store, cookies);
      if (page) return page;
      if (isPage) return redirect(url);
      const { session } = await readSession();
      const { origin } = new URL(request.url);
      const refused = {
        method: "GET",
        target: "/",
        origin,
        header: (name: string) => request.headers.get(name),
      };
      throw toSessionRequired(refused, mount, { lack: session ? "age" : "session", location: url });
    },
  } as SecondFactorFunctions;
}

/** Sets cookies, but for a server component, which cannot: the session stays as it was. */
function setIfPossible(store: CookieStore, cookies: readonly SetCookie[]): void {
  try {
    setAll(store, cookies);
  } catch {
    // The next route handler sets those of a session.
  }
}
