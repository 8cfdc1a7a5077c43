/**
 * The import of users, as types.
 *
 * @module
 */

/** A user of another system, with the fields of the application beside these. */
export interface ImportedUser {
  /** Their id, which they keep: 1 to 246 characters, without control characters, and with no white space around them. */
  readonly id: string;
  /** Address. Default: none. */
  readonly email?: string | null | undefined;
  /** Whether that system has verified the address. Never write `true` otherwise: a stranger may have registered it. Default `false`. */
  readonly emailVerified?: boolean | undefined;
  /** Display name: up to 1024 characters. Default `null`. */
  readonly name?: string | null | undefined;
  /** URL of a picture: up to 32 768 characters. Default `null`. */
  readonly image?: string | null | undefined;
  /** Hash of the password, which says how it was made: see `hashes` of `Password()`. Default: none. */
  readonly passwordHash?: string | null | undefined;
  /** Accounts at providers of OAuth and OpenID Connect: the id of the provider in the config, and that of the user there. Default: none. */
  readonly accounts?: Readonly<Record<string, string>> | undefined;
  /** A field of the application. */
  readonly [field: string]: unknown;
}

/** A user who was not imported, or not with all accounts. */
export interface RefusedUser {
  /** Their place in the list: `0` for the first one. */
  readonly index: number;
  /** Their id, as it was given; `null` if that was no text and no number. */
  readonly id: string | null;
  /**
   * Why. `IdTaken`: a user with the id is there, who has another address. `AddressTaken`: another user has the address. `AccountTaken`:
   * another user has one of the accounts, so they were imported without it. `Unfinished`: they are there, and their import broke off more
   * than a day ago. `NotStored`: the database refuses them. All others: a value is none that a user can have.
   */
  readonly reason:
    | "IdTaken"
    | "AddressTaken"
    | "AccountTaken"
    | "Unfinished"
    | "NotStored"
    | "InvalidId"
    | "InvalidEmail"
    | "InvalidPasswordHash"
    | "InvalidAccount"
    | "InvalidField";
  /** What it says in words, and what to write. It names fields, and has no value of theirs. */
  readonly message: string;
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
