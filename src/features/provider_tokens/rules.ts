/**
 * Reads the completed options of access tokens.
 *
 * @module
 */

import { ACCESS_TOKENS, type AccessTokenRules } from "../../model/access_tokens.ts";
import type { Setup } from "../../setup/setup.ts";

/** The database that keeps the tokens; `null` if a cookie does, or the config has no access tokens. */
export function tokenStoreOf({ rules }: Pick<Setup, "rules">): AccessTokenRules["store"] {
  return rules.get(ACCESS_TOKENS)?.store ?? null;
}
