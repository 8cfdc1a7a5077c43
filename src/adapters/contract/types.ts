/**
 * The interface of the application's database, and the records that it stores.
 *
 * @module
 */

import type { Awaitable, User } from "../../values/types.ts";
import type { AdapterRows, RowBeside } from "./rows.ts";
import type {
  AccountKey,
  AccountRemoval,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AuthenticatorUpdate,
  NewCredentials,
  VerificationToken,
} from "./records.ts";
import type { UserList, UserQuery } from "./user_list.ts";
export type { AdapterActivity } from "../../shapes/activity_log.ts";
export type { AdapterDeletion } from "../../shapes/account_deletion.ts";
export type { AdapterEmailChanges } from "../../shapes/email_change.ts";
export type { AdapterActingSession, AdapterBan } from "../../shapes/administration.ts";
export type { AdapterProviderSession } from "../../shapes/provider_logout.ts";
export type { AdapterProviderTokens } from "../../shapes/provider_tokens.ts";
export type { AdapterRows, RowBeside } from "./rows.ts";
export type { RowPage } from "../../shapes/row_kind.ts";
export type { RowKeyOf, RowName, RowOf, StoredRows } from "../../shapes/rows.ts";
export type {
  AccountKey,
  AccountRemoval,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AuthenticatorUpdate,
  NewCredentials,
  VerificationToken,
} from "./records.ts";
export type { AdapterAttempts } from "../../shapes/attempts.ts";
export type { AdapterPendingSignIn, AdapterSecondFactor } from "../../shapes/second_factor.ts";
export type { AdapterSecurity } from "../../shapes/security.ts";
export type { AdapterAnonymousUser } from "../../shapes/anonymous_users.ts";
export type { AdapterUserName } from "../../shapes/user_names.ts";
export type { AdapterWebhookMessage } from "../../shapes/webhooks.ts";
export type { UserList, UserQuery } from "./user_list.ts";

/** A user as stored. Fields of the application's own are kept as well. */
export interface AdapterUser extends User {
  /** Unique. The library proposes one in `createUser`; the database may choose another. */
  id: string;
  /** Unique if it is not `null`. `null` for users whose provider sends no address. */
  email: string | null;
  /** When the user first proved ownership of the mailbox; `null` until then. */
  emailVerified: Date | null;
}

/**
 * The application's database: the interface of Auth.js, method for method, so that its adapters work unmodified; then
 * methods of our own, each of which says what happens without it. All dates are `Date`s, and what is not found is
 * `null`. Methods may be those of a class: they are called on the adapter.
 */
