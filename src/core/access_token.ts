/**
 * `auth.accessToken()` and `auth.revokeTokens()` of a request, and what `getAccessToken()` shares with them.
 *
 * @module
 */

import type { AccessTokenResult, TokenRequest, TokensToRevoke, WantedToken } from "../model/access_tokens.ts";
import type { AuthConfig } from "../model/auth_config.ts";
import { parseCookies } from "../http/cookies.ts";
import { ConfigError } from "../errors/errors.ts";
import { type ActionRequest, actionSetup, assertOwnRequest } from "./own_request.ts";
import type { Setup } from "../setup/setup.ts";
import type { SetCookie } from "../http/types.ts";

/** An access token that a request wants. */
export interface RequestedToken extends WantedToken {
  /** Returns whether the answer can set cookies. */
  canSetCookies(): boolean;
}

/** Tokens that a request revokes. */
export interface RequestedRevocation extends TokensToRevoke {
  /** Returns whether the answer can set cookies. */
  canSetCookies(): boolean;
}

/** Returns an access token, for an integration. Throws what `getAccessToken` throws. */
export async function requestAccessToken(
  request: ActionRequest,
  { canSetCookies, ...wanted }: RequestedToken,
  config: AuthConfig,
): Promise<AccessTokenResult> {
  const cookies = parseCookies(request.headers.get("cookie"));
  return await accessTokenIn(actionSetup(request, config), wanted, { cookies, canSetCookies });
}

/** Revokes tokens, for an integration. @throws {MissingCSRF} for a request of another site, and what `revokeTokens` throws. */
export async function requestRevocation(
  request: ActionRequest,
  { canSetCookies, ...wanted }: RequestedRevocation,
  config: AuthConfig,
): Promise<{ readonly cookies: readonly SetCookie[] }> {
  const setup = actionSetup(request, config);
  assertOwnRequest(request, setup);
  const cookies = parseCookies(request.headers.get("cookie"));
  // Loaded on demand: few requests revoke tokens.
  const { revokeTokens } = await import("../sign_in/hooks.ts");
  return { cookies: await revokeTokens(wanted, { cookies, canSetCookies }, setup) };
}

/** Returns an access token. @param request The request; `null` outside of one. @throws {ConfigError} without `AccessTokens()`. */
export async function accessTokenIn(
  setup: Setup,
  wanted: WantedToken,
  request: TokenRequest | null,
): Promise<AccessTokenResult> {
  const [find] = [...setup.capabilities].flatMap(({ accessToken = [] }) => accessToken);
  if (find) return await find(wanted, request, setup);
  throw new ConfigError(
    `Cannot get an access token of "${wanted.provider}": add \`AccessTokens()\` to \`features\``,
  );
}
