/**
 * What every kind of sign-in ends with: may they, a session, the event, and where to go.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { AccessDenied, AuthError } from "../errors.ts";
import { allowedUrl } from "../http/redirect.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { sessionCookies } from "../session/cookie.ts";
import type { Identity } from "../types.ts";

/**
 * Signs in whoever a provider has proven, if the application lets them.
 *
 * @param returnTo Absolute URL where the user goes.
 * @throws {AccessDenied} if `callbacks.signIn` returns anything but `true` or a URL, or throws.
 */
export async function complete(
  { user, account, profile }: Identity,
  { incoming, returnTo }: { readonly incoming: Incoming; readonly returnTo: string },
  setup: Setup,
): Promise<Outcome> {
  const elsewhere = await assertAllowed({ user, account, profile }, setup);
  if (elsewhere !== null) return { redirect: await allowedUrl(elsewhere, incoming.origin, setup) };
  const isNewUser = false;
  const token = await setup.sessions.issue({ user, account, profile, isNewUser });
  if (token) await setup.emit("signIn", { user, account, profile, isNewUser });
  return { redirect: returnTo, cookies: sessionCookies(token, incoming.cookies, setup.cookies.sessionToken) };
}

/** The URL that `callbacks.signIn` sends the user to instead; `null` if they may sign in. */
async function assertAllowed(
  params: Pick<Identity, "user" | "account" | "profile">,
  { callbacks }: Setup,
): Promise<string | null> {
  let verdict: boolean | string;
  try {
    // Only `true` lets in: a callback that returns nothing has not said yes.
    verdict = callbacks.signIn ? await callbacks.signIn(params) : true;
  } catch (error) {
    throw error instanceof AuthError ? error : new AccessDenied(error as Error);
  }
  if (verdict === true) return null;
  if (typeof verdict === "string" && verdict) return verdict;
  throw new AccessDenied("callbacks.signIn did not return true");
}
