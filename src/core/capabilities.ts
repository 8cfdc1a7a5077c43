/**
 * The code of the ways to sign in that a plain object may describe, as with Auth.js.
 *
 * @module
 */

import { credentials } from "../sign_in/credentials/capability.ts";
import { mail } from "../sign_in/mail/capability.ts";
import { oauth } from "../sign_in/oauth/code.ts";
import type { Capabilities } from "../setup/setup.ts";

/** The code of OAuth, email and credentials. That of passkeys comes with their function, also where Auth.js is replaced. */
export const ALL_CAPABILITIES: Capabilities = { credentials, email: mail, oauth };
