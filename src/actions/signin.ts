/**
 * `POST signin/:provider`: a sign-in begins.
 *
 * @module
 */

import type { SetupProvider } from "../config/providers.ts";
import type { Setup } from "../config/setup.ts";
import { InvalidProvider } from "../errors.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import * as email from "../sign_in/email.ts";
import * as oauth from "../sign_in/oauth.ts";
import { signInPageUrl } from "./page_url.ts";

/** Sends the user to the provider, or a mail to the user; to the sign-in page if that is where the provider's form is. */
export async function signIn(incoming: Incoming, setup: Setup): Promise<Outcome> {
  const provider = incoming.providerId === undefined ? undefined : findProvider(incoming, setup);
  switch (provider?.type) {
    case "oauth":
    case "oidc":
      return await oauth.start(incoming, provider, setup);
    case "email":
      return await email.start(incoming, provider, setup);
    default:
      return { redirect: await signInPageUrl(incoming, setup) };
  }
}

/**
 * The provider that a request names.
 *
 * @throws {InvalidProvider} if there is none of that id.
 */
export function findProvider({ providerId }: Incoming, { providers }: Setup): SetupProvider {
  const provider = providers.get(providerId ?? "");
  if (provider) return provider;
  throw new InvalidProvider(`Cannot sign in with "${providerId ?? ""}": there is no such provider`);
}
