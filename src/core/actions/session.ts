/**
 * `GET session` and `POST session`: who is signed in.
 *
 * @module
 */

import { AdapterError, type AuthError } from "../../errors/errors.ts";
import type { SessionRead } from "../../model/session.ts";
import type { Setup } from "../../setup/setup.ts";
import { isA } from "../../errors/thrown.ts";
import type { Incoming, Outcome } from "../../http/types.ts";

/**
 * Answers the session, or `null` if no one is signed in. Removes a cookie that is not valid.
 *
 * @throws {AdapterError} if the database fails: then it is unknown whether the user is signed in.
 */
export async function showSession(incoming: Incoming, setup: Setup): Promise<Outcome> {
  return toOutcome(await setup.sessions.read(incoming.cookies), incoming, setup);
}

/** Passes `data` of the body to the callbacks, and answers the session. */
export async function changeSession(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const { cookies, body } = incoming;
  return toOutcome(await setup.sessions.update(cookies, body?.data), incoming, setup);
}

/**
 * The answer if the session cannot be read: 503 if the database fails, so that clients keep the session that they have;
 * else 400 and `null`.
 */
export function toSessionFailure(error: AuthError): Outcome {
  return isA(error, AdapterError)
    ? { status: 503, json: { message: "The session cannot be read at the moment." } }
    : { status: 400, json: null };
}

function toOutcome(read: SessionRead | null, { cookies }: Incoming, { sessions }: Setup): Outcome {
  if (!read) return { json: null };
  return { json: read.session, cookies: sessions.toCookies(read.token, cookies) };
}
