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

import { useOf } from "../core/answer.ts";
import { Auth } from "../core/auth.ts";
import type { Environment } from "../config/env.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { isOwnPath } from "../http/incoming.ts";
import { withParams } from "../http/redirect.ts";
import type { RequestHeaders, SetCookie } from "../http/types.ts";
import type { Language } from "../messages/types.ts";
import { type RequestWithCookies, sessionOf, type SessionWithHeaders } from "../core/resolve_session.ts";
import {
  type ActionRequest,
  type ActionResult,
  signIn,
  type SignInAction,
  signOut,
  type SignOutAction,
  type UpdateResult,
  updateSession,
} from "../core/server_action.ts";
import type { LoggerInstance } from "../values/types.ts";
import { createCompletion } from "./_completion.ts";
import { checkPackages } from "./_packages.ts";
import { type SessionReader, toReader } from "./_session_reader.ts";

export type {
  ActionRequest,
  ActionResult,
  Environment,
  Language,
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
  /**
   * Returns whether the library answers a path: that of an action, with the id of a provider behind it if the action takes
   * one. Other paths below `basePath`, and those of actions without use in the config, belong to the application.
   */
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
  /** Fields that the integration sets, whatever the config says. Default: none. */
  readonly fixed?: Partial<AuthConfig>;
  /** Names of the callbacks that the integration calls beside those of the library. Default: none. */
  readonly callbacks?: readonly string[];
  /**
   * Languages of the pages if the config names none: `all` of `@latchkey/auth/languages` for a server with files, which
   * loads each language when it is asked for. Default: English, so that a program that is one file has no other.
   */
  readonly languages?: readonly Language[];
}

/**
 * Completes a copy of the config from the environment, and checks it. Logs missing packages soon afterwards. The
 * application may change its config later: the next request is answered accordingly.
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
  { defaultPath = "/auth", fixed = {}, callbacks = [], languages }: MountOptions = {},
): Mount<C> {
  // `raw` is for callers of `Auth`: a server needs a response.
  const own = { ...fixed, raw: undefined };
  const completion = createCompletion(config, { env, defaultPath, fixed: own, languages });
  const { logger, providers } = completion.setup();
  const unread = "authorized" in (config.callbacks ?? {}) && !callbacks.includes("authorized");
  if (unread) logger.warn(UNREAD_GUARD);
  // In the background, so that it does not delay the start of the application.
  void checkPackages({ providers, logger });
  const forSession = () => completion.config("sessions");
  const forAll = () => completion.config("all");
  const owns = (pathname: string) => isOwnPath(completion.setup(), pathname);
  return {
    get config() {
      return forAll();
    },
    get origin() {
      return completion.setup().origin;
    },
    get basePath() {
      return completion.setup().basePath;
    },
    get innerPath() {
      return completion.setup().innerPath ?? completion.setup().basePath;
    },
    logger,
    owns,
    answer: (request) => Auth(request, completion.config(useOf(request.url))),
    session: (request) => sessionReader(request, forSession(), owns),
    signInUrl(returnTo, page) {
      const own = forSession().pages?.signIn ?? `${completion.setup().basePath}/signin`;
      return toSignInUrl(page ?? own, returnTo);
    },
    signIn: (request, action) => signIn(request, action, forAll()),
    signOut: (request, action) => signOut(request, action, forAll()),
    update: (request, data) => updateSession(request, data, forAll()),
  };
}

/** The warning for a guard that no one calls: without it, an application could believe that its pages are protected. */
const UNREAD_GUARD =
  "unknown-option: `callbacks.authorized` has no effect here, because only the proxy of Next calls it. Check the session " +
  "in each page that needs one";

/** A page that is a path stays one: the browser completes it with the origin that it uses. */
function toSignInUrl(page: string, returnTo: string): string {
  const base = "http://path.invalid";
  const url = withParams(page, base, { callbackUrl: returnTo });
  return url.startsWith(`${base}/`) ? url.slice(base.length) : url;
}

/** The session of one request, which is read when someone asks for it. */
function sessionReader<C extends AuthConfig>(
  request: RequestWithCookies,
  config: C,
  owns: Mount["owns"],
): SessionReader<C> {
  let reading: Promise<SessionWithHeaders<C>> | undefined;
  return toReader({ read: () => reading ??= sessionOf(request, config, owns), current: () => reading });
}
