/**
 * `auth()` of Next: reads the session, gives it to route handlers, and guards pages as the proxy (`middleware` in Next 15).
 *
 * @module
 */

import type { AuthConfig } from "../../model/auth_config.ts";
import { ConfigError } from "../../errors/errors.ts";
import { PRIVATE } from "../../http/caches.ts";
import type { SessionLack } from "../../values/levels.ts";
import type { Awaitable, Session } from "../../values/types.ts";
import type { AuthFunction, AuthorizedCallback, NextAuthConfig } from "./api.ts";
import {
  cookieHeader,
  cookiesOf,
  type Mounted,
  PROLONGED,
  publicUrl,
  type ReadSession,
  type sessionReaderOf,
} from "./request.ts";
import { handOn } from "./server.ts";
import type { NextFetchEvent, NextRequest } from "./types.ts";
import { explainIfOdd } from "../mount/other_path.ts";
import { siblingOf } from "../mount/sibling.ts";
import {
  answerFailure,
  answerOther,
  assertNeed,
  helpingPages,
  isAnswered,
  isExempt,
  isSamePage,
  pageOf,
  uncached,
} from "../mount/refusal.ts";
import { createKeptForm, createRequire } from "./require.ts";
import type { Mount } from "../mount/integration.ts";

/**
 * Creates the function that reads the session, and that wraps route handlers and the proxy.
 *
 * @param readSession Reads the session of a request.
 * @param own The functions that the config brings.
 */
export function createAuth<C extends NextAuthConfig>(
  mounted: Mounted<C>,
  readSession: ReturnType<typeof sessionReaderOf<C>>,
  own: Readonly<Record<string, object>>,
): AuthFunction<C> {
  const inRoute = async (request: NextRequest, handler: Handler) => {
    const { session, mount, lacks } = await readSession(request);
    const { authorized } = mount.config.callbacks ?? {};
    const answer = await decide({ request, mount, handler, authorized }, { session, lacks })
      .catch((error) => toAnswer(error, mount));
    return answer instanceof Response ? forOneUser(answer, session) : answer;
  };
  const inProxy = async (request: NextRequest, handler: Handler | undefined) => {
    const mount = await mounted(request);
    return await proxy({ request, mount, handler, authorized: mount.config.callbacks?.authorized });
  };
  // Next itself answers each error with 500.
  const answering = async <T>(request: NextRequest, run: () => Promise<T>): Promise<T | Response> => {
    try {
      return await run();
    } catch (error) {
      const answer = answerFailure(error, await mounted(request));
      if (!answer) throw error;
      return new Response(answer.body, answer);
    }
  };
  const current = async () => (await readSession()).session;
  const functions = {
    require: createRequire(readSession),
    keptForm: createKeptForm(readSession),
    ...own,
  };
  return Object.assign(auth, functions) as AuthFunction<C>;

  function auth(...args: readonly unknown[]): unknown {
    const [first] = args;
    if (args.length === 0) return current();
    if (isRequest(first)) return answering(first, () => inProxy(first, undefined));
    if (typeof first !== "function") throw misused();
    return async (request: NextRequest, context: unknown) => {
      const handler = () => first(request, context);
      return await answering(request, () => (isFetchEvent(context) ? inProxy : inRoute)(request, handler));
    };
  }
}

/** The function of the application, with its arguments. */
type Handler = () => Awaitable<Response | null | undefined | void>;

/** A request to decide on. */
interface Task<C extends AuthConfig> {
  readonly request: NextRequest;
  readonly mount: Mount<C>;
  readonly handler: Handler | undefined;
  readonly authorized: AuthorizedCallback["authorized"];
}

function isRequest(value: unknown): value is NextRequest {
  return typeof value === "object" && value !== null && "nextUrl" in value;
}

/** Route handlers get the parameters of the route instead. */
function isFetchEvent(value: unknown): value is NextFetchEvent {
  return typeof (value as Partial<NextFetchEvent> | undefined)?.waitUntil === "function";
}

function misused(): ConfigError {
  return new ConfigError(
    "Cannot read the session: call `auth()` without arguments in server components, route handlers and server actions, " +
      "or write `auth((request) => …)`. In the Pages Router, use `resolveSession` of @latchkey/auth",
  );
}

/**
 * Answers a request of the proxy, and prolongs the session: for the browser, and for what Next runs afterwards.
 *
 * It hands on the requests for the endpoints at once: a redirect would make a loop, and a prolonged session would undo a
 * sign-out. Next may have a route of the application for anything else below `basePath`, so that is guarded.
 */
async function proxy<C extends AuthConfig>(task: Task<C>): Promise<Response> {
  const { request, mount } = task;
  const url = publicUrl(request);
  const { pathname } = new URL(url);
  if (isExempt(mount, pathname)) return handOn();
  explainIfOdd(mount, pathname);
  const reader = mount.session({ url, headers: request.headers });
  const session = await reader.read();
  const isProlonged = adoptCookies(request, await reader.headers([]));
  const decided = await decide(task, { session, lacks: reader.lacks })
    .catch((error) => toAnswer(error, mount, isProlonged)) ?? handOn();
  const answer = task.authorized || task.handler ? forOneUser(decided, session) : decided;
  return isProlonged ? await reader.addTo(withRequestHeaders(answer, request)) : answer;
}

