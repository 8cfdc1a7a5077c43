/**
 * The option `providerLogout` with its code, for programs that are one file.
 *
 * @module
 */

import type { ProviderLogoutOptions } from "../model/provider_logout.ts";
import { capability } from "../values/markers.ts";
import { providerLogouts } from "./capability.ts";

/**
 * Returns the option `providerLogout` together with its code, for programs that have only the code that they import. On
 * Cloudflare Workers, with Hono, and with `Auth()` and `mount()`, it is necessary; with the other integrations,
 * `providerLogout: true` is enough.
 *
 * @param options The fields of the option. Default: those of each field.
 *
 * @example
 * ```ts
 * import { ProviderLogout } from "@latchkey/auth/provider-logout";
 *
 * const config = { providerLogout: ProviderLogout({ backchannel: true }) };
 * console.log(config.providerLogout.backchannel);
 * ```
 */
export function ProviderLogout(options: ProviderLogoutOptions = {}): ProviderLogoutOptions {
  return { ...options, [capability]: providerLogouts } as ProviderLogoutOptions;
}
