/**
 * `POST signin/:provider`: a sign-in begins.
 *
 * @module
 */

import type { Setup } from "../config/setup.ts";
import { InvalidProvider } from "../errors.ts";
import type { Incoming, Outcome } from "../http/types.ts";
import type { OAuthProvider } from "../oauth/provider.ts";
import { start } from "../sign_in/oauth.ts";
import { signInPageUrl } from "./page.ts";

/** Sends the user to the provider, or to the sign-in page if none is named. */
export async function signIn(incoming: Incoming, setup: Setup): Promise<Outcome> {
  if (incoming.providerId === undefined) return { redirect: await signInPageUrl(incoming, setup) };
  return await start(incoming, findProvider(incoming, setup), setup);
}

/**
 * The provider that a request names.
 *
 * @throws {InvalidProvider} if there is none of that id.
 */
export function findProvider({ providerId }: Incoming, { providers }: Setup): OAuthProvider {
  const provider = providers.get(providerId ?? "");
  if (provider) return provider;
  throw new InvalidProvider(`Cannot sign in with "${providerId ?? ""}": there is no such provider`);
}
