/**
 * Begins a session without a sign-in: for tests of applications, and for the command that shows pages.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/contract/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import type { Aal } from "../values/levels.ts";
import type { Setup } from "../setup/setup.ts";
import { bindingOf } from "../sign_in/binding.ts";

/** Who is signed in, how, and since when. */
export interface BegunSession {
  /** The user, as they are stored; without a database, their fields. */
  readonly user: Partial<AdapterUser> & Pick<AdapterUser, "id">;
  /** The same user; absent without a database. */
  readonly storedUser?: AdapterUser | undefined;
  /** The level. */
  readonly aal: Aal;
  /** When they have signed in, in milliseconds. */
  readonly signedInAt: number;
}

/** Begins a session. @returns Its cookies; `null` if a callback of the config refuses it. */
export async function beginSession(
  { user, storedUser, aal, signedInAt }: BegunSession,
  setup: Setup,
): Promise<readonly SetCookie[] | null> {
  const signedIn = { user, storedUser };
  const token = await setup.sessions.issue({
    ...signedIn,
    bind: bindingOf(signedIn, setup),
    account: { type: "credentials", provider: "test", providerAccountId: user.id },
    isNewUser: false,
    signedInAt,
    amr: aal === 2 ? ["pwd", "otp", "mfa"] : ["pwd"],
  }, new Map());
  return token ? setup.sessions.toCookies(token, new Map()) : null;
}
