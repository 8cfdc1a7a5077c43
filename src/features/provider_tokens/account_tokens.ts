/**
 * Reads tokens from the rows of accounts, and from the answer to a sign-in.
 *
 * @module
 */

import type { AdapterAccount } from "../../adapters/contract/types.ts";
import { toBase64Url } from "../../crypto/bytes.ts";
import { sha256 } from "../../crypto/hash.ts";
import type { Setup } from "../../setup/setup.ts";
import type { TokenSet } from "../../values/types.ts";
import { openTokens } from "./encrypted_accounts.ts";
import type { OwnedAccount, ProviderTokens } from "./rows.ts";

/** The assumed lifetime of an access token of which only the end is known, in milliseconds. */
const LIFETIME = 600_000;

/**
 * The rows of the accounts of a user at a provider; none if the adapter cannot list them. Their tokens can be read, also those
 * that were sealed while the config had `accounts.encrypt`.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function accountRowsOf(
  { userId, provider }: Pick<OwnedAccount, "userId" | "provider">,
  setup: Setup,
): Promise<readonly AdapterAccount[]> {
  const rows = await setup.store?.listAccountsByUserId?.(userId) ?? [];
  // Some databases take another id for that of a user, such as `7f3c` for 7.
  const own = rows.filter((row) => row.provider === provider && String(row.userId) === String(userId));
  return await Promise.all(own.map((row) => openTokens(row, setup)));
}

/** The tokens of the row of an account; `null` without an access token. */
export async function tokensOfRow({ createdAt, ...row }: AdapterAccount): Promise<ProviderTokens | null> {
  const { access_token, refresh_token, expires_at, scope } = row;
  if (!access_token) return null;
  const expiresAt = toMilliseconds(expires_at);
  const signedInAt = createdAt?.getTime() ?? 0;
  return {
    accessToken: access_token,
    expiresAt,
    issuedAt: expiresAt === null ? signedInAt : expiresAt - LIFETIME,
    refreshToken: refresh_token || null,
    scope: scope ?? null,
    signedInAt,
    origin: await originOf(row),
    sent: null,
    ended: null,
  };
}

/**
 * The tokens of a sign-in; `null` without an access token. A refresh token that the provider does not repeat at each sign-in
 * stays, with all that is known of it.
 *
 * @param before The tokens that were stored; `null` if there were none.
 * @param now Milliseconds since the epoch.
 */
export async function tokensOfSignIn(
  stored: TokenSet,
  before: ProviderTokens | null,
  now: number,
): Promise<ProviderTokens | null> {
  const { access_token, refresh_token, expires_at, scope } = stored;
  if (!access_token) return null;
  const refresh = refresh_token || !before?.refreshToken
    ? { refreshToken: refresh_token || null, origin: await originOf(stored), sent: null, ended: null }
    : await refreshOf(before, stored);
  // The account row keeps the refresh token that it had, even if that was revoked meanwhile.
  const former = refresh_token ? undefined : before?.formerOrigin ?? before?.origin;
  return {
    accessToken: access_token,
    expiresAt: toMilliseconds(expires_at),
    issuedAt: now,
    scope: scope ?? before?.scope ?? null,
    signedInAt: now,
    ...refresh,
    ...(former !== undefined && { formerOrigin: former }),
    ...(before?.isKept && { isKept: true }),
  };
}

/** The refresh token that stays, with all that is known of it. */
async function refreshOf(
  { refreshToken, origin, sent, ended }: ProviderTokens,
  stored: TokenSet,
): Promise<Pick<ProviderTokens, "refreshToken" | "origin" | "sent" | "ended">> {
  return { refreshToken, origin: origin ?? await originOf(stored), sent, ended };
}

/**
 * Returns tokens of the account row that are newer than these; `null` if it has none.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function newerTokens(
  { origin, formerOrigin }: ProviderTokens,
  account: OwnedAccount,
  setup: Setup,
): Promise<ProviderTokens | null> {
  // Without it, the table of accounts keeps the tokens of the first sign-in, which are older.
  if (!setup.store?.updateAccount) return null;
  const rows = await accountRowsOf(account, setup);
  const row = rows.find(({ providerAccountId }) => providerAccountId === account.providerAccountId);
  if (!row || [origin, formerOrigin].includes(await originOf(row))) return null;
  return await tokensOfRow(row);
}

/** Identifies the tokens of a row without revealing them. */
async function originOf(
  { access_token, refresh_token }: Pick<AdapterAccount, "access_token" | "refresh_token">,
): Promise<string> {
  return toBase64Url(await sha256(refresh_token || access_token || ""));
}

/** Milliseconds of seconds; `null` without any. Some databases return large numbers as texts. */
function toMilliseconds(seconds: number | null | undefined): number | null {
  return seconds === undefined || seconds === null ? null : Number(seconds) * 1000;
}
