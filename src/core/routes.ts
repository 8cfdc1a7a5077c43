/**
 * The routes: which action answers each endpoint.
 *
 * @module
 */

import { type CoreEndpoint, toPath } from "../http/endpoints.ts";
import { once } from "../platform/once.ts";
import { providers } from "./actions/providers.ts";
import { later, type Route } from "../http/route.ts";
import { changeSession, showSession, toSessionFailure } from "./actions/session.ts";
import type { Setup } from "../setup/setup.ts";
import type { Incoming } from "../http/types.ts";

const callbackAction = once(() => import("./actions/callback.ts"));
const signinAction = once(() => import("./actions/signin.ts"));

/** The CSRF token, and the checks of a POST: a session check needs neither. */
export const csrfAction = once(() => import("./actions/csrf.ts"));

/** The pages, also those that say what went wrong, and the form that is kept then: nor does it need these. */
export const pageActions = once(() => import("./actions/error.ts"));

/** The routes of all endpoints, but for those of capabilities. */
export const ROUTES: Readonly<Record<CoreEndpoint, Route<Setup>>> = {
  "GET csrf": { run: later(csrfAction, "csrf") },
  "GET providers": { run: providers },
  "GET session": { run: showSession, onFailure: toSessionFailure },
  "POST session": { run: changeSession, csrf: true, onFailure: toSessionFailure },
  "GET signin": { run: later(pageActions, "showSignIn"), signsIn: true },
  "POST signin": { run: later(signinAction, "signIn"), signsIn: true, csrf: true },
  "POST signin/:provider": { run: later(signinAction, "signIn"), signsIn: true, csrf: true },
  "GET callback/:provider": { run: later(callbackAction, "callback"), signsIn: true },
  // No `csrf` here: OAuth providers post from their own site. The other sign-in methods check the token themselves.
  "POST callback/:provider": { run: later(callbackAction, "callback"), signsIn: true },
  "GET signout": { run: later(pageActions, "showSignOut") },
  "POST signout": { run: later(signinAction, "signOut"), csrf: true },
  "GET link": { run: later(callbackAction, "showLink"), signsIn: true },
  "POST link": { run: later(callbackAction, "answerLink"), signsIn: true, csrf: true },
  "GET taken-over": { run: later(pageActions, "showTakenOver") },
  "GET error": { run: later(pageActions, "showError") },
  "GET kept-form": { run: later(pageActions, "showKeptForm") },
};

/** Routes by method and path. */
type Routes = Readonly<Record<string, Route<Setup>>>;

/** The route of a request; `null` if none has its method and path. */
export function findRoute(
  { method, action, providerId }: Incoming,
  { capabilities }: Pick<Setup, "capabilities">,
): Route<Setup> | null {
  const endpoint = `${method} ${toPath(action, providerId)}`;
  const ofCore: Routes = ROUTES;
  const ofCapabilities = () => [...capabilities].map(({ routes = {} }): Routes => routes);
  return ofCore[endpoint] ?? ofCapabilities().find((routes) => routes[endpoint])?.[endpoint] ?? null;
}
