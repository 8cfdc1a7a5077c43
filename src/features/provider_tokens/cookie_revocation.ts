/**
 * Revokes the tokens that a cookie keeps.
 *
 * @module
 */

import type { TokenRequest, TokensToRevoke } from "../../model/access_tokens.ts";
import { removeChunked } from "../../http/chunked_cookies.ts";
import { newestTokens, renewalOf } from "./cookie_renewals.ts";
import { findKept } from "./cookie_tokens.ts";
import { TokenNotWritable } from "../../errors/errors.ts";
import { oauthProviderOf } from "./oauth_provider.ts";
import { revokerOf } from "./revoker.ts";
import type { Setup } from "../../setup/setup.ts";
import type { SetCookie } from "../../values/cookie.ts";

/** Revokes the tokens, and returns the cookies to set. Throws as `revokeUserTokens`. */
export async function revokeCookieTokens(
  wanted: TokensToRevoke,
  request: TokenRequest,
  setup: Setup,
): Promise<readonly SetCookie[]> {
  const kept = await findKept(wanted, request.cookies, setup);
  if (!kept) return [];
  const provider = oauthProviderOf(kept.account.provider, setup);
  if (!request.canSetCookies()) {
    throw new TokenNotWritable(
      `Cannot revoke the tokens of "${provider.id}" here: the answer can remove no cookie any more. Call auth.accessTokens.revoke() ` +
        "before the answer begins; in Next, in a route handler or a server action",
      { provider: provider.id },
    );
  }
  // Another request of this browser may have renewed them.
  const { accessToken, refreshToken } = await newestTokens(kept.tokens, provider, setup.platform);
  const revoke = await revokerOf(provider, setup);
  const renewal = refreshToken === null ? null : await renewalOf(refreshToken, provider, setup.platform);
  await revoke?.({ accessToken, refreshToken }, { keep: (tokens) => renewal?.keep(tokens) });
  renewal?.forget();
  return removeChunked(request.cookies, setup.cookies.providerTokens);
}
