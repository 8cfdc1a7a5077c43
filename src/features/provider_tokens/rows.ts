/**
 * The tokens of an account in the database: sealed, with a version, so that of several changes at the same time one is made.
 *
 * @module
 */

import { AdapterError, OldSecretMissing, type ReconnectReason } from "../../errors/errors.ts";
import type { Sealer } from "../../crypto/seal.ts";
import type { RowStore } from "../../model/store.ts";
import { openStored, sealStored } from "../../crypto/stored_seal.ts";
import type { AccountKey, AdapterProviderTokens } from "../../adapters/contract/types.ts";

/** An account, and the user it belongs to. */
export interface OwnedAccount extends AccountKey {
  /** Id of the user. */
  readonly userId: string;
}

/** The tokens of an account. All times are milliseconds since the epoch. */
export interface ProviderTokens {
  /** The access token. */
  readonly accessToken: string;
  /** When it ends; `null` if the provider does not say so. */
  readonly expiresAt: number | null;
  /** When the provider issued it. */
  readonly issuedAt: number;
  /** The refresh token; `null` if the provider has sent none. */
  readonly refreshToken: string | null;
  /** Granted scopes, separated by spaces; `null` if the provider does not say so. */
  readonly scope: string | null;
  /** When the user last signed in with the account, or connected it. */
  readonly signedInAt: number;
  /** Hash of the token that the account row had then: one that it has later is newer than the tokens here. */
  readonly origin: string;
  /** The same of an earlier sign-in, if no later one has brought a refresh token: the account row may still have that one. */
  readonly formerOrigin?: string;
  /** The refresh token was sent, and no answer is stored: when it was sent first, and how often. `null` if it was not. */
  readonly sent: { readonly at: number; readonly times: number } | null;
  /** Whether the last renewal has left the refresh token as it was: the provider replaces none. */
  readonly isKept?: boolean | undefined;
  /** Why the refresh token is of no use any more; `null` if it may be. */
  readonly ended: ReconnectReason | null;
}

/** Tokens, and the row that they are stored in. */
export interface FoundTokens {
  /** The row. */
  readonly row: AdapterProviderTokens;
  /** The tokens. */
  readonly tokens: ProviderTokens;
  /** Whether the newest secret has sealed them. */
  readonly isNewest: boolean;
}

/** The table of provider tokens, and the secrets that seal its rows. */
export interface TokenTable extends Sealer {
  /** The database. */
  readonly store: Pick<RowStore, "rows">;
}

/** The sealed content names its account: one that was copied into the row of another user does not count. */
interface Sealed {
  readonly of: readonly string[];
  readonly tokens: ProviderTokens;
}

/** How often a change is tried while other requests change the same row. */
export const TRIES = 20;

/** Purpose of the sealed content. */
export const STORED_PURPOSE = "provider tokens";

/**
 * The stored tokens of a user at one provider. Those of other accounts than the one that is named are not opened.
 *
 * @throws {OldSecretMissing} if none of the secrets has sealed them.
 * @throws {AdapterError} if the database fails.
 */
export async function readTokens(
  { userId, provider, account }: Pick<OwnedAccount, "userId" | "provider"> & {
    readonly account?: string | undefined;
  },
  table: TokenTable,
): Promise<readonly FoundTokens[]> {
  const rows = await rowsOf(userId, table);
  const own = rows.filter((row) =>
    row.provider === provider && row.userId === String(userId) &&
    row.providerAccountId === (account ?? row.providerAccountId)
  );
  return await Promise.all(own.map(async (row) => ({ row, ...await openRow(row, table) })));
}

/** The stored tokens of an account; `null` if there are none. Throws as `readTokens`. */
export async function findTokens(account: OwnedAccount, table: TokenTable): Promise<FoundTokens | null> {
  const [found] = await readTokens({ ...account, account: account.providerAccountId }, table);
  return found ?? null;
}

/** Changes of a row. */
interface RowChange {
  /** The tokens to store. */
  readonly tokens: ProviderTokens;
  /** Until when one process alone may send the refresh token, in milliseconds since the epoch. Default `null`: none does. */
  readonly leaseUntil?: number | null;
}

