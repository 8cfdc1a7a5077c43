/**
 * Where the sign-in page is.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { allowedUrl, requestedUrl, withParams } from "../http/redirect.ts";
import type { Incoming } from "../http/types.ts";

/** URL of the sign-in page, the application's own or the built-in one. */
export async function signInPageUrl(
  incoming: Incoming,
  setup: Setup,
  error: string | null = null,
): Promise<string> {
  const page = setup.pages.signIn ?? `${setup.basePath}/signin`;
  return withParams(page, incoming.origin, { callbackUrl: await callbackUrl(incoming, setup), error });
}

/** The address that the user asks to return to, as far as it is allowed. */
export function callbackUrl(incoming: Incoming, setup: Setup): Promise<string> {
  return allowedUrl(requestedUrl(incoming), incoming.origin, setup);
}
