/**
 * The secret that a redirect proxy and the deployments behind it share.
 *
 * @module
 */

import type { AuthConfig } from "../model/auth_config.ts";
import { ConfigError } from "../errors/errors.ts";
import { toSecrets } from "../crypto/keys.ts";
import { MIN_SECRET } from "./session_check.ts";
import type { SetupProvider } from "../setup/setup.ts";

/**
 * The secrets that seal data for the redirect proxy, the newest first; none without a proxy.
 *
 * @throws {ConfigError} if there is a proxy without a secret, or a secret is too short or also in `secret`.
 */
export function resolveProxySecrets(
  { redirectProxyUrl, redirectProxySecret, secret }: Pick<
    AuthConfig,
    "redirectProxyUrl" | "redirectProxySecret" | "secret"
  >,
  providers: ReadonlyMap<string, SetupProvider>,
): readonly string[] {
  const secrets = toSecrets(redirectProxySecret ?? []);
  const hasProxy = redirectProxyUrl !== undefined ||
    [...providers.values()].some((provider) => "redirectProxyUrl" in provider && provider.redirectProxyUrl);
  if (!secrets.length) {
    if (!hasProxy) return [];
    throw new ConfigError(
      "Cannot use `redirectProxyUrl` without a secret of its own: set AUTH_REDIRECT_PROXY_SECRET to one value in the " +
        "proxy and all deployments, and give each deployment its own AUTH_SECRET",
    );
  }
  const own = toSecrets(secret ?? []);
  for (const each of secrets) {
    if (typeof each !== "string" || each.length < MIN_SECRET) {
      throw new ConfigError(
        `Cannot use a \`redirectProxySecret\` of fewer than ${MIN_SECRET} characters: set AUTH_REDIRECT_PROXY_SECRET, ` +
          "for example to the output of `npx @latchkey/auth secret`",
      );
    }
    if (own.includes(each)) {
      throw new ConfigError(
        "Cannot use one value as `secret` and `redirectProxySecret`: a deployment could sign in as any user of " +
          "another. Give each its own AUTH_SECRET",
      );
    }
  }
  return secrets;
}
