/**
 * Defaults of the providers of type `webauthn`.
 *
 * @module
 */

import type {
  CredentialInput,
  SimpleWebAuthn,
  WebAuthnConfig,
  WebAuthnUserConfig,
} from "../model/provider.ts";
import { withCapability } from "../sign_in/capability.ts";
import { passkeys } from "../sign_in/passkey/capability.ts";

/** Describes sign-in with passkeys or security keys. */
export function webAuthn(
  options: WebAuthnUserConfig & Pick<WebAuthnConfig, "id" | "name">,
): WebAuthnConfig {
  const { registrationOptions, authenticationOptions } = options;
  return withCapability({
    enableConditionalUI: true,
    formFields: ADDRESS_FIELDS,
    simpleWebAuthn,
    ...options,
    type: "webauthn",
    registrationOptions: {
      timeout: TIMEOUT,
      ...registrationOptions,
      authenticatorSelection: {
        residentKey: "preferred",
        userVerification: "required",
        ...registrationOptions?.authenticatorSelection,
      },
    },
    authenticationOptions: { timeout: TIMEOUT, userVerification: "required", ...authenticationOptions },
  }, passkeys);
}

/** Time limit for the user, in milliseconds. */
const TIMEOUT = 300_000;

/** An address field in which the browser also offers passkeys. */
const ADDRESS_FIELDS: Readonly<Record<string, CredentialInput>> = {
  email: {
    type: "email",
    autocomplete: "username webauthn",
    required: true,
  },
};

/** The package, loaded when it is first needed. */
const simpleWebAuthn: SimpleWebAuthn = {
  generateRegistrationOptions: async (options) => await (await load()).generateRegistrationOptions(options),
  generateAuthenticationOptions: async (options) =>
    await (await load()).generateAuthenticationOptions(options),
  verifyRegistrationResponse: async (options) => await (await load()).verifyRegistrationResponse(options),
  verifyAuthenticationResponse: async (options) => await (await load()).verifyAuthenticationResponse(options),
};

async function load(): Promise<SimpleWebAuthn> {
  // The package's types require mutable arrays and all fields of an answer. It checks answers itself.
  return await import("npm:@simplewebauthn/server@^14.0.3") as unknown as SimpleWebAuthn;
}
