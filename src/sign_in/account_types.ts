/**
 * How the end of a sign-in treats the accounts of each type of provider. A new type is a row here.
 *
 * @module
 */

import type { ProviderType } from "../values/types.ts";

/** The rules for accounts of one type. */
interface AccountType {
  /**
   * The subject of the proof: an account that is linked to a user, a passkey, a mailbox, or a user whom the application
   * itself has found.
   */
  readonly proves: "account" | "passkey" | "mailbox" | "user";
  /** Whether `email` may be something other than an address, such as an account name. */
  readonly mayHaveOtherEmail: boolean;
  /**
   * Whether such an account stays if a provider says that an address belongs to someone else. Only the owner of the
   * mailbox may remove it.
   */
  readonly isProtected: boolean;
}

const LINKED: AccountType = { proves: "account", mayHaveOtherEmail: true, isProtected: true };

/** The rules for all types. */
export const ACCOUNT_TYPES: Readonly<Record<ProviderType, AccountType>> = {
  oauth: LINKED,
  oidc: LINKED,
  email: { proves: "mailbox", mayHaveOtherEmail: false, isProtected: false },
  credentials: { proves: "user", mayHaveOtherEmail: false, isProtected: false },
  webauthn: { proves: "passkey", mayHaveOtherEmail: false, isProtected: false },
};
