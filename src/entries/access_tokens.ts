/**
 * Access tokens for the APIs of providers: the feature `AccessTokens`.
 *
 * @module
 */

export type { Feature } from "../model/feature.ts";
export type { AccessTokenOptions } from "../model/access_tokens.ts";
export { AccessTokens } from "../provider_tokens/access_tokens.ts";
