/**
 * The feature of the logout at providers.
 *
 * @module
 */

import type { Feature } from "../../model/feature.ts";
import type { ProviderLogoutOptions } from "../../model/provider_logout.ts";
import { toFeature } from "../../setup/feature.ts";
import { providerLogouts } from "./capability.ts";

/**
 * Logout at providers: `signOut({ provider: true })` also ends the session at the provider, if that has an
 * `end_session_endpoint`, and with `backchannel` the provider ends sessions here.
 *
 * @param options Default: those of each field.
 *
 * @example
 * ```ts
 * import { ProviderLogout } from "@latchkey/auth/provider-logout";
 *
 * const config = { features: [ProviderLogout({ backchannel: true })] };
 * console.log(config.features.map(({ name }) => name)); // ["providerLogout"]
 * ```
 */
export function ProviderLogout(
  options: ProviderLogoutOptions = {},
): Feature<"providerLogout", ProviderLogoutOptions> {
  return toFeature("providerLogout", options, providerLogouts);
}
