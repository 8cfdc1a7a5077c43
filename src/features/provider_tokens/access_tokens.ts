/**
 * The feature of access tokens.
 *
 * @module
 */

import type { Feature, WithFunctions } from "../../model/feature.ts";
import type { AccessTokenCalls, AccessTokenOptions, OutsideAccessTokens } from "../../model/access_tokens.ts";
import { toFeature } from "../../setup/feature.ts";
import { accessTokens } from "./capability.ts";

/** The feature, with the functions of `auth.accessTokens`. */
export interface AccessTokensFeature
  extends
    Feature<"accessTokens", AccessTokenOptions>,
    WithFunctions<"accessTokens", object, AccessTokenCalls, OutsideAccessTokens> {}

/**
 * Access tokens for the APIs of providers, which are renewed when they have ended: `auth.accessTokens.get("google")`. The `adapter` keeps
 * them, sealed, in a table of their own; with `keptIn: "cookie"`, a sealed cookie keeps those of the provider that the session
 * began with, for applications without a database. Without this feature, the tokens are as the last sign-in has stored them.
 *
 * @param options Default: those of each field.
 *
 * @example
 * ```ts
 * import { AccessTokens } from "@latchkey/auth/access-tokens";
 *
 * const config = { features: [AccessTokens({ keptIn: "cookie" })] };
 * console.log(config.features.map(({ name }) => name)); // ["accessTokens"]
 * ```
 */
export function AccessTokens(options: AccessTokenOptions = {}): AccessTokensFeature {
  return toFeature("accessTokens", options, accessTokens);
}
