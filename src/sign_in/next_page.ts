/**
 * The page after a sign-in.
 *
 * @module
 */

import type { Identity } from "../model/identity.ts";
import type { Ending } from "../model/intent.ts";
import type { Setup } from "../setup/setup.ts";
import { toAddress, toPage } from "../http/urls.ts";

/** The end of a sign-in, as far as the next page depends on it. */
interface Next extends Pick<Identity, "password"> {
  /** Whether this sign-in has created the user. */
  readonly isNewUser: boolean;
  /** Ids of the providers that a takeover has removed. */
  readonly removed: readonly string[];
}

/** The URL after a sign-in: `returnTo`, unless the page about a takeover, for a new password or for new users comes first. */
export function nextPage(
  { isNewUser, removed, password }: Next,
  { incoming, returnTo, intent }: Ending,
  setup: Setup,
): string {
  const { locales } = intent;
  const params = { callbackUrl: returnTo };
  if (removed.length) {
    const callbackUrl = nextPage({ isNewUser, removed: [], password }, { incoming, returnTo, intent }, setup);
    return toPage("takenOver", { removed: removed.join(","), callbackUrl }, incoming, setup, locales);
  }
  if (password?.hash === null) {
    const { objection: error = null } = password;
    const removed = error === null ? "true" : null;
    return toPage("password", { removed, error, ...params }, incoming, setup, locales);
  }
  const { newUser } = setup.pages;
  return isNewUser && newUser ? toAddress(newUser, params, incoming, locales) : returnTo;
}
