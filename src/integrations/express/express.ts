/**
 * A middleware for Express 5 and 4, `auth` of each request, and a guard for pages and APIs.
 *
 * Experimental: before 1.0.0, a minor version may change its interface.
 *
 * @example
 * ```ts ignore
 * import express from "express";
 * import { MiddlewareAuth, requireSession } from "@latchkey/auth/express";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * const config = { providers: [GitHub] };
 * const app = express();
 * app.use(MiddlewareAuth(config));
 * app.get("/", async (_req, res) => {
 *   res.send(`Hello, ${(await res.locals.auth())?.user.name ?? "stranger"}`);
 * });
 * app.get("/account", requireSession(config), (_req, res) => {
 *   res.send(`For ${res.locals.session.user.name}`);
 * });
 * ```
 *
 * @module
 */

import { answerAt } from "../mount/answer.ts";
import type { AuthConfig, SessionOf } from "../../model/auth_config.ts";
import {
  assertBody,
  assertConfigArgument,
  assertRequest,
  assertRequestArgument,
  assertResponse,
} from "./arguments.ts";
import { contextOf, type ExpressContext, mountedFor, setLocalsAuth } from "./auth.ts";
import { type ExpressMounts, isBelowDefault, isExemptPath, matchMount, mountsOf } from "./mounts.ts";
import {
  type ExpressRequest,
  type ExpressResponse,
  mountPathOf,
  pathOf,
  type RoutedRequest,
  type RoutedResponse,
  urlOf,
} from "./request.ts";
import { sendFailure } from "../node/failure.ts";
import { sendAnswer, sendText, toReceived } from "../node/door.ts";
import type { NodeResponse } from "../node/types.ts";
import { explainIfMissing, explainMissing } from "../mount/other_path.ts";
import { targetOf } from "../mount/sent_path.ts";
import type { SessionNeed } from "../../values/levels.ts";
import { assertNeed, type Lacking } from "../mount/refusal.ts";
import { needOf, refuseAt, type RequestAuth, type RequireOptions } from "../mount/request_auth.ts";
import type { Refusal } from "../../values/types.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../../values/types.ts";
export type { ExpressRequest, ExpressResponse, RequestAuth, RequireOptions };

/** A config for Express: that of the library without `raw`, which `Auth` alone reads. */
export type ExpressAuthConfig = Omit<AuthConfig, "raw">;

