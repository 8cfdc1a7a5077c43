/**
 * The feature of access tokens.
 *
 * @module
 */

import type { Feature } from "../model/feature.ts";
import type { AccessTokenOptions } from "../model/access_tokens.ts";
import { toFeature } from "../setup/setup.ts";
import { accessTokens } from "./capability.ts";

/**
 * Access tokens for the APIs of providers, which are renewed when they have ended: `auth.accessToken("google")`. The `adapter` keeps
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
export function AccessTokens(options: AccessTokenOptions = {}): Feature<"accessTokens", AccessTokenOptions> {
  return toFeature("accessTokens", options, accessTokens);
}
