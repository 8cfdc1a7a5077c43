/**
 * What the integration keeps of one request: its session, and the cookies that the application's actions have set.
 *
 * @module
 */

import type { AuthConfig } from "../auth_config/auth_config.ts";
import { ConfigError } from "../errors.ts";
import type { CookieOptions, SetCookie } from "../http/types.ts";
import { withCookies } from "./_action_request.ts";
import type { ActionRequest, Mount, SessionReader } from "./integration.ts";

/** The part of Kit's `RequestEvent` that the library uses. */
export interface KitEvent {
  /** The request. */
  readonly request: Request;
  /** The URL without the parts that Kit adds. Its query is not readable while Kit prerenders. */
  readonly url: URL;
  /** The application's own data. */
  readonly locals: object;
  /** Data of the adapter. On Cloudflare it has the environment. */
  readonly platform?: unknown;
  /** The cookies. */
  readonly cookies: {
    /** Sets a cookie, and percent-encodes the value. */
    set(name: string, value: string, options: CookieOptions & { readonly path: string }): void;
  };
}

/** One request of a mounted config. */
export interface Visit<C extends AuthConfig> {
  /** The config at its place. */
  readonly mount: Mount<C>;
  /** The request with the cookies that its actions have set. */
  request: ActionRequest;
  /** Its session. */
  session: SessionReader<C>;
}

/** The requests that a hook has seen. */
export interface Visits<C extends AuthConfig> {
  /** Begins a request. */
  begin(event: KitEvent, mount: Mount<C>): Visit<C>;
  /** Finds a request. @param wish For the message. @throws {ConfigError} if the hook has not seen it. */
  find(event: KitEvent, wish: string): Visit<C>;
}

/** Creates an empty list. Kit passes copies of an event, all with the same `locals`. */
export function createVisits<C extends AuthConfig>(): Visits<C> {
  const visits = new WeakMap<object, Visit<C>>();
  return {
    begin({ request, locals }, mount) {
      const visit = { mount, request, session: mount.session(request) };
      visits.set(locals, visit);
      return visit;
    },
    find({ locals }, wish) {
      const visit = visits.get(locals);
      if (visit) return visit;
      throw new ConfigError(
        `Cannot ${wish}: the hook of KitAuth has not seen the request. Write into src/hooks.server.ts: ` +
          '`export { handle } from "./auth"`, with several hooks `sequence(auth.handle, …)`',
      );
    },
  };
}

/** Sets cookies on the answer, and lets the rest of the request read the session that they make. */
export function setCookies<C extends AuthConfig>(
  event: KitEvent,
  visit: Visit<C>,
  cookies: readonly SetCookie[],
): void {
  for (const { name, value, options } of cookies) event.cookies.set(name, value, toKitOptions(options));
  visit.request = withCookies(visit.request, cookies);
  visit.session = visit.mount.session(visit.request);
}

/** Kit has defaults of its own for what is missing, and accepts only whole seconds. */
function toKitOptions(options: CookieOptions): CookieOptions & { readonly path: string } {
  const { path = "/", httpOnly = false, secure = false, maxAge } = options;
  return { ...options, path, httpOnly, secure, ...(maxAge !== undefined && { maxAge: Math.floor(maxAge) }) };
}
