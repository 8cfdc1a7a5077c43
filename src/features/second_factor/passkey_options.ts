/**
 * The form for a passkey that is the second factor, and its options.
 *
 * @module
 */

import { toBase64Url } from "../../crypto/bytes.ts";
import { endpointUrl } from "../../http/urls.ts";
import { NO_INTENT } from "../../model/intent.ts";
import type { Setup, WebAuthnProvider } from "../../setup/setup.ts";
import { storeCeremony, toSubject } from "../../sign_in/passkey/ceremony.ts";
import { type StartedCeremony, toDescriptor } from "../../sign_in/passkey/options.ts";
import { methodOf } from "../../sign_in/methods.ts";
import { relyingPartyOf } from "../../sign_in/passkey/relying_party.ts";
import { type AuthMethod, hasPasskey } from "../../values/levels.ts";
import { isOneFactor } from "../../values/one_factor.ts";
import type { Incoming } from "../../http/types.ts";
import type { AskPage } from "./pages/types.ts";
import { passkeyProvider } from "./ways.ts";

/** Asks for a passkey of a user whose first step is done, or who is signed in. @param first The methods of that step, or of the session. */
export async function startSecondStep(
  userId: string,
  { incoming, provider, first }: {
    readonly incoming: Incoming;
    readonly provider: WebAuthnProvider;
    readonly first: readonly AuthMethod[];
  },
  setup: Setup,
): Promise<StartedCeremony> {
  const registered = await provider.store.listAuthenticatorsByUserId(userId);
  const challenge = setup.platform.random(32);
  const options = await provider.simpleWebAuthn.generateAuthenticationOptions({
    ...provider.authenticationOptions,
    // After another factor a touch is enough. After a passkey it would be refused.
    userVerification: hasPasskey(first) ? "required" : "preferred",
    rpID: (await relyingPartyOf(incoming, provider)).id,
    challenge,
    allowCredentials: registered.filter((each) => !isOneFactor(each)).map(toDescriptor),
  });
  const ceremony = {
    action: "authenticate",
    provider: provider.id,
    challenge: toBase64Url(challenge),
    intent: NO_INTENT,
    subject: await toSubject(userId),
  } as const;
  const cookies = await storeCeremony(ceremony, incoming, { ...setup, store: provider.store });
  return { action: "authenticate", options, cookies };
}

/** The script of the form for a passkey, and the URL of its options. The script adds the field `question` to that URL. */
export async function passkeyForm(origin: string, setup: Setup): Promise<AskPage["passkey"]> {
  const provider = passkeyProvider(setup);
  if (!provider) return null;
  const { form } = await methodOf(provider);
  const page = await form(provider, origin, setup);
  if (page.form !== "passkey") return null;
  return { options: endpointUrl("second-factor-options", origin, setup), script: page.script };
}
