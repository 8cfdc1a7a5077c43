/**
 * The page after a sign-in.
 *
 * @module
 */

import { credentialsOf } from "./capability.ts";
import type { Identity } from "../model/identity.ts";
import type { Ending } from "../model/intent.ts";
import type { Setup } from "../setup/setup.ts";
import { toAddress, toPage } from "../http/urls.ts";

/** The end of a sign-in, as far as the next page depends on it. */
interface Next extends Pick<Identity, "outcome"> {
  /** Whether this sign-in has created the user. */
  readonly isNewUser: boolean;
  /** Ids of the providers that a takeover has removed. */
  readonly removed: readonly string[];
}

/** The URL after a sign-in: `returnTo`, unless the page about a takeover, for new credentials or for new users comes first. */
export async function nextPage(
  { isNewUser, removed, outcome }: Next,
  { incoming, returnTo, intent }: Ending,
  setup: Setup,
): Promise<string> {
  const { locales } = intent;
  const params = { callbackUrl: returnTo };
  if (removed.length) {
    const callbackUrl = await nextPage(
      { isNewUser, removed: [], outcome },
      { incoming, returnTo, intent },
      setup,
    );
    return toPage("takenOver", { removed: removed.join(","), callbackUrl }, incoming, setup, locales);
  }
  const kept = outcome?.hash === null && await credentialsOf(setup);
  if (kept) {
    const { objection: error = null } = outcome;
    const removed = error === null ? "true" : null;
    return toPage(kept.page, { removed, error, ...params }, incoming, setup, locales);
  }
  const { newUser } = setup.pages;
  return isNewUser && newUser ? toAddress(newUser, params, incoming, locales) : returnTo;
}
