/**
 * Creates a client.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../model/auth_config.ts";
import { loadedLater } from "./_half.ts";
import { createForms } from "./_forms.ts";
import { createHttp, type Http } from "./_http.ts";
import type { Passkeys } from "./_passkey.ts";
import { createSignInClient } from "./_sign_in.ts";
import { createState, type State } from "./_state.ts";
import type { Client, ClientHalves, ClientOptions, SessionClient } from "./types.ts";

/** The clients that the functions of a module and `SessionProvider` share. */
const clients = new Map<string, Client>();

/**
 * Creates a client. It sends no request before a function is called or someone subscribes, so it can be created on a
 * server as well.
 *
 * @example The type of the session is that of `callbacks.session`.
 * ```ts ignore
 * import { createClient } from "@latchkey/auth/client";
 * import type { config } from "../server/auth.ts";
 *
 * export const auth = createClient<typeof config>({ basePath: "/api/auth" });
 *
 * const result = await auth.signIn("credentials", { username, password, redirect: false });
 * if (!result.ok) alert(result.code ?? result.error);
 * ```
 *
 * @example A front end on another origin than its API.
 * ```ts
 * import { createClient } from "@latchkey/auth/client";
 *
 * export const auth = createClient({ url: "https://api.example.com/auth" });
 * ```
 *
 * @example A test without a browser.
 * ```ts
 * import { Auth } from "@latchkey/auth";
 * import { createClient } from "@latchkey/auth/client";
 *
 * const config = {
 *   providers: [],
 *   secret: "at-least-32-characters-from-a-random-source",
 *   trustHost: true,
 * };
 * const client = createClient<typeof config>({
 *   baseUrl: "http://localhost",
 *   fetch: (url, init) => Auth(new Request(url, init), config),
 * });
 * console.log(await client.getSession()); // null
 * ```
 */
export function createClient<C extends AuthConfig = AuthConfig>(options: ClientOptions = {}): Client<C> {
  const http = createHttp(options);
  const state: State<C> = createState<C>(http, `latchkey ${options.url ?? ""}${options.basePath ?? "/auth"}`);
  const context = { http, state: state as unknown as State<AuthConfig> };
  const { signInWith, ...passkey } = loadedLater<Passkeys>(
    ["signIn", "signUp", "add", "autofill", "proveSecondFactor", "signInWith"],
    async (own) => (await import("./_passkey.ts")).createPasskeys(own),
    context,
  );
  const client: SessionClient<C> & ClientHalves = {
    getSession: state.getSession,
    getProviders: http.getProviders,
    getCsrfToken: http.getCsrfToken,
    ...createSignInClient(context, signInWith),
    ...createForms(context),
    update: (data) => data === undefined ? state.getSession() : update(data, { http, state }),
    passkey: { isSupported: () => !!http.page.PublicKeyCredential, ...passkey },
    subscribe: state.subscribe,
    getSnapshot: state.getSnapshot,
    hydrate: state.hydrate,
  };
  return client;
}

/** The client of a handler that all code of the page shares. Without a function called, it sends no request. */
export function clientAt(basePath: string): Client {
  const client = clients.get(basePath) ?? createClient({ basePath });
  clients.set(basePath, client);
  return client;
}

async function update<C extends AuthConfig>(
  data: unknown,
  { http, state }: { readonly http: Http; readonly state: State<C> },
): Promise<SessionOf<C> | null> {
  return await state.change(async () => {
    const session = await http.postJson("session", { data }) as SessionOf<C> | null;
    state.announce();
    state.show(session);
    return session;
  });
}
