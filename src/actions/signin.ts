/**
 * `POST signin/:provider`: begins a sign-in.
 *
 * @module
 */

import type { SetupProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import { InvalidProvider } from "../errors/errors.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import { methodOf } from "../sign_in/methods.ts";
import { signInPageUrl } from "./page_url.ts";

/** Redirects to the provider, or sends a mail. Redirects to the sign-in page if the form of the provider is there. */
export async function signIn(incoming: Incoming, setup: Setup): Promise<Outcome> {
  if (incoming.providerId !== undefined) {
    const provider = requireProvider(incoming, setup);
    const { start } = await methodOf(provider);
    if (start) return await start(incoming, provider, setup);
  }
  return { redirect: await signInPageUrl(incoming, setup) };
}

/**
 * The provider that a request names.
 *
 * @throws {InvalidProvider} if no provider has this id.
 */
export function requireProvider({ providerId }: Incoming, { providers }: Setup): SetupProvider {
  const provider = providers.get(providerId ?? "");
  if (provider) return provider;
  throw new InvalidProvider(`Cannot sign in with "${providerId ?? ""}": there is no such provider`);
}
