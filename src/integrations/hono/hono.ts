/**
 * A middleware for Hono, on every runtime of Hono.
 *
 * @module
 */

import { isChangedPath, targetOf } from "../mount/sent_path.ts";
import { NO_STORE } from "../../http/caches.ts";
import type { AuthConfig } from "../../model/auth_config.ts";
import { ConfigError } from "../../errors/errors.ts";
import { BadRequest, sentPathOf } from "../../http/incoming.ts";
import { withPeer } from "../../http/peer.ts";
import type { Awaitable } from "../../values/types.ts";
import type { AuthMember } from "../mount/auth_holder.ts";
import { ALL_CAPABILITIES } from "../../core/capabilities.ts";
import { assertSource, type ConfigSource, mountSource, type SessionFrom } from "../mount/config_source.ts";
import { bindingEnvironment, processEnvironment } from "../mount/environment.ts";
import { hasValidUrl } from "../fetch/handler.ts";
import { type HonoRequest, withBody } from "./body.ts";
import { explainMissing } from "../mount/other_path.ts";
import type { SessionNeed } from "../../values/levels.ts";
import { keepAlive } from "../mount/keep_alive.ts";
import { formOf } from "../mount/sent_form.ts";
import { assertNeed, isAnswered, uncached, withStatusOf } from "../mount/refusal.ts";
import { guardOf } from "../mount/guard.ts";
import type { RequestAuth } from "../mount/request_auth.ts";
import { createResponseAuth, type ResponseAuth } from "../mount/response_auth.ts";
import { beginVisit } from "../mount/visit.ts";
import { withWaits } from "../mount/waits.ts";
import { type Mount, mount } from "../mount/integration.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../../values/types.ts";
export type { AuthMember, ConfigSource, HonoRequest, RequestAuth, SessionFrom };

/** The part of a `Context` of Hono that the library uses. */
export interface HonoContext {
  /** The request. */
  readonly req: HonoRequest;
  /** Bindings of the platform. */
  // deno-lint-ignore no-explicit-any -- as Hono declares it
  readonly env: any;
  /** The response. */
  res: Response;
  /** The error that a route has thrown. */
  readonly error?: Error | undefined;
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
export interface AuthVariables<Config = AuthConfig> extends AuthMember<Config> {}

/** Variables of routes that `requireSession` protects. */
export interface SessionVariables<Config = AuthConfig> extends AuthVariables<Config> {
  /** The session. */
  session: SessionFrom<Config>;
}

/**
 * Signs users in below `config.basePath`, and passes `auth` to the application: `await c.var.auth()` is the session.
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
  const handle: HonoMiddleware<Context> = async (c, next) => {
    const { raw, routePath } = c.req;
    if (!hasValidUrl(raw)) return new Response("Bad request.", { status: 400 });
    const mounted = await find(c);
    const pathname = sentPathOf(raw.url);
    const peer = peerIn(c.env);
    withPeer(raw, peer);
    const { incoming } = Object(c.env) as { readonly incoming?: { readonly url?: string } };
    if (!isChangedPath(incoming) && mounted.owns(pathname)) {
      const whole = await withBody(c.req).catch(toBadRequest);
      return keepHeaders(c, whole instanceof Response ? whole : await mounted.answer(withPeer(whole, peer)));
    }
    assertReached(routePath, mounted);
    const { auth, end } = createResponseAuth(withWaits(beginVisit(mounted, raw)), {
      form: async () => await formOf(await withBody(c.req)),
      // At once: `cache()` of Hono may be between this middleware and the route.
      prolong: () => keepPrivate(c),
    });
    c.set("auth", auth);
    await next();
    // Hono calls `getResponse` of an error of `auth`. An `app.onError` that answers 500 does not know it.
    if (isAnswered(c.error) && c.res.status === 500) c.res = c.error.getResponse();
    const answer = withStatusOf(c.error, c.res);
    if (answer !== c.res) c.res = answer;
    if (c.res.status === 404) explainMissing(mounted, pathname);
    await addHeaders(c, end);
  };
  return (c, next) =>
    keepAlive(handle(c, next), () => (c as { readonly executionCtx?: unknown }).executionCtx);
}

/**
 * Protects routes. Without a session, a page leads to the sign-in page and back, and anything else gets 401 with JSON: a
 * page is a GET or HEAD that accepts `text/html` and has no `X-Requested-With`. With a session it sets `c.var.session`. If
 * the session is not enough, a page leads to the page of the second factor and back, also after a form.
 *
 * @param need What the routes need of the session: `requireSession({ aal: 2, maxAge: 300 })`. Default: that there is one.
 * @throws {ConfigError} at a request that `HonoAuth` has not seen before, and as `auth.require()`.
 *
 * @example
 * ```ts ignore
 * const members = new Hono<{ Variables: SessionVariables<typeof config> }>();
 * members.use(requireSession());
 * members.get("/", (c) => c.text(`For ${c.var.session.user.name}`));
 * app.route("/members", members);
 * ```
 */
export function requireSession(need: SessionNeed = {}): HonoMiddleware {
  assertCalled(arguments, "requireSession", "requireSession()");
  assertNeed(need);
  return async (c, next) => {
    const guard = guardOf(c.get("auth"));
    if (!guard) throw missing();
    const { session, lack } = await guard.need(need);
    if (session) c.set("session", session);
    if (!lack) return await next();
    const { method, url, headers } = c.req.raw;
    const header = (name: string) => headers.get(name);
    // Hono finds the route by the URL as it is: on Deno, that is the path that was sent.
    const refusal = await guard.refuse({ method, target: targetOf({ url }), header }, { lack, need });
    return refusal ? keepHeaders(c, new Response(refusal.body, refusal)) : await next();
  };
}

function missing(): ConfigError {
  return new ConfigError(
    "Cannot require a session: HonoAuth does not run before this route. Write `app.use(HonoAuth(config))` before all " +
      "routes, for all paths",
  );
}

/** @throws Any error but `BadRequest`. */
function toBadRequest(error: unknown): Response {
  if (error instanceof BadRequest) return Response.json({ message: error.message }, { status: error.status });
  throw error;
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
    capabilities: ALL_CAPABILITIES,
  });
}

