/**
 * The events that the library emits.
 *
 * @module
 */

import type { LimitedAttempt } from "./limits.ts";
import type { AdapterAccount, AdapterSession } from "../adapters/contract/types.ts";
import type { AuthError, ErrorType } from "../errors/auth_error.ts";
import type { Account, Awaitable, JWT, Profile, Session, SignInData, User } from "../values/types.ts";

/**
 * Handlers of events. `data` is what the application's own code has given the sign-in: `signIn(provider, { data })`; absent without any. The library
 * awaits a handler, logs its error, and ignores its result.
 */
export interface Events {
  /** A user was created in the database, at their first sign-in. Emitted before `linkAccount` and `signIn`. Default: none. */
  createUser?(message: { user: User; data?: SignInData }): Awaitable<void>;
  /**
   * The library updated a user in the database: it marked their address as verified, gave the user to the owner of the mailbox, or
   * changed the profile. Default: none.
   */
  updateUser?(message: { user: User }): Awaitable<void>;
  /**
   * An account was linked to a user in the database: of a new user, or one more way to sign in. `account` is what the
   * database gets; `profile` is the user as the provider describes them. Default: none.
   */
  linkAccount?(
    message: {
      user: User;
      account: Omit<AdapterAccount, "userId">;
      profile: User;
      data?: SignInData;
    },
  ): Awaitable<void>;
  /**
   * With `Administration()`: an administrator begins to act as a user. `actor` is the administrator, as in the claim `act`, `reason` what
   * they have written, `expires` when it ends at the latest. Default: none.
   */
  actAs?(
    message: {
      user: User;
      actor: { readonly sub: string; readonly name: string | null; readonly email: string | null };
      reason: string;
      expires: Date;
    },
  ): Awaitable<void>;
  /**
   * With `AnonymousUsers()`: an anonymous user has signed in to a user who was there before, whose session has begun. Move here what
   * belongs to `anonymous`, who stays stored, and whose sessions have ended. Default: none.
   */
  anonymousMerged?(message: { anonymous: User; user: User }): Awaitable<void>;
  /** A user removed an account on the account page. A passkey is an account of type `webauthn`. Default: none. */
  unlinkAccount?(
    message: { user: User; account: Pick<Account, "provider" | "providerAccountId" | "type"> },
  ): Awaitable<void>;
  /**
   * A user signed in, after `callbacks.signIn` allowed it and the session was created. `isNewUser` is `true` at the first
   * sign-in. Default: none.
   */
  signIn?(
    message: {
      user: User;
      account: Account | null;
      profile?: Profile;
      isNewUser?: boolean;
      data?: SignInData;
    },
  ): Awaitable<void>;
  /**
   * A user signed out, or ended a session on the account page. `token` with strategy `jwt`, `session` with `database`;
   * `null` if it is not valid or not found. Default: none.
   */
  signOut?(message: { token: JWT | null } | { session: AdapterSession | null }): Awaitable<void>;
  /**
   * A provider has ended a session that began there, or with strategy `jwt` all sessions of the user (back-channel logout).
   * Emitted once for each session. Default: none.
   */
  providerSignOut?(message: ProviderSignOut): Awaitable<void>;
  /**
   * The application or the browser read a session, or updated it. `token` only with strategy `jwt`; else it is `undefined`,
   * which its type does not say. Default: none.
   */
  session?(message: { session: Session; token: JWT }): Awaitable<void>;
  /**
   * An attempt was refused because there were too many before. It may be tried again in `retryAfter` seconds. Default: none.
   */
  limited?(message: LimitedAttempt & { readonly retryAfter: number }): Awaitable<void>;
  /**
   * A sign-in, or a step of one, was refused or failed. `error` says why: its `type`, and its `code` if it is a
   * `CredentialsSignin` or an `InvalidPassword`. Not emitted if the browser has gone away. Default: none.
   */
  signInFailure?(message: SignInFailure): Awaitable<void>;
}

/** A session that its provider has ended. */
export interface ProviderSignOut {
  /** Id of the user. */
  readonly userId: string;
  /** Id of the provider. */
  readonly provider: string;
  /** The user's id at the provider. */
  readonly providerAccountId: string;
}

/** A sign-in that was refused, or has failed. */
export interface SignInFailure {
  /** The error as it stands in the log. */
  readonly error: AuthError;
  /** Type of the error, such as `CredentialsSignin` or `RateLimited`. */
  readonly reason: ErrorType;
  /** Id of the provider; `null` if the request names none. */
  readonly provider: string | null;
  /** The address in the form, as it was typed; `null` without one. */
  readonly email: string | null;
}

/** Emits an event to the application, and waits for its handler. */
export type Emit = <E extends keyof Events>(
  event: E,
  message: Parameters<NonNullable<Events[E]>>[0],
) => Promise<void>;
