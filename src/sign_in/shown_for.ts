/**
 * For whom a form was shown: another tab may have signed another user in since, for whom it must change nothing.
 *
 * @module
 */

import { timingSafeEqual, toBase64Url } from "../crypto/bytes.ts";
import { currentSession } from "../session/current.ts";
import { newestSecret } from "../crypto/keys.ts";
import { macOf } from "../crypto/mac.ts";
import { returnUrl, withParams } from "../http/redirect.ts";
import type { Setup } from "../setup/setup.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { type PageName, toPage } from "../http/urls.ts";
import { asksToLink } from "../http/link_request.ts";

/** The field `shownFor` of a form: a keyed hash of the user's id. */
export async function shownFor(userId: string, { secrets }: Pick<Setup, "secrets">): Promise<string> {
  return await hashWith(newestSecret(secrets), userId);
}

/**
 * The page to which a form leads that was shown to another user than the one who is signed in now, or that adds a way to sign in for one
 * who is not any more; `null` if the form may act. One without the field may: a page of the application, or a script, has sent it.
 *
 * @param page The page that has the form; `undefined` if the route of the form names none.
 * @throws {AdapterError} if the database fails.
 */
export async function backToOther(
  page: PageName | undefined,
  incoming: Incoming,
  setup: Setup,
): Promise<Outcome | null> {
  const { origin, body } = incoming;
  const shown = String(body?.shownFor);
  const { userId = null } = await currentSession(incoming, setup) ?? {};
  const callbackUrl = await returnUrl(incoming, setup);
  if (userId === null) {
    // The account at the provider would make a new user.
    if (!asksToLink(incoming)) return null;
    return { redirect: toPage("signIn", { error: "SessionNotFresh", callbackUrl }, incoming, setup) };
  }
  for (const secret of setup.secrets) {
    if (timingSafeEqual(shown, await hashWith(secret, userId))) return null;
  }
  // The account page returns to itself, and says that what the form was about is not there.
  const isOwnPage = page !== undefined && page !== "account";
  return {
    redirect: isOwnPage
      ? toPage(page, { callbackUrl, error: "UserChanged" }, incoming, setup)
      : withParams(callbackUrl, origin, { error: "NotFound" }),
  };
}

async function hashWith(secret: string, userId: string): Promise<string> {
  // An adapter of Auth.js may give numbers.
  return toBase64Url(await macOf(secret, "Latchkey user of a form, HMAC-SHA-256", String(userId))).slice(
    0,
    22,
  );
}
