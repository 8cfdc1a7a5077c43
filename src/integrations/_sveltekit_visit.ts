/**
 * The events of Kit, and the requests that the hook has seen.
 *
 * @module
 */

import type { AuthConfig } from "../auth_config/auth_config.ts";
import { ConfigError } from "../errors/errors.ts";
import type { CookieOptions } from "../http/types.ts";
import { acceptsPage } from "./_refusal.ts";
import { act, beginVisit, type Change, type Changed, type Visit, wholeSeconds } from "./_visit.ts";
import type { Mount } from "./integration.ts";

/** The part of Kit's `RequestEvent` that the library uses. */
export interface KitEvent {
  /** The request. */
  readonly request: Request;
  /** The URL without the parts that Kit adds. Its query is not readable while Kit prerenders. */
  readonly url: URL;
  /** Whether the client of Kit asks for the data of a page, to show the page itself. */
  readonly isDataRequest?: boolean;
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

/** The requests that a hook has seen. */
export interface Visits<C extends AuthConfig> {
  /** Begins a request. */
  begin(event: KitEvent, mounted: Mount<C>): Visit<C>;
  /** Finds a request. @param wish For the message. @throws {ConfigError} if the hook has not seen it. */
  find(event: KitEvent, wish: string): Visit<C>;
}

/** Creates an empty list. Kit passes copies of an event, all with the same `locals`. */
export function createVisits<C extends AuthConfig>(): Visits<C> {
  const visits = new WeakMap<object, Visit<C>>();
  return {
    begin({ request, locals }, mounted) {
      const visit = beginVisit(mounted, request);
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

/** Returns whether the answer leads a user to another page: of a `load`, of a form action, or of an endpoint for pages. */
export function isOfPage({ isDataRequest, request: { headers } }: KitEvent): boolean {
  return isDataRequest === true || headers.has("x-sveltekit-action") ||
    acceptsPage((name) => headers.get(name));
}

/** Returns the URL of the page of an event, without the name of a form action. */
export function pageUrlOf({ url }: KitEvent): URL {
  const page = new URL(url);
  for (const name of [...page.searchParams.keys()]) {
    if (name.startsWith("/")) page.searchParams.delete(name);
  }
  return page;
}

/** Changes the session, and sets its cookies on the answer. */
export function change<C extends AuthConfig, Result extends Changed>(
  event: KitEvent,
  visit: Visit<C>,
  run: Change<C, Result>,
): Promise<Result> {
  return act(visit, run, (cookies) => {
    for (const { name, value, options } of cookies) event.cookies.set(name, value, toKitOptions(options));
  });
}

/** Kit has defaults of its own for what is missing. */
function toKitOptions(options: CookieOptions): CookieOptions & { readonly path: string } {
  const { path = "/", httpOnly = false, secure = false } = options;
  return { ...wholeSeconds(options), path, httpOnly, secure };
}
