/**
 * Stores the tokens of a sign-in.
 *
 * @module
 */

import { tokensOfSignIn } from "./account_tokens.ts";
import { OldSecretMissing, UserChanged } from "../../errors/errors.ts";
import type { Identity } from "../../model/identity.ts";
import {
  assertKept,
  findTokens,
  type FoundTokens,
  type OwnedAccount,
  type ProviderTokens,
  type TokenTable,
  TRIES,
  writeTokens,
} from "./rows.ts";
import { tokenStoreOf } from "./rules.ts";
import type { Setup } from "../../setup/setup.ts";
import { isA } from "../../errors/thrown.ts";

/**
 * Stores the tokens of a sign-in with an account of a provider, after its account and before its session: without them, no
 * session begins.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function storeSignInTokens(
  { account, stored }: Identity,
  { id }: { readonly id: string },
  setup: Setup,
): Promise<undefined> {
  const store = tokenStoreOf(setup);
  if (!store) return;
  const { type, provider, providerAccountId } = account;
  if (type !== "oauth" && type !== "oidc") return;
  // It may be a number.
  const owned: OwnedAccount = { userId: String(id), provider, providerAccountId };
  const context = { ...setup, store };
  let isForeign = false;
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await findReadable(owned, context, setup);
    const before = found === "unreadable" ? null : found;
    const tokens = await tokensOfSignIn(stored, before?.tokens ?? null, setup.platform.now());
    if (!tokens) return;
    const written = await writeTokens(owned, before?.row ?? null, {
      change: { tokens, leaseUntil: leaseOf(tokens, before) },
      table: context,
    });
    if (written) return void await assertKept(written, context);
    // Another sign-in may have stored the first tokens: the next look finds them. A row that it does not find either is that of
    // the user to whom the account belonged.
    if (found === "unreadable" || (found === null && isForeign)) {
      await assertOwner(owned, setup);
      await store.rows.remove("providerTokens", owned);
    }
    isForeign = found === null;
  }
  throw new UserChanged("Cannot store the tokens of the provider: other requests keep changing them");
}

/** Until when a request may be renewing the same refresh token, in milliseconds since the epoch; `null` if none is. */
function leaseOf({ refreshToken }: ProviderTokens, before: FoundTokens | null): number | null {
  if (!before || before.tokens.refreshToken !== refreshToken) return null;
  return before.row.leaseUntil?.getTime() ?? null;
}

/** Asserts that the row of an account may be replaced. @throws {UserChanged} if the account is that of another user by now. */
async function assertOwner(
  { userId, provider, providerAccountId }: OwnedAccount,
  { store }: Setup,
): Promise<void> {
  const owner = await store!.getUserByAccount({ provider, providerAccountId });
  if (String(owner?.id) === userId) return;
  throw new UserChanged(
    "Cannot store the tokens of the provider: the account has been removed in the meantime",
  );
}

/** The stored tokens. Those that no secret opens are replaced. */
async function findReadable(
  owned: OwnedAccount,
  context: TokenTable,
  { logger }: Setup,
): Promise<FoundTokens | "unreadable" | null> {
  try {
    return await findTokens(owned, context);
  } catch (error) {
    if (!isA(error, OldSecretMissing)) throw error;
    logger.error(error);
    return "unreadable";
  }
}
