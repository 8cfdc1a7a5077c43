/**
 * Logout at providers in a program that is one file: `ProviderLogout` brings the code of the option `providerLogout`.
 *
 * @module
 */

export type { ProviderLogoutOptions } from "../model/provider_logout.ts";
export { ProviderLogout } from "../provider_logout/provider_logout.ts";
