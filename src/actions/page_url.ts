/**
 * Where the sign-in page is.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { returnUrl, withParams } from "../http/redirect.ts";
import type { Incoming } from "../http/types.ts";

/** URL of the sign-in page, the application's own or the built-in one. */
export async function signInPageUrl(
  incoming: Incoming,
  setup: Setup,
  error: string | null = null,
): Promise<string> {
  const page = setup.pages.signIn ?? `${setup.basePath}/signin`;
  return withParams(page, incoming.origin, { callbackUrl: await returnUrl(incoming, setup), error });
}
