/**
 * Types of providers.
 *
 * @module
 */

export type * from "../model/provider.ts";
export type { ProviderType } from "../values/types.ts";
