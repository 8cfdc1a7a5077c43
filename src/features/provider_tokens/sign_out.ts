/**
 * What a sign-out with `revokeTokens` does at providers.
 *
 * @module
 */

import type { Incoming } from "../../http/types.ts";
import { within } from "../../platform/platform.ts";
import { currentSession } from "../../session/current.ts";
import type { Setup } from "../../setup/setup.ts";
import type { AfterSignOut } from "../../setup/sign_out.ts";
import { revokeUserTokens } from "./revoke_tokens.ts";

/** How long a sign-out waits for providers that revoke tokens, in milliseconds. */
const MOST_WAIT = 10_000;

/** Finds out whose tokens to revoke. @returns Revokes them, once the session has ended; `null` if no one is signed in. */
export async function revokeAfterSignOut(incoming: Incoming, setup: Setup): Promise<AfterSignOut | null> {
  const userId = (await currentSession(incoming, setup))?.userId;
  if (!userId) return null;
  // The sign-out removes the cookie of the tokens.
  const request = { cookies: incoming.cookies, canSetCookies: () => true };
  return async () => {
    await within(MOST_WAIT, setup.platform, () => revokeUserTokens({ userId }, request, setup));
    return null;
  };
}
