/**
 * A middleware for Hono, on every runtime of Hono.
 *
 * @module
 */

import type { AuthConfig } from "../auth_config/auth_config.ts";
import { ConfigError } from "../errors/errors.ts";
import { serializeCookie, withoutReplaced } from "../http/cookies.ts";
import { BadRequest } from "../http/incoming.ts";
import type { SetCookie } from "../http/types.ts";
import type { Awaitable, Session } from "../values/types.ts";
import { assertSource, type ConfigSource, mountSource, type SessionFrom } from "./_config_source.ts";
import { bindingEnvironment, processEnvironment } from "./_environment.ts";
import { hasValidUrl } from "./_fetch.ts";
import { type HonoRequest, withBody } from "./_hono_body.ts";
import { explainMissing } from "./_other_path.ts";
import { toRefusal, UNCACHED } from "./_refusal.ts";
import { act, beginVisit, readSession, type Visit } from "./_visit.ts";
import {
  type ActionResult,
  type Mount,
  mount,
  type SessionReader,
  type SignInAction,
  type SignOutAction,
} from "./integration.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../values/types.ts";
export type { ConfigSource, HonoRequest, SessionFrom, SignInAction, SignOutAction };

/** The part of a `Context` of Hono that the library uses. */
export interface HonoContext {
  /** The request. */
  readonly req: HonoRequest;
  /** Bindings of the platform. */
  // deno-lint-ignore no-explicit-any -- as Hono declares it
  readonly env: any;
  /** The response. */
  readonly res: Response;
  /** Reads a variable. */
  get(name: string): unknown;
  /** Sets a variable. */
  set(name: string, value: unknown): void;
  /** Sets a header of the response. */
  header(name: string, value?: string, options?: { append?: boolean }): void;
}

/** A middleware of Hono. */
export type HonoMiddleware<Context extends HonoContext = HonoContext> = (
  c: Context,
  next: () => Promise<void>,
) => Promise<Response | void>;

/**
 * Variables that `HonoAuth` sets.
 *
 * @example
 * ```ts ignore
 * const app = new Hono<{ Variables: AuthVariables<typeof config> }>();
 * ```
 */
export interface AuthVariables<Config = AuthConfig> {
  /**
   * Reads the session, once per request: `null` when no one is signed in. Rejects with `AdapterError` if the database
   * fails.
   */
  auth: () => Promise<SessionFrom<Config> | null>;
}

/** Variables of routes that `requireSession` protects. */
export interface SessionVariables<Config = AuthConfig> extends AuthVariables<Config> {
  /** The session. */
  session: SessionFrom<Config>;
}

/** The session that `c.var.auth()` of a context reads. */
export type SessionIn<Context> = Context extends { readonly var: { auth(): Promise<infer S> } }
  ? NonNullable<S>
  : Session;

/**
 * Signs users in below `config.basePath`, and passes the session to the application: `await c.var.auth()`.
 *
 * Use it before the routes, for all paths: `app.use(HonoAuth(config))`. If the application reads the session, and that
 * prolongs it, its cookie is added to the response.
 *
 * It reads `AUTH_SECRET`, `AUTH_URL` and the others from the environment of Node, Bun and Deno, and from `c.env` on
 * Cloudflare Workers. Behind a proxy, set `AUTH_URL` to the URL that browsers use (or `url` in the config): no
 * forwarding header is trusted.
 *
 * @param config A config, which is not changed, or a function that creates one for each request, for example with a
 * database of `c.env`.
 * @throws {ConfigError} if the config is invalid. The message says what to write instead. On Cloudflare Workers, and
 * with a function, each request throws it, to `app.onError`.
 *
 * @example
 * ```ts ignore
 * import { type AuthVariables, HonoAuth, requireSession } from "@latchkey/auth/hono";
 * import { GitHub } from "@latchkey/auth/providers/github";
 * import { Hono } from "hono";
 *
 * const config = { providers: [GitHub] };
 * const app = new Hono<{ Variables: AuthVariables<typeof config> }>();
 * app.use(HonoAuth(config));
 * app.get("/", async (c) => c.text(`Hello, ${(await c.var.auth())?.user.name ?? "stranger"}`));
 * app.get("/members", requireSession(), (c) => c.text("For members"));
 * export default app;
 * ```
 */
