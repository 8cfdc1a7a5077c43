/**
 * The code that integrations hand in whose applications load chunks from files: `secondFactor: true` needs no import there.
 *
 * @module
 */

import type { Capabilities } from "../config/providers.ts";
import { secondFactors } from "../second_factor/capability.ts";
import { ALL_CAPABILITIES } from "./capabilities.ts";

/** The code of all ways to sign in, and of second factors. */
export const FILE_CAPABILITIES: Capabilities = { ...ALL_CAPABILITIES, secondFactor: secondFactors };
