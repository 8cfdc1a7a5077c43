/**
 * Reads the session in the application's own code.
 *
 * @module
 */

import { sessionSetupOf } from "../config/session_setup.ts";
import type { AuthConfig, SessionOf } from "../model/auth_config.ts";
import { withinBudget } from "../http/cookie_budget.ts";
import { parseCookies, schemeOf, serializeCookie } from "../http/cookies.ts";
import { isOwnPath } from "../http/own_path.ts";
import { NO_STORE } from "../http/caches.ts";
import type { SetCookie } from "../values/cookie.ts";
import type { SessionRead } from "../model/session.ts";
import type { Platform } from "../platform/platform.ts";

/** A session as the application reads it. */
export interface ResolvedSession<C extends AuthConfig = AuthConfig> {
  /** The result of `callbacks.session`; `null` if no one is signed in. */
  readonly session: SessionOf<C> | null;
  /**
   * Headers to add to the response: `Cache-Control`, so that no cache keeps what is for one user or for strangers, and the
   * cookie of a prolonged session. No cookie below `basePath`, where `Auth` sets the cookies: a prolonged session would undo
   * a sign-out.
   */
  readonly headers: Headers;
}

/**
 * Reads the session of a request, and returns the headers that prolong it and keep the answer from caches.
 *
 * Without a valid session no one is signed in: an invalid cookie gives `null`.
 *
 * @throws {ConfigError} if the config is invalid.
 * @throws {AdapterError} if the database fails. This does not mean that no one is signed in.
 *
 * @example
 * ```ts
 * import { resolveSession } from "@latchkey/auth";
 *
 * const config = {
 *   providers: [],
 *   secret: "at-least-32-characters-from-a-random-source",
 *   trustHost: true,
 * };
 * const { session, headers } = await resolveSession(new Request("http://localhost/"), config);
 * const response = new Response(session ? `Hello ${session.user.name}` : "Please sign in", { headers });
 * console.log(await response.text()); // Please sign in
 * ```
 */
export async function resolveSession<C extends AuthConfig>(
  request: Request,
  config: C,
): Promise<ResolvedSession<C>> {
  const { session, headers } = await sessionOf(request, config);
  return { session, headers: new Headers(headers) };
}

/** The part of a `Request` that reading a session needs. */
export interface RequestWithCookies {
  /** Absolute URL. */
  readonly url: string;
  /** The headers. Only `cookie` is read. */
  readonly headers: {
    /** Returns the value of a header; `null` if it is missing. */
    get(name: string): string | null;
  };
}

/** A session, and the headers for an answer that is made from it. */
export interface SessionWithHeaders<C extends AuthConfig> {
  /** As in `ResolvedSession`. */
  readonly session: SessionOf<C> | null;
  /** The headers of `ResolvedSession`, one by one. */
  readonly headers: [name: string, value: string][];
  /** The cookies in these headers, as data. */
  readonly cookies: readonly SetCookie[];
  /** The session as the library has read it; `null` without a session token. */
  readonly read: SessionRead | null;
  /** The clock. */
  readonly platform: Pick<Platform, "now">;
  /** Whether the session has not ended by now: `read` may be as old as `session.revocationDelay`. Absent without a token. */
  readonly isLive?: () => Promise<boolean>;
}

/**
 * Reads the session of a request from any server. Throws the same errors as `resolveSession`.
 *
 * @param owns Returns whether `Auth` answers a path, and sets the cookies there. Default: all its paths below `basePath`.
 */
export async function sessionOf<C extends AuthConfig>(
  { url, headers }: RequestWithCookies,
  config: C,
  owns?: (pathname: string) => boolean,
): Promise<SessionWithHeaders<C>> {
  const setup = sessionSetupOf(config, schemeOf(url));
  const { sessions, platform } = setup;
  const cookies = parseCookies(headers.get("cookie"));
  const read = await sessions.read(cookies);
  // Also without a session: the answer says so to this visitor alone.
  const noStore: [string, string] = ["cache-control", NO_STORE];
  if (!read) return { session: null, headers: [noStore], cookies: [], read, platform };
  const renewed = sessions.toCookies(read.token, cookies);
  const isOwn = owns ?? ((pathname: string) => isOwnPath(setup, pathname));
  const isDue = (pathname: string) =>
    !isOwn(pathname) &&
    // Outside of its path, the browser keeps the session cookie back: one of a former path, which has ended, must not remove it.
    (read.token || `${pathname}/`.startsWith(setup.cookies.sessionToken.options.path!.replace(/\/?$/, "/")));
  const changes = renewed.length > 0 && isDue(new URL(url).pathname)
    ? withinBudget(renewed, { headers }, setup)
    : [];
  return {
    session: read.session as SessionOf<C> | null,
    headers: [
      noStore,
      ...changes.map((change): [string, string] => ["set-cookie", serializeCookie(change)]),
    ],
    cookies: changes,
    read,
    platform,
    // A stored session was read just now.
    isLive: async () => read.storedAs !== undefined || await sessions.isLive(cookies),
  };
}
