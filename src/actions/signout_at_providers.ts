/**
 * What a sign-out does at providers: it leads the user to the one where the session began, and revokes tokens. A failure there
 * must not keep the user signed in here.
 *
 * @module
 */

import { currentSession } from "../session/current.ts";
import { SignOutError } from "../errors/errors.ts";
import { beforeSignOut, revokeTokens } from "../sign_in/hooks.ts";
import { within } from "../platform/platform.ts";
import type { Setup, SignOutWay } from "../setup/setup.ts";
import type { Incoming } from "../http/types.ts";

/** How long a sign-out waits for providers that revoke tokens, in milliseconds. */
const PATIENCE = 10_000;

/** What a sign-out is to do. */
interface Wishes {
  /** Whether to lead the user to the provider. */
  readonly leaves: boolean;
  /** Whether to revoke all tokens of the user. */
  readonly revokes: boolean;
}

/** Reads what the session says, before it ends. @returns Does what is wanted, once it has ended. Neither rejects. */
export async function prepareProviders(
  incoming: Incoming,
  { leaves, revokes }: Wishes,
  setup: Setup,
): Promise<(returnTo: string) => Promise<SignOutWay>> {
  const leave = leaves ? await orLog(() => beforeSignOut(incoming, setup), LEAVING, setup) : null;
  const session = revokes ? await orLog(() => currentSession(incoming, setup), REVOKING, setup) : null;
  return async (returnTo) => {
    const userId = session?.userId;
    if (userId) await orLog(() => revokeInTime(userId, incoming, setup), REVOKING, setup);
    return await orLog(() => leave?.(returnTo), LEAVING, setup) ?? { redirect: returnTo, cookies: [] };
  };
}

const LEAVING = "Cannot lead to the provider: the session has ended only here";
const REVOKING = "Cannot revoke the tokens of the user: the session has ended only here";

async function orLog<T>(run: () => T | Promise<T>, message: string, { logger }: Setup): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    logger.error(new SignOutError(message, { err: error as Error }));
    return null;
  }
}

async function revokeInTime(userId: string, { cookies }: Incoming, setup: Setup): Promise<void> {
  const request = { cookies, canSetCookies: () => true };
  await within(PATIENCE, setup.platform, () => revokeTokens({ userId }, request, setup));
}
