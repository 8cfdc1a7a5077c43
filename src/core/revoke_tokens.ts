/**
 * Revokes tokens of a user, wherever the application runs.
 *
 * @module
 */

import type { TokensToRevoke } from "../model/access_tokens.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { setupFor } from "./answer.ts";

/**
 * Revokes the tokens of a user at providers (RFC 7009), and forgets them: the refresh token, and the access token. The user
 * stays signed in; `getAccessToken` throws `ReconnectRequired` with the code `Revoked`, until they sign in with the provider
 * again. In a request, call `auth.accessTokens.revoke("google")`. At a provider without an endpoint for it, the application only
 * forgets the tokens, and the log warns. Some providers end more than these tokens: see their pages.
 *
 * @param wanted The user; by default, their tokens of all accounts at all providers of the config.
 * @param config The config with `secret`: in a script beside the application, call `setEnvDefaults` first.
 * @throws {ProviderUnavailable} if a provider cannot be reached: its tokens stay, and the same call works later.
 * @throws {ProviderResponseError} if a provider refuses.
 * @throws {ConfigError} without `AccessTokens()` in the config, if a cookie keeps them, without such a provider, or if it does
 * not accept the client.
 * @throws {OldSecretMissing} if none of the secrets has sealed the tokens.
 * @throws {AdapterError} if the database fails.
 * @see {@link https://www.rfc-editor.org/rfc/rfc7009 | RFC 7009}
 *
 * @example
 * ```ts
 * import { type AuthConfig, revokeTokens } from "@latchkey/auth";
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
 * await revokeTokens({ userId: "1", provider: "github" }, config); // This user has no tokens.
 * ```
 */
export async function revokeTokens(wanted: TokensToRevoke, config: AuthConfig): Promise<void> {
  const { ALL_CAPABILITIES, revokeTokens: revoke } = await modules();
  const setup = setupFor({ url: config.url ?? "https://localhost" }, config, ALL_CAPABILITIES);
  await revoke(wanted, null, setup);
}

/** Loaded on demand: few programs revoke tokens. */
async function modules() {
  return { ...await import("./capabilities.ts"), ...await import("../sign_in/hooks.ts") };
}
