/**
 * Access tokens for the APIs of providers: the feature `AccessTokens`.
 *
 * @module
 */

export type { Feature, WithFunctions } from "../model/feature.ts";
export type {
  AccessTokenCalls,
  AccessTokenOptions,
  AccessTokenRequest,
  OutsideAccessTokens,
  RevocationRequest,
  TokensToRevoke,
  WantedToken,
} from "../model/access_tokens.ts";
export { AccessTokens, type AccessTokensFeature } from "../features/provider_tokens/access_tokens.ts";
