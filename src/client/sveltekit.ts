/**
 * The browser client for SvelteKit: sign-in, sign-out, and the session as a store.
 *
 * Experimental: before 1.0.0, a minor version may change its interface.
 *
 * The functions of this module speak with the handler at `/auth`. An application below a `base` path creates its client
 * in a module of its own:
 *
 * ```ts ignore
 * import { base } from "$app/paths";
 * import { createClient } from "@latchkey/auth/sveltekit/client";
 *
 * export const { signIn, signOut, session } = createClient({ base });
 * ```
 *
 * @example In a component.
 * ```ts ignore
 * import { invalidateAll } from "$app/navigation";
 * import { signIn } from "@latchkey/auth/sveltekit/client";
 *
 * async function submit(event: SubmitEvent) {
 *   event.preventDefault();
 *   const result = await signIn("credentials", { username, password, redirect: false });
 *   if (result.ok) await invalidateAll();
 *   else message = result.code ?? result.error;
 * }
 * ```
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { clientAt, createClient as create } from "./_create.ts";
import type { Client, ClientOptions, SessionState } from "./types.ts";

export { ClientError } from "./_error.ts";
export type * from "./types.ts";

/** Settings of a client for SvelteKit. */
export interface KitClientOptions extends ClientOptions {
  /** `base` of `$app/paths`: the path of the application. Default: empty. With `basePath` or `url` it has no effect. */
  readonly base?: string | undefined;
}

/** A client with a store. */
export type KitClient<C extends AuthConfig = AuthConfig> = Client<C> & {
  /** The state of the session as a store of Svelte: `$session.status`, `$session.session`. */
  readonly session: ReadableSession<C>;
};

/** A readable store of Svelte. */
export interface ReadableSession<C extends AuthConfig = AuthConfig> {
  /** Calls a function with the state, now and whenever it changes. @returns Ends the subscription. */
  subscribe(run: (state: SessionState<C>) => void): () => void;
}

/**
 * Creates a client. It sends no request before a function is called or a component uses `$session`.
 *
 * @example
 * ```ts ignore
 * export const { signIn, signOut, session } = createClient<typeof config>({ base });
 * ```
 */
export function createClient<C extends AuthConfig = AuthConfig>(
  { base = "", ...options }: KitClientOptions = {},
): KitClient<C> {
  const client = create<C>({ basePath: options.url === undefined ? `${base}/auth` : undefined, ...options });
  return { ...client, session: toStore(client) };
}

const auth: Client = clientAt("/auth");

/**
 * `signIn` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * await signIn("github", { redirectTo: "/account" });
 * ```
 */
export const signIn: Client["signIn"] = auth.signIn;

/**
 * `signOut` of the client at `/auth`.
 *
 * @example
 * ```ts ignore
 * const { ok } = await signOut({ redirect: false });
 * if (ok) await invalidateAll();
 * ```
 */
export const signOut: Client["signOut"] = auth.signOut;

/** The state of the session as a store, with the handler at `/auth`. On the server its `status` is `loading`. */
export const session: ReadableSession = toStore(auth);

function toStore<C extends AuthConfig>({ getSnapshot, subscribe }: Client<C>): ReadableSession<C> {
  return {
    subscribe(run) {
      run(getSnapshot());
      return subscribe(() => run(getSnapshot()));
    },
  };
}
