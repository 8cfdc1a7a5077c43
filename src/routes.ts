/**
 * The HTTP surface of the library on one screen: what answers below `basePath`.
 *
 * @module
 */

import { callback } from "./actions/callback.ts";
import { csrf } from "./actions/csrf.ts";
import { showError, showSignIn, showSignOut, showVerifyRequest } from "./actions/page.ts";
import { providers } from "./actions/providers.ts";
import { readSession, updateSession } from "./actions/session.ts";
import { signIn } from "./actions/signin.ts";
import { signOut } from "./actions/signout.ts";
import { webauthnOptions } from "./actions/webauthn_options.ts";
import { webauthnScript } from "./actions/webauthn_script.ts";
import type { Setup } from "./config/setup.ts";
import type { Action, Incoming } from "./http/types.ts";

/** An action, and whether it takes only requests that the site's own pages have made. */
export interface Route {
  /** Answers the request. */
  readonly run: Action<Setup>;
  /** Whether the body must carry the CSRF token. */
  readonly csrf?: true;
}

/** What answers which request. */
export const ROUTES: Readonly<Record<string, Route>> = {
  "GET csrf": { run: csrf },
  "GET providers": { run: providers },
  "GET session": { run: readSession },
  "POST session": { run: updateSession, csrf: true },
  "GET signin": { run: showSignIn },
  "POST signin": { run: signIn, csrf: true },
  "POST signin/:provider": { run: signIn, csrf: true },
  "GET callback/:provider": { run: callback },
  // Which kinds of provider need the token here, `actions/callback.ts` knows: not those that post from their own site.
  "POST callback/:provider": { run: callback },
  "GET signout": { run: showSignOut },
  "POST signout": { run: signOut, csrf: true },
  "GET error": { run: showError },
  "GET verify-request": { run: showVerifyRequest },
  "GET webauthn-options/:provider": { run: webauthnOptions },
  "GET webauthn-script": { run: webauthnScript },
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
