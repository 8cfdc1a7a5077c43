/**
 * The relying party: the site, as browsers and authenticators identify it. Auth.js spells it `relayingParty`.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#rp-id | WebAuthn, RP ID}
 * @module
 */

import { toRequest } from "../../http/incoming.ts";
import type { WebAuthnConfig } from "../../model/provider.ts";
import type { Incoming } from "../../http/types.ts";
import type { Theme } from "../../values/types.ts";

/** The relying party of a request. */
interface RelyingParty {
  /** RP ID: the domain that passkeys belong to. */
  readonly id: string;
  /** Name that the browser shows. */
  readonly name: string;
  /** Origins of the pages that may ask for a passkey. */
  readonly origins: string[];
}

/**
 * The relying party of a request: as the provider configures it, by default from the origin of the request and the name
 * of the theme.
 */
export async function relyingPartyOf(
  incoming: Incoming,
  provider: Pick<WebAuthnConfig, "relayingParty" | "getRelayingParty">,
  { name }: Pick<Theme, "name"> = {},
): Promise<RelyingParty> {
  if (provider.getRelayingParty) {
    const { id, name, origin } = await provider.getRelayingParty(toRequest(incoming));
    return { id, name, origins: [origin].flat() };
  }
  const { hostname, host, origin } = new URL(incoming.origin);
  const { relayingParty = {} } = provider;
  const ids = [relayingParty.id ?? hostname].flat();
  const [main = hostname] = ids;
  return {
    id: ids.find((id) => `.${hostname}`.endsWith(`.${id}`)) ?? main,
    name: relayingParty.name ?? (name || host),
    origins: [relayingParty.origin ?? origin].flat(),
  };
}
