/**
 * Checks of providers that differ from the default.
 *
 * @module
 */

import type { Check } from "../model/provider.ts";

/**
 * For a provider that ignores PKCE, or refuses its parameters (RFC 7636). `state` protects the sign-in instead, and the
 * client secret the code (RFC 9700 §2.1.1).
 */
export const WITHOUT_PKCE: readonly Check[] = ["state"];
