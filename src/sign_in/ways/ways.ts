/**
 * The ways in which a user can sign in, and which of them may be removed.
 *
 * @module
 */

import { parseAddress, spellingOf } from "../address.ts";
import { findByAddress } from "../decision.ts";
import type { EmailProvider, SetupProvider } from "../../setup/setup.ts";
import type { Store } from "../../model/store.ts";
import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterUser,
} from "../../adapters/contract/types.ts";

/** An account of a user, and its passkey if it has one. */
export interface Way {
  /** The account. */
  readonly account: AdapterAccount;
  /** Its passkey. */
  readonly authenticator?: AdapterAuthenticator;
  /** Its provider; `null` if the config does not have it any more. */
  readonly provider: SetupProvider | null;
}

/** All ways in which a user can sign in, as far as the database knows. */
export interface Ways {
  /** The accounts, passkeys included. */
  readonly list: readonly Way[];
  /** The provider whose emails sign the user in, as `findMailProvider` finds it; `null` without one. */
  readonly mail: SetupProvider | null;
}

/** Pairs accounts with their passkeys and providers. A pure function. */
export function toWays(
  { mail, accounts, authenticators }: {
    readonly mail: SetupProvider | null;
    readonly accounts: readonly AdapterAccount[];
    readonly authenticators: readonly AdapterAuthenticator[];
  },
  providers: ReadonlyMap<string, SetupProvider>,
): Ways {
  const list = accounts.map((account): Way => {
    const authenticator = account.type === "webauthn"
      ? authenticators.find(({ providerAccountId }) => providerAccountId === account.providerAccountId)
      : undefined;
    const provider = providers.get(account.provider) ?? null;
    return { account, provider, ...(authenticator && { authenticator }) };
  });
  return { list, mail };
}

/**
 * Another way to sign in that the user keeps if `way` is removed; `null` if there is none. Only what surely signs in
 * counts: an account at a provider of the config, a passkey with its key, a verified address. A password that the
 * application has not linked as an account does not count, because the library does not know of it.
 */
export function keptBeside(way: Way, { list, mail }: Ways): AccountKey | "email" | null {
  if (mail) return "email";
  const other = list.find((each) => each !== way && isUsable(each) && !isEndedWith(way, each));
  if (!other) return null;
  const { provider, providerAccountId } = other.account;
  return { provider, providerAccountId };
}

/**
 * Returns whether the removal of a way really ends it. A password ends only if its provider can revoke it: it signs in
 * without the row of its account.
 */
export function isEndable({ account, provider }: Way): boolean {
  return account.type !== "credentials" || (provider?.type === "credentials" && Boolean(provider.revoke));
}

/**
 * Finds the provider whose emails sign a user in: the address is verified, and a sign-in with it leads to this user. It does
 * not if the provider refuses the address or changes it, and the database then finds no user, or another one.
 *
 * @throws {AdapterError} if the database fails.
 */
export async function findMailProvider(
  user: AdapterUser | null,
  providers: ReadonlyMap<string, SetupProvider>,
  store: Store,
): Promise<SetupProvider | null> {
  if (!user?.email || !user.emailVerified) return null;
  for (const provider of providers.values()) {
    const address = provider.type === "email" ? addressAt(provider, user.email) : null;
    // In the spelling that the email would find.
    const { former } = spellingOf(user.email, address ?? "");
    if (address !== null && (await findByAddress(address, store, former))?.id === user.id) return provider;
  }
  return null;
}

/** The address to which a provider sends the email; `null` if it refuses the one that is stored. */
function addressAt(provider: EmailProvider, stored: string): string | null {
  try {
    return parseAddress(stored, provider);
  } catch {
    return null;
  }
}

/** `revoke` of a provider ends all passwords of a user there. */
function isEndedWith(removed: Way, other: Way): boolean {
  return removed.account.type === "credentials" && removed.account.provider === other.account.provider;
}

function isUsable({ account, authenticator, provider }: Way): boolean {
  if (!provider) return false;
  if (account.type === "webauthn") return provider.type === "webauthn" && authenticator !== undefined;
  return provider.type !== "webauthn" && provider.type !== "email";
}
