/**
 * Access tokens for the APIs of providers in a program that is one file: `AccessTokens` brings the code of the option
 * `accessTokens`.
 *
 * @module
 */

export type { AccessTokenOptions } from "../model/access_tokens.ts";
export { AccessTokens } from "../provider_tokens/access_tokens.ts";
