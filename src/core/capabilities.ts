/**
 * The code of all ways to sign in, for doors where a plain object may describe a provider, as with Auth.js.
 *
 * @module
 */

import { credentials } from "../sign_in/credentials/capability.ts";
import { mail } from "../sign_in/mail/capability.ts";
import { passkeys } from "../sign_in/passkey/capability.ts";
import type { Capabilities } from "../setup/setup.ts";

/** The code of all ways to sign in. */
export const ALL_CAPABILITIES: Capabilities = { credentials, email: mail, webauthn: passkeys };
