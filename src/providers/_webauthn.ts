/**
 * Defaults of the providers of type `webauthn`.
 *
 * @module
 */

import type { CredentialInput, SimpleWebAuthn } from "../model/provider.ts";

/** Time limit for the user, in milliseconds. */
export const TIMEOUT = 300_000;

/** An address field in which the browser also offers passkeys. */
export const ADDRESS_FIELDS: Readonly<Record<string, CredentialInput>> = {
  email: {
    type: "email",
    autocomplete: "username webauthn",
    required: true,
  },
};

/** The package, loaded when it is first needed. */
export const simpleWebAuthn: SimpleWebAuthn = {
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