export interface Adapter {
  /**
   * Creates a user; returns it as stored. An adapter of this library first empties what stands under the id, of a user who
   * had it before, and raises its generation.
   */
  createUser?(user: AdapterUser): Awaitable<AdapterUser>;
  /** Finds a user. */
  getUser?(id: string): Awaitable<AdapterUser | null>;
  /** Finds a user by address, to the letter. */
  getUserByEmail?(email: string): Awaitable<AdapterUser | null>;
  /** Finds the user that an account belongs to: by its id to the letter, which is case-sensitive. */
  getUserByAccount?(account: AccountKey): Awaitable<AdapterUser | null>;
  /** Changes the given fields of a user; returns it as stored. */
  updateUser?(user: Partial<AdapterUser> & Pick<AdapterUser, "id">): Awaitable<AdapterUser>;
  /**
   * Removes a user with their accounts, sessions, authenticators, password, second factor, provider tokens and provider
   * sessions. Does nothing if there is none. An adapter with `rows` leaves a row of security without a password, whose
   * generation is higher than it was: so no session in a token counts for the next user with the same id.
   */
  deleteUser?(id: string): Awaitable<unknown>;
  /** Stores an account. Rejects if it is stored already, or if its user is not. */
  linkAccount?(account: AdapterAccount): Awaitable<unknown>;
  /** Removes an account, its provider tokens and its provider sessions. Does nothing if there is none. */
  unlinkAccount?(account: AccountKey): Awaitable<unknown>;
  /** Stores a session; returns it. Rejects if its token is stored already, or if its user is not. */
  createSession?(session: AdapterSession): Awaitable<AdapterSession>;
  /** Finds a session and its user. */
  getSessionAndUser?(sessionToken: string): Awaitable<{ session: AdapterSession; user: AdapterUser } | null>;
  /** Changes the given fields of a session; returns it, or nothing if there is none: it is never created anew. */
  updateSession?(
    session: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">,
  ): Awaitable<AdapterSession | null | undefined>;
  /**
   * Removes a session. Does nothing if there is none, and may resolve to `false` then: so a session that is raised by a
   * second factor ends if its user signs out at the same time.
   */
  deleteSession?(sessionToken: string): Awaitable<unknown>;
  /**
   * Stores a token. Rejects if one with the same identifier and token is stored already. Where an adapter without methods
   * of our own replaces it, or stores it twice, each challenge to a passkey has a row from the start.
   */
  createVerificationToken?(token: VerificationToken): Awaitable<unknown>;
  /** Removes a token and returns it. Of several callers at the same time only one gets it, all others `null`. */
  useVerificationToken?(
    key: Pick<VerificationToken, "identifier" | "token">,
  ): Awaitable<VerificationToken | null>;
  /**
   * Whether the database compares ids to the letter, as those of this library do. Default `false`: the library compares the id of
   * an account itself, unless it is all digits, with `getAccount`.
   */
  readonly exactIds?: boolean;
  /** Finds an account. Without it, and without `exactIds`, the ids that the database considers equal are one account. */
  getAccount?(providerAccountId: string, provider: string): Awaitable<AdapterAccount | null>;
  /** Finds an authenticator. */
  getAuthenticator?(credentialID: string): Awaitable<AdapterAuthenticator | null>;
  /** Stores an authenticator; returns it. Rejects if its id is stored already, or if its user is not. */
  createAuthenticator?(authenticator: AdapterAuthenticator): Awaitable<AdapterAuthenticator>;
  /** The authenticators of a user. */
  listAuthenticatorsByUserId?(userId: string): Awaitable<AdapterAuthenticator[]>;
  /** Sets a counter; returns the authenticator. Rejects if there is none. */
  updateAuthenticatorCounter?(credentialID: string, newCounter: number): Awaitable<AdapterAuthenticator>;

