/**
 * The option `accessTokens`.
 *
 * @module
 */

import { ACCESS_TOKENS, type AccessTokenRules } from "../model/access_tokens.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { ConfigError, MissingAdapter } from "../errors/errors.ts";
import type { RulesContext, Setup } from "../setup/setup.ts";
import { hasProviderTokens } from "../model/store.ts";

/** Completes the option. Warns if a cookie keeps the tokens. @throws {ConfigError} if there is no place that keeps the tokens. */
export function accessTokenRules(
  { accessTokens }: Pick<AuthConfig, "accessTokens">,
  { store, logger }: Pick<RulesContext, "store" | "logger">,
): AccessTokenRules {
  const keptIn = placeOf(accessTokens);
  if (keptIn === "cookie") {
    if (!store) {
      logger.warn(TOKENS_IN_COOKIE);
      return { store: null };
    }
    throw new ConfigError(
      "Cannot keep access tokens in a cookie beside an `adapter`: write `accessTokens: true`, and the database keeps them",
    );
  }
  if (!store) {
    throw new MissingAdapter(
      'Cannot use `accessTokens`: set `adapter`, which stores the tokens, or write `accessTokens: "cookie"`, with its code ' +
        '`AccessTokens({ keptIn: "cookie" })`',
    );
  }
  if (!hasProviderTokens(store)) {
    throw new MissingAdapter(
      "Cannot use `accessTokens`: the adapter has no `setProviderTokens` and its three siblings, which store the tokens. Use " +
        "one of the library, or add these functions of one to yours: `adapter: { ...PrismaAdapter(prisma), " +
        "...securityOf(Postgres(pool)) }`, with `securityOf` of @latchkey/auth/adapters",
    );
  }
  return { store };
}

/** Without a database, several servers may renew one token at the same time. */
const TOKENS_IN_COOKIE =
  "tokens-in-cookie: a cookie keeps the access tokens. If a provider replaces its refresh tokens, and two servers renew one at the " +
  "same time, its user has to connect again. A database prevents that: set `adapter`, and `accessTokens: true`";

/** Where the tokens are kept. @throws {ConfigError} if the option has another type or value than those allowed. */
function placeOf(accessTokens: unknown): "database" | "cookie" {
  if (accessTokens === true) return "database";
  if (accessTokens === "cookie") return "cookie";
  if (typeof accessTokens !== "object" || accessTokens === null) {
    throw new ConfigError('Cannot use `accessTokens`: write `true`, "cookie", or an object with `keptIn`');
  }
  const { keptIn = "database" } = accessTokens as Partial<Record<string, unknown>>;
  if (keptIn === "database" || keptIn === "cookie") return keptIn;
  throw new ConfigError('Cannot use `accessTokens.keptIn`: write "database" or "cookie"');
}

/** The database that keeps the tokens; `null` if a cookie does, or the config has no access tokens. */
export function tokenStoreOf({ rules }: Pick<Setup, "rules">): AccessTokenRules["store"] {
  return rules.get(ACCESS_TOKENS)?.store ?? null;
}
