/**
 * A middleware for Astro 7, 6 and 5.
 *
 * @example `src/core/auth.ts`
 * ```ts ignore
 * import { AstroAuth } from "@latchkey/auth/astro";
 * import { GitHub } from "@latchkey/auth/providers/github";
 * import { getSecret } from "astro:env/server";
 *
 * export const config = { providers: [GitHub] };
 * export const { onRequest, signIn, signInUrl, signOut } = AstroAuth(config, { env: getSecret });
 * ```
 *
 * @example `src/middleware.ts`
 * ```ts ignore
 * export { onRequest } from "./auth";
 * ```
 *
 * @example The frontmatter of a page
 * ```ts ignore
 * const session = await Astro.locals.auth();
 * if (!session) {
 *   return Astro.redirect(signInUrl(Astro));
 * }
 * ```
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../auth_config/auth_config.ts";
import { ConfigError } from "../errors/errors.ts";
import type { CookieOptions } from "../http/types.ts";
import { all } from "../messages/languages.ts";
import { type ConfigOf, type ConfigSource, mountSource } from "./_config_source.ts";
import { processEnvironment } from "./_environment.ts";
import { explainMissing } from "./_other_path.ts";
import { uncached } from "./_refusal.ts";
import {
  act,
  beginVisit,
  type Change,
  type Changed,
  nameTaken,
  readSession,
  signInUrlOf,
  type Visit,
  wholeSeconds,
} from "./_visit.ts";
import type { ActionRequest, Environment, Mount, SignInAction, SignOutAction } from "./integration.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../values/types.ts";
export type { ConfigOf, ConfigSource, SignInAction, SignOutAction };

/** The part of `APIContext`, of the context of an action and of the `Astro` global that the library uses. */
export interface AstroContext {
  /** The request. */
  readonly request: Request;
  /** Its URL. Behind a proxy it is that of the browser only with `security.allowedDomains`. */
  readonly url: URL;
  /** Values that the middleware passes on. */
  readonly locals: object;
  /** The cookies to set. */
  readonly cookies: AstroCookies;
  /** Whether the page is built in advance. Its request has no headers. */
  readonly isPrerendered: boolean;
}

/** The part of `AstroCookies` that the library uses. */
export interface AstroCookies {
  /** Sets a cookie. */
  set(name: string, value: string, options: CookieOptions): void;
  /** Returns the `Set-Cookie` headers of the cookies set so far. */
  headers(): Iterable<string>;
}

/** Options of `AstroAuth`. */
export interface AstroAuthOptions<Name extends string = "auth"> {
  /**
   * Reads an environment variable: `getSecret` of `astro:env/server`, which also reads `.env` in `astro dev`, and the
   * variables of the platform. Default: the variables of the process.
   */
  readonly env?: (name: string) => string | undefined;
  /** Name of the function in `locals` that reads the session. Default `auth`. A second `AstroAuth` needs another name. */
  readonly locals?: Name;
  /**
   * Whether to refuse forms that other sites send to the application. Default `true`: then Astro's own check,
   * `security.checkOrigin`, can be off. Astro's check knows neither `AUTH_URL` nor that a provider such as Apple posts
   * its answer from its own site.
   */
  readonly checkOrigin?: boolean;
}

/** The middleware of a config, and the functions for the application's own code. */
export interface AstroAuthResult<C extends AuthConfig = AuthConfig> {
  /** The middleware: `onRequest` of `src/middleware.ts`, alone or in `sequence(…)`. */
  readonly onRequest: (context: AstroContext, next: () => Promise<Response>) => Promise<Response>;
  /**
   * Reads the session, as the function in `locals` does.
   *
   * @throws {ConfigError} if the middleware has not run for this request.
   * @throws {AdapterError} if the database fails.
   */
  readonly auth: (context: AstroContext) => Promise<SessionOf<C> | null>;
  /**
   * Returns where to send a user who must sign in first: the path of the sign-in page, or an absolute URL if `pages` has
   * one.
   *
   * @param returnTo Where the user goes afterwards: a path as browsers see it. Default: the page of the request.
   * @throws {ConfigError} if the middleware has not run for this request.
   */
  readonly signInUrl: (context: AstroContext, returnTo?: string) => string;
  /**
   * Signs a user in, from an endpoint, an action or a page: sets the cookies, and returns the URL to redirect to.
   *
   * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
   *
   * @example An endpoint
   * ```ts ignore
   * export const POST: APIRoute = async (context) =>
   *   context.redirect(await signIn(context, { providerId: "github", redirectTo: "/account" }));
   * ```
   */
  readonly signIn: (context: AstroContext, action?: SignInAction) => Promise<string>;
  /** Signs a user out: sets the cookies, and returns the URL to redirect to. @throws {AuthError} if it fails. */
  readonly signOut: (context: AstroContext, action?: SignOutAction) => Promise<string>;
  /**
   * Passes data to the callbacks that make the session, with `trigger: "update"`.
   *
   * @returns The changed session; `null` if no one is signed in.
   * @throws {AuthError} if it fails.
   */
  readonly update: (context: AstroContext, data: unknown) => Promise<SessionOf<C> | null>;
}

