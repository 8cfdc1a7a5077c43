/**
 * Leads a user who has just signed in with a password or a mail to the page that offers a passkey, once in each browser.
 *
 * @module
 */

import { readChunked } from "../../../http/chunked_cookies.ts";
import { isNavigation } from "../../../http/incoming.ts";
import { parsePath } from "../../../http/own_path.ts";
import { endpointUrl, toAddress } from "../../../http/urls.ts";
import type { EndedSignIn, NextPage } from "../../../setup/next_page.ts";
import type { Setup } from "../../../setup/setup.ts";
import { dismiss, dismissedBy } from "../../dismissed.ts";
import { sealTyped } from "../typed.ts";

/** The name of the offer: its endpoint, and what users put away. */
export const OFFER = "passkey-offer";

/**
 * The page with the offer, after a sign-in with a password or a mail that a person sees in a browser; `null` if it is not for them. The
 * answer remembers that it was made, whatever the user does there. The page leads on a user to whom nothing can be offered.
 */
export async function offerPasskey(
  { identity: { account: { type }, amr }, storedUser, incoming, returnTo, intent }: EndedSignIn,
  setup: Setup,
): Promise<NextPage | null> {
  const isOffered = storedUser && (type === "credentials" || type === "email") &&
    // A form that a browser has sent, or a link that a person has opened. Code of the application leads on by itself.
    isNavigation(incoming) && !setup.raw &&
    // Someone was signed in, and proves it again for something else.
    !readChunked(incoming.cookies, setup.cookies.sessionToken.name) &&
    // The user is on the way to do something there.
    !isOwn(returnTo, incoming, setup);
  if (!isOffered) return null;
  const userId = String(storedUser.id);
  if ((await dismissedBy(userId, incoming, setup)).includes(OFFER)) return null;
  const page = endpointUrl(OFFER, incoming.origin, setup);
  // Only a password that the library has checked says that a password manager may know the user.
  const offer = amr?.includes("pwd") ? await sealTyped(userId, setup) : "";
  return {
    redirect: toAddress(page, { callbackUrl: returnTo, offer }, incoming, intent.locales),
    cookies: [await dismiss(OFFER, { userId, incoming }, setup)],
  };
}

/** Whether an address is that of a page of the library. */
function isOwn(url: string, { origin }: Pick<EndedSignIn["incoming"], "origin">, setup: Setup): boolean {
  const { pathname, origin: site } = new URL(url);
  return site === origin && parsePath(pathname, setup) !== null;
}
