/**
 * Tokens for which the cookies of a browser have no room.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";

/** The error of a sign-in, or a renewal. @param provider Id of the provider. */
export function tooLarge(provider: string): ConfigError {
  return new ConfigError(
    `Cannot keep the tokens of "${provider}" in a cookie: they are too large beside the other cookies of the application. ` +
      "Keep them in a database: set `adapter`, and write `AccessTokens()`",
    { provider },
  );
}

/** The error of a session that has grown. */
export function noRoom(): ConfigError {
  return new ConfigError(
    "Cannot keep the tokens of the provider in a cookie: the session has grown, and leaves no room for them. Store less in it, or keep " +
      "the tokens in a database: set `adapter`, and write `AccessTokens()`",
  );
}