/** A middleware. Resolves when it has answered, or called `next`. */
export type ExpressMiddleware = (
  req: ExpressRequest,
  res: ExpressResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/**
 * A middleware that adds to `res.locals`.
 *
 * @typeParam Locals What it adds.
 */
export interface ExpressGuard<Locals extends object> {
  /** Beside handlers that know nothing of it, such as a router. */
  (req: ExpressRequest, res: ExpressResponse, next: (error?: unknown) => void): Promise<void>;
  /** Before handlers that use what it adds. TypeScript infers from the last signature. */
  (req: ExpressRequest, res: ExpressResponse<Locals>, next: (error?: unknown) => void): Promise<void>;
}

/** Values that `requireSession` adds to `res.locals`. */
export interface ExpressLocals<C extends AuthConfig = AuthConfig> {
  /** The session. */
  session: SessionOf<C>;
  /** Reads the session, and changes it. `MiddlewareAuth` adds it too. */
  auth: RequestAuth<C>;
}

/** Options of `requireSession`. */
export interface RequireSessionOptions extends SessionNeed {
  /**
   * Where to send users who must sign in first: a path or a URL, or a function that returns it for a request. It gets the
   * parameter `callbackUrl`. Default: `pages.signIn` of the config, else the sign-in page of the library.
   */
  readonly signInUrl?: string | ((req: ExpressRequest) => string);
}

/**
 * Signs users in below `/auth`, and leaves `res.locals.auth` for the handlers that follow: `app.use(MiddlewareAuth(config))`.
 * It belongs to the config of the last middleware, or guard, that the request has passed. Its type is
 * `RequestAuth<typeof config>`: `declare global { namespace Express { interface Locals { auth: … } } }`.
 *
 * Mounted at a path, it signs users in below that: `app.use("/login", …)`, also with a wildcard, in a router, or as a
 * route with a wildcard. The path follows from each request. `basePath` of the config, and a path in `AUTH_URL`, take
 * precedence: write it where the library is not at `/auth`, because guards elsewhere cannot see the path of the mount.
 *
 * Reads the environment: `AUTH_SECRET`, `AUTH_URL` and the others. It may stand before or after parsers of bodies. Other
 * paths, and errors, go to `next`.
 *
 * Set `AUTH_URL` to the URL that browsers use (or `url` in the config). With `trustHost` instead, the host is that of the
 * `Host` header, and the scheme the one that Express finds: behind a proxy that ends TLS, set `trust proxy`. No forwarding
 * header names the host.
 *
 * The returned function resolves when the library has answered, or `next` has been called.
 *
 * @param config Is not changed. Hand the same object to `getSession` and `requireSession`.
 * @throws {ConfigError} if the config is invalid. The message says what to write instead.
 */
export function MiddlewareAuth(config: ExpressAuthConfig): ExpressMiddleware {
  assertConfigArgument(config, "MiddlewareAuth");
  const mounts = mountsOf(config);
  mounts.isServed = true;
  return (req, res, pass?: (error?: unknown) => void) => {
    assertRequest(req);
    assertResponse(res);
    const next = pass ?? ending(res, mounts);
    return handle(req, res, { mounts, next }).catch(next);
  };
}

/** The name of the middleware in `@auth/express`. */
export const ExpressAuth: typeof MiddlewareAuth = MiddlewareAuth;

/**
 * Reads the session of a request, once per request and config: `null` when no one is signed in. Adds the cookie of a
 * prolonged session to the response, unless its headers have been sent. It works with and without a middleware before it.
 *
 * @param config The object that `MiddlewareAuth` has got.
 * @throws {ConfigError} if the config is invalid, or this is not a request of Express.
 * @throws {AdapterError} if the database fails. This does not mean that no one is signed in.
 *
 * @example
 * ```ts ignore
 * app.get("/api/me", async (req, res) => {
 *   const session = await getSession(req, config);
 *   res.json({ name: session?.user.name ?? null });
 * });
 * ```
 */
export async function getSession<C extends AuthConfig>(
  req: ExpressRequest,
  config: C,
): Promise<SessionOf<C> | null> {
  assertRequestArgument(req, "getSession");
  assertConfigArgument(config, "getSession");
  return await contextOf(req, mountsOf(config)).auth();
}

/**
 * Lets a request pass only with a session, which the handlers that follow find in `res.locals.session`, beside
 * `res.locals.auth`. Without one, pages (GET and HEAD by browsers) are redirected to the sign-in page, and return after it;
 * every other request gets 401 and JSON. The library's own paths, and the sign-in page, pass. If the session is not enough,
 * a page leads to the page of the second factor and back, also after a form.
 *
 * The sign-in page is where the request has met `MiddlewareAuth`; else below `basePath`, or `/auth`.
 *
 * @param config The object that `MiddlewareAuth` has got.
 * @throws {ConfigError} if the config is invalid, and as `auth.require()`.
 *
 * @example
 * ```ts ignore
 * app.get("/account", requireSession(config), (_req, res) => {
 *   res.send(`For ${res.locals.session.user.name}`);
 * });
 * app.use("/api", requireSession(config), api);
 * app.post("/transfer", requireSession(config, { aal: 2, maxAge: 300 }), transfer);
 * ```
 */
export function requireSession<C extends AuthConfig>(
  config: C,
  options: RequireSessionOptions = {},
): ExpressGuard<ExpressLocals<C>> {
  assertConfigArgument(config, "requireSession");
  assertNeed(options);
  const mounts = mountsOf(config);
  return (req: ExpressRequest, res: ExpressResponse, next: (error?: unknown) => void) =>
    admit(req as RoutedRequest, res as RoutedResponse, { mounts, options, next }).catch(next);
}

interface Handling<C extends AuthConfig> {
  readonly mounts: ExpressMounts<C>;
  readonly next: (error?: unknown) => void;
}

async function handle<C extends AuthConfig>(
  req: RoutedRequest,
  res: RoutedResponse,
  { mounts, next }: Handling<C>,
): Promise<void> {
  const url = urlOf(req, mounts.first);
  const pathname = url?.pathname ?? pathOf(req);
  const mountPath = mountPathOf(req, (path) => isBelowDefault(mounts, path));
  const { isOwn, mounted } = matchMount(mounts, { mountPath, pathname });
  if (!isOwn) {
    if (url) explainIfMissing(res, mounts.first, pathname);
    const context = contextOf(req, mounts);
    context.mounted = mounted;
    if (res.locals) setLocalsAuth(res.locals, context.auth);
    return next();
  }
  const mount = mounted();
  const { logger } = mount;
  if (res.headersSent) return logger.warn(SENT);
  const received = url && toReceived(req, res, url);
  if (!received) return sendText(res, 400, "Bad request.");
  assertBody(req);
  const answered = await answerAt(received, mount);
  if (res.headersSent) logger.warn(SENT);
  sendAnswer(res, answered);
}

const SENT =
  "express-response-sent: a response was sent before MiddlewareAuth could answer, and stays as it is: call " +
  "`next` only in a middleware that sends nothing";

/** Calls `next` with a session in `res.locals`, or answers the request. */
async function admit<C extends AuthConfig>(
  req: RoutedRequest,
  res: RoutedResponse,
  { mounts, options: { signInUrl, ...need }, next }: Handling<C> & {
    readonly options: RequireSessionOptions;
  },
): Promise<void> {
  const context = contextOf(req, mounts);
  // After its middleware, no request is for the library.
  if (!context.mounted && isExemptPath(mounts, pathOf(req))) return next();
  const { locals = {} } = res;
  setLocalsAuth(locals, context.auth);
  const { session, lack } = await needOf(context.auth, need);
  locals.session = session;
  if (!lack) return next();
  const page = typeof signInUrl === "function" ? signInUrl(req) : signInUrl;
  if (!context.mounted) explainMissing(mounts.first, pathOf(req));
  const sent = targetOf(req);
  const target = sent.startsWith("/") ? sent : "/";
  const refusal = await refusalOf(req, context, { target, lacking: { lack, need, page } });
  if (refusal) return sendAnswer(res, { ...refusal, setCookies: [] });
  // Nothing says which page an odd target is of.
  return sent === target ? next() : sendText(res, 400, "Bad request.");
}

async function refusalOf<C extends AuthConfig>(
  req: RoutedRequest,
  context: ExpressContext<C>,
  { target, lacking }: { readonly target: string; readonly lacking: Lacking },
): Promise<Refusal | null> {
  const { config, first } = context.mounts;
  // The path of the library matters only for its own pages.
  const isOwn = lacking.lack === "session" && (lacking.page !== undefined || config.pages?.signIn);
  const mounted = isOwn ? first : mountedFor(context);
  const { method = "GET", headers } = req;
  const { origin = "http://localhost" } = urlOf(req, mounted) ?? {};
  const header = (name: string) => headers[name]?.toString();
  const refused = { method, target, origin, header };
  return await refuseAt(context.auth, { refused, mounted, ...lacking });
}

/** Ends a request if there is no `next`, as in `http.createServer(MiddlewareAuth(config))`. */
function ending<C extends AuthConfig>(
  res: NodeResponse,
  { first }: ExpressMounts<C>,
): (error?: unknown) => void {
  return (error) => {
    if (error === undefined) return sendText(res, 404, "Not found.");
    sendFailure(res, error, first);
  };
}
