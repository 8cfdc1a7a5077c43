/**
 * The site as browsers and authenticators know it.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#rp-id | WebAuthn, RP ID}
 * @module
 */

import type { WebAuthnProvider } from "../config/providers.ts";
import { toRequest } from "../http/incoming.ts";
import type { Incoming } from "../http/types.ts";

/** The site that asks for a passkey. */
export interface Site {
  /** Domain that passkeys are for. */
  readonly id: string;
  /** Name, for people to read. */
  readonly name: string;
  /** Origins of pages that may ask. */
  readonly origins: string[];
}

/** The site that a request is for: what the provider says, else the application's origin. */
export async function siteOf(incoming: Incoming, provider: WebAuthnProvider): Promise<Site> {
  if (provider.getRelayingParty) {
    const { id, name, origin } = await provider.getRelayingParty(toRequest(incoming));
    return { id, name, origins: [origin].flat() };
  }
  const { hostname, host, origin } = new URL(incoming.origin);
  const { relayingParty = {} } = provider;
  const ids = [relayingParty.id ?? hostname].flat();
  return {
    id: ids.find((id) => `.${hostname}`.endsWith(`.${id}`)) ?? ids[0]!,
    name: relayingParty.name ?? host,
    origins: [relayingParty.origin ?? origin].flat(),
  };
}
