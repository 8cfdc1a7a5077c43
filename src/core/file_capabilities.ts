/**
 * The code that integrations hand in whose applications load chunks from files: `secondFactor: true` and its like need no import there.
 *
 * @module
 */

import { ALL_CAPABILITIES } from "./capabilities.ts";
import { providerLogouts } from "../provider_logout/capability.ts";
import { accessTokens } from "../provider_tokens/capability.ts";
import { secondFactors } from "../second_factor/capability.ts";
import type { Capabilities } from "../setup/setup.ts";

/** The code of all ways to sign in, and of options. */
export const FILE_CAPABILITIES: Capabilities = {
  ...ALL_CAPABILITIES,
  secondFactor: secondFactors,
  accessTokens,
  providerLogout: providerLogouts,
};
