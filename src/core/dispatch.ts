/**
 * The core: answers a request, independent of the server.
 *
 * @module
 */

import { withinBudget } from "../http/cookie_budget.ts";
import { withRenewedSession } from "../session/current.ts";
import { methodsOf } from "../http/endpoints.ts";
import {
  AdapterError,
  AuthError,
  CredentialsSignin,
  type ErrorCause,
  MissingCSRF,
  RateLimited,
  ServerBusy,
  ServerError,
  UserNotVerified,
} from "../errors/errors.ts";
import { emitFailure } from "../sign_in/failure_event.ts";
import { isFromOtherSite } from "../http/fetch_site.ts";
import { isForPerson, isFromScript, isNavigation, wantsData } from "../http/incoming.ts";
import { asksToLink, ONLY, onlyIn, OWN } from "../http/link_request.ts";
import { misplacedOrigin, warnOfOrigin } from "../http/request_origin.ts";
import { forScript, unavailable } from "../http/outcome.ts";
import { signInPageUrl } from "../sign_in/page_url.ts";
import { returnUrl, wantedUrl, withParams } from "../http/redirect.ts";
import { refererIn } from "../http/referer.ts";
import type { Route } from "../http/route.ts";
import { csrfAction, findRoute, pageActions } from "./routes.ts";
import type { Setup } from "../setup/setup.ts";
import { isA, propertyOf, withCause } from "../errors/thrown.ts";
import type { Failure, Incoming, Outcome } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import { endpointUrl, toAddress, toPage } from "../http/urls.ts";

/**
 * Answers a request. A failure also becomes an answer, and one entry in the log.
 *
 * @throws {AuthError} instead of an answer with an error page, if the config has `raw`. A script always gets data.
 */
export async function dispatch(incoming: Incoming, setup: Setup): Promise<Outcome> {
  warnOfOrigin(incoming, setup);
  const outcome = await answerOrFail(incoming, setup);
  const fitting = !setup.raw && isFromScript(incoming) ? forScript(outcome) : outcome;
  const renewed = await withRenewedSession(fitting, incoming, setup);
  const { cookies } = renewed;
  return cookies?.length
    ? { ...renewed, cookies: withinBudget(cookies, incoming, setup, isFromOtherSite(incoming)) }
    : renewed;
}

/** The answer of last resort to a failure. */
export const INTERNAL_ERROR: Outcome = { status: 500, json: { message: "Internal error." } };

async function answerOrFail(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const route = findRoute(incoming, setup);
  const outcome = route ? await runAction(route, incoming, setup) : await refuseMethod(incoming, setup);
  if (!("error" in outcome)) {
    const { html, redirect } = outcome;
    const kind = redirect !== undefined ? "redirect" : html !== undefined ? "page" : "data";
    setup.logger.debug(`answer ${incoming.action}`, { kind });
    return seeOther(incoming, outcome);
  }
  const error = toAuthError(outcome.error, incoming);
  if (isDropped(error, incoming)) {
    setup.logger.debug("dropped: the client has disconnected", { ...error.cause, err: undefined });
  } else {
    setup.logger.error(error);
    if (route?.signsIn) await emitFailure(error, incoming, setup);
  }
  // A field of the form must not decide whether the caller learns of the failure: users write forms.
  if (setup.raw && incoming.headers.get("x-auth-return-redirect") === null) throw error;
  const failure =
    await (route?.onFailure?.(error) ?? toFailure(error, { ...outcome, incoming, route }, setup));
  if (isA(error, AdapterError) && (failure.json || !isNavigation(incoming))) {
    return unavailable(failure);
  }
  return leadsToItself(incoming, failure, setup) ? INTERNAL_ERROR : seeOther(incoming, failure);
}

/** Returns whether work was given up because the client has disconnected. That is no failure, and any client can do it. */
function isDropped({ cause }: AuthError, { received }: Incoming): boolean {
  return propertyOf(cause?.err, "name") === "AbortError" && received?.signal.aborted === true;
}

