/**
 * `POST signin/:provider` begins a sign-in, and `POST signout` ends the session.
 *
 * @module
 */

import { requireProvider } from "../../sign_in/method.ts";
import { methodOf } from "../../sign_in/methods.ts";
import { signInPageUrl } from "../../sign_in/page_url.ts";
import type { Setup } from "../../setup/setup.ts";
import type { Incoming, Outcome } from "../../http/types.ts";

export { signOut } from "../../sign_in/sign_out.ts";

/** Redirects to the provider, or sends an email. Redirects to the sign-in page if the form of the provider is there. */
export async function signIn(incoming: Incoming, setup: Setup): Promise<Outcome> {
  if (incoming.providerId !== undefined) {
    const provider = requireProvider(incoming, setup);
    const { start } = await methodOf(provider);
    if (start) return await start(incoming, provider, setup);
  }
  return { redirect: await signInPageUrl(incoming, setup) };
}
