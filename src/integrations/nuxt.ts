/**
 * A server middleware for Nuxt 4, Nitro and h3.
 *
 * @example `server/middleware/auth.ts`
 * ```ts ignore
 * import { NuxtAuth } from "@latchkey/auth/nuxt";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * export default NuxtAuth({ providers: [GitHub] });
 * ```
 *
 * @example `server/api/me.get.ts`
 * ```ts ignore
 * import { requireSession } from "@latchkey/auth/nuxt";
 *
 * export default defineEventHandler(async (event) => {
 *   const session = await requireSession(event);
 *   return { name: session.user.name };
 * });
 * ```
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../auth_config/auth_config.ts";
import { ConfigError } from "../errors/errors.ts";
import { all } from "../messages/languages.ts";
import type { Session } from "../values/types.ts";
import { type ConfigOf, type ConfigSource, mountSource } from "./_config_source.ts";
import {
  addHeaders,
  type H3Event,
  isH3Event,
  nodeResponseOf,
  replaceCookies,
  setCookiesOf,
  toActionRequest,
  toRequest,
} from "./_h3_event.ts";
import { environmentOf, isCached, isPrerendered } from "./_nitro.ts";
import { explainIfMissing, explainIfOdd } from "./_other_path.ts";
import { UNAUTHORIZED, UNCACHED } from "./_refusal.ts";
import {
  act,
  beginVisit,
  type Change,
  type Changed,
  nameTaken,
  readSession,
  signInUrlOf,
  type Visit,
} from "./_visit.ts";
import type { SignInAction, SignOutAction } from "./integration.ts";

export type { Account, DefaultSession, DefaultUser, Profile, Session, User } from "../values/types.ts";
export type { ConfigOf, ConfigSource, H3Event, SignInAction, SignOutAction };

/** Options of `NuxtAuth`. */
export interface NuxtAuthOptions<Name extends string = "auth"> {
  /** Name of the function in `event.context` that reads the session. Default `auth`. A second `NuxtAuth` needs another. */
  readonly context?: Name;
}

/** An event handler of h3. */
export interface NuxtAuthHandler {
  /** Answers the requests for the library. It returns nothing for all others. */
  (event: H3Event): Promise<Response | undefined>;
  /** Marks an event handler for h3 1. */
  __is_handler__?: true;
}

/**
 * The properties that `NuxtAuth` adds to `event.context`.
 *
 * @typeParam T The type of the config, or of the function that creates it.
 * @typeParam Name `context` of the options.
 *
 * @example `shared/types/auth.d.ts`
 * ```ts ignore
 * import type { ContextOf } from "@latchkey/auth/nuxt";
 * import type { config } from "../../server/auth";
 *
 * declare module "h3" {
 *   interface H3EventContext extends ContextOf<typeof config> {}
 * }
 * ```
 */
export type ContextOf<T, Name extends string = "auth"> = {
  [K in Name]: () => Promise<SessionOf<ConfigOf<T>> | null>;
};

/** The session that the `auth` of an event reads. */
export type SessionIn<E> = E extends { readonly context: { auth(): Promise<infer S> } } ? NonNullable<S>
  : Session;

/**
 * Creates the middleware: the default export of a file in `server/middleware`, or `app.use(NuxtAuth(config))` of h3.
 *
 * It answers the paths of the library: `/auth`, unless `basePath` or the path of `AUTH_URL` differs. With `app.baseURL`,
 * set one of them to include it. In all other requests `event.context.auth()` reads the session, once per request; its
 * cookie is prolonged on the response. It returns `null` for pages that Nitro prerenders or caches, which all users share.
 *
 * Reads the environment: `AUTH_SECRET`, `AUTH_URL` and the others, from the process, and from
 * `event.context.cloudflare.env`. Set `AUTH_URL` to the URL that browsers use: no forwarding header is trusted.
 *
 * @param config A config, which is not changed, or a function that creates one for each request, for example from
 * `useRuntimeConfig(event)`. An invalid one makes each request throw `ConfigError`, whose message says what to write
 * instead.
 * @throws {ConfigError} if `config` is neither.
 */
