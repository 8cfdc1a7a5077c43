/**
 * Revokes the tokens of an account in the database. Its row stays, and says why there are none: else a token that the table of
 * accounts still has would be taken for a good one.
 *
 * The lease keeps a renewal from sending the refresh token meanwhile: no one would revoke the tokens of its answer. The
 * lease outlives all requests of a revocation, which have one limit together. A sign-in may change the row all the same: then
 * its tokens are revoked as well.
 *
 * @module
 */

import { ProviderUnavailable } from "../../errors/errors.ts";
import type { RenewedTokens } from "../../oauth/refresh.ts";
import type { Revoke } from "../../oauth/revoke.ts";
import { type Platform, TimedOut, within } from "../../platform/platform.ts";
import { withAnswer } from "./due.ts";
import { isLeased, LEASE, MOST_LOOKS, REQUESTS, waitToLook } from "./lease.ts";
import {
  findTokens,
  type FoundTokens,
  type OwnedAccount,
  type ProviderTokens,
  type TokenTable,
  TRIES,
  writeTokens,
} from "./rows.ts";

/** Dependencies of `revokeTokensOf`. */
interface RevocationContext extends TokenTable {
  /** The clock, and its timers. */
  readonly platform: Platform;
  /** Revokes tokens at the provider; `null` if that has no endpoint for it: the application forgets them all the same. */
  readonly revoke: Revoke | null;
  /** Returns tokens of the account row that are newer: those of a sign-in that has failed. `null` if it has none. */
  newer(tokens: ProviderTokens, account: OwnedAccount): Promise<ProviderTokens | null>;
}

/**
 * Revokes the tokens of an account.
 *
 * @param isMeant Whether these tokens are to be revoked: a sign-in that was faster may have stored others.
 * @throws {ProviderUnavailable} if the provider does not answer, or not all requests have ended within 20 seconds: the tokens
 * stay as they were, and the same call works later.
 * @throws {ProviderResponseError} if it refuses.
 * @throws {AdapterError} if the database fails.
 */
export async function revokeTokensOf(
  account: OwnedAccount,
  isMeant: (tokens: ProviderTokens) => boolean,
  context: RevocationContext,
): Promise<void> {
  const { platform } = context;
  let looks = 0;
  for (let changes = 0; changes < TRIES && looks < MOST_LOOKS;) {
    const found = await findTokens(account, context);
    if (!found || !isMeant(found.tokens)) return;
    if (isLeased(found, platform)) {
      await waitToLook(looks++, platform);
      continue;
    }
    changes++;
    const newer = await context.newer(found.tokens, account);
    if (found.tokens.ended === "Revoked" && !newer) return;
    const leaseUntil = platform.now() + LEASE;
    const leased = await writeTokens(account, found.row, {
      change: { tokens: found.tokens, leaseUntil },
      table: context,
    });
    if (!leased) continue;
    // Else this process was paused: another one may hold the lease by now.
    if (platform.now() > leaseUntil - REQUESTS) continue;
    if (await revokeLeased(account, leased, { newer, context })) return;
  }
  throw new ProviderUnavailable(
    `Cannot revoke the tokens of "${account.provider}": other requests keep changing them`,
  );
}

/** @returns Whether what was revoked is stored; otherwise a sign-in has stored other tokens since, which stay. */
async function revokeLeased(
  account: OwnedAccount,
  leased: FoundTokens,
  { newer, context }: { readonly newer: ProviderTokens | null; readonly context: RevocationContext },
): Promise<boolean> {
  let current = leased;
  try {
    await within(REQUESTS, context.platform, async (signal) => {
      for (const tokens of [leased.tokens, ...(newer ? [newer] : [])]) {
        const { accessToken, refreshToken } = tokens;
        const keep = async (answer: RenewedTokens) => {
          const renewed = withAnswer(tokens, answer, context.platform.now());
          current = await keepUnderLease(account, current, { renewed, context });
        };
        if (accessToken) await context.revoke?.({ accessToken, refreshToken }, { signal, keep });
      }
    });
  } catch (error) {
    await writeTokens(account, current.row, { change: { tokens: current.tokens }, table: context });
    if (!(error instanceof TimedOut)) throw error;
    const limit = `the provider did not answer within ${REQUESTS / 1000} seconds`;
    throw new ProviderUnavailable(`Cannot revoke the tokens of "${account.provider}": ${limit}`, error);
  }
  const revoked: ProviderTokens = {
    ...current.tokens,
    accessToken: "",
    expiresAt: 0,
    issuedAt: 0,
    refreshToken: null,
    origin: newer?.origin ?? leased.tokens.origin,
    sent: null,
    ended: "Revoked",
  };
  return await writeTokens(account, current.row, { change: { tokens: revoked }, table: context }) !== null;
}

/**
 * Stores tokens that a revocation has exchanged the refresh token for, and keeps the lease: if it fails after that, the next call
 * revokes them. Without the database, or after a sign-in, it goes on: to revoke them is what is left.
 */
async function keepUnderLease(
  account: OwnedAccount,
  current: FoundTokens,
  { renewed, context }: { readonly renewed: ProviderTokens; readonly context: RevocationContext },
): Promise<FoundTokens> {
  const { row } = current;
  const change = { tokens: renewed, leaseUntil: row.leaseUntil!.getTime() };
  return await writeTokens(account, row, { change, table: context }).catch(() => null) ?? current;
}
