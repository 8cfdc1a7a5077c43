/**
 * `POST signout`: ends the session.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { SignOutError } from "../errors/errors.ts";
import { removeChunked } from "../http/chunked_cookies.ts";
import { removedCookie } from "../http/cookies.ts";
import { returnUrl } from "../http/redirect.ts";
import type { Incoming, Outcome } from "../http/types.ts";

/** Ends the session if there is one, and redirects. Removes the cookie even if the session cannot be ended. */
export async function signOut(incoming: Incoming, setup: Setup): Promise<Outcome> {
  await revoke(incoming, setup);
  return {
    redirect: await returnUrl(incoming, setup),
    cookies: [
      ...setup.sessions.toCookies(null, incoming.cookies),
      // Else the next user of this browser could link the account that waits for an answer.
      ...removeChunked(incoming.cookies, setup.cookies.link),
      // Nor go on with a sign-in whose second step was not done.
      ...(incoming.cookies.has(setup.cookies.secondFactor.name)
        ? [removedCookie(setup.cookies.secondFactor)]
        : []),
    ],
  };
}

async function revoke({ cookies }: Incoming, { sessions, logger }: Setup): Promise<void> {
  try {
    await sessions.revoke(cookies);
  } catch (error) {
    logger.error(
      new SignOutError("Cannot end the session: only its cookie is gone", { err: error as Error }),
    );
  }
}