/** The change that leaves tokens and lease as they are: the newest secret seals them. */
export function unchanged({ row, tokens }: FoundTokens): RowChange {
  return { tokens, leaseUntil: row.leaseUntil?.getTime() ?? null };
}

/**
 * Stores tokens, if the row is still the one that was read.
 *
 * @param before The row as it was read; `null` if there was none.
 * @returns The row as it is stored; `null` if another request has changed it.
 * @throws {AdapterError} if the database fails.
 */
export async function writeTokens(
  account: OwnedAccount,
  before: AdapterProviderTokens | null,
  { change, table }: { readonly change: RowChange; readonly table: TokenTable },
): Promise<FoundTokens | null> {
  const { tokens, leaseUntil = null } = change;
  const { userId, provider, providerAccountId } = account;
  const row: AdapterProviderTokens = {
    userId: String(userId),
    provider,
    providerAccountId,
    // A row that was removed begins with a higher version than it had: a request that has read it before stores nothing.
    version: before ? before.version + 1 : table.platform.now(),
    leaseUntil: leaseUntil === null ? null : new Date(leaseUntil),
    tokens: await sealStored({ of: toSubject(account), tokens } satisfies Sealed, STORED_PURPOSE, table),
  };
  const isStored = await isStoredOver(before?.version ?? null, row, table);
  return isStored ? { row, tokens, isNewest: true } : null;
}

/** Stores a row. If the call fails, looks whether the row is stored all the same: else its lease and its intention would stay. */
async function isStoredOver(
  version: number | null,
  row: AdapterProviderTokens,
  table: TokenTable,
): Promise<boolean> {
  try {
    return await table.store.rows.store("providerTokens", row, version);
  } catch (error) {
    const stored = await findRow(row, table).catch(() => undefined);
    // No two seals are the same.
    if (stored?.tokens === row.tokens) return true;
    throw error;
  }
}

/** The rows of a user. Some adapters return numbers as ids of users: the table has text. @throws {AdapterError} if the database fails. */
export async function rowsOf(
  userId: string,
  { store }: Pick<TokenTable, "store">,
): Promise<readonly AdapterProviderTokens[]> {
  return await store.rows.list("providerTokens", { userId: String(userId) });
}

async function findRow(
  { userId, provider, providerAccountId }: OwnedAccount,
  table: Pick<TokenTable, "store">,
): Promise<AdapterProviderTokens | undefined> {
  const rows = await rowsOf(userId, table);
  return rows.find((row) => row.provider === provider && row.providerAccountId === providerAccountId);
}

/**
 * Asserts that the database has kept tokens as they are: a column that is too short cuts them, in some databases without an
 * error.
 *
 * @throws {AdapterError} if it has not.
 */
export async function assertKept({ row }: FoundTokens, table: TokenTable): Promise<void> {
  const stored = await findRow(row, table);
  // Another request may have changed it since.
  if (!stored || stored.version !== row.version || stored.tokens === row.tokens) return;
  throw new AdapterError(
    `Cannot store the tokens of "${row.provider}": the database has kept ${stored.tokens.length} of ${row.tokens.length} ` +
      "characters. Give the column for `tokens` a type for long texts",
    { method: 'rows.store("providerTokens")' },
  );
}

/** Opens a row. @throws {OldSecretMissing} if none of the secrets opens it, or it is that of another account. */
async function openRow(
  row: AdapterProviderTokens,
  table: TokenTable,
): Promise<Pick<FoundTokens, "tokens" | "isNewest">> {
  const opened = await openStored<Sealed>(row.tokens, STORED_PURPOSE, table);
  if (opened && JSON.stringify(opened.data.of) === JSON.stringify(toSubject(row))) {
    return { tokens: opened.data.tokens, isNewest: opened.isNewest };
  }
  throw new OldSecretMissing(
    `Cannot read the tokens of "${row.provider}": none of the values of \`secret\` has sealed them. Add the one from before: ` +
      "`secret: [new, old]`. Or the user signs in with this provider again",
    { provider: row.provider, userId: row.userId },
  );
}

function toSubject({ userId, provider, providerAccountId }: OwnedAccount): readonly string[] {
  return [String(userId), provider, providerAccountId];
}
