/**
 * The entrance: a request comes in, an answer goes out, whatever happens in between.
 *
 * @module
 */

import { signInPageUrl } from "./actions/page_url.ts";
import { type Setup, setupOf } from "./config/setup.ts";
import type { AuthConfig } from "./config/types.ts";
import { toLogger } from "./config/logger.ts";
import {
  AdapterError,
  AuthError,
  CredentialsSignin,
  type ErrorCause,
  ServerError,
  UserNotVerified,
} from "./errors.ts";
import { assertIntended } from "./http/csrf.ts";
import { BadRequest, parseRequest } from "./http/incoming.ts";
import { misplacedOrigin, warnOfOrigin } from "./http/origin.ts";
import { PRIVATE, toResponse } from "./http/outcome.ts";
import { withParams } from "./http/redirect.ts";
import type { Incoming, Outcome } from "./http/types.ts";
import { raw } from "./markers.ts";
import { webPlatform } from "./platform.ts";
import { withRenewedSession } from "./session/current.ts";
import { allowedMethods, findRoute, loadActions } from "./routes.ts";
import { isA, propertyOf, withCause } from "./thrown.ts";

/**
 * Answers the requests below `basePath`: signing in and out, sessions, and the pages for it.
 *
 * It never rejects, whatever the request is and whatever callbacks, events, providers, the adapter and the logger throw:
 * a failure is logged once, and the answer says so without detail. With `raw` in the config it returns its answer as
 * data, and throws {@linkcode AuthError}s.
 *
 * @param config Must not change after its first use, for it is completed once.
 *
 * @example
 * ```ts
 * import { Auth } from "@latchkey/auth";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * const config = {
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   secret: "at-least-32-characters-from-a-random-source",
 *   trustHost: true,
 * };
 * const response = await Auth(new Request("http://localhost/auth/session"), config);
 * console.log(await response.json()); // null
 * ```
 */
export function Auth(request: Request, config: AuthConfig & { readonly raw: typeof raw }): Promise<Outcome>;
/** As above, for a `Response`. */
export function Auth(request: Request, config: AuthConfig): Promise<Response>;
/** As above. */
export async function Auth(request: Request, config: AuthConfig): Promise<Response | Outcome> {
  const asJson = request.headers.has("x-auth-return-redirect");
  let setup: Setup;
  try {
    setup = setupOf(config, request.url.startsWith("https:"));
  } catch (error) {
    if (config?.raw === raw) throw error;
    return await misconfigured(request, config, error);
  }
  try {
    const outcome = await dispatch(request, setup, asJson);
    return setup.raw ? outcome : toResponse(outcome, asJson);
  } catch (error) {
    if (setup.raw) throw toAuthError(error);
    setup.logger.error(toAuthError(error));
    return toResponse(INTERNAL_ERROR, false);
  }
}

/** The answer when nothing better can be said. */
const INTERNAL_ERROR: Outcome = { status: 500, json: { message: "Internal error." } };

async function dispatch(request: Request, setup: Setup, asJson: boolean): Promise<Outcome> {
  let incoming: Incoming;
  try {
    incoming = await parseRequest(request, setup.basePath, setup);
  } catch (error) {
    if (!(error instanceof BadRequest)) throw error;
    setup.logger.debug("request refused", { status: error.status });
    return { status: error.status, json: { message: error.message } };
  }
  warnOfOrigin(incoming, setup);
  return withRenewedSession(await answer(incoming, setup, asJson), incoming, setup);
}

async function answer(incoming: Incoming, setup: Setup, asJson: boolean): Promise<Outcome> {
  const outcome = await act(incoming, setup);
  if (!("error" in outcome)) return seeOther(incoming, outcome);
  const error = toAuthError(outcome.error, incoming);
  setup.logger.error(error);
  if (setup.raw && !asJson) throw error;
  const failure = await toFailure(error, { incoming, outcome }, setup);
  return isSamePage(incoming, failure, setup) ? INTERNAL_ERROR : seeOther(incoming, failure);
}

/** After a POST a redirect says 303, which makes every browser send a GET without the form (RFC 9700 §4.12). */
function seeOther({ method }: Incoming, outcome: Outcome): Outcome {
  return method === "POST" && outcome.redirect !== undefined ? { status: 303, ...outcome } : outcome;
}

/** A page that cannot be shown cannot tell so either: the browser would go round in circles. */
function isSamePage(
  { method, origin, action }: Incoming,
  { redirect }: Outcome,
  { basePath }: Setup,
): boolean {
  return method === "GET" && redirect?.split("?")[0] === `${origin}${basePath}/${action}`;
}

