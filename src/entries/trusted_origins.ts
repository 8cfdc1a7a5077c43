/**
 * Front ends on other origins: the feature `TrustedOrigins`.
 *
 * @module
 */

export type { Feature } from "../model/feature.ts";
export { TrustedOrigins } from "../features/trusted_origins/trusted_origins.ts";
export type { TrustedOriginsOptions } from "../features/trusted_origins/options.ts";
