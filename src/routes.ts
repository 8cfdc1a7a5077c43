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

type OnDemand = typeof import("./actions/on_demand.ts");

let loaded: Promise<OnDemand> | undefined;

/** Loads what a session check does not need, when it is first asked for. */
export function loadActions(): Promise<OnDemand> {
  return loaded ??= import("./actions/on_demand.ts");
}

/** What answers which request. */
export const ROUTES: Readonly<Record<string, Route>> = {
  "GET csrf": { run: csrf },
  "GET providers": { run: providers },
  "GET session": { run: readSession },
  "POST session": { run: updateSession, csrf: true },
  "GET signin": { run: later((actions) => actions.showSignIn) },
  "POST signin": { run: later((actions) => actions.signIn), csrf: true },
  "POST signin/:provider": { run: later((actions) => actions.signIn), csrf: true },
  "GET callback/:provider": { run: later((actions) => actions.callback) },
  // No `csrf` here: OAuth providers post from their own site. `actions/callback.ts` checks the token for the others.
  "POST callback/:provider": { run: later((actions) => actions.callback) },
  "GET signout": { run: later((actions) => actions.showSignOut) },
  "POST signout": { run: signOut, csrf: true },
  "GET link": { run: later((actions) => actions.showLink) },
  "POST link": { run: later((actions) => actions.answerLink), csrf: true },
  "GET taken-over": { run: later((actions) => actions.showTakenOver) },
  "GET error": { run: later((actions) => actions.showError) },
  "GET verify-request": { run: later((actions) => actions.showVerifyRequest) },
  "GET webauthn-options/:provider": { run: later((actions) => actions.webauthnOptions) },
  "GET webauthn-script": { run: later((actions) => actions.webauthnScript) },
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

function later(pick: (actions: OnDemand) => Action<Setup>): Action<Setup> {
  return async (incoming, setup) => await pick(await loadActions())(incoming, setup);
}
