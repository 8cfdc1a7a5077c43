/**
 * Sign-in with passkeys: discoverable credentials whose authenticator verifies the user.
 *
 * @module
 */

import { passkeyOffer } from "../sign_in/passkey/offer/capability.ts";
import type { PasskeyOfferCode, WebAuthnConfig, WebAuthnUserConfig } from "../model/provider.ts";
import { webAuthn } from "./_webauthn.ts";

export type { PasskeyOfferCode } from "../model/provider.ts";

/**
 * Describes sign-in with passkeys. Signing in needs no address. Signing up asks for one, and creates a user with that
 * address, unverified. With sessions in tokens, only the first session has the address, until an email verifies it there.
 *
 * Needs the package `@simplewebauthn/server` and an adapter. It is not experimental, unlike `WebAuthn`.
 *
 * A page of the application works like the built-in page if it loads the script `webauthn-script` of the handler and
 * contains a form with `data-passkey`. With this form, a signed-in user adds a passkey to their account:
 *
 * ```html
 * <form method="post" action="/auth/callback/passkey" data-passkey="/auth/webauthn-options/passkey" hidden>
 *   <input type="hidden" name="csrfToken" value="…">
 *   <input type="hidden" name="callbackUrl" value="/settings">
 *   <input type="hidden" name="link" value="true">
 *   <button name="action" value="register">Add a passkey</button>
 * </form>
 * <script src="/auth/webauthn-script" defer></script>
 * ```
 *
 * `csrfToken` comes from `GET /auth/csrf`. Without `link`, a page asks first whether to add the passkey. A button with the
 * value `authenticate` signs in. With `data-autofill`, the browser offers passkeys in a field with
 * `autocomplete="username webauthn"`. To replace the script: request `GET /auth/webauthn-options/passkey?action=register`, which answers
 * `{ action, options }`; pass `options` to `navigator.credentials.create()`; post its result as JSON text to
 * `/auth/callback/passkey`, in the field `data`, with `action` and `csrfToken`.
 *
 * A page at `pages.passkeyOffer` has the same form, with `data-offer` and the value of `offer` of its URL, and a link that leads on. The
 * script follows the link where the browser can't create a passkey:
 *
 * ```html
 * <form method="post" action="/auth/callback/passkey" data-passkey="/auth/webauthn-options/passkey" data-offer="…" hidden>
 *   <input type="hidden" name="csrfToken" value="…">
 *   <input type="hidden" name="callbackUrl" value="/home">
 *   <input type="hidden" name="link" value="true">
 *   <button name="action" value="register">Create a passkey</button>
 * </form>
 * <a href="/home" data-skip>Not now</a>
 * <script src="/auth/webauthn-script" defer></script>
 * ```
 *
 * Both addresses are `callbackUrl` of its URL, without the host: anyone can write a link to the page with another site in it.
 *
 * @param options Settings of the application. They override the defaults. `residentKey` and `userVerification`
 * are always `required`.
 * @see {@link https://www.w3.org/TR/webauthn-3/ | WebAuthn}
 *
 * @example
 * ```ts
 * import { Passkey } from "@latchkey/auth/providers/passkey";
 *
 * const provider = Passkey({ relayingParty: { name: "Example" } });
 * console.assert(provider.discoverable);
 * ```
 */
export function Passkey(options: WebAuthnUserConfig = {}): WebAuthnConfig {
  const provider = webAuthn({ id: "passkey", name: "Passkey", ...options });
  const { registrationOptions, authenticationOptions } = provider;
  const required = { residentKey: "required", userVerification: "required" } as const;
  return {
    ...provider,
    discoverable: true,
    registrationOptions: {
      ...registrationOptions,
      authenticatorSelection: { ...registrationOptions?.authenticatorSelection, ...required },
    },
    authenticationOptions: { ...authenticationOptions, userVerification: "required" },
    verifyRegistrationOptions: { ...options.verifyRegistrationOptions, requireUserVerification: true },
    verifyAuthenticationOptions: { ...options.verifyAuthenticationOptions, requireUserVerification: true },
  };
}

/**
 * Offers a passkey to a user who has none, and has just signed in with a password or an email: on a page that they see once in each
 * browser, and can skip. Directly after a password, a password manager may create the passkey by itself.
 *
 * @example
 * ```ts
 * import { Passkey, PasskeyOffer } from "@latchkey/auth/providers/passkey";
 *
 * const provider = Passkey({ offer: PasskeyOffer() });
 * console.assert(provider.offer !== undefined);
 * ```
 */
export function PasskeyOffer(): PasskeyOfferCode {
  return passkeyOffer();
}

export default Passkey;
