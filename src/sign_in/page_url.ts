/**
 * The URL of the sign-in page.
 *
 * @module
 */

import { asksToLink } from "../http/link_request.ts";
import { returnUrl } from "../http/redirect.ts";
import type { Setup } from "../setup/setup.ts";
import type { Incoming } from "../http/types.ts";
import { toPage } from "../http/urls.ts";

/** URL of the sign-in page, the application's own or the built-in one. It keeps `link` of the request. */
export async function signInPageUrl(
  incoming: Incoming,
  setup: Setup,
  error: string | null = null,
): Promise<string> {
  const params = {
    callbackUrl: await returnUrl(incoming, setup),
    link: asksToLink(incoming) ? "true" : null,
    error,
  };
  return toPage("signIn", params, incoming, setup);
}
