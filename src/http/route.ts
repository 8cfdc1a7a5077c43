/**
 * A route: the action of an endpoint, and its rules.
 *
 * @module
 */

import type { AuthError } from "../errors/errors.ts";
import type { Failure, Incoming, Outcome } from "./types.ts";
import type { SetCookie } from "../values/cookie.ts";
import type { PageName } from "./urls.ts";

/** The action of an endpoint, and its rules. @typeParam S The setup: see `setup/setup.ts`. */
export interface Route<S> {
  /** Answers the request. A session check does not need an action that is loaded `later`. */
  readonly run: Action<S>;
  /** Whether the body must carry the CSRF token. Default `false`. */
  readonly csrf?: true;
  /** Whether its failures are those of a sign-in, for `events.signInFailure`. Default `false`. */
  readonly signsIn?: true;
  /** The page that has its form: a form without the token leads back there. Default: the sign-in page. */
  readonly page?: PageName;
  /** Returns the cookies that keep a form in its browser until the server answers again. Default: no cookies. */
  readonly keeps?: (incoming: Incoming, setup: S) => Promise<readonly SetCookie[]>;
  /** The answer to a failure, for endpoints that only scripts call. Default: a redirect to a page. */
  readonly onFailure?: (error: AuthError) => Outcome;
}

/** Answers a request with plain data. @typeParam S The setup: see `setup/setup.ts`. */
export type Action<S> = (incoming: Incoming, setup: S) => Promise<Outcome | Failure>;

/** A function of a module that is loaded when it is first called, such as an action. */
/* @__NO_SIDE_EFFECTS__ */
export function later<N extends string, F extends (...args: never[]) => Promise<unknown>>(
  load: () => Promise<Readonly<Record<N, NoInfer<F>>>>,
  name: N,
): F {
  return (async (...args) => await (await load())[name](...args)) as F;
}

/** The answer to a failure, for scripts: 400 if the request is at fault, else 500. */
export function toJsonFailure({ kind, publicType }: AuthError): Outcome {
  return { status: kind === "error" ? 500 : 400, json: { error: publicType } };
}