/**
 * The function that the middleware puts into `locals`, for `App.Locals`.
 *
 * @typeParam T The type of the config, or of the function that creates it.
 * @typeParam Name `locals` of the options.
 *
 * @example `src/env.d.ts`
 * ```ts ignore
 * type AuthLocals = import("@latchkey/auth/astro").LocalsOf<typeof import("./auth").config>;
 *
 * declare namespace App {
 *   interface Locals extends AuthLocals {}
 * }
 * ```
 */
export type LocalsOf<T, Name extends string = "auth"> = {
  [K in Name]: () => Promise<SessionOf<ConfigOf<T>> | null>;
};

/**
 * Creates the middleware, and the functions for the application's own code.
 *
 * The middleware answers the paths of the library: `/auth`, unless `basePath` or the path of `AUTH_URL` differs. They
 * need no file in `src/pages`, except where a prerendered `404` page answers unknown paths before any middleware.
 *
 * In all other requests `locals.auth()` reads the session, once per request; its cookie is prolonged on the response.
 * On prerendered pages it returns `null`, and needs no secret.
 *
 * Reads the environment: `AUTH_SECRET`, `AUTH_URL` and the others. Set `AUTH_URL` to the URL that browsers use.
 *
 * @param config A config, which is not changed, or a function that creates one for each request. An invalid one makes
 * each request throw `ConfigError`, whose message says what to write instead.
 * @throws {ConfigError} if `config` is neither.
 */
export function AstroAuth<C extends AuthConfig, Name extends string = "auth">(
  config: ConfigSource<C, AstroContext>,
  { env, locals: name = "auth" as Name, checkOrigin = true }: AstroAuthOptions<Name> = {},
): AstroAuthResult<C> {
  const environment = env ? environmentOf(env) : processEnvironment() ?? {};
  const find = mountSource(config, { caller: "AstroAuth", env: () => environment, languages: all });
  const visits = new WeakMap<object, Visit<C>>();
  const visitOf = ({ locals, isPrerendered, url }: AstroContext, wish: string): Visit<C> => {
    const visit = visits.get(locals);
    if (visit) return visit;
    throw isPrerendered ? prerenderedError(wish, url) : middlewareError(wish);
  };
  return {
    async onRequest(context, next) {
      assertContext(context);
      const { locals, isPrerendered, request } = context;
      if (isPrerendered) {
        Object.assign(locals, { [name]: noSession });
        return await next();
      }
      const mounted = await find(context);
      const { pathname } = new URL(request.url);
      if (mounted.owns(pathname)) return await mounted.answer(request);
      if (checkOrigin && isForeignForm(context, mounted.origin)) return refusal(request);
      // After a rewrite the middleware runs again for the same request.
      const visit = visits.get(locals) ?? begin(context, mounted, name);
      visits.set(locals, visit);
      const response = await next();
      if (response.status === 404) explainMissing(mounted, pathname);
      return await addTo(response, context, visit);
    },
    async auth(context) {
      return context.isPrerendered ? null : await readSession(visitOf(context, "read the session"));
    },
    signInUrl(context, returnTo) {
      const visit = visitOf(context, "find the sign-in page");
      return signInUrlOf(visit, visit.request.url, returnTo);
    },
    async signIn(context, action = {}) {
      const visit = visitOf(context, "sign in");
      return (await change(context, visit, (mounted, request) => mounted.signIn(request, action))).url;
    },
    async signOut(context, action = {}) {
      const visit = visitOf(context, "sign out");
      return (await change(context, visit, (mounted, request) => mounted.signOut(request, action))).url;
    },
    async update(context, data) {
      const visit = visitOf(context, "update the session");
      const { session } = await change(context, visit, (mounted, request) => mounted.update(request, data));
      return session;
    },
  };
}

