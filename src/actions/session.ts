/**
 * `GET session` and `POST session`: who is signed in.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { PRIVATE } from "../http/outcome.ts";
import { readSessionToken, sessionCookies } from "../session/cookie.ts";

/**
 * Answers the session, or `null` when no one is signed in. Never fails on a bad cookie: it removes it.
 *
 * @throws {AdapterError} if the database fails, which does not mean that no one is signed in.
 */
export function readSession(incoming: Incoming, setup: Setup): Promise<Outcome> {
  return answer(incoming, setup, (token) => setup.sessions.read(token));
}

/** Answers the session after `callbacks.jwt` has seen the `data` of the body. */
export function updateSession(incoming: Incoming, setup: Setup): Promise<Outcome> {
  return answer(incoming, setup, (token) => setup.sessions.update(token, incoming.body?.data));
}

async function answer(
  { cookies }: Incoming,
  setup: Setup,
  access: Setup["sessions"]["read"],
): Promise<Outcome> {
  const token = readSessionToken(cookies, setup.cookies.sessionToken);
  if (!token) return { json: null, headers: PRIVATE };
  const read = await access(token);
  return {
    json: read.session,
    headers: PRIVATE,
    cookies: sessionCookies(read.token, cookies, setup.cookies.sessionToken),
  };
}
