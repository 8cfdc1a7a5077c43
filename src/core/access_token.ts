/**
 * Access tokens outside of requests.
 *
 * @module
 */

import type { AccessTokenResult, TokenRequest, WantedToken } from "../model/access_tokens.ts";
import { ConfigError } from "../errors/errors.ts";
import type { Setup } from "../setup/setup.ts";

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
