/**
 * Types of providers.
 *
 * @module
 */

export type { ListedProvider as Provider, Provider as ProviderConfig } from "../providers/types.ts";
export type * from "../providers/types.ts";
export type { ProviderType } from "../types.ts";
