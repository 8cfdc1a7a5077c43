/**
 * `accounts: { encrypt: true }`: the tokens in the table of accounts, sealed. The library writes and reads that table here
 * alone, so that callbacks and events see the tokens as the provider has sent them.
 *
 * @module
 */

import type { AccountKey, AdapterAccount, NewCredentials } from "../../adapters/contract/types.ts";
import { openStored, sealStored } from "../../crypto/stored_seal.ts";
import { AdapterError, OldSecretMissing } from "../../errors/errors.ts";
import type { AccountSealer } from "../../model/access_tokens.ts";
import type { Store } from "../../model/store.ts";

/** The fields that are sealed. */
const FIELDS = ["access_token", "refresh_token", "id_token"] as const;

type Field = (typeof FIELDS)[number];
type Tokens = AccountKey & Partial<Pick<AdapterAccount, Field>>;

/** Begins each sealed value. A value without it was written before, or by another library. */
const MARK = "sealed:";

const PURPOSE = "account token";

/** A sealed token names its account and its field: in another row, it opens nothing. */
interface SealedToken {
  readonly of: readonly string[];
  readonly token: string;
}

/**
 * Returns a database that seals the tokens of accounts before it stores them, and opens them when they are listed.
 *
 * A call that stores an account rejects if the database has cut a token: a column that is too short does so, in some
 * databases without an error.
 */
export function encryptAccounts(store: Store, sealer: AccountSealer): Store {
  const { linkAccount, updateAccount, createUserWithAccount, addCredentials, listAccountsByUserId } = store;
  const seal = async <T extends Tokens>(account: T): Promise<T> => await sealTokens(account, sealer);

  /** @throws {AdapterError} if a token is not stored as it was sealed. */
  async function assertKept(sealed: Tokens, userId: string | undefined): Promise<void> {
    const rows = userId === undefined ? [] : await listAccountsByUserId?.(userId) ?? [];
    const row = rows.find(({ provider, providerAccountId }) =>
      provider === sealed.provider && providerAccountId === sealed.providerAccountId
    );
    const cut = row && FIELDS.find((field) => isCut(row[field], sealed[field]));
    if (cut) throw cutToken(row, { field: cut, sealed: sealed[cut]! });
  }

  async function ownerOf({ provider, providerAccountId }: AccountKey): Promise<string | undefined> {
    return listAccountsByUserId && (await store.getUserByAccount({ provider, providerAccountId }))?.id;
  }

  return {
    ...store,
    async linkAccount(account) {
      const sealed = await seal(account);
      const result = await linkAccount(sealed);
      await assertKept(sealed, account.userId);
      return result;
    },
    ...(updateAccount && {
      async updateAccount(account) {
        const sealed = await seal(account);
        const result = await updateAccount(sealed);
        const { provider, providerAccountId } = account;
        await assertKept(sealed, await ownerOf({ provider, providerAccountId }));
        return result;
      },
    }),
    ...(createUserWithAccount && {
      async createUserWithAccount(user, account, authenticator) {
        const sealed = await seal(account);
        const created = await createUserWithAccount(user, sealed, authenticator);
        await assertKept(sealed, created.id);
        return created;
      },
    }),
    ...(addCredentials && {
      async addCredentials({ account, ...credentials }: NewCredentials) {
        const sealed = account && await seal(account);
        const isAdded = await addCredentials({ ...credentials, ...(sealed && { account: sealed }) });
        if (sealed) await assertKept(sealed, credentials.userId);
        return isAdded;
      },
    }),
    ...(listAccountsByUserId && {
      async listAccountsByUserId(userId) {
        const rows = await listAccountsByUserId(userId);
        return await Promise.all(rows.map((row) => openTokens(row, sealer)));
      },
    }),
  };
}

/** Whether a stored value is only the beginning of the one that was to be stored. */
function isCut(stored: string | null | undefined, sealed: string | null | undefined): boolean {
  return Boolean(stored && sealed && stored.length < sealed.length && sealed.startsWith(stored));
}

function cutToken(
  { provider }: AccountKey,
  { field, sealed }: { readonly field: Field; readonly sealed: string },
): AdapterError {
  return new AdapterError(
    `Cannot store the sealed \`${field}\` of "${provider}": the database has kept less than its ${sealed.length} characters. ` +
      `Give the column \`${field}\` of the accounts a type for long texts`,
    { method: "linkAccount" },
  );
}

async function sealTokens<T extends Tokens>(account: T, sealer: AccountSealer): Promise<T> {
  const entries = FIELDS.flatMap((field) => account[field] ? [[field, account[field]] as const] : []);
  const sealed = await Promise.all(entries.map(async ([field, token]) => {
    const content: SealedToken = { of: toSubject(account, field), token };
    return [field, MARK + await sealStored(content, PURPOSE, sealer)] as const;
  }));
  return { ...account, ...Object.fromEntries(sealed) };
}

/** The row of an account with tokens that can be read. Those of a row without sealed ones stay as they are. */
export async function openTokens(
  account: AdapterAccount,
  sealer: AccountSealer,
): Promise<AdapterAccount> {
  const sealed = FIELDS.filter((field) => account[field]?.startsWith(MARK));
  const opened = await Promise.all(
    sealed.map(async (field) => [field, await openToken(account, field, sealer)] as const),
  );
  return { ...account, ...Object.fromEntries(opened) };
}

/** A token; `null` if none of the secrets opens it. */
async function openToken(
  account: AdapterAccount,
  field: Field,
  sealer: AccountSealer,
): Promise<string | null> {
  const opened = await openStored<SealedToken>(account[field]!.slice(MARK.length), PURPOSE, sealer);
  if (opened && opened.data.of.join("\0") === toSubject(account, field).join("\0")) return opened.data.token;
  const { provider, userId } = account;
  sealer.logger.error(
    new OldSecretMissing(
      `Cannot read the \`${field}\` of an account of "${provider}": none of the values of \`secret\` has sealed it. Add the one ` +
        "from before: `secret: [new, old]`. Or the user signs in with this provider again",
      { provider, userId },
    ),
  );
  return null;
}

function toSubject({ provider, providerAccountId }: AccountKey, field: Field): readonly string[] {
  return [provider, providerAccountId, field];
}