  /**
   * Creates a user with an account, and perhaps an authenticator: all or nothing. Rejects, and stores nothing, if the
   * account, the authenticator or the user's address is stored already. Without it: `createUser`, `linkAccount` and
   * `createAuthenticator`, one after the other, and `deleteUser` if one of the latter fails.
   */
  createUserWithAccount?(
    user: AdapterUser,
    account: Omit<AdapterAccount, "userId">,
    authenticator?: Omit<AdapterAuthenticator, "userId">,
  ): Awaitable<AdapterUser>;
  /** Changes the given fields of an account. Does nothing if there is none. Without it: tokens stay as they were first. */
  updateAccount?(account: Partial<AdapterAccount> & AccountKey): Awaitable<unknown>;
  /**
   * Moves the end of a session, if it ends before `ifBefore`, and sets `usedAt` if that is given; resolves to whether it
   * did. Of several concurrent requests only one writes. Without it: `updateSession`.
   */
  prolongSession?(
    session: Pick<AdapterSession, "sessionToken" | "expires" | "usedAt"> & { ifBefore: Date },
  ): Awaitable<boolean>;
  /**
   * Stores what a user signs in with: an account, an authenticator, a session, or several of them. It stores all or none,
   * in one step, and only while the user is stored and their `emailVerified` is still the given one. Resolves to whether
   * it did. Rejects, and stores nothing, if one of them is stored already. Without it: `linkAccount`,
   * `createAuthenticator` and `createSession`, one after the other; `takeOverUser` is of no use then.
   */
  addCredentials?(credentials: NewCredentials): Awaitable<boolean>;
  /**
   * Gives a user to the owner of the mailbox: removes the user's accounts, authenticators, sessions, second factor, provider
   * tokens and provider sessions, and sets `emailVerified`. It does so in one step, and only while the user's `email` is the
   * given one and `emailVerified` is `null`. What `addCredentials` stores at the same time is removed, or is not stored.
   * Resolves to the user as stored; to `null` if the user is gone or has changed, and then it removes nothing. Without it,
   * or without `addCredentials`: a sign-in by email to a user whose address was never verified is refused, and nothing
   * changes.
   */
  takeOverUser?(user: { id: string; email: string; emailVerified: Date }): Awaitable<AdapterUser | null>;
  /**
   * Removes an account of a user with its provider tokens and its provider sessions, and an authenticator of the same user
   * if one is given. It does so in one step, and only while the user has what `keeps` names. So of two calls at the same time that each remove what the other keeps, one
   * removes nothing. Resolves to whether it removed the account. An adapter that has this method stores all fields of
   * `AdapterAccount` and `AdapterAuthenticator`. Without it: the account page removes no way to sign in, and the fields
   * that a user recognizes accounts and passkeys by are not stored.
   */
  removeAccount?(removal: AccountRemoval): Awaitable<boolean>;
  /**
   * Changes the given fields of an authenticator. Rejects if there is none. Without it:
   * `updateAuthenticatorCounter`; the backup state stays as it was first, and no user handle is stored.
   */
  updateAuthenticator?(authenticator: AuthenticatorUpdate): Awaitable<unknown>;
  /**
   * Finds the accounts of a user. Without it, a sign-in with a verified address never takes over a user, and the pages
   * list no accounts.
   */
  listAccountsByUserId?(userId: string): Awaitable<AdapterAccount[]>;
  /**
   * The users, a part at a time, in an order that does not change: a caller that reads all parts has seen each user who was stored
   * throughout. In Redis, one may appear in two parts. Without it: `Administration()` lists no users.
   */
  listUsers?(query: UserQuery): Awaitable<UserList<AdapterUser>>;
  /** The sessions of a user; some of them may have ended. Without it, the account page lists no sessions. */
  listSessionsByUserId?(userId: string): Awaitable<AdapterSession[]>;
  /**
   * Removes all sessions of a user, but for the one with the token `except`; resolves to how many. An adapter that has this
   * method stores all fields of `AdapterSession`. Without it: the account page does not offer to sign out everywhere else,
   * and the fields that a user recognizes sessions by are not stored.
   */
  deleteSessionsByUserId?(userId: string, except?: string): Awaitable<number>;
  /**
   * What the library stores beside users, accounts and sessions. Without it: `Password`, `SecondFactor()`, `AccessTokens()` and
   * `ProviderLogout({ backchannel })` cannot be used, sessions in tokens cannot be ended, with them a takeover is not possible,
   * and each process counts attempts in its memory.
   */
  rows?: AdapterRows;
  /**
   * The same changes, each of which also stores these rows, in one step: all or none. If a change changes nothing, because
   * there is no such user, account or row, or a condition is not met, or if it fails, none of the rows is stored. The rows are new:
   * no row has their keys. They are stored whatever their version is, and stay, even if the change removes what belongs to
   * their user. Throws `TypeError` for a kind that the adapter does not know. A method that the
   * application has replaced in the adapter is absent. Without it: what must be stored together with a change is stored before.
   *
   * @example
   * ```ts
   * import { Memory } from "@latchkey/auth/adapters/memory";
   *
   * const adapter = Memory();
   * const ban = { userId: "1", version: 1, bannedAt: new Date(), until: null, reason: "Unknown", bannedBy: null };
   * await adapter.beside([["bans", ban]]).createUser({ id: "1", email: null, emailVerified: null });
   * console.log(await adapter.rows.find("bans", { userId: "1" })); // { userId: "1", … }
   * ```
   */
  beside?(rows: readonly RowBeside[]): Changes;
  /**
   * Removes sessions, tokens, attempts, sign-ins between their two steps and provider sessions that have ended, a batch at a
   * time; resolves to how many. For the application, to be called now and then: the library does not call it. Without it: what
   * is stored under the id of a new user counts as that of a former one, and is emptied.
   */
  removeExpired?(options?: { readonly now?: Date; readonly batch?: number }): Awaitable<number>;
}

/** The changes that can store rows in the same step. */
export type Changes =
  & Required<
    Pick<
      Adapter,
      | "createUser"
      | "createUserWithAccount"
      | "updateUser"
      | "deleteUser"
      | "linkAccount"
      | "unlinkAccount"
      | "addCredentials"
      | "takeOverUser"
      | "removeAccount"
    >
  >
  & {
    /** Those of rows. */
    readonly rows: Pick<AdapterRows, "store" | "remove">;
  };
