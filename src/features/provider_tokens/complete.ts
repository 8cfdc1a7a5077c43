/**
 * Checks the options of access tokens, and completes them.
 *
 * @module
 */

import type { AccessTokenRules } from "../../model/access_tokens.ts";
import { ConfigError, MissingAdapter } from "../../errors/errors.ts";
import type { SessionSetup } from "../../setup/session_setup.ts";
import { assertRows } from "../../model/store.ts";

/** Completes the options. Warns if a cookie keeps the tokens. @throws {ConfigError} if nothing can keep the tokens. */
export function accessTokenRules(
  options: unknown,
  { store, logger }: Pick<SessionSetup, "store" | "logger">,
): AccessTokenRules {
  const keptIn = placeOf(options);
  if (keptIn === "cookie") {
    if (!store) {
      logger.warn(TOKENS_IN_COOKIE);
      return { store: null };
    }
    throw new ConfigError(
      "Cannot keep access tokens in a cookie beside an `adapter`: write `AccessTokens()`, and the database keeps them",
    );
  }
  if (!store) {
    throw new MissingAdapter(
      'Cannot use `AccessTokens`: set `adapter`, which stores the tokens, or write `AccessTokens({ keptIn: "cookie" })`',
    );
  }
  return { store: assertRows(store, "Cannot use `AccessTokens`", "the tokens") };
}

/** Without a database, several servers may renew one token at the same time. */
const TOKENS_IN_COOKIE =
  "tokens-in-cookie: a cookie keeps the access tokens. If a provider replaces its refresh tokens, and two servers renew one at the " +
  "same time, its user has to connect again. A database prevents that: set `adapter`, and write `AccessTokens()`";

/** Where the tokens are kept. @throws {ConfigError} if the options have another type or value than those allowed. */
function placeOf(options: unknown): "database" | "cookie" {
  if (typeof options !== "object" || options === null) {
    throw new ConfigError("Cannot use `AccessTokens`: call it with an object with `keptIn`");
  }
  const { keptIn = "database" } = options as Partial<Record<string, unknown>>;
  if (keptIn === "database" || keptIn === "cookie") return keptIn;
  throw new ConfigError('Cannot use `AccessTokens({ keptIn })`: write "database" or "cookie"');
}
