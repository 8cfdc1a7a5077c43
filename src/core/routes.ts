/**
 * The routes: which action answers each endpoint.
 *
 * @module
 */

import { csrf } from "../actions/csrf.ts";
import { providers } from "../actions/providers.ts";
import { changeSession, showSession, toSessionFailure } from "../actions/session.ts";
import { signOut } from "../actions/signout.ts";
import type { Setup } from "../config/setup.ts";
import type { AuthError } from "../errors/errors.ts";
import { type Endpoint, toPath } from "../http/endpoints.ts";
import type { Action, Incoming, Outcome } from "../http/types.ts";
import { once } from "../platform/once.ts";

const accountActions = once(() => import("../actions/account.ts"));
const accountDataAction = once(() => import("../actions/account_data.ts"));
const callbackAction = once(() => import("../actions/callback.ts"));
const linkActions = once(() => import("../actions/link.ts"));
const pageActions = once(() => import("../actions/page.ts"));
const signinAction = once(() => import("../actions/signin.ts"));
const webauthnOptionsAction = once(() => import("../actions/webauthn_options.ts"));
const webauthnScriptAction = once(() => import("../actions/webauthn_script.ts"));

/** The action of an endpoint, and its rules. */
export interface Route {
  /** Answers the request. A session check does not need an action that is loaded `later`. */
  readonly run: Action<Setup>;
  /** Whether the body must carry the CSRF token. Default `false`. */
  readonly csrf?: true;
  /** The answer to a failure, for endpoints that only scripts call. Default: a redirect to a page. */
  readonly onFailure?: (error: AuthError) => Outcome;
}

/** The routes of all endpoints. */
export const ROUTES: Readonly<Record<Endpoint, Route>> = {
  "GET csrf": { run: csrf },
  "GET providers": { run: providers },
  "GET session": { run: showSession, onFailure: toSessionFailure },
  "POST session": { run: changeSession, csrf: true, onFailure: toSessionFailure },
  "GET signin": { run: later(pageActions, "showSignIn") },
  "POST signin": { run: later(signinAction, "signIn"), csrf: true },
  "POST signin/:provider": { run: later(signinAction, "signIn"), csrf: true },
  "GET callback/:provider": { run: later(callbackAction, "callback") },
  // No `csrf` here: OAuth providers post from their own site. The other sign-in methods check the token themselves.
  "POST callback/:provider": { run: later(callbackAction, "callback") },
  "GET signout": { run: later(pageActions, "showSignOut") },
  "POST signout": { run: signOut, csrf: true },
  "GET link": { run: later(linkActions, "showLink") },
  "POST link": { run: later(linkActions, "answerLink"), csrf: true },
  "GET taken-over": { run: later(pageActions, "showTakenOver") },
  "GET account": { run: later(accountActions, "showAccount") },
  "POST account": { run: later(accountActions, "changeAccount"), csrf: true },
  "GET account-data": { run: later(accountDataAction, "accountData"), onFailure: toJsonFailure },
  "GET error": { run: later(pageActions, "showError") },
  "GET verify-request": { run: later(pageActions, "showVerifyRequest") },
  "GET webauthn-options/:provider": {
    run: later(webauthnOptionsAction, "webauthnOptions"),
    onFailure: toJsonFailure,
  },
  "GET webauthn-script": { run: later(webauthnScriptAction, "webauthnScript") },
};

/** The route of a request; `null` if none has its method and path. */
export function findRoute({ method, action, providerId }: Incoming): Route | null {
  const routes: Readonly<Record<string, Route>> = ROUTES;
  return routes[`${method} ${toPath(action, providerId)}`] ?? null;
}

function toJsonFailure({ kind, publicType }: AuthError): Outcome {
  return { status: kind === "signIn" ? 400 : 500, json: { error: publicType } };
}

/** An action that is loaded when it is first asked for. */
/* @__NO_SIDE_EFFECTS__ */
function later<N extends string>(
  load: () => Promise<Readonly<Record<N, Action<Setup>>>>,
  name: N,
): Action<Setup> {
  return async (incoming, setup) => await (await load())[name](incoming, setup);
}
