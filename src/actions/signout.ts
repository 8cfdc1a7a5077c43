/**
 * `POST signout`: a session ends.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { SignOutError } from "../errors.ts";
import { removeChunked } from "../http/cookies.ts";
import { returnUrl } from "../http/redirect.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { readSessionToken, sessionCookies } from "../session/cookie.ts";

/** Ends the session, if there is one, and sends the user on. Whatever fails, the cookie is removed. */
export async function signOut(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const token = readSessionToken(incoming.cookies, setup.cookies.sessionToken);
  if (token) await revoke(token, setup);
  return {
    redirect: await returnUrl(incoming, setup),
    cookies: [
      ...sessionCookies(null, incoming.cookies, setup.cookies.sessionToken),
      // An account that waits to be linked would wait for the next person at this browser.
      ...removeChunked(incoming.cookies, setup.cookies.link),
    ],
  };
}

async function revoke(token: string, { sessions, logger }: Setup): Promise<void> {
  try {
    await sessions.revoke(token);
  } catch (error) {
    logger.error(
      new SignOutError("Cannot end the session: only its cookie is gone", { err: error as Error }),
    );
  }
}