/** Redirects with 303 after a POST, so that the browser sends a GET without the form (RFC 9700 §4.12). */
function seeOther({ method }: Incoming, outcome: Outcome): Outcome {
  return method === "POST" && outcome.redirect !== undefined ? { status: 303, ...outcome } : outcome;
}

/** Returns whether a page redirects to itself: if the error page fails, redirecting to it would loop. */
function leadsToItself(
  { method, action, origin }: Incoming,
  { redirect }: Outcome,
  setup: Setup,
): boolean {
  if (method !== "GET" || redirect === undefined) return false;
  return action === "error" || redirect.split("?")[0] === endpointUrl(action, origin, setup);
}

async function runAction(route: Route<Setup>, incoming: Incoming, setup: Setup): Promise<Outcome | Failure> {
  setup.logger.debug(`${incoming.method} ${incoming.action}`, { provider: incoming.providerId });
  try {
    if (route.csrf) await (await csrfAction()).verifyCsrf(incoming, setup);
    const other = incoming.body?.shownFor &&
      await (await csrfAction()).backToOther(route.page, incoming, setup);
    return other || await route.run(incoming, setup);
  } catch (error) {
    return { error };
  }
}

/**
 * Answers 405, or 404 if the path has no methods (RFC 9110 §15.5.6). A person who opens such an address, of a provider
 * for instance, gets the sign-in page.
 */
async function refuseMethod(incoming: Incoming, setup: Setup): Promise<Outcome> {
  if (isForPerson(incoming)) return { redirect: await signInPageUrl(incoming, setup) };
  const methods = methodsOf(incoming.action, incoming.providerId);
  if (methods.length === 0) return { status: 404, json: { message: "Not found." } };
  return { status: 405, headers: { allow: methods.join(", ") }, json: { message: "Method not allowed." } };
}

/** The address where a user tries again: this one, or the page that has the form; `null` if they have to sign in anew. */
function againUrl(incoming: Incoming): string | null {
  const { method, action, url } = incoming;
  const isForm = method === "POST";
  // A sign-in begins anew, on the sign-in page.
  if (action === "callback" || (isForm && action === "signin")) return null;
  return isForm ? formPageUrl(incoming) : url;
}

/** The page that has a form; `null` if the browser does not say. An error that it shows is that of an earlier try. */
function formPageUrl({ origin, headers }: Incoming): string | null {
  const page = refererIn((name) => headers.get(name), origin);
  return page && withParams(page, origin, { error: "" });
}

/** A failure, and the request that has failed. */
type Failed = Failure & {
  readonly incoming: Incoming;
  readonly route: Route<Setup> | null;
  /** The parameter `link` of a page: the user wanted to add a way to sign in. */
  readonly adding: "true" | null;
  /** The cookies, with the one that keeps the form. */
  readonly keeping: () => Promise<readonly SetCookie[]>;
};

/** Answers a failure with the page for this kind of error, or with a redirect to it. */
async function toFailure(
  error: AuthError,
  given: Omit<Failed, "adding" | "keeping">,
  setup: Setup,
): Promise<Outcome> {
  const { cookies, locales, link, incoming, route } = given;
  const failed: Failed = {
    ...given,
    adding: link ?? asksToLink(incoming) ? "true" : null,
    keeping: async () => [...cookies ?? [], ...await formCookies(error, incoming, setup, route)],
  };
  const params = { error: error.publicType };
  if (error.kind === "error") return await toErrorPage(error, failed, setup);
  if (error.kind === "verifyRequest") {
    const { left } = error.cause ?? {};
    const tries = typeof left === "number" ? String(left) : null;
    const mail = { provider: incoming.providerId ?? null, type: "email", ...params, tries };
    return { redirect: toPage("verifyRequest", mail, incoming, setup, locales), cookies };
  }
  const page = error.kind === "acting" ? error.kind : isA(error, MissingCSRF) && route?.page;
  if (page) {
    const back = { callbackUrl: await returnUrl(incoming, setup), ...incoming.method === "POST" && params };
    return { redirect: toPage(page, back, incoming, setup, locales), cookies };
  }
  return await toSignInPage(error, failed, setup);
}

