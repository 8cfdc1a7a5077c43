/**
 * The session of one request, and the headers that it adds to the answer.
 *
 * @module
 */

import type { AuthConfig, SessionOf } from "../../model/auth_config.ts";
import { cookieNameOf } from "../../http/cookies.ts";
import type { SetCookie } from "../../values/cookie.ts";
import type { SessionWithHeaders } from "../../core/resolve_session.ts";
import { ageOf, type SessionLack, type SessionNeed } from "../../values/levels.ts";
import { withHeaders } from "./response.ts";

/** The session of one request. */
export interface SessionReader<C extends AuthConfig = AuthConfig> {
  /**
   * Returns the session; `null` when no one is signed in. It reads the session once and returns it at each call.
   *
   * @throws {AdapterError} if the database fails.
   */
  read(): Promise<SessionOf<C> | null>;
  /**
   * Returns what the session lacks: that it is there at all, its level, or that the user has signed in lately. `null` if it is
   * enough. It reads the session as `read` does.
   */
  lacks(need: SessionNeed): Promise<SessionLack | null>;
  /** Returns the id of the user; `null` if no one is signed in, or the session names no user. It reads as `read` does. */
  userId(): Promise<string | null>;
  /**
   * Returns the headers to add to the answer: one that forbids caches to keep it, and the cookie of a session that `read`
   * has prolonged. Empty if the session was not read. No cookie if the answer sets it itself, as at a sign-out.
   *
   * @param setCookies Values of the `Set-Cookie` headers of the answer.
   */
  headers(setCookies: readonly string[]): Promise<[name: string, value: string][]>;
  /**
   * Returns the cookies of a session that `read` has prolonged, for frameworks that set them one by one. Their values are
   * not yet percent-encoded. Empty if the session was not read.
   */
  cookies(): Promise<readonly SetCookie[]>;
  /** Adds these headers to a response, or to a copy if it has no body or its headers are immutable. */
  addTo(response: Response): Promise<Response>;
}

/** A session that may have been read. */
interface Reading<C extends AuthConfig> {
  /** Reads it, once. */
  read(): Promise<SessionWithHeaders<C>>;
  /** The reading under way, if there is one. */
  current(): Promise<SessionWithHeaders<C>> | undefined;
}

/** Creates the reader that an integration uses. */
export function toReader<C extends AuthConfig>({ read, current }: Reading<C>): SessionReader<C> {
  const found = () => current()?.catch(() => null);
  const headers = async (setCookies: readonly string[]): Promise<[name: string, value: string][]> => {
    const added = (await found())?.headers ?? [];
    if (setCookies.length === 0 || !setsSameCookie(setCookies, added)) return added;
    return added.filter(([name]) => name !== "set-cookie");
  };
  return {
    read: async () => (await read()).session,
    lacks: async (need) => lackOf(await read(), need),
    userId: async () => (await read()).read?.userId ?? null,
    headers,
    cookies: async () => (await found())?.cookies ?? [],
    addTo: async (response) => withHeaders(response, await headers(response.headers.getSetCookie())),
  };
}

/**
 * Returns whether an answer of the application sets or removes the session cookie. The answer then begins or ends a
 * session, and a cookie that prolongs the old session would undo it.
 */
function setsSameCookie(
  setCookies: readonly string[],
  added: readonly (readonly [string, string])[],
): boolean {
  const names = new Set(
    added.filter(([name]) => name === "set-cookie").map(([, value]) => cookieNameOf(value)),
  );
  return setCookies.some((setCookie) => names.has(cookieNameOf(setCookie)));
}

/**
 * What a session that was read lacks; `null` if it is enough. Where a page asks for more than a session, one that has ended in
 * another process does not count until `session.revocationDelay` is over.
 */
async function lackOf(
  { read, platform, isLive }: Pick<SessionWithHeaders<AuthConfig>, "read" | "platform" | "isLive">,
  { aal = 1, maxAge = Infinity }: SessionNeed,
): Promise<SessionLack | null> {
  if (!read?.session) return "session";
  if (read.aal < aal) return "level";
  if (maxAge !== Infinity && ageOf(read.signedInAt, platform.now()) >= maxAge * 1000) return "age";
  const isExact = aal > 1 || maxAge !== Infinity;
  return isExact && await isLive?.() === false ? "session" : null;
}