/**
 * Keeps caches from an answer that depends on a session: also a static page, which Next lets caches keep. To a stranger, only an
 * answer of the application itself does: a static page that the request goes on to never asked.
 */
function forOneUser(answer: Response, session: object | null): Response {
  return session === null && answer.headers.has("x-middleware-next") ? answer : uncached(answer);
}

/** Puts the cookies of a prolonged session into the request. @returns Whether there are any. */
function adoptCookies(request: NextRequest, added: readonly (readonly [string, string])[]): boolean {
  if (!added.some(([name]) => name === "set-cookie")) return false;
  const sent = request.headers.get("cookie");
  const prolonged = cookiesOf(added);
  for (const { name, value } of prolonged) {
    if (value) request.cookies.set(name, value);
    else request.cookies.delete(name);
  }
  request.headers.set("cookie", cookieHeader(sent, request.cookies));
  request.headers.set(PROLONGED, prolonged.map(({ name }) => name).join(" "));
  return true;
}

/** The header by which `NextResponse` tells Next which headers of the request go on. */
const LIST = "x-middleware-override-headers";

/** Lets a response that hands the request on pass on the headers that have changed. */
function withRequestHeaders(answer: Response, { headers }: NextRequest): Response {
  // With a list of its own, the application has already decided which headers go on.
  if (!goesOn(answer) || answer.headers.has(LIST)) return answer;
  for (const [name, value] of handOn(headers).headers) {
    if (name !== "x-middleware-next") answer.headers.set(name, value);
  }
  return answer;
}

/** Returns whether Next shows the page that was asked for, or another one in its place. A route handler has no such answer. */
function goesOn(answer: Response | null | undefined | void): boolean {
  return !answer || ["next", "rewrite"].some((name) => answer.headers.has(`x-middleware-${name}`));
}

/** The warning for a guard that was asked, and not obeyed: as with Auth.js, the function decides. */
const IGNORED_GUARD =
  "ignored-guard: a request went on that `callbacks.authorized` does not allow, because the proxy calls `auth` with a function, " +
  "which decides instead. Call `await auth(request, event)` in the proxy, or let the function refuse the request";

/** Asks `callbacks.authorized`, then the function of the application. @returns `undefined` to let Next go on. */
async function decide<C extends AuthConfig>(
  { request, mount, handler, authorized }: Task<C>,
  { session, lacks }: Pick<ReadSession<C>, "session" | "lacks">,
): Promise<Response | null | undefined | void> {
  const allowed = await authorized?.({ request, auth: session as Session | null });
  if (allowed instanceof Response) return allowed;
  if (handler) {
    Object.assign(request, { auth: session });
    const answer = await handler();
    if (authorized && allowed !== true && goesOn(answer)) mount.logger.warn(IGNORED_GUARD);
    return answer;
  }
  const need = typeof allowed === "object" ? allowed : null;
  if (need) assertNeed(need);
  const lack = need ? await lacks(need) : authorized && !allowed ? "session" : null;
  // Only a clear yes lets a user in: `auth?.user.email?.endsWith("@example.com")` is `undefined` without a session.
  return lack ? toHelp(request, mount, lack) : undefined;
}

/** Redirects to the page that helps, unless the user is on one. */
function toHelp<C extends AuthConfig>(
  request: NextRequest,
  mount: Mount<C>,
  lack: SessionLack,
): Response | undefined {
  const { origin: received, pathname, search } = new URL(publicUrl(request));
  const origin = mount.origin ?? received;
  const sibling = siblingOf({ origin: received, header: (name) => request.headers.get(name) }, mount);
  const here = new URL(origin + pathname);
  const page = new URL(pageOf({ lack, returnTo: (sibling ?? "") + pathname + search }, mount), origin);
  const isShown = !sibling && /^(?:GET|HEAD|POST)$/.test(request.method);
  if (isShown && helpingPages(page.href, mount).some((each) => isSamePage(new URL(each, origin), here))) {
    return undefined;
  }
  // 303 turns a POST into a GET: the page must not receive the form.
  const status = request.method === "GET" || request.method === "HEAD" ? 307 : 303;
  // The script of Next that calls a server action would follow the redirect by itself, and show an error in place of the page.
  const [name, end] = request.headers.has("next-action") ? ["x-action-redirect", ";push"] : ["location", ""];
  return new Response(null, { status, headers: { ...PRIVATE, [name!]: page.href + end } });
}

/**
 * The answer that an error of `auth` carries.
 *
 * @param isProlonged Whether a cookie must go with the answer, to any error: it may have a token that works once. Default `false`.
 * @throws Any other error.
 */
function toAnswer(error: unknown, mount: Pick<Mount, "logger">, isProlonged: boolean = false): Response {
  if (isAnswered(error)) return error.getResponse();
  // `redirect()` of Next throws an error with a digest.
  if (!isProlonged || "digest" in Object(error)) throw error;
  const answer = answerFailure(error, mount) ?? answerOther(error, mount);
  return new Response(answer.body, answer);
}
