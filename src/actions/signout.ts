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
import { within } from "../platform/platform.ts";
import { currentSession } from "../session/current.ts";
import { beforeSignOut, type LeaveProvider, revokeTokens, type SignOutWay } from "../sign_in/capability.ts";

/** How long a sign-out waits for providers that revoke tokens, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Ends the session if there is one, and redirects: with `provider` in the form by way of the provider where the session began.
 * With `revokeTokens` in it, revokes all tokens of the user. Removes the cookie even if the session cannot be ended.
 */
export async function signOut(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const leave = String(incoming.body?.provider) === "true" ? await findProvider(incoming, setup) : null;
  const userId = String(incoming.body?.revokeTokens) === "true" ? await findUser(incoming, setup) : null;
  await revoke(incoming, setup);
  if (userId !== null) await revokeInTime(userId, incoming, setup);
  const returnTo = await returnUrl(incoming, setup);
  const { redirect, cookies } = await leaveOr(returnTo, leave, setup);
  return {
    redirect,
    cookies: [
      ...cookies,
      ...removeChunked(incoming.cookies, setup.cookies.providerSession),
      ...setup.sessions.toCookies(null, incoming.cookies),
      // Else the next user of this browser could link the account that waits for an answer.
      ...removeChunked(incoming.cookies, setup.cookies.link),
      ...removeChunked(incoming.cookies, setup.cookies.providerTokens),
      // Nor go on with a sign-in whose second step was not done.
      ...(incoming.cookies.has(setup.cookies.secondFactor.name)
        ? [removedCookie(setup.cookies.secondFactor)]
        : []),
    ],
  };
}

/** What leads to the provider. A failure leaves the user signed in there, and must not keep them signed in here. */
async function findProvider(incoming: Incoming, setup: Setup): Promise<LeaveProvider | null> {
  try {
    return await beforeSignOut(incoming, setup);
  } catch (error) {
    logOnlyHere(error, setup);
    return null;
  }
}

async function findUser(incoming: Incoming, setup: Setup): Promise<string | null> {
  try {
    return (await currentSession(incoming, setup))?.userId ?? null;
  } catch (error) {
    logUnrevoked(error, setup);
    return null;
  }
}

/** Revokes the tokens of a user. A provider that is slow or fails must not keep them from signing out here. */
async function revokeInTime(userId: string, { cookies }: Incoming, setup: Setup): Promise<void> {
  const request = { cookies, canSetCookies: () => true };
  await within(PATIENCE, setup.platform, () => revokeTokens({ userId }, request, setup))
    .catch((error) => logUnrevoked(error, setup));
}

function logUnrevoked(error: unknown, { logger }: Setup): void {
  const err = error as Error;
  logger.error(
    new SignOutError("Cannot revoke the tokens of the user: the session has ended only here", { err }),
  );
}

async function leaveOr(returnTo: string, leave: LeaveProvider | null, setup: Setup): Promise<SignOutWay> {
  try {
    if (leave) return await leave(returnTo);
  } catch (error) {
    logOnlyHere(error, setup);
  }
  return { redirect: returnTo, cookies: [] };
}

function logOnlyHere(error: unknown, { logger }: Setup): void {
  const err = error as Error;
  logger.error(new SignOutError("Cannot lead to the provider: the session has ended only here", { err }));
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
