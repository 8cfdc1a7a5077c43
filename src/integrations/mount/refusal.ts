/**
 * The answer to a request that needs a session and has none, or one that is not enough.
 *
 * @module
 */

import {
  AuthError,
  ConfigError,
  type ErrorType,
  ReconnectRequired,
  ServerError,
  SessionRequired,
} from "../../errors/errors.ts";
import { isFromOrigin } from "../../http/fetch_site.ts";
import { acceptsPage } from "../../http/incoming.ts";
import { isEndpointPath } from "../../http/own_path.ts";
import type { Mount } from "./integration.ts";
import type { SessionLack, SessionNeed } from "../../values/levels.ts";
import { readAppUrl, toOuterPath } from "../../http/origin.ts";
import { siblingOf } from "./sibling.ts";
import { forbidCaches, NO_STORE, PRIVATE } from "../../http/caches.ts";
import { refererIn } from "../../http/referer.ts";
import { setupOf } from "../../config/setup.ts";
import { CAPABILITY_PAGES_OF_USERS } from "../../shapes/lists.ts";
import { isA } from "../../errors/thrown.ts";
import type { PagesOptions } from "../../model/options.ts";
import type { Refusal } from "../../values/types.ts";

/** A request that needs a session and has none, or one that is not enough. */
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
interface FailureAnswer {
  /** 303 or 401 without a session, 303 or 403 without a connection to a provider, 403, 429, 500, or 503. */
  readonly status: number;
  /** Headers by lower-cased name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text that reveals nothing. */
  readonly body: string | null;
}

/**
 * Returns the answer to an error that the application has left to the library, which it logs; `null` for an error of the
 * application. It does not log that a user must sign in first. It answers 403 to a form of another site, 429 to too
 * many attempts, and 503 if the database, a provider or the server is down for a moment.
 */
export function answerFailure(error: unknown, { logger }: Pick<Mount, "logger">): FailureAnswer | null {
  if (isAnswered(error)) return error.answer;
  if (!isA(error, AuthError) || !ANSWERED.has(error.type)) return null;
  logger.error(error);
  const { status, headers = {} } = error as AuthError & {
    readonly status: number;
    readonly headers?: FailureAnswer["headers"];
  };
  const body = BODIES[status] ?? "Service unavailable.";
  return { status, headers: { ...PRIVATE, ...headers, "content-type": "text/plain; charset=utf-8" }, body };
}

/** Logs an error of the application, and returns the answer to it: 500. */
export function answerOther(error: unknown, { logger }: Pick<Mount, "logger">): FailureAnswer {
  logger.error(new ServerError("Cannot answer the request: the application failed", { err: error as Error }));
  return {
    status: 500,
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: "Internal server error.",
  };
}

/**
 * Gives the answer of a framework that does not read `status` of an error the one of the error, such as 503 for a database
 * that is away. The body stays: it may be a page of the application.
 */
export function withStatusOf(error: unknown, response: Response): Response {
  if (response.status !== 500 || !isA(error, AuthError) || !ANSWERED.has(error.type)) return response;
  const { status, headers = {} } = error as
    & AuthError
    & Pick<FailureAnswer, "status">
    & Partial<FailureAnswer>;
  const answer = new Response(response.body, { status, headers: response.headers });
  for (const name in headers) answer.headers.set(name, headers[name]!);
  return answer;
}

/** Whether an error of `auth` carries the answer to the request, which leads a user to the page that helps. */
export function isAnswered(error: unknown): error is SessionRequired | ReconnectRequired {
  return isA(error, SessionRequired) || isA(error, ReconnectRequired);
}

/** The errors whose `status` is the answer. */
const ANSWERED: ReadonlySet<ErrorType> = new Set([
  "MissingCSRF",
  "AdapterError",
  "ProviderUnavailable",
  "RateLimited",
  "ServerBusy",
]);

const BODIES: Readonly<Record<number, string>> = { 403: "Forbidden.", 429: "Too many requests." };

/** Header of an answer that is for one user, although an application may let caches keep what it protects. */
export const UNCACHED: readonly [name: string, value: string] = ["cache-control", NO_STORE];

