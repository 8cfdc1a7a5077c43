/**
 * Types of providers, and the function for one that you describe yourself.
 *
 * @module
 */

export { OAuth } from "../sign_in/oauth/capability.ts";
export type * from "../model/provider.ts";
export type { ProviderType } from "../values/types.ts";
