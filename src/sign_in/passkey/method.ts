/**
 * Sign-in and sign-up with a passkey or a security key.
 *
 * @module
 */

import { base64UrlToBase64 } from "../../crypto/bytes.ts";
import { type Ceremony, consumeCeremony } from "./ceremony.ts";
import { withRequestedLink } from "../intent.ts";
import { NO_INTENT } from "../../model/intent.ts";
import type { Attempted } from "../../model/limits.ts";
import { assertPosted } from "../method.ts";
import type { Attempt } from "../../setup/method.ts";
import { layOut } from "../../pages/signin/forms.ts";
import { add, draw } from "../../pages/signin/passkey.ts";
import { passkeyScriptAt } from "../../pages/passkey_script.ts";
import { returnUrl } from "../../http/redirect.ts";
import type { Setup, WebAuthnProvider } from "../../setup/setup.ts";
import type { Incoming } from "../../http/types.ts";
import type { PasskeyForm } from "../../pages/types.ts";
import { endpointUrl } from "../../http/urls.ts";
import { keepUnknown } from "./signals.ts";
import { parsePasskeyAnswer, type PasskeyAnswer, verifyPasskeyAnswer } from "./verify.ts";

export { signals } from "./signals.ts";

/**
 * Accepts the answer of a passkey, in the browser that received the challenge, and consumes the challenge.
 *
 * @throws {WebAuthnVerificationError} if the answer is malformed.
 * @throws {InvalidCheck} if the challenge was answered before.
 */
export async function finish(
  incoming: Incoming,
  provider: WebAuthnProvider,
  setup: Setup,
): Promise<Attempt> {
  await assertPosted(incoming, setup);
  const answer = parsePasskeyAnswer(incoming);
  const returnTo = await returnUrl(incoming, setup);
  const { cookies } = incoming;
  const { ceremony, consumed } = await consumeCeremony(answer, { provider, cookies }, setup);
  return {
    returnTo,
    intent: withRequestedLink(incoming, ceremony?.intent ?? NO_INTENT),
    consumed,
    identify: () =>
      setup.limits.attempt(
        { ...attemptedWith(answer, ceremony), provider: provider.id },
        incoming,
        () => verifyPasskeyAnswer(answer, { ceremony, incoming, provider, platform: setup.platform }),
      ),
    onFailure: (error) => keepUnknown(error, { incoming, provider }, setup),
  };
}

/** What an answer tries: to create a user, or to use a passkey, which is counted by its id. */
function attemptedWith(
  { action, response }: PasskeyAnswer,
  ceremony: Ceremony | null,
): Pick<Attempted, "kind" | "account"> {
  const isSignUp = ceremony?.action === "register" && ceremony.userId === null;
  if (isSignUp) return { kind: "signUp" };
  return { kind: "passkey", account: action === "register" ? null : base64UrlToBase64(response.id) };
}

/** A form with two buttons, to sign in and to sign up. It needs the script. */
export async function form(provider: WebAuthnProvider, origin: string, setup: Setup): Promise<PasskeyForm> {
  const { id, name, formFields: fields, enableConditionalUI: autofill } = provider;
  return {
    form: "passkey",
    id,
    name,
    action: endpointUrl(`callback/${id}`, origin, setup),
    fields,
    options: endpointUrl(`webauthn-options/${id}`, origin, setup),
    autofill,
    script: await passkeyScriptAt(endpointUrl("webauthn-script", origin, setup)),
    layOut,
    draw,
    add,
  };
}
