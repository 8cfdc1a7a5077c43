/**
 * The answer to a request that needs a session and has none.
 *
 * @module
 */

import { setupOf } from "../config/setup.ts";
import { AuthError, type ErrorType, SessionRequired } from "../errors/errors.ts";
import { isEndpointPath } from "../http/incoming.ts";
import { readAppUrl, toOuterPath } from "../http/origin.ts";
import { PRIVATE } from "../http/outcome.ts";
import { isA } from "../errors/thrown.ts";
import type { Refusal } from "../values/types.ts";
import type { Mount } from "./integration.ts";

/** A request that needs a session and has none. */
export interface Refused {
  /** The method. */
  readonly method: string;
  /** Path and query as the router of the server reads them. A proxy may have removed the path of the application. */
  readonly target: string;
  /** Origin of the request, as the server sees it. */
  readonly origin: string;
  /** Returns the value of a header by its lower-cased name. */
  header(name: string): string | null | undefined;
}

/** An error that the application has left to the library, as an answer. */
export interface FailureAnswer {
  /** 303 or 401 without a session, 403, 429, or 503. */
  readonly status: number;
  /** Headers by lower-cased name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text that reveals nothing. */
  readonly body: string | null;
}

/**
 * Returns the answer to an error that the application has left to the library, which it logs; `null` for an error of the
 * application. It does not log that a user must sign in first. It answers 403 to a form of another site, 429 to too
 * many attempts, and 503 if the database or the server is down for a moment.
 */
export function answerFailure(error: unknown, { logger }: Pick<Mount, "logger">): FailureAnswer | null {
  if (isA(error, SessionRequired)) return error.answer;
  if (!isA(error, AuthError) || !ANSWERED.has(error.type)) return null;
  logger.error(error);
  const { status, headers = {} } = error as AuthError & {
    readonly status: number;
    readonly headers?: FailureAnswer["headers"];
  };
  const body = BODIES[status] ?? "Service unavailable.";
  return { status, headers: { ...PRIVATE, ...headers, "content-type": "text/plain; charset=utf-8" }, body };
}

/** The errors whose `status` is the answer. */
const ANSWERED: ReadonlySet<ErrorType> = new Set([
  "MissingCSRF",
  "AdapterError",
  "RateLimited",
  "ServerBusy",
]);

const BODIES: Readonly<Record<number, string>> = { 403: "Forbidden.", 429: "Too many requests." };

/** Header of an answer that is for one user, although an application may let caches keep what it protects. */
export const UNCACHED: readonly [name: string, value: string] = ["cache-control", PRIVATE["cache-control"]!];

/** Body of the answer to a script. */
export const UNAUTHORIZED: Readonly<{ message: string }> = { message: "Sign in first." };

/**
 * Returns the answer: a page is redirected to the sign-in page, which leads back; everything else gets 401. `null` for
 * the sign-in page itself, which must be shown.
 *
 * A page is a GET or HEAD that accepts `text/html`, and that no script has marked with `X-Requested-With`.
 *
 * @param page Path or URL of another sign-in page.
 */
export function toRefusal(refused: Refused, mounted: SignInPlace, page?: string): Refusal | null {
  const { answer, isOnPage } = refuse(refused, mounted, page);
  return isOnPage ? null : answer;
}

/** Creates the error of `auth.require()`. Its answer to a request for the sign-in page itself is 401. */
export function toSessionRequired(refused: Refused, mounted: SignInPlace, page?: string): SessionRequired {
  const { location, answer } = refuse(refused, mounted, page);
  return Object.assign(new SessionRequired(UNAUTHORIZED.message), { signInUrl: location, answer });
}

/** The part of a mount that says where the sign-in page is. */
type SignInPlace = Pick<Mount, "config" | "origin" | "signInUrl">;

function refuse(
  { method, target, origin: requestOrigin, header }: Refused,
  { config, origin = requestOrigin, signInUrl }: SignInPlace,
  page: string | undefined,
): { readonly location: string; readonly answer: Refusal; readonly isOnPage: boolean } {
  const returnTo = toOuterPath(target, readAppUrl(config.url));
  const location = signInUrl(returnTo, page);
  const isOnPage = isSignInPage(location, returnTo, origin);
  const headers = { ...PRIVATE, vary: "Accept, Cookie" };
  const isRead = method === "GET" || method === "HEAD";
  const answer: Refusal = isRead && acceptsPage(header) && !isOnPage
    ? { status: 303, headers: { ...headers, location }, body: null }
    : {
      status: 401,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(UNAUTHORIZED),
    };
  return { location, answer, isOnPage };
}

/** Returns whether a guard must let a path pass: it is that of an endpoint, and the config has its provider. */
export function isExempt(mount: Pick<Mount, "config" | "owns">, pathname: string): boolean {
  return mount.owns(pathname) && isEndpointPath(setupOf(mount.config, "http"), pathname);
}

/** Returns whether a request accepts a page, and no script has marked it with `X-Requested-With`. */
export function acceptsPage(header: Refused["header"]): boolean {
  return /\btext\/html\b/i.test(header("accept") ?? "") && !header("x-requested-with");
}

/** A path that a URL writes in another way, such as `/members/../login`, may be that of another page for the router. */
function isSignInPage(location: string, target: string, origin: string): boolean {
  const [path] = target.split(/[?#]/, 1);
  const here = URL.canParse(origin + target) ? new URL(origin + target) : null;
  return here !== null && here.pathname === path && isSamePage(new URL(location, origin), here);
}

/** Forbids caches to keep a response, or a copy if its headers are immutable. */
export function uncached(response: Response): Response {
  try {
    response.headers.set(...UNCACHED);
    return response;
  } catch {
    return response.status === 101 ? response : uncached(new Response(response.body, response));
  }
}

/** Returns whether two URLs are of one page. */
export function isSamePage(one: URL, other: URL): boolean {
  return one.origin === other.origin && one.pathname === other.pathname;
}
