/**
 * What passkey managers should know of a user: the passkeys that are accepted, and the name.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-signal-methods | WebAuthn §5.1.10}
 * @module
 */

import { base64ToBase64Url, toBase64Url } from "../../crypto/bytes.ts";
import type { Incoming } from "../../http/types.ts";
import type { AccountOwner } from "../../setup/account_section.ts";
import type { Setup, WebAuthnProvider } from "../../setup/setup.ts";
import { relyingPartyOf } from "./relying_party.ts";
import { labelFor, userHandleOf } from "./user_entity.ts";

/** Options of `signalAllAcceptedCredentials()` and `signalCurrentUserDetails()`. */
interface UserSignal {
  readonly rpId: string;
  /** The user handle, in base64url. */
  readonly userId: string;
  readonly allAcceptedCredentialIds: readonly string[];
  readonly name: string;
  readonly displayName: string;
}

/**
 * The signals about a user, one for each handle that their passkeys have. A manager hides what is not in the list: there are none if
 * the passkeys are not known, or one of them has no handle.
 */
export async function signals(
  { userId, user, authenticators }: AccountOwner,
  incoming: Incoming,
  provider: WebAuthnProvider,
  setup: Setup,
): Promise<readonly UserSignal[]> {
  if (!user || !authenticators?.every(({ userHandle }) => userHandle)) return [];
  const { id: rpId } = await relyingPartyOf(incoming, provider);
  const own = toBase64Url(await userHandleOf(userId, setup));
  const name = await labelFor(userId, user, setup);
  return [...new Set([own, ...authenticators.map(({ userHandle }) => userHandle!)])].map((handle) => ({
    rpId,
    userId: handle,
    allAcceptedCredentialIds: authenticators.filter(({ userHandle }) => userHandle === handle)
      .map(({ credentialID }) => base64ToBase64Url(credentialID)),
    name,
    displayName: user.name || name,
  }));
}
