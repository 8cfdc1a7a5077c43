/**
 * Tokens for which the cookies of a browser have no room.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";

/** The error. @param provider Id of the provider; `null` if it was not read. */
export function tooLarge(provider: string | null): ConfigError {
  return new ConfigError(
    `Cannot keep the tokens of ${
      provider === null ? "a provider" : `"${provider}"`
    } in a cookie: they are too large beside the ` +
      "other cookies of the application. Keep them in a database: set `adapter`, and write `AccessTokens()`",
    { provider },
  );
}
