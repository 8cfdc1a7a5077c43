/**
 * `GET session` and `POST session`: who is signed in.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { AdapterError, type AuthError } from "../errors/errors.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { PRIVATE } from "../http/outcome.ts";
import { readSessionToken, sessionCookies } from "../session/cookie.ts";
import { isA } from "../errors/thrown.ts";

/**
 * Answers the session, or `null` if no one is signed in. Removes a cookie that is not valid.
 *
 * @throws {AdapterError} if the database fails: then it is unknown whether the user is signed in.
 */
export function readSession(incoming: Incoming, setup: Setup): Promise<Outcome> {
  return answerSession(incoming, setup, (token) => setup.sessions.read(token));
}

/** Passes `data` of the body to the callbacks, and answers the session. */
export function updateSession(incoming: Incoming, setup: Setup): Promise<Outcome> {
  return answerSession(incoming, setup, (token) => setup.sessions.update(token, incoming.body?.data));
}

/**
 * The answer if the session cannot be read: 503 if the database fails, so that clients keep the session that they have;
 * else 400 and `null`.
 */
export function toSessionFailure(error: AuthError): Outcome {
  return isA(error, AdapterError)
    ? { status: 503, json: { message: "The session cannot be read at the moment." }, headers: PRIVATE }
    : { status: 400, json: null };
}

async function answerSession(
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
