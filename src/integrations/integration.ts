/**
 * Parts for your own integration: a config mounted in a server, and the session of each request.
 *
 * An integration finds the requests for the library, lets it answer them, and passes the session to the application.
 *
 * @example A middleware of functions `(request, next) => Response`
 * ```ts
 * import type { AuthConfig } from "@latchkey/auth";
 * import { mount, type SessionReader } from "@latchkey/auth/integration";
 *
 * type Next = (session: SessionReader) => Promise<Response>;
 *
 * function withAuth(config: AuthConfig, env: Record<string, string | undefined>) {
 *   const auth = mount(config, env);
 *   return async (request: Request, next: Next): Promise<Response> => {
 *     if (auth.owns(new URL(request.url).pathname)) return await auth.answer(request);
 *     const session = auth.session(request);
 *     return await session.addTo(await next(session));
 *   };
 * }
 *
 * const env = { AUTH_SECRET: "at-least-32-characters-from-a-random-source", AUTH_URL: "https://app.example" };
 * const handle = withAuth({ providers: [] }, env);
 * const response = await handle(new Request("https://app.example/"), async (session) => {
 *   return new Response((await session.read())?.user?.name ?? "stranger");
 * });
 * console.log(await response.text()); // stranger
 * ```
 *
 * @module
 */

import { Auth } from "../auth.ts";
import { type Environment, setEnvDefaults } from "../config/env.ts";
import { setupOf } from "../config/setup.ts";
import type { AuthConfig } from "../auth_config/auth_config.ts";
import { isOwnPath } from "../http/incoming.ts";
import { readAppUrl } from "../http/origin.ts";
import { withParams } from "../http/redirect.ts";
import type { RequestHeaders, SetCookie } from "../http/types.ts";
import { type RequestWithCookies, sessionOf, type SessionWithHeaders } from "../resolve_session.ts";
import {
  type ActionRequest,
  type ActionResult,
  signIn,
  type SignInAction,
  signOut,
  type SignOutAction,
  type UpdateResult,
  updateSession,
} from "../server_action.ts";
import type { LoggerInstance } from "../types.ts";
import { checkPackages } from "./_packages.ts";
import { type SessionReader, toReader } from "./_session_reader.ts";

export type {
  ActionRequest,
  ActionResult,
  Environment,
  RequestHeaders,
  RequestWithCookies,
  SessionReader,
  SetCookie,
  SignInAction,
  SignOutAction,
  UpdateResult,
};

/** A config that is mounted in a server. */
export interface Mount<C extends AuthConfig = AuthConfig> {
  /** The config, completed from the environment. */
  readonly config: C;
  /** Origin of the application, if the config or `AUTH_URL` sets it. */
  readonly origin: string | undefined;
  /** Path of the library, as browsers see it: with a leading slash, without a trailing one; empty for the root. */
  readonly basePath: string;
  /** The same after a proxy has removed the path of the application: `/auth` for `/app/auth`. */
  readonly innerPath: string;
  /** The logger. */
  readonly logger: LoggerInstance;
  /** Returns whether the library answers a path: whether the segment after `basePath` is one of its actions. */
  owns(pathname: string): boolean;
  /** Answers a request for such a path. Never rejects. */
  answer(request: Request): Promise<Response>;
  /** Returns a reader for the session of a request for another path. It reads nothing yet. */
  session(request: RequestWithCookies): SessionReader<C>;
  /**
   * Returns where to send a user who must sign in first: the path of the sign-in page, or an absolute URL if `pages` has
   * one.
   *
   * @param returnTo Path of the page that the user asked for.
   * @param page Path or URL of another sign-in page.
   */
  signInUrl(returnTo: string, page?: string): string;
  /**
   * Signs a user in from the application's own code, such as a server action. The framework must have checked that the
   * request is not forged; one that comes from another site is refused nevertheless.
   *
   * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
   */
  signIn(request: ActionRequest, action: SignInAction): Promise<ActionResult>;
  /** Signs a user out from the application's own code. @throws {AuthError} if it fails. */
  signOut(request: ActionRequest, action: SignOutAction): Promise<ActionResult>;
  /**
   * Passes data to the callbacks that make the session, with `trigger: "update"`.
   *
   * @throws {AuthError} if it fails.
   */
  update(request: ActionRequest, data: unknown): Promise<UpdateResult<C>>;
}

