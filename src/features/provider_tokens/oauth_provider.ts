/**
 * The providers that have access tokens.
 *
 * @module
 */

import { ConfigError } from "../../errors/errors.ts";
import type { Setup, SetupProvider } from "../../setup/setup.ts";
import type { OAuthProvider } from "../../oauth/types.ts";

/** Returns the provider with an id. @throws {ConfigError} if the config has none that has access tokens. */
export function oauthProviderOf(id: string, { providers }: Pick<Setup, "providers">): OAuthProvider {
  const provider = providers.get(id);
  if (provider && isOAuth(provider)) return provider;
  throw new ConfigError(
    `Cannot use tokens of "${id}": no provider of \`providers\` with type \`oauth\` or \`oidc\` has this \`id\``,
  );
}

/** Whether a provider has access tokens. */
export function isOAuth(provider: SetupProvider): provider is OAuthProvider {
  return provider.type === "oauth" || provider.type === "oidc";
}
