/**
 * When an access token must be renewed, and the tokens after it.
 *
 * @module
 */

import type { RenewedTokens } from "../../oauth/refresh.ts";
import type { ProviderTokens } from "./rows.ts";

/** How long before its end an access token is renewed, in milliseconds; a tenth of its lifetime, if that is less. */
const MARGIN = 60_000;

/** Whether an access token has ended, or will soon. @param now Milliseconds since the epoch. */
export function isDue({ expiresAt, issuedAt }: ProviderTokens, now: number): boolean {
  if (expiresAt === null) return false;
  return now >= expiresAt - Math.min(MARGIN, (expiresAt - issuedAt) / 10);
}

/** Whether an access token still works, as far as is known. @param rejected One that the API has refused. */
export function works(
  { accessToken, expiresAt }: ProviderTokens,
  { rejected, now }: { readonly rejected: string | undefined; readonly now: number },
): boolean {
  return accessToken !== rejected && (expiresAt === null || now < expiresAt);
}

/** Whether the provider replaces no refresh tokens: its documentation says so, or an earlier renewal has shown it. */
export function mayRepeat({ isKept = false }: ProviderTokens, refreshGrace: number | undefined): boolean {
  return isKept || refreshGrace === Infinity;
}

/** The tokens after an answer (RFC 6749 §6): a refresh token and scopes that it does not repeat stay. */
export function withAnswer(
  tokens: ProviderTokens,
  { access_token, refresh_token, expires_at, scope }: RenewedTokens,
  now: number,
): ProviderTokens {
  return {
    ...tokens,
    accessToken: access_token,
    issuedAt: now,
    expiresAt: expires_at === undefined ? null : expires_at * 1000,
    refreshToken: refresh_token ?? tokens.refreshToken,
    scope: scope ?? tokens.scope,
    isKept: (refresh_token ?? tokens.refreshToken) === tokens.refreshToken || undefined,
    sent: null,
    ended: null,
  };
}
