/**
 * The HTTP surface of the library on one screen: what answers below `basePath`.
 *
 * @module
 */

import { csrf } from "./actions/csrf.ts";
import { providers } from "./actions/providers.ts";
import { readSession, updateSession } from "./actions/session.ts";
import { signOut } from "./actions/signout.ts";
import type { Setup } from "./config/setup.ts";
import type { Action, Incoming } from "./http/types.ts";

/** An action, and whether it takes only requests that the site's own pages have made. */
export interface Route {
  /** Answers the request. */
  readonly run: Action<Setup>;
  /** Whether the body must carry the CSRF token. */
  readonly csrf?: true;
}

/** Loads the pages. */
export const loadPages: () => Promise<typeof import("./actions/page.ts")> = once(() =>
  import("./actions/page.ts")
);
const loadSignIn = once(() => import("./actions/signin.ts"));
const loadCallback = once(() => import("./actions/callback.ts"));
const loadWebAuthnOptions = once(() => import("./actions/webauthn_options.ts"));
const loadWebAuthnScript = once(() => import("./actions/webauthn_script.ts"));

/** What answers which request. What a session check does not need is loaded when it is first asked for. */
export const ROUTES: Readonly<Record<string, Route>> = {
  "GET csrf": { run: csrf },
  "GET providers": { run: providers },
  "GET session": { run: readSession },
  "POST session": { run: updateSession, csrf: true },
  "GET signin": { run: later(loadPages, ({ showSignIn }) => showSignIn) },
  "POST signin": { run: later(loadSignIn, ({ signIn }) => signIn), csrf: true },
  "POST signin/:provider": { run: later(loadSignIn, ({ signIn }) => signIn), csrf: true },
  "GET callback/:provider": { run: later(loadCallback, ({ callback }) => callback) },
  // Which kinds of provider need the token here, `actions/callback.ts` knows: not those that post from their own site.
  "POST callback/:provider": { run: later(loadCallback, ({ callback }) => callback) },
  "GET signout": { run: later(loadPages, ({ showSignOut }) => showSignOut) },
  "POST signout": { run: signOut, csrf: true },
  "GET error": { run: later(loadPages, ({ showError }) => showError) },
  "GET verify-request": { run: later(loadPages, ({ showVerifyRequest }) => showVerifyRequest) },
  "GET webauthn-options/:provider": {
    run: later(loadWebAuthnOptions, ({ webauthnOptions }) => webauthnOptions),
  },
  "GET webauthn-script": { run: later(loadWebAuthnScript, ({ webauthnScript }) => webauthnScript) },
};

/** The route of a request; `undefined` if there is none with its method. */
export function findRoute({ method, action, providerId }: Incoming): Route | undefined {
  return ROUTES[`${method} ${toPath(action, providerId)}`];
}

/** The methods that a path takes. */
export function allowedMethods(
  { action, providerId }: Pick<Incoming, "action" | "providerId">,
): readonly string[] {
  const path = toPath(action, providerId);
  return Object.keys(ROUTES).map((route) => route.split(" ")).flatMap(([method, of]) =>
    of === path ? [method!] : []
  );
}

function toPath(action: string, providerId: string | undefined): string {
  return providerId === undefined ? action : `${action}/:provider`;
}

function once<M>(load: () => Promise<M>): () => Promise<M> {
  let loaded: Promise<M> | undefined;
  return () => loaded ??= load();
}

function later<M>(load: () => Promise<M>, pick: (module: M) => Action<Setup>): Action<Setup> {
  return async (incoming, setup) => await pick(await load())(incoming, setup);
}