/** The error page: at this address if the user may try again here, else at its own. */
async function toErrorPage(error: AuthError, failed: Failed, setup: Setup): Promise<Outcome> {
  const { cookies, returnTo, locales, incoming } = failed;
  const { origin } = incoming;
  // A browser that uses an origin other than `url` of the config may not be able to reach `url`.
  const reachable = misplacedOrigin(incoming, setup) ?? origin;
  const from = { ...incoming, origin: reachable, url: incoming.url.replace(origin, reachable) };
  const callbackUrl = returnTo ?? await wantedUrl(incoming, setup);
  const again = error.publicType === "ServerError" && isNavigation(incoming) ? againUrl(from) : null;
  if (again && !setup.pages.error) {
    // Where this page fails, too, the redirect to it says so.
    const { showFailed } = await pageActions();
    const page = await showFailed(from, setup, again, isA(error, AdapterError)).catch(() => null);
    if (page) return { ...page, cookies: await failed.keeping() };
  }
  // A token stays out of the addresses of other pages.
  const target = again && !/[?&]token=/.test(again) ? again : callbackUrl;
  const onError = { error: error.publicType, link: failed.adding, callbackUrl: target };
  return { redirect: toPage("error", onError, from, setup, locales), cookies };
}

/** A failure after which the user tries again on the sign-in page. */
async function toSignInPage(error: AuthError, failed: Failed, setup: Setup): Promise<Outcome> {
  const { error: thrown, returnTo, locales, incoming, only = onlyIn(incoming) } = failed;
  const page = await signInPageUrl(incoming, setup, error.publicType);
  const details = {
    code: credentialsCode(thrown),
    ways: error instanceof UserNotVerified ? error.providers.join(",") || null : null,
    link: failed.adding,
    ...(only === "one" && { provider: incoming.providerId ?? null }),
    [ONLY]: only === OWN ? OWN : null,
    ...(returnTo && { callbackUrl: returnTo }),
  };
  const failure = {
    redirect: toAddress(page, details, incoming, locales),
    cookies: await failed.keeping(),
  };
  const isForLater = isA(error, ServerBusy) || isA(error, RateLimited);
  return isForLater ? await toLater(error, { ...failure, incoming }, setup) : failure;
}

/** The answer to what works later: a page that leads back to the sign-in page, and for a script its address. */
async function toLater(
  error: ServerBusy | RateLimited,
  { redirect: url, cookies, incoming }: {
    readonly redirect: string;
    readonly cookies: readonly SetCookie[];
    readonly incoming: Incoming;
  },
  setup: Setup,
): Promise<Outcome> {
  const { status, headers } = error;
  if (wantsData(incoming)) {
    return { status, json: { url }, headers: { location: url, ...headers }, cookies };
  }
  const { showLater } = await pageActions();
  const form = isA(error, ServerBusy) && isNavigation(incoming) ? formPageUrl(incoming) : null;
  // The sign-in page learns why.
  const own = endpointUrl("", incoming.origin, setup);
  const isOther = form?.startsWith(own) && !form.startsWith(`${own}signin?`);
  const page = await showLater(error, isOther ? form! : url, incoming, setup);
  return { ...page, headers: { ...page.headers, ...headers }, cookies };
}

/** The cookie that keeps the form that failed. Not for one that another site may have posted: the user has not typed it. */
async function formCookies(
  error: AuthError,
  incoming: Incoming,
  setup: Setup,
  route: Route<Setup> | null,
): Promise<readonly SetCookie[]> {
  if (isA(error, MissingCSRF)) return [];
  if (route?.keeps) return await route.keeps(incoming, setup);
  const { storeFailedForm } = await pageActions();
  return await storeFailedForm(incoming, setup);
}

/** Returns `code` of a subclass of `CredentialsSignin`, for the URL of the sign-in page. */
function credentialsCode(thrown: unknown): string | null {
  const code = isA(thrown, CredentialsSignin) ? propertyOf(thrown, "code") : null;
  return typeof code === "string" ? code : null;
}

/**
 * Copies an error for the log, and adds the action and the provider of the request. It does not change the original:
 * the application may throw one error for several requests, or freeze it.
 */
export function toAuthError(thrown: unknown, incoming?: Incoming): AuthError {
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