export function HonoAuth<C extends AuthConfig, Context extends HonoContext = HonoContext>(
  config: ConfigSource<C, Context>,
): HonoMiddleware<Context> {
  assertCalled(arguments, "HonoAuth", "HonoAuth(config)");
  const find = mounts(config);
  return async (c, next) => {
    const { raw, routePath } = c.req;
    if (!hasValidUrl(raw)) return new Response("Bad request.", { status: 400 });
    const mounted = await find(c);
    const { pathname } = new URL(raw.url);
    if (mounted.owns(pathname)) {
      const whole = await withBody(c.req).catch(toBadRequest);
      return keepHeaders(c, whole instanceof Response ? whole : await mounted.answer(whole));
    }
    assertReached(routePath, mounted);
    const visit = beginVisit(mounted, raw);
    c.set("auth", remember(visit));
    await next();
    if (c.res.status === 404) explainMissing(mounted, pathname);
    await addHeaders(c, visit.session);
  };
}

/**
 * Protects routes. Without a session, a page leads to the sign-in page and back, and anything else gets 401 with JSON: a
 * page is a GET or HEAD that accepts `text/html` and has no `X-Requested-With`. With a session it sets `c.var.session`.
 *
 * @throws {ConfigError} at a request that `HonoAuth` has not seen before.
 *
 * @example
 * ```ts ignore
 * const members = new Hono<{ Variables: SessionVariables<typeof config> }>();
 * members.use(requireSession());
 * members.get("/", (c) => c.text(`For ${c.var.session.user.name}`));
 * app.route("/members", members);
 * ```
 */
export function requireSession(): HonoMiddleware {
  assertCalled(arguments, "requireSession", "requireSession()");
  return async (c, next) => {
    const { mounted, session: reader } = visitOf(c, "require a session");
    const session = await reader.read();
    if (session) {
      c.set("session", session);
      return await next();
    }
    const { method, url, headers } = c.req.raw;
    const { origin, pathname, search } = new URL(url);
    const header = (name: string) => headers.get(name);
    const refusal = toRefusal({ method, origin, target: pathname + search, header }, mounted);
    return refusal ? keepHeaders(c, new Response(refusal.body, refusal)) : await next();
  };
}

/**
 * Signs a user in from a route of the application, such as that of its own form: redirects to the provider, sends a
 * mail, or checks credentials. The form needs no CSRF token: a request of another site is refused.
 *
 * @returns A redirect.
 * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
 *
 * @example
 * ```ts ignore
 * app.post("/login", async (c) => await signIn(c, { providerId: "github", redirectTo: "/members" }));
 * ```
 */
export async function signIn(c: HonoContext, action: SignInAction = {}): Promise<Response> {
  const visit = visitOf(c, "sign in");
  return redirect(c, await act(visit, (mounted, request) => mounted.signIn(request, action), byRedirect));
}

/** Signs a user out from a route of the application. Refuses requests of other sites, as `signIn` does. */
export async function signOut(c: HonoContext, action: SignOutAction = {}): Promise<Response> {
  const visit = visitOf(c, "sign out");
  return redirect(c, await act(visit, (mounted, request) => mounted.signOut(request, action), byRedirect));
}

/**
 * Passes data to the callbacks that make the session, with `trigger: "update"`, and sets the cookie of the changed session
 * on the response. `c.var.auth()` then reads the changed session. Refuses requests of other sites, as `signIn` does.
 *
 * @returns The changed session; `null` if no one is signed in.
 * @throws {AuthError} if it fails.
 *
 * @example
 * ```ts ignore
 * app.post("/theme", async (c) => {
 *   const session = await update(c, { theme: "dark" });
 *   return c.json(session);
 * });
 * ```
 */
export async function update<Context extends HonoContext>(
  c: Context,
  data: unknown,
): Promise<SessionIn<Context> | null> {
  const visit = visitOf(c, "update the session");
  const { session } = await act(
    visit,
    (mounted, request) => mounted.update(request, data),
    (cookies) => setCookies(c, cookies),
  );
  return session as SessionIn<Context> | null;
}

/** For a change whose cookies are set by the redirect that follows. */
function byRedirect(): void {}

/** `c.var.auth` → its request. */
const visits = new WeakMap<object, Visit>();