async function act(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const route = findRoute(incoming);
  if (!route) return refuseMethod(incoming);
  setup.logger.debug(`${incoming.method} ${incoming.action}`, { provider: incoming.providerId });
  try {
    if (route.csrf) await assertIntended(incoming, setup);
    return await route.run(incoming, setup);
  } catch (error) {
    return { error };
  }
}

/** RFC 9110 §15.5.6 */
function refuseMethod(incoming: Incoming): Outcome {
  const methods = allowedMethods(incoming);
  if (methods.length === 0) return { status: 404, json: { message: "Not found." } };
  return { status: 405, headers: { allow: methods.join(", ") }, json: { message: "Method not allowed." } };
}

/**
 * Where a failure is shown: on the page of its kind. Paths that only scripts call answer with JSON: `session` with 503 if
 * the database fails, else with 400 and `null`; `webauthn-options` with 400 or 500.
 */
async function toFailure(
  error: AuthError,
  { incoming, outcome: { error: thrown, cookies, returnTo } }: {
    readonly incoming: Incoming;
    readonly outcome: Outcome;
  },
  setup: Setup,
): Promise<Outcome> {
  const { action, origin } = incoming;
  if (action === "session") {
    // A session that cannot be read is not the same as none: clients keep what they have.
    return error instanceof AdapterError
      ? { status: 503, json: { message: "The session cannot be read at the moment." }, headers: PRIVATE }
      : { status: 400, json: null };
  }
  if (action === "webauthn-options") {
    return { status: error.kind === "signIn" ? 400 : 500, json: { error: error.publicType } };
  }
  const { basePath, pages } = setup;
  const params = { error: error.publicType };
  if (error.kind === "error") {
    // A browser at another origin than the config says may not reach that one.
    const reachable = misplacedOrigin(incoming, setup) ?? origin;
    return { redirect: withParams(pages.error ?? `${basePath}/error`, reachable, params), cookies };
  }
  if (error.kind === "verifyRequest") {
    const mail = { provider: incoming.providerId ?? null, type: "email", ...params };
    return {
      redirect: withParams(pages.verifyRequest ?? `${basePath}/verify-request`, origin, mail),
      cookies,
    };
  }
  const page = await signInPageUrl(incoming, setup, error.publicType);
  const details = {
    code: codeOf(thrown),
    ways: error instanceof UserNotVerified ? error.providers.join(",") || null : null,
  };
  return {
    redirect: withParams(page, origin, { ...details, ...(returnTo && { callbackUrl: returnTo }) }),
    cookies,
  };
}

/** What a subclass of `CredentialsSignin` wants in the URL of the sign-in page. */
function codeOf(thrown: unknown): string | null {
  const code = isA(thrown, CredentialsSignin) ? propertyOf(thrown, "code") : null;
  return typeof code === "string" ? code : null;
}

/** The answer to everything while the config cannot work. Only the log says what is wrong with it. */
async function misconfigured(request: Request, config: AuthConfig, error: unknown): Promise<Response> {
  const logger = toLogger(config ?? {}, { ...webPlatform, ...config?.platform });
  logger.error(toAuthError(error));
  const message = "There is a problem with the server's configuration. Its log has the details.";
  const asJson: Outcome = { status: 500, json: { message } };
  if (request.method !== "GET" || !request.headers.get("accept")?.includes("text/html")) {
    return toResponse(asJson, false);
  }
  try {
    const { origin } = new URL(request.url);
    const { showMisconfiguration } = await loadActions();
    return toResponse(await showMisconfiguration(origin), false);
  } catch (unforeseen) {
    logger.error(toAuthError(unforeseen));
    return toResponse(asJson, false);
  }
}

/**
 * An error for the log, with the place where it came up: a copy, since the application may have thrown one error for
 * several requests, or frozen it.
 */
function toAuthError(thrown: unknown, incoming?: Incoming): AuthError {
  const place = incoming &&
    { action: `${incoming.method} ${incoming.action}`, provider: incoming.providerId };
  if (isA(thrown, AuthError)) {
    const copy = withCause(thrown, { ...factsOf(thrown), ...place });
    if (copy) return copy;
  }
  const err = thrown as Error;
  return new ServerError("Cannot answer the request: something unforeseen failed", { err, ...place });
}

function factsOf(error: AuthError): ErrorCause {
  try {
    return { ...error.cause };
  } catch {
    return {};
  }
}
