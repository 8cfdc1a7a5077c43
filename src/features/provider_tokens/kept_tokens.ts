/**
 * What the cookie of tokens holds.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import type { OwnedAccount, ProviderTokens } from "./rows.ts";

/** Tokens in a cookie, and whose they are. */
export interface KeptTokens {
  readonly account: OwnedAccount;
  readonly tokens: ProviderTokens;
  /** How long the cookie lasts after each change, in milliseconds: as long as a session that begins. */
  readonly lasts: number;
}

/** For what it is sealed. */
export const PURPOSE = "provider tokens";

/** The error of tokens for which the browser has no room. */
export function tooLarge(provider: string): ConfigError {
  return new ConfigError(
    `Cannot keep the tokens of "${provider}" in a cookie: they are too large beside the other cookies of the application. ` +
      "Keep them in a database: set `adapter`, and write `AccessTokens()`",
    { provider },
  );
}
