/**
 * Types of providers.
 *
 * @module
 */

export type * from "../providers/types.ts";
export type { ProviderType } from "../values/types.ts";