/** Bodies of the answers to scripts. */
const BODY_OF: Readonly<Record<SessionLack, { readonly message: string }>> = {
  session: { message: "Sign in first." },
  level: { message: "Use your second factor first." },
  age: { message: "Verify that it's you first." },
};

/** Body of the answer to a script without a session. */
export const UNAUTHORIZED: Readonly<{ message: string }> = BODY_OF.session;

/** What is missing, and where a user gets it. */
export interface Lacking {
  /** What the session lacks. Default: there is none. */
  readonly lack?: SessionLack;
  /** What the page or API needs. Default: a session. */
  readonly need?: SessionNeed;
  /** Path or URL of another sign-in page. */
  readonly page?: string | undefined;
  /** Path where the user goes afterwards. Default: that of the request, or of the page that has sent a form. */
  readonly returnTo?: string | undefined;
  /** The page that helps. Default: the one for what the session lacks. */
  readonly location?: string;
}

/**
 * Asserts that a session can be what an application needs of it.
 *
 * @throws {ConfigError} if the numbers are none that work.
 */
export function assertNeed({ aal = 1, maxAge = Infinity }: SessionNeed): void {
  if (aal !== 1 && aal !== 2) {
    throw new ConfigError(`Cannot require a session of level ${aal}: write \`aal: 2\`, or leave it out`);
  }
  if (typeof maxAge === "number" && maxAge >= MIN_AGE) return;
  throw new ConfigError(
    `Cannot require a session with \`maxAge: ${maxAge}\`: write at least ${MIN_AGE} seconds, because the user has to come ` +
      "back in that time after confirming that it is them",
  );
}

/** The least `maxAge`, in seconds. */
const MIN_AGE = 10;

/**
 * Returns the answer: a page is redirected to the page that helps, which leads back; everything else gets 401. `null` for
 * that page itself, which must be shown.
 *
 * A page is a GET or HEAD that accepts `text/html`, and that no script has marked with `X-Requested-With`; also a form of this
 * site, if there is a session that is not enough.
 */
export function toRefusal(refused: Refused, mounted: Place, lacking: Lacking = {}): Refusal | null {
  const { answer, isOnPage } = refuse(refused, mounted, lacking);
  return isOnPage ? null : answer;
}

/** Creates the error of `auth.require()`. Its answer to a request for the page that helps is 401. */
export function toSessionRequired(refused: Refused, mounted: Place, lacking: Lacking = {}): SessionRequired {
  const { lack: reason = "session" } = lacking;
  const { location, answer } = refuse(refused, mounted, lacking);
  return Object.assign(new SessionRequired(BODY_OF[reason].message), { signInUrl: location, answer, reason });
}

/** The part of a mount that says where the pages are that help. */
export type Place = Pick<Mount, "config" | "origin" | "signInUrl" | "stepUpUrl">;

function refuse(
  refused: Refused,
  mounted: Place,
  { lack = "session", need = {}, page, returnTo: keptAt, location: known }: Lacking,
): { readonly location: string; readonly answer: Refusal; readonly isOnPage: boolean } {
  const { method, target, header } = refused;
  const { config, origin = refused.origin } = mounted;
  const sibling = siblingOf(refused, mounted);
  const here = toOuterPath(target, readAppUrl(config.url));
  const form = lack === "session" ? null : formPageOf(refused, sibling ?? origin, here);
  const path = keptAt ?? form ?? here;
  const helping = known ?? pageOf({ lack, returnTo: toUrl(path, sibling), page }, mounted);
  const location = toUrl(helping, sibling && origin);
  const pages = known === undefined ? helpingPages(location, mounted, page) : [known];
  // Its form may come without a session, and nothing else.
  const isOnPage = /^(?:GET|HEAD|POST)$/.test(method) && pages.some((each) => isPageOf(each, here, origin)) &&
    !sibling;
  const headers = { ...PRIVATE, vary: "Accept, Cookie" };
  const isRead = /^(?:GET|HEAD)$/.test(method);
  const answer: Refusal = (isRead || form !== null) && acceptsPage(header) && !isOnPage
    ? { status: 303, headers: { ...headers, location }, body: null }
    : {
      status: 401,
      headers: { ...headers, "content-type": "application/json", ...challengeOf(lack, need) },
      body: JSON.stringify(BODY_OF[lack]),
    };
  return { location, answer, isOnPage };
}

