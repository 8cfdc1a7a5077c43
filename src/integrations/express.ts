/**
 * A middleware for Express 5 and 4, the session of a request, and a guard for pages and APIs.
 *
 * @example
 * ```ts ignore
 * import express from "express";
 * import { getSession, MiddlewareAuth, requireSession } from "@latchkey/auth/express";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * const config = { providers: [GitHub] };
 * const app = express();
 * app.use("/auth", MiddlewareAuth(config));
 * app.get("/", async (req, res) => {
 *   res.send(`Hello, ${(await getSession(req, config))?.user.name ?? "stranger"}`);
 * });
 * app.get("/account", requireSession(config), (_req, res) => {
 *   res.send(`For ${res.locals.session.user.name}`);
 * });
 * ```
 *
 * @module
 */

import { answer } from "../core/answer.ts";
import type { AuthConfig, SessionOf } from "../auth_config/auth_config.ts";
import { withoutReplaced } from "../http/cookies.ts";
import type { Answer } from "../http/outcome.ts";
import {
  assertBody,
  assertConfigArgument,
  assertRequest,
  assertRequestArgument,
} from "./_express_arguments.ts";
import { type ExpressAuth, expressAuthOf, type Place } from "./_express_mounts.ts";
import { admit, type RequireSessionOptions } from "./_express_guard.ts";
import {
  type ExpressRequest,
  type ExpressResponse,
  mountPathOf,
  pathOf,
  type RoutedRequest,
  urlOf,
} from "./_express_request.ts";
import { changeSessionOfRequest, sessionOfRequest } from "./_express_session.ts";
import { sendFailure } from "./_node_failure.ts";
import { type NodeResponse, sendAnswer, sendText, setCookiesOf, toReceived } from "./_node.ts";
import type { SignInAction, SignOutAction } from "./integration.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../values/types.ts";
export type { ExpressRequest, ExpressResponse, RequireSessionOptions, SignInAction, SignOutAction };

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

/**
 * Signs users in below the path where it is mounted: `app.use("/auth", MiddlewareAuth(config))`, or with a wildcard, in a
 * router, or as a route. Mounted at the root, it signs them in below `/auth`. `basePath` of the config, and a path in
 * `AUTH_URL`, take precedence. Reads the environment: `AUTH_SECRET`, `AUTH_URL` and the others.
 *
 * It may stand before or after parsers of bodies. Other paths below the mount, and errors, go to `next`.
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
  const auth = expressAuthOf(config);
  auth.serve();
  const middleware = (req: RoutedRequest, res: NodeResponse, next = ending(res, auth)): Promise<void> => {
    assertRequest(req, res);
    return handle(req, res, { auth, next, middleware }).catch(next);
  };
  return withPlaces(middleware, auth) as unknown as ExpressMiddleware;
}

/**
 * Reads the session of a request, once per request and config: `null` when no one is signed in. Adds the cookie of a
 * prolonged session to the response, unless its headers have been sent.
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
  return await sessionOfRequest(req as RoutedRequest, config);
}

/**
 * Lets a request pass only with a session, which the handlers that follow find in `res.locals.session`. Without one, pages
 * (GET and HEAD by browsers) are redirected to the sign-in page, and return after it; every other request gets 401 and
 * JSON. The library's own paths, and the sign-in page, pass.
 *
 * @param config The object that `MiddlewareAuth` has got.
 * @throws {ConfigError} if the config is invalid.
 *
 * @example
 * ```ts ignore
 * app.get("/account", requireSession(config), (_req, res) => {
 *   res.send(`For ${res.locals.session.user.name}`);
 * });
 * app.use("/api", requireSession(config), api);
 * ```
 */
export function requireSession<C extends AuthConfig>(
  config: C,
  options: RequireSessionOptions = {},
): ExpressGuard<{ session: SessionOf<C> }> {
  assertConfigArgument(config, "requireSession");
  const auth = expressAuthOf(config);
  return (req: ExpressRequest, res: ExpressResponse, next: (error?: unknown) => void) =>
    admit(req as RoutedRequest, res as ExpressResponse<{ session: SessionOf<C> }>, {
      config,
      auth,
      options,
      next,
    }).catch(next);
}

/**
 * Signs a user in from a route of the application, such as that of its own form: begins at the provider, sends a mail, or
 * checks credentials. Sets the cookies on the response. The form needs no CSRF token: a request of another site is refused.
 *
 * @param config The object that `MiddlewareAuth` has got.
 * @returns The URL to redirect to.
 * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
 * @throws {ConfigError} if the config is invalid, this is not a request of Express, the response has begun, or Express
 * does not reveal where `MiddlewareAuth` is mounted: write `basePath` in the config.
 *
 * @example
 * ```ts ignore
 * app.post("/login", async (req, res) => {
 *   res.redirect(303, await signIn(req, config, { providerId: "github", redirectTo: "/account" }));
 * });
 * ```
 */
export async function signIn(
  req: ExpressRequest,
  config: AuthConfig,
  action: SignInAction = {},
): Promise<string> {
  assertRequestArgument(req, "signIn");
  assertConfigArgument(config, "signIn");
  const { url } = await changeSessionOfRequest(req as RoutedRequest, config, {
    wish: "sign in",
    mountOf: (auth) => auth.written(),
    run: (mounted, request) => mounted.signIn(request, action),
  });
  return url;
}

