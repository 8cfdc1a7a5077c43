/**
 * The routes: which action answers each endpoint.
 *
 * @module
 */

import { csrf } from "../actions/csrf.ts";
import { providers } from "../actions/providers.ts";
import { readSession, toSessionFailure, updateSession } from "../actions/session.ts";
import { signOut } from "../actions/signout.ts";
import type { Setup } from "../config/setup.ts";
import type { AuthError } from "../errors/errors.ts";
import { type Endpoint, toPath } from "../http/endpoints.ts";
import type { Action, Incoming, Outcome } from "../http/types.ts";
import { once } from "../platform/once.ts";

const account = once(() => import("../actions/account.ts"));
const accountData = once(() => import("../actions/account_data.ts"));
const callback = once(() => import("../actions/callback.ts"));
const link = once(() => import("../actions/link.ts"));
const page = once(() => import("../actions/page.ts"));
const signin = once(() => import("../actions/signin.ts"));
const webauthnOptions = once(() => import("../actions/webauthn_options.ts"));
const webauthnScript = once(() => import("../actions/webauthn_script.ts"));

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
  "GET session": { run: readSession, onFailure: toSessionFailure },
  "POST session": { run: updateSession, csrf: true, onFailure: toSessionFailure },
  "GET signin": { run: later(page, "showSignIn") },
  "POST signin": { run: later(signin, "signIn"), csrf: true },
  "POST signin/:provider": { run: later(signin, "signIn"), csrf: true },
  "GET callback/:provider": { run: later(callback, "callback") },
  // No `csrf` here: OAuth providers post from their own site. The other sign-in methods check the token themselves.
  "POST callback/:provider": { run: later(callback, "callback") },
  "GET signout": { run: later(page, "showSignOut") },
  "POST signout": { run: signOut, csrf: true },
  "GET link": { run: later(link, "showLink") },
  "POST link": { run: later(link, "answerLink"), csrf: true },
  "GET taken-over": { run: later(page, "showTakenOver") },
  "GET account": { run: later(account, "showAccount") },
  "POST account": { run: later(account, "changeAccount"), csrf: true },
  "GET account-data": { run: later(accountData, "accountData"), onFailure: toJsonFailure },
  "GET error": { run: later(page, "showError") },
  "GET verify-request": { run: later(page, "showVerifyRequest") },
  "GET webauthn-options/:provider": {
    run: later(webauthnOptions, "webauthnOptions"),
    onFailure: toJsonFailure,
  },
  "GET webauthn-script": { run: later(webauthnScript, "webauthnScript") },
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
