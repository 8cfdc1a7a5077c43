/**
 * The interface of all sign-in methods: begin an attempt, and finish it.
 *
 * @module
 */

import { verifyCsrf } from "../http/csrf.ts";
import { InvalidProvider } from "../errors/errors.ts";
import type { Setup, SetupProvider } from "../setup/setup.ts";
import type { Incoming } from "../http/types.ts";

/**
 * Asserts that the request is a POST of a form of this site.
 *
 * @throws {InvalidProvider} if the request is not a POST.
 * @throws {MissingCSRF} if it comes from another site.
 */
export async function assertPosted(incoming: Incoming, setup: Setup): Promise<void> {
  if (incoming.method === "GET") {
    throw new InvalidProvider(`Cannot sign in with "${incoming.providerId}" by a link: post its form`);
  }
  await verifyCsrf(incoming, setup);
}

/**
 * The provider that a request names, or with which an identity was proven before: it may have left the config since.
 *
 * @throws {InvalidProvider} if no provider has this id.
 */
export function requireProvider(
  { providerId }: Pick<Incoming, "providerId">,
  { providers }: Setup,
): SetupProvider {
  const provider = providers.get(providerId ?? "");
  if (provider) return provider;
  throw new InvalidProvider(`Cannot sign in with "${providerId ?? ""}": there is no such provider`);
}