/**
 * Signs a user out from a route of the application. Refuses requests of other sites, as `signIn` does.
 *
 * @param config The object that `MiddlewareAuth` has got.
 * @returns The URL to redirect to.
 * @throws {AuthError} if it fails.
 * @throws {ConfigError} if the config is invalid, this is not a request of Express, or the response has begun.
 *
 * @example
 * ```ts ignore
 * app.post("/logout", async (req, res) => {
 *   res.redirect(303, await signOut(req, config, { redirectTo: "/" }));
 * });
 * ```
 */
export async function signOut(
  req: ExpressRequest,
  config: AuthConfig,
  action: SignOutAction = {},
): Promise<string> {
  assertRequestArgument(req, "signOut");
  assertConfigArgument(config, "signOut");
  const { url } = await changeSessionOfRequest(req as RoutedRequest, config, {
    wish: "sign out",
    mountOf: (auth, path) => auth.any(path),
    run: (mounted, request) => mounted.signOut(request, action),
  });
  return url;
}

/**
 * Passes data to the callbacks that make the session, with `trigger: "update"`, and sets the cookie of the changed session
 * on the response. `getSession` then returns the changed session; `res.locals.session` stays. A request of another site is
 * refused.
 *
 * @param config The object that `MiddlewareAuth` has got.
 * @returns The changed session; `null` if no one is signed in.
 * @throws {AuthError} if it fails.
 * @throws {ConfigError} if the config is invalid, this is not a request of Express, or the response has begun.
 *
 * @example
 * ```ts ignore
 * app.post("/theme", async (req, res) => {
 *   res.json(await update(req, config, { theme: "dark" }));
 * });
 * ```
 */
export async function update<C extends AuthConfig>(
  req: ExpressRequest,
  config: C,
  data: unknown,
): Promise<SessionOf<C> | null> {
  assertRequestArgument(req, "update");
  assertConfigArgument(config, "update");
  const { session } = await changeSessionOfRequest(req as RoutedRequest, config, {
    wish: "update the session",
    mountOf: (auth, path) => auth.any(path),
    run: (mounted, request) => mounted.update(request, data),
  });
  return session as SessionOf<C> | null;
}

interface Handling {
  readonly auth: ExpressAuth;
  readonly next: (error?: unknown) => void;
  readonly middleware: object;
}

async function handle(
  req: RoutedRequest,
  res: NodeResponse,
  { auth, next, middleware }: Handling,
): Promise<void> {
  const url = urlOf(req, auth.any("").origin);
  const found = auth.find(mountPathOf(req, middleware), url?.pathname ?? pathOf(req));
  if (!found) {
    if (url) auth.explain(res, url.pathname);
    return next();
  }
  if (res.headersSent) return found.logger.warn(SENT);
  const received = url && toReceived(req, res, url);
  if (!received) return sendText(res, 400, "Bad request.");
  assertBody(req);
  const answered = await answer(received, found.config);
  if (res.headersSent) return found.logger.warn(SENT);
  dropReplaced(res, answered);
  sendAnswer(res, answered);
}

const SENT =
  "express-response-sent: a response was sent before MiddlewareAuth could answer, and stays as it is: call " +
  "`next` only in a middleware that sends nothing";

/** Removes cookies that the answer sets again: `getSession` may have prolonged a session that the answer ends. */
function dropReplaced(res: NodeResponse, { setCookies }: Answer): void {
  const earlier = setCookiesOf(res);
  if (earlier.length === 0 || setCookies.length === 0) return;
  res.removeHeader("set-cookie");
  for (const cookie of withoutReplaced(earlier, setCookies)) res.appendHeader("set-cookie", cookie);
}

/** The parts of an application of Express by which it tells a sub-application where it is mounted. */
interface Mountable {
  mountpath?: unknown;
  handle: unknown;
  set(): void;
  emit(event: "mount", parent: { path?(): string }): void;
}

/** Learns the path of `app.use(path, middleware)`, as a sub-application does: `requireSession` redirects there. */
function withPlaces<F extends object>(middleware: F, auth: ExpressAuth): F & Mountable {
  const mountable = Object.assign(middleware, {
    handle: middleware,
    set() {},
    emit(_event: "mount", parent: { path?(): string }) {
      const { mountpath } = mountable;
      auth.addPlace(placeOf(parent, mountpath));
    },
  }) as F & Mountable;
  return mountable;
}

/** The application may itself be mounted later. */
function placeOf(parent: { path?(): string }, mountpath: unknown): Place {
  return () => {
    if (typeof mountpath !== "string") return undefined;
    const path = `${parent.path?.() ?? ""}${mountpath}`.replaceAll(/\/{2,}/g, "/");
    const fixed = path.replace(/(?:\{?\/\{?\*\w*\}?\}?|\/)$/, "");
    return /^(\/[\w.~-]+)*$/.test(fixed) ? fixed : null;
  };
}

/** Ends a request if there is no `next`, as in `http.createServer(MiddlewareAuth(config))`. */
function ending(res: NodeResponse, auth: ExpressAuth): (error?: unknown) => void {
  return (error) => {
    if (error === undefined) return sendText(res, 404, "Not found.");
    sendFailure(res, error, auth.any(""));
  };
}