export function NuxtAuth<C extends AuthConfig, Name extends string = "auth">(
  config: ConfigSource<C, H3Event>,
  { context: name = "auth" as Name }: NuxtAuthOptions<Name> = {},
): NuxtAuthHandler {
  const find = mountSource(config, { caller: "NuxtAuth", env: environmentOf, languages: all });
  const handle = async (event: H3Event): Promise<Response | undefined> => {
    assertEvent(event);
    if (isPrerendered(event)) {
      const noSession = () => Promise.resolve(null);
      visits.set(noSession, "prerendered");
      Object.assign(event.context, { [name]: noSession });
      return;
    }
    const mounted = await find(event);
    const request = toActionRequest(event, mounted.origin);
    if (!request) return new Response("Bad request.", { status: 400 });
    const { pathname } = new URL(request.url);
    if (mounted.owns(pathname)) {
      const whole = await toRequest(event, request);
      return whole ? await mounted.answer(whole) : new Response("Bad request.", { status: 400 });
    }
    const res = nodeResponseOf(event);
    if (res) explainIfMissing(res, mounted, pathname);
    else explainIfOdd(mounted, pathname);
    begin(event, { ...beginVisit(mounted, request), handle, reading: undefined }, name);
  };
  return Object.assign(handle, { __is_handler__: true as const });
}

/**
 * Returns the session, for APIs.
 *
 * @throws An error of h3 with the status 401 if no one is signed in.
 * @throws {ConfigError} if `NuxtAuth` has not seen the request before, or if Nitro caches the answer.
 * @throws {AdapterError} if the database fails.
 */
export async function requireSession<E extends H3Event>(event: E): Promise<SessionIn<E>> {
  const read = authOf(event, "require a session");
  if (isCached(event)) {
    throw new ConfigError(
      "Cannot require a session in a handler that Nitro caches: every user would get the answer. Remove the cache, or " +
        'let it have `varies: ["cookie"]`',
    );
  }
  const session = await read();
  if (session) return session as SessionIn<E>;
  throw new Unauthorized(UNAUTHORIZED.message);
}

/**
 * Returns where to send a user who must sign in first: the path of the sign-in page, or an absolute URL if `pages` has
 * one.
 *
 * @param returnTo Where the user goes afterwards: a path as browsers see it. Default: the page of the request.
 * @throws {ConfigError} if `NuxtAuth` has not seen the request before.
 *
 * @example A handler of a page
 * ```ts ignore
 * if (!await event.context.auth()) return sendRedirect(event, signInUrl(event));
 * ```
 */
export function signInUrl(event: H3Event, returnTo?: string): string {
  const visit = visitOf(event, "find the sign-in page");
  return signInUrlOf(visit, visit.request.url, returnTo);
}

/**
 * Signs a user in from the application's own handler: sets the cookies, and returns the URL to redirect to. A request of
 * another site is refused.
 *
 * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
 *
 * @example `server/api/login.post.ts`
 * ```ts ignore
 * export default defineEventHandler(async (event) =>
 *   sendRedirect(event, await signIn(event, { providerId: "github", redirectTo: "/account" }))
 * );
 * ```
 */
export async function signIn(event: H3Event, action: SignInAction = {}): Promise<string> {
  const visit = visitOf(event, "sign in");
  return (await change(event, visit, (mounted, request) => mounted.signIn(request, action))).url;
}

/** Signs a user out, as `signIn` signs in: returns the URL to redirect to. @throws {AuthError} if it fails. */
export async function signOut(event: H3Event, action: SignOutAction = {}): Promise<string> {
  const visit = visitOf(event, "sign out");
  return (await change(event, visit, (mounted, request) => mounted.signOut(request, action))).url;
}

/**
 * Passes data to the callbacks that make the session, with `trigger: "update"`.
 *
 * @returns The changed session; `null` if no one is signed in.
 * @throws {AuthError} if it fails.
 */
