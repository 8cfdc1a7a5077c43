/**
 * What passkey managers should know: of a user the passkeys that are accepted, and the name; and which passkey nobody has here.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-signal-methods | WebAuthn §5.1.10}
 * @module
 */

import { base64ToBase64Url, toBase64Url } from "../../crypto/bytes.ts";
import { propertyOf } from "../../errors/thrown.ts";
import { openAttempt, storeAttempt } from "../../http/sealed_cookie.ts";
import type { Incoming } from "../../http/types.ts";
import type { AccountOwner } from "../../setup/account_section.ts";
import type { Setup, WebAuthnProvider } from "../../setup/setup.ts";
import type { SetCookie } from "../../values/cookie.ts";
import { ceremonyCookies } from "./ceremony.ts";
import { listingOf } from "./listed.ts";
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

/** Options of `signalUnknownCredential()`. */
interface UnknownCredential {
  readonly rpId: string;
  /** In base64url. */
  readonly credentialId: string;
}

/** The fact of an error that has the id. It stands in the place of a challenge among the cookies of ceremonies. */
const UNKNOWN = "unknown";

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

/**
 * The cookies that keep the passkey which a sign-in was refused for, until the script asks for a passkey again; none for any other
 * failure. Nor beside a provider that names ids: the answer would tell those of a user from decoys.
 */
export async function keepUnknown(
  error: unknown,
  { incoming, provider }: { readonly incoming: Incoming; readonly provider: WebAuthnProvider },
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const credentialId = propertyOf(propertyOf(error, "cause"), UNKNOWN);
  if (typeof credentialId !== "string" || [...setup.providers.values()].some(listingOf)) return [];
  const { id: rpId } = await relyingPartyOf(incoming, provider);
  const unknown: UnknownCredential = { rpId, credentialId };
  return await storeAttempt(unknown, { secret: UNKNOWN, kind: ceremonyCookies(setup), incoming }, setup);
}

/** The passkey that this browser keeps, and the removal of its cookie. */
export async function takeUnknown(
  { cookies }: Pick<Incoming, "cookies">,
  setup: Setup,
): Promise<{ readonly unknown?: UnknownCredential; readonly consumed: readonly SetCookie[] }> {
  const kind = ceremonyCookies(setup);
  const { attempt, consumed } = await openAttempt<UnknownCredential>(UNKNOWN, { kind, cookies }, setup);
  // A browser may send back the cookie of a ceremony in its place.
  const { rpId, credentialId } = attempt ?? {};
  return rpId && credentialId ? { unknown: { rpId, credentialId }, consumed } : { consumed: [] };
}
