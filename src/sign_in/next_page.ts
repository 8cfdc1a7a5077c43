/**
 * The page after a sign-in.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { withParams } from "../http/redirect.ts";
import { localesParam } from "../http/ui_locales.ts";
import { pageUrl } from "../http/urls.ts";
import type { Identity } from "../model/identity.ts";
import type { Ending } from "./intent.ts";

/** The end of a sign-in, as far as the next page depends on it. */
export interface Next extends Pick<Identity, "password"> {
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
  const { origin } = incoming;
  const language = localesParam(incoming, intent.locales);
  const params = { callbackUrl: returnTo, ...language };
  if (removed.length) {
    const callbackUrl = nextPage({ isNewUser, removed: [], password }, { incoming, returnTo, intent }, setup);
    return pageUrl(
      "takenOver",
      { origin, params: { removed: removed.join(","), callbackUrl, ...language } },
      setup,
    );
  }
  if (password?.hash === null) {
    const { objection: error = null } = password;
    const removed = error === null ? "true" : null;
    return pageUrl("password", { origin, params: { removed, error, ...params } }, setup);
  }
  const { newUser } = setup.pages;
  return isNewUser && newUser ? withParams(newUser, origin, params) : returnTo;
}