export async function update<E extends H3Event>(event: E, data: unknown): Promise<SessionIn<E> | null> {
  const visit = visitOf(event, "update the session");
  const { session } = await change(event, visit, (mounted, request) => mounted.update(request, data));
  return session as SessionIn<E> | null;
}

/** An error that h3 1 and 2 take for one of theirs, and do not log. */
class Unauthorized extends Error {
  static readonly __h3_error__ = true;
  override readonly name = "HTTPError";
  readonly status = 401;
  readonly statusCode = 401;
  readonly statusText = "Unauthorized";
  readonly statusMessage = "Unauthorized";
  readonly fatal = false;
  readonly unhandled = false;
  readonly data = undefined;

  toJSON(): object {
    const { status, statusCode, statusText, statusMessage, message } = this;
    return { status, statusCode, statusText, statusMessage, message };
  }
}

type ReadSession = () => Promise<Session | null>;

/** A request that the middleware has begun. */
interface EventVisit extends Visit {
  /** The middleware that began it. */
  readonly handle: object;
  /** The session, once someone has asked for it. */
  reading: Promise<Session | null> | undefined;
}

/** Function that reads the session → its request. A page that is prerendered has none. */
const visits = new WeakMap<object, EventVisit | "prerendered">();

function authOf({ context }: H3Event, wish: string): ReadSession {
  const { auth, ...others } = context as { readonly auth?: ReadSession };
  if (isOwn(auth)) return auth;
  if (auth === undefined && !Object.values(others).some(isOwn)) {
    throw new ConfigError(
      `Cannot ${wish}: the middleware has not run before this handler. Export NuxtAuth(config) as the default of ` +
        "`server/middleware/auth.ts`",
    );
  }
  throw new ConfigError(
    `Cannot ${wish}: \`event.context.auth\` is not that of NuxtAuth. Leave out its option \`context\`, or read the ` +
      "session with `event.context.<name>()`",
  );
}

function visitOf(event: H3Event, wish: string): EventVisit {
  const visit = visits.get(authOf(event, wish))!;
  if (visit !== "prerendered") return visit;
  throw new ConfigError(`Cannot ${wish}: the page is prerendered, so there is no request`);
}

/** Whether a value of the context is a function of NuxtAuth. */
function isOwn(value: unknown): value is ReadSession {
  return typeof value === "function" && visits.has(value);
}

function assertEvent(event: unknown): asserts event is H3Event {
  if (isH3Event(event)) return;
  throw new ConfigError(
    "Cannot use NuxtAuth here: it creates an event handler of h3. Write `export default NuxtAuth(config)` in " +
      "`server/middleware/auth.ts`",
  );
}

/** Puts the function that reads the session into the context. */
function begin(event: H3Event, visit: EventVisit, name: string): void {
  const known = (event.context as Readonly<Record<string, ReadSession | undefined>>)[name];
  // A request that a handler sends to its own application may have the same context.
  if (known && !isOfHandler(known, visit)) {
    throw nameTaken({ place: `event.context.${name}`, factory: "NuxtAuth", option: "context" });
  }
  const auth = () => isCached(event) ? Promise.resolve(null) : visit.reading ??= read(event, visit);
  visits.set(auth, visit);
  Object.assign(event.context, { [name]: auth });
}

function isOfHandler(read: ReadSession, { handle }: EventVisit): boolean {
  const visit = isOwn(read) ? visits.get(read) : undefined;
  return typeof visit === "object" && visit.handle === handle;
}

async function read(event: H3Event, visit: EventVisit): Promise<Session | null> {
  const found = await readSession(visit);
  addHeaders(event, await visit.session.headers(setCookiesOf(event)));
  return found;
}

/** Changes the session. The rest of the request reads it again. */
async function change<Result extends Changed>(
  event: H3Event,
  visit: EventVisit,
  run: Change<AuthConfig, Result>,
): Promise<Result> {
  const result = await act(visit, run, (cookies) => {
    replaceCookies(event, cookies);
    if (cookies.length > 0) addHeaders(event, [UNCACHED]);
  });
  visit.reading = undefined;
  return result;
}
