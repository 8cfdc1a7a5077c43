/**
 * Reading the session in the application's own code.
 *
 * @module
 */

import { setupOf } from "./config/setup.ts";
import type { AuthConfig, SessionOf } from "./config/types.ts";
import { parseCookies, serializeCookie } from "./http/cookies.ts";
import { isOwnPath } from "./http/incoming.ts";
import { PRIVATE } from "./http/outcome.ts";
import { readSessionToken, sessionCookies } from "./session/cookie.ts";

/** A session as the application reads it. */
export interface ResolvedSession<C extends AuthConfig = AuthConfig> {
  /** What `callbacks.session` returned; `null` if nobody is signed in. */
  readonly session: SessionOf<C> | null;
  /**
   * Headers to add to the response: the renewed cookie, if it is time for one. Empty below `basePath`, where `Auth` sets
   * the cookies: a renewed one would undo a sign-out.
   */
  readonly headers: Headers;
}

/**
 * Reads the session of a request, and says what to send back so that it goes on.
 *
 * Nobody is signed in unless a valid session proves it: a broken cookie gives `null`.
 *
 * @throws {ConfigError} if the config cannot work.
 * @throws {AdapterError} if the database fails: this does not mean that no one is signed in.
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
 * const response = new Response(session ? `Hello ${session.user?.name}` : "Please sign in", { headers });
 * console.log(await response.text()); // Please sign in
 * ```
 */
export async function resolveSession<C extends AuthConfig>(
  request: Request,
  config: C,
): Promise<ResolvedSession<C>> {
  const setup = setupOf(config, request.url.startsWith("https:"));
  const { cookies: { sessionToken: cookie }, sessions } = setup;
  const cookies = parseCookies(request.headers.get("cookie"));
  const token = readSessionToken(cookies, cookie);
  if (!token) return { session: null, headers: new Headers() };
  const read = await sessions.read(token);
  const headers = new Headers();
  const changes = sessionCookies(read.token, cookies, cookie);
  if (changes.length > 0 && isOwnPath(setup, new URL(request.url).pathname)) {
    return { session: read.session as SessionOf<C> | null, headers };
  }
  for (const change of changes) {
    headers.append("set-cookie", serializeCookie(change));
    headers.set("cache-control", PRIVATE["cache-control"]!);
  }
  return { session: read.session as SessionOf<C> | null, headers };
}