/** Options of `mount`. */
export interface MountOptions {
  /** Path of the library if neither `basePath` nor `AUTH_URL` says it. Default `/auth`. */
  readonly defaultPath?: string;
}

/**
 * Completes a copy of the config from the environment, and checks it. Logs missing packages soon afterwards.
 *
 * Call it once: when the server starts, or at the first request if the environment is not available earlier.
 *
 * @param env The environment: `AUTH_SECRET`, `AUTH_URL` and the others.
 * @throws {ConfigError} if the config is invalid. The message says what to write instead.
 *
 * @example On Cloudflare Workers, which pass the environment with each request
 * ```ts
 * import { type Environment, mount, type Mount } from "@latchkey/auth/integration";
 *
 * let auth: Mount | undefined;
 *
 * const worker = {
 *   async fetch(request: Request, env: Environment): Promise<Response> {
 *     auth ??= mount({ providers: [] }, env);
 *     if (auth.owns(new URL(request.url).pathname)) return await auth.answer(request);
 *     return new Response("Hello");
 *   },
 * };
 *
 * const env = { AUTH_SECRET: "at-least-32-characters-from-a-random-source", AUTH_URL: "https://app.example" };
 * const response = await worker.fetch(new Request("https://app.example/auth/session"), env);
 * console.log(await response.json()); // null
 * ```
 */
export function mount<C extends AuthConfig>(
  config: C,
  env: Environment,
  { defaultPath = "/auth" }: MountOptions = {},
): Mount<C> {
  const handler = readAppUrl(config.url ?? env.AUTH_URL, defaultPath)?.basePath ?? defaultPath;
  const own = { ...config, basePath: config.basePath ?? handler };
  setEnvDefaults(env, own, config.basePath === undefined);
  const setup = setupOf(own, "http");
  const { origin, basePath, innerPath = basePath, pages, logger } = setup;
  if (Object.hasOwn(own.callbacks ?? {}, "authorized")) logger.warn(UNREAD_GUARD);
  // In the background, so that it does not delay the start of the application.
  void checkPackages(setup);
  return {
    config: own,
    origin,
    basePath,
    innerPath,
    logger,
    owns: (pathname) => isOwnPath(setup, pathname),
    answer: (request) => Auth(request, own),
    session: (request) => sessionReader(request, own),
    signInUrl: (returnTo, page = pages.signIn ?? `${basePath}/signin`) => toSignInUrl(page, returnTo),
    signIn: (request, action) => signIn(request, action, own),
    signOut: (request, action) => signOut(request, action, own),
    update: (request, data) => updateSession(request, data, own),
  };
}

/** `NextAuth` takes this callback out before it mounts a config. Elsewhere an application could rely on it in vain. */
const UNREAD_GUARD =
  "unknown-option: `callbacks.authorized` decides nothing here: only the proxy of Next calls it. Protect each page in " +
  "your own code, with the session";

/** A page that is a path stays one: the browser completes it with the origin that it uses. */
function toSignInUrl(page: string, returnTo: string): string {
  const base = "http://path.invalid";
  const url = withParams(page, base, { callbackUrl: returnTo });
  return url.startsWith(`${base}/`) ? url.slice(base.length) : url;
}

/** The session of one request, which is read when someone asks for it. */
function sessionReader<C extends AuthConfig>(request: RequestWithCookies, config: C): SessionReader<C> {
  let reading: Promise<SessionWithHeaders<C>> | undefined;
  return toReader({ read: () => reading ??= sessionOf(request, config), current: () => reading });
}
