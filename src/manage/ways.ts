/**
 * The ways in which a user can sign in, and which of them may be removed.
 *
 * @module
 */

import type { AccountKey, AdapterAccount, AdapterAuthenticator, AdapterUser } from "../adapters/types.ts";
import type { SetupProvider } from "../config/providers.ts";

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
  /** Whether a mail signs the user in: a provider sends mails, and the address is verified. */
  readonly hasMail: boolean;
}

/** Pairs accounts with their passkeys and providers. A pure function. */
export function toWays(
  { user, accounts, authenticators }: {
    readonly user: AdapterUser | null;
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
  return { list, hasMail: Boolean(user?.email && user.emailVerified && mailProviderOf(providers)) };
}

/**
 * Another way to sign in that the user keeps if `way` is removed; `null` if there is none. Only what surely signs in
 * counts: an account at a provider of the config, a passkey with its key, a verified address. A password that the
 * application has not linked as an account does not count, because the library does not know of it.
 */
export function keptBeside(way: Way, { list, hasMail }: Ways): AccountKey | "email" | null {
  if (hasMail) return "email";
  const other = list.find((each) => each !== way && isUsable(each));
  if (!other) return null;
  const { provider, providerAccountId } = other.account;
  return { provider, providerAccountId };
}

/**
 * Whether the removal of a way really ends it. A password ends only if its provider can revoke it: the row of its account
 * is not what signs in.
 */
export function isEndable({ account, provider }: Way): boolean {
  return account.type !== "credentials" || (provider?.type === "credentials" && Boolean(provider.revoke));
}

/** The provider that sends mails; `null` without one. */
export function mailProviderOf(providers: ReadonlyMap<string, SetupProvider>): SetupProvider | null {
  return [...providers.values()].find(({ type }) => type === "email") ?? null;
}

function isUsable({ account, authenticator, provider }: Way): boolean {
  if (!provider) return false;
  if (account.type === "webauthn") return provider.type === "webauthn" && authenticator !== undefined;
  return provider.type !== "webauthn" && provider.type !== "email";
}
