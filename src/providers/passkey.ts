/**
 * Sign-in with passkeys: the device knows who they are for, and makes sure who uses it.
 *
 * @module
 */

import { ADDRESS_FIELDS, simpleWebAuthn, TIMEOUT } from "./_webauthn.ts";
import type { WebAuthnConfig, WebAuthnUserConfig } from "./types.ts";

/**
 * Describes sign-in with passkeys. Signing in asks for no address; signing up does, and creates a user with that address,
 * unproven.
 *
 * Needs the package `@simplewebauthn/server`, an adapter, and `experimental: { enableWebAuthn: true }`.
 *
 * A page of the application's own works like the built-in one: it loads the script `webauthn-script` of the handler, and
 * has a form with `data-passkey`. A user who is signed in adds a passkey to their account with
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
 * where `csrfToken` is what `GET /auth/csrf` answers; without `link`, a page asks first whether the passkey is to be
 * added. A button with the value `authenticate` signs in; `data-autofill`
 * lets the browser offer passkeys in a field with `autocomplete="username webauthn"`. What a program of the
 * application's own would do instead of the script: `GET /auth/webauthn-options/passkey?action=register` answers
 * `{ action, options }`; these options go to `navigator.credentials.create()`; and its result, as JSON text, is posted
 * to `/auth/callback/passkey` as `data`, with `action` and `csrfToken`.
 *
 * @param options What the application sets itself; it wins over the defaults. `residentKey` and `userVerification`
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
  const { registrationOptions, authenticationOptions } = options;
  return {
    id: "passkey",
    name: "Passkey",
    enableConditionalUI: true,
    formFields: ADDRESS_FIELDS,
    simpleWebAuthn,
    ...options,
    type: "webauthn",
    discoverable: true,
    registrationOptions: {
      timeout: TIMEOUT,
      ...registrationOptions,
      authenticatorSelection: {
        ...registrationOptions?.authenticatorSelection,
        residentKey: "required",
        userVerification: "required",
      },
    },
    authenticationOptions: { timeout: TIMEOUT, ...authenticationOptions, userVerification: "required" },
    verifyRegistrationOptions: { ...options.verifyRegistrationOptions, requireUserVerification: true },
    verifyAuthenticationOptions: { ...options.verifyAuthenticationOptions, requireUserVerification: true },
  };
}

export default Passkey;