/** A path with the host that it is of, where the user goes from one host to another. */
function toUrl(path: string, host: string | null): string {
  return host ? new URL(path, host).href : path;
}

/** Returns the URL of the page that helps. @throws {ConfigError} as `stepUpUrl`. */
export function pageOf(
  { lack, returnTo, page }: Pick<Lacking, "page"> & { readonly lack: SessionLack; readonly returnTo: string },
  { signInUrl, stepUpUrl }: Pick<Place, "signInUrl" | "stepUpUrl">,
): string {
  return lack === "session"
    ? signInUrl(returnTo, page)
    : stepUpUrl(returnTo, lack === "level" ? { aal: 2 } : {}, page);
}

/**
 * The pages that a guard must let pass, because they help to get what is missing: one of them may lead to another. The other
 * pages are for users who are signed in. The pages of the library show strangers logos.
 */
export function helpingPages(
  location: string,
  { config, signInUrl }: Pick<Place, "config" | "signInUrl">,
  page?: string,
): readonly string[] {
  const { pages = {}, theme: { logo, logoDark } = {} } = config;
  const logos = config.providers.map((each) =>
    (each as { readonly style?: { readonly logo?: string } }).style?.logo
  );
  const helping = Object.entries(pages).map(([name, url]) => OF_USERS.includes(name) ? undefined : url);
  return [location, signInUrl("/", page), logo, logoDark, ...logos, ...helping].filter((each) =>
    each !== undefined
  );
}

/** The pages of users who are signed in. */
const OF_USERS: readonly string[] = [
  "signOut",
  "newUser",
  "link",
  "takenOver",
  ...CAPABILITY_PAGES_OF_USERS,
] satisfies readonly (keyof PagesOptions)[];

/**
 * The header that says what a session lacks. Its scheme is not `Bearer`: no token would be read.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9470#section-3 | RFC 9470 §3}
 */
function challengeOf(
  lack: SessionLack,
  { aal, maxAge }: SessionNeed,
): { readonly "www-authenticate"?: string } {
  if (lack === "session") return {};
  const params = [
    'error="insufficient_user_authentication"',
    ...(aal === 2 ? ['acr_values="aal2"'] : []),
    ...(maxAge === undefined ? [] : [`max_age="${Math.floor(maxAge)}"`]),
  ];
  return { "www-authenticate": `Session ${params.join(", ")}` };
}

/** Content types of forms without a script. */
const FORM = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/**
 * Returns the page that has sent a form of this site, `here` if the browser hides it; `null` for other requests. A browser says
 * which site a form comes from.
 */
function formPageOf({ method, header }: Refused, origin: string, here: string): string | null {
  const isForm = method === "POST" && FORM.test(header("content-type") ?? "") && isFromOrigin(header, origin);
  return isForm ? refererIn(header, origin) ?? here : null;
}

/** Returns whether a guard must let a path pass: it is that of an endpoint, and the config has its provider. */
export function isExempt(mount: Pick<Mount, "config" | "owns">, pathname: string): boolean {
  return mount.owns(pathname) && isEndpointPath(setupOf(mount.config, "http"), pathname);
}

/** A path that a URL writes in another way, such as `/members/../login`, may be that of another page for the router. */
function isPageOf(location: string, target: string, origin: string): boolean {
  const [path] = target.split(/[?#]/, 1);
  const here = URL.canParse(origin + target) ? new URL(origin + target) : null;
  const page = new URL(location, origin);
  return here !== null && here.pathname === path && page.origin === here.origin && page.pathname === path;
}

/** Forbids caches to keep a response, or a copy if its headers are immutable. */
export function uncached(response: Response): Response {
  try {
    forbidCaches(response.headers);
    return response;
  } catch {
    return response.status === 101 ? response : uncached(new Response(response.body, response));
  }
}

/** Returns whether two URLs are of one page of Next, which answers one of them with a slash at its end by a redirect. */
export function isSamePage(one: URL, other: URL): boolean {
  const [path, another] = [one, other].map(({ pathname }) => pathname.replace(/\/$/, ""));
  return one.origin === other.origin && path === another;
}
