/**
 * The functions of `outside(config)`, for configs whose type does not say what they bring.
 *
 * @module
 */

import { outside } from "../../src/core/outside.ts";
import type { TokensToRevoke, WantedToken } from "../../src/model/access_tokens.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import type { AccessTokensFeature } from "../../src/features/provider_tokens/access_tokens.ts";
import type { SecondFactorFeature } from "../../src/features/second_factor/second_factor.ts";
import type { ImportedSecondFactor } from "../../src/shapes/second_factor.ts";

/** A config that brings all functions. */
type Full = AuthConfig & { readonly features: readonly [AccessTokensFeature, SecondFactorFeature] };

const of = (config: AuthConfig) => outside(config as Full);

/** Returns an access token of a user. */
export function getAccessToken(wanted: WantedToken, config: AuthConfig): Promise<string> {
  return of(config).accessTokens.get(wanted);
}

/** Revokes tokens of a user. */
export function revokeTokens(wanted: TokensToRevoke, config: AuthConfig): Promise<void> {
  return of(config).accessTokens.revoke(wanted);
}

/** Removes the second factors of a user. */
export function resetSecondFactor(userId: string, config: AuthConfig): Promise<boolean> {
  return of(config).secondFactor.reset(userId);
}

/** Returns whether a user has turned the second factor on. */
export function hasSecondFactor(userId: string, config: AuthConfig): Promise<boolean> {
  return of(config).secondFactor.isOn(userId);
}

/** Takes over the authenticator app of a user. */
export function importSecondFactor(app: ImportedSecondFactor, config: AuthConfig): Promise<boolean> {
  return of(config).secondFactor.import(app);
}