function visitOf(c: HonoContext, wish: string): Visit {
  const visit = visits.get(c.get("auth") as object);
  if (visit) return visit;
  throw new ConfigError(
    `Cannot ${wish}: HonoAuth does not run before this route. Write \`app.use(HonoAuth(config))\` before all routes, ` +
      "for all paths",
  );
}

/** @throws Any error but `BadRequest`. */
function toBadRequest(error: unknown): Response {
  if (error instanceof BadRequest) return Response.json({ message: error.message }, { status: error.status });
  throw error;
}

function redirect(c: HonoContext, { url, cookies }: ActionResult): Response {
  const answer = new Response(null, { status: 303, headers: { location: url } });
  answer.headers.set(...UNCACHED);
  for (const cookie of cookies) answer.headers.append("set-cookie", serializeCookie(cookie));
  return keepHeaders(c, answer);
}

/** Mounts a fixed config at once where the environment is there, so that a mistake stops the start of the server. */
function mounts<C extends AuthConfig, Context extends HonoContext>(
  config: ConfigSource<C, Context>,
): (c: Context) => Awaitable<Mount<C>> {
  const own = processEnvironment();
  assertSource(config, "HonoAuth");
  if (typeof config === "object" && own) {
    const mounted = mount(config, own);
    return () => mounted;
  }
  return mountSource(config, {
    caller: "HonoAuth",
    env: ({ env }) => bindingEnvironment(env, own),
  });
}

function remember<C extends AuthConfig>(visit: Visit<C>): AuthVariables<C>["auth"] {
  const auth = () => readSession(visit);
  visits.set(auth, visit as unknown as Visit);
  return auth as AuthVariables<C>["auth"];
}

/** Sets cookies on the response, which exists from here on: Hono keeps its headers in any response that follows. */
function setCookies({ res: { headers } }: HonoContext, cookies: readonly SetCookie[]): void {
  if (cookies.length === 0) return;
  const added = cookies.map(serializeCookie);
  const kept = withoutReplaced(headers.getSetCookie(), added);
  headers.delete("set-cookie");
  for (const cookie of [...kept, ...added]) headers.append("set-cookie", cookie);
  headers.set(...UNCACHED);
}

/** Hono lets the headers and cookies that earlier middleware has set replace those of a response. */
function keepHeaders(c: HonoContext, answer: Response): Response {
  const { headers } = c.res;
  for (const [name, value] of answer.headers) if (name !== "set-cookie") headers.set(name, value);
  for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return answer;
}

/** Adds the cookie of a prolonged session. `c.res =` would bring back the cookies that it has. */
async function addHeaders(c: HonoContext, session: SessionReader): Promise<void> {
  // A response that switches protocols cannot be copied, and browsers ignore its cookies.
  if (c.res.status === 101) return;
  for (const [name, value] of await session.headers(c.res.headers.getSetCookie())) {
    c.header(name, value, { append: name === "set-cookie" });
  }
}

/** @throws {ConfigError} if requests for the library do not come to a route with this pattern. */
function assertReached(pattern: string | undefined, mounted: Pick<Mount, "basePath" | "innerPath">): void {
  if (pattern === undefined || pattern === "*" || pattern === "/*") return;
  if ([mounted.basePath, mounted.innerPath].some((path) => matches(pattern, `${path}/signin`))) return;
  throw new ConfigError(
    `Cannot use HonoAuth for "${pattern}": the library is at "${mounted.basePath}", so Hono does not pass its requests to this middleware. Write ` +
      `\`app.use(HonoAuth(config))\` for all paths, or set \`basePath\` to a path below "${pattern}"`,
  );
}

/** Whether a pattern of Hono, such as `/:lang/*`, may match a path. */
function matches(pattern: string, path: string): boolean {
  const segments = path.split("/");
  const wanted = pattern.split("/");
  const isOpen = wanted.at(-1) === "*";
  if (isOpen) wanted.pop();
  return (isOpen ? segments.length >= wanted.length : segments.length === wanted.length) &&
    wanted.every((segment, i) => segment === "*" || segment.startsWith(":") || segment === segments[i]);
}

/** @throws {ConfigError} if Hono calls a function that only makes a middleware. */
function assertCalled({ length }: IArguments, name: string, call: string): void {
  if (length < 2) return;
  throw new ConfigError(`Cannot use ${name} as a middleware: write \`app.use(${call})\``);
}
