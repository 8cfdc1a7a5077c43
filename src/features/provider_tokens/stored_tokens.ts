/**
 * Finds the tokens of a user in the database: first those of the library, else those that a sign-in has left in the account.
 *
 * @module
 */

import { accountRowsOf, tokensOfRow } from "./account_tokens.ts";
import { assertKept, type FoundTokens, type OwnedAccount, readTokens, rowsOf, writeTokens } from "./rows.ts";
import type { Setup } from "../../setup/setup.ts";
import { isStorable } from "../../values/storable.ts";
import type { RowStore } from "../../model/store.ts";
import type { AdapterAccount } from "../../adapters/contract/types.ts";

/** Whose tokens are wanted. */
interface WantedTokens extends Pick<OwnedAccount, "userId" | "provider"> {
  /** `providerAccountId` of one account. Default: all accounts at the provider. */
  readonly account?: string | undefined;
}

/** The place of the tokens. */
export interface TokenPlace {
  readonly store: RowStore;
  readonly setup: Setup;
}

/** Whether there can be the user. Some databases throw for a text that they cannot store. */
export function canExist({ userId }: Pick<WantedTokens, "userId">): boolean {
  return isStorable(String(userId));
}

/** Returns the tokens of a user at a provider; those of each account that is still the user's. Throws as `readTokens`. */
export async function findStoredTokens(
  wanted: WantedTokens,
  place: TokenPlace,
): Promise<readonly FoundTokens[]> {
  const stored = await readTokens(wanted, { ...place.setup, store: place.store });
  return stored.length ? stored : await findAllTokens(wanted, place);
}

/** The same, also those that only the table of accounts has, although other accounts have tokens here. */
export async function findAllTokens(
  wanted: WantedTokens,
  place: TokenPlace,
): Promise<readonly FoundTokens[]> {
  await fill(wanted, place);
  return await readTokens(wanted, { ...place.setup, store: place.store });
}

/**
 * Whether the account is still that of the user: code that does not know of the tokens may have removed or moved it. The tokens of
 * an account that is gone are removed.
 */
export async function isStillOfUser(
  { row: { provider, providerAccountId, userId } }: FoundTokens,
  { store, setup }: TokenPlace,
): Promise<boolean> {
  const owner = await setup.store?.getUserByAccount({ provider, providerAccountId });
  // It may be a number.
  if (owner && String(owner.id) === userId) return true;
  // The row may be that of another user by now, whose sign-in has replaced it.
  if (!owner) await store.rows.remove("providerTokens", { provider, providerAccountId });
  return false;
}

/** Stores the tokens of accounts that have signed in before `AccessTokens()` was in the config. */
async function fill(wanted: WantedTokens, { store, setup }: TokenPlace): Promise<void> {
  const { userId, provider } = wanted;
  const context = { ...setup, store };
  const rows = await rowsOf(userId, context);
  const isStored = (account: AdapterAccount) =>
    rows.some((row) => row.provider === provider && row.providerAccountId === account.providerAccountId);
  for (const row of await accountRowsOf(wanted, setup)) {
    const tokens = isStored(row) ? null : await tokensOfRow(row);
    if (!tokens) continue;
    const owned: OwnedAccount = { userId, provider, providerAccountId: row.providerAccountId };
    // Another request may have stored them, or a sign-in newer ones.
    const filled = await writeTokens(owned, null, { change: { tokens }, table: context });
    if (filled) await assertKept(filled, context);
  }
}
