/**
 * Logout at providers: the feature `ProviderLogout`.
 *
 * @module
 */

export type { Feature } from "../model/feature.ts";
export type { ProviderLogoutOptions } from "../model/provider_logout.ts";
export { ProviderLogout } from "../features/provider_logout/provider_logout.ts";