/** Hono lets the headers and cookies that earlier middleware has set replace those of a response. */
function keepHeaders(c: HonoContext, answer: Response): Response {
  if (answer.headers.get("cache-control") === NO_STORE) keepPrivate(c);
  const { headers } = c.res;
  for (const [name, value] of answer.headers) if (name !== "set-cookie") headers.set(name, value);
  for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", cookie);
  return answer;
}

/**
 * Forbids caches to keep the answer, and whatever outer middleware puts in its place: `c.header()` and `c.res =` make another
 * response, which Hono reads here before it sends it.
 */
function keepPrivate(c: HonoContext): void {
  const context = Object.getPrototypeOf(c);
  const set = (res?: Response) => Reflect.set(context, "res", res, c);
  const get = () => {
    const res: Response = Reflect.get(context, "res", c);
    const kept = uncached(res);
    // Hono would add the headers of the old response to the new one.
    if (kept !== res) { for (const each of [undefined, kept]) set(each); }
    return kept;
  };
  Object.defineProperty(c, "res", { configurable: true, get, set });
}

/** Adds the headers of `auth`. `c.res =` would bring back the cookies that it has. */
async function addHeaders(c: HonoContext, end: ResponseAuth<AuthConfig>["end"]): Promise<void> {
  const headers = await end(c.res.headers.getSetCookie());
  // A response that switches protocols cannot be copied, and browsers ignore its cookies.
  if (c.res.status === 101) return;
  for (const [name, value] of headers) {
    if (name === "cache-control") keepPrivate(c);
    else c.header(name, value, { append: name === "set-cookie" });
  }
}

/** The address at the other end of the connection, as the servers of Node and Deno pass it on. */
function peerIn(env: unknown): unknown {
  const { incoming, remoteAddr } = Object(env) as {
    readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } };
    readonly remoteAddr?: { readonly hostname?: unknown };
  };
  return incoming?.socket?.remoteAddress ?? remoteAddr?.hostname;
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

/** Returns whether a pattern of Hono, such as `/:lang/*`, may match a path. */
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