const noSession = () => Promise.resolve(null);

/** An environment whose values a function reads. */
function environmentOf(read: (name: string) => string | undefined): Environment {
  return new Proxy({}, { get: (_, name) => typeof name === "string" ? read(name) : undefined });
}

function assertContext(context: AstroContext): void {
  if (context?.request instanceof Request && context.locals && context.cookies) return;
  throw new ConfigError(
    "Cannot use AstroAuth here: its `onRequest` is a middleware. Write " +
      "`export const { onRequest } = AstroAuth(config)` in `src/middleware.ts`",
  );
}

function prerenderedError(wish: string, { pathname }: URL): ConfigError {
  return new ConfigError(
    `Cannot ${wish} on "${pathname}": it is prerendered, so it has no request. Add \`export const prerender = false\``,
  );
}

function middlewareError(wish: string): ConfigError {
  return new ConfigError(
    `Cannot ${wish}: the middleware has not run for this request. Export its \`onRequest\` in \`src/middleware.ts\`, ` +
      "alone or in `sequence(…)`, before what needs it",
  );
}

function begin<C extends AuthConfig>(context: AstroContext, mounted: Mount<C>, name: string): Visit<C> {
  const { [name]: known = noSession } = context.locals as Readonly<Record<string, unknown>>;
  // A prerendered page may have rewritten the request.
  if (known !== noSession) {
    throw nameTaken({ place: `locals.${name}`, factory: "AstroAuth", option: "locals" });
  }
  const visit = beginVisit(mounted, toActionRequest(context));
  Object.assign(context.locals, { [name]: () => readSession(visit) });
  return visit;
}

/** `context.request.url` may have the host that the client has sent; `context.url` has one that Astro trusts. */
function toActionRequest({ request, url: { href } }: AstroContext): ActionRequest {
  const { headers, method, signal } = request;
  return { url: href, headers, method, signal };
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Content types that a form, or a script without the consent of this site, can send to another site. */
const FORM = /application\/x-www-form-urlencoded|multipart\/form-data|text\/plain/i;

/** Whether it is a form that does not come from the origin of the application: that of `AUTH_URL`, if it is set. */
function isForeignForm(
  { request: { method, headers }, url }: AstroContext,
  origin: string = url.origin,
): boolean {
  if (SAFE.has(method)) return false;
  const type = headers.get("content-type");
  if (type !== null && !FORM.test(type)) return false;
  return headers.get("origin") !== origin;
}

function refusal({ method, headers }: Request): Response {
  const from = headers.get("origin")?.slice(0, 200) ?? "not sent";
  return new Response(
    `Cannot accept this ${method}: its Origin is ${from}. For a webhook, write ` +
      "AstroAuth(config, { checkOrigin: false }); behind a proxy, set AUTH_URL",
    { status: 403 },
  );
}

/** Adds the cookie of a prolonged session, unless the application has set that cookie, for example by `signOut`. */
async function addTo(
  response: Response,
  { cookies }: AstroContext,
  { session, isPrivate }: Pick<Visit<AuthConfig>, "session" | "isPrivate">,
): Promise<Response> {
  // Astro adds these to the response later.
  const added = await session.headers([...cookies.headers()]);
  const isDue = added.some(([name]) => name === "set-cookie");
  const answer = isDue ? await session.addTo(response) : response;
  return isPrivate || added.length > 0 ? uncached(answer) : answer;
}

function change<C extends AuthConfig, Result extends Changed>(
  context: AstroContext,
  visit: Visit<C>,
  run: Change<C, Result>,
): Promise<Result> {
  return act(visit, run, (cookies) => {
    for (const { name, value, options } of cookies) context.cookies.set(name, value, wholeSeconds(options));
  });
}
