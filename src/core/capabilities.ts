/**
 * The code of all ways to sign in, for doors where a plain object may describe a provider, as with Auth.js, and of second factors.
 *
 * @module
 */

import type { Capabilities } from "../config/providers.ts";
import { secondFactors } from "../second_factor/capability.ts";
import { passwords } from "../sign_in/credentials/capability.ts";
import { mail } from "../sign_in/mail/capability.ts";
import { passkeys } from "../sign_in/passkey/capability.ts";

/** The code of all ways to sign in, and of second factors. */
export const ALL_CAPABILITIES: Capabilities = {
  credentials: passwords,
  email: mail,
  webauthn: passkeys,
  secondFactor: secondFactors,
};
