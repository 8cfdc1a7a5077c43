/**
 * The import of users, as types.
 *
 * @module
 */

/** A user of another system, with the fields of the application beside these. */
export interface ImportedUser {
  /** Their id, which they keep: up to 246 characters. */
  readonly id: string;
  /** Address. Default: none. */
  readonly email?: string | null | undefined;
  /** Whether that system has verified the address. Never write `true` otherwise: a stranger may have registered it. Default `false`. */
  readonly emailVerified?: boolean | undefined;
  /** Display name. Default `null`. */
  readonly name?: string | null | undefined;
  /** URL of a picture. Default `null`. */
  readonly image?: string | null | undefined;
  /** Hash of the password, which says how it was made: see `hashes` of `Password()`. Default: none. */
  readonly passwordHash?: string | null | undefined;
  /** Accounts at providers: the id of the provider in the config, and the id of the user there. Default: none. */
  readonly accounts?: Readonly<Record<string, string>> | undefined;
  /** A field of the application. */
  readonly [field: string]: unknown;
}

/** A user who was not imported, or not with all accounts. */
export interface RefusedUser {
  /** Their id, as it was given. */
  readonly id: string;
  /**
   * Why: a user with the id is there who has another address; another user has the address, or one of the accounts, which is left out; the
   * address, or the id, is none.
   */
  readonly reason: "IdTaken" | "AddressTaken" | "AccountTaken" | "InvalidEmail" | "InvalidId";
}

/** What an import has done. */
export interface ImportedUsers {
  /** How many users are new. */
  readonly imported: number;
  /** How many were there already, and stay as they are. */
  readonly known: number;
  /** Who was refused. */
  readonly refused: readonly RefusedUser[];
}
