/**
 * Access tokens for the APIs of providers, wherever the application runs.
 *
 * @module
 */

import type { WantedToken } from "../model/access_tokens.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { setupFor } from "./answer.ts";

/**
 * Returns an access token with which to call the API of a provider in the name of a user, wherever the application runs: in a
 * job, for instance. If it has ended, it is renewed with the refresh token: by one request, however many callers and processes
 * ask at the same time. In a request, call `auth.accessTokens.get("google")`.
 *
 * @param wanted The user and the provider.
 * @param config The config with `secret`: in a script beside the application, call `setEnvDefaults` first.
 * @throws {ReconnectRequired} if the user has to sign in with the provider again; `code` says why.
 * @throws {ProviderUnavailable} if the provider cannot be reached: the same call works later.
 * @throws {ConfigError} without `AccessTokens()` in the config, if a cookie keeps them, without such a provider, or if it does
 * not accept the client.
 * @throws {OldSecretMissing} if none of the secrets has sealed the tokens.
 * @throws {AdapterError} if the database fails.
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-6 | RFC 6749 §6}
 *
 * @example
 * ```ts
 * import { type AuthConfig, getAccessToken, ReconnectRequired } from "@latchkey/auth";
 * import { AccessTokens } from "@latchkey/auth/access-tokens";
 * import { Memory } from "@latchkey/auth/adapters/memory";
 * import { GitHub } from "@latchkey/auth/providers/github";
 *
 * const config: AuthConfig = {
 *   providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
 *   adapter: Memory(),
 *   features: [AccessTokens()],
 *   secret: "at-least-32-characters-from-a-random-source",
 *   url: "https://example.com",
 * };
 * try {
 *   const token = await getAccessToken({ userId: "1", provider: "github" }, config);
 *   await fetch("https://api.github.com/user", { headers: { authorization: `Bearer ${token}` } });
 * } catch (error) {
 *   if (!(error instanceof ReconnectRequired)) throw error;
 *   console.log(error.code); // NotConnected
 * }
 * ```
 */
export async function getAccessToken(wanted: WantedToken, config: AuthConfig): Promise<string> {
  const { ALL_CAPABILITIES, accessTokenIn } = await modules();
  const setup = setupFor({ url: config.url ?? "https://localhost" }, config, ALL_CAPABILITIES);
  return (await accessTokenIn(setup, wanted, null)).accessToken;
}

/** Loaded on demand: few programs ask outside of a request. */
async function modules() {
  return { ...await import("./capabilities.ts"), ...await import("./access_token.ts") };
}
