/**
 * The part of a capability that changes users who sign in.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/contract/types.ts";
import type { Incoming } from "../http/types.ts";
import type { Identity } from "../model/identity.ts";

/** What it changes. @typeParam S The setup. */
export interface UserUpdate<S> {
  /**
   * Changes a user who signs in with an account, before the session begins. Returns the user as stored afterwards, if it has changed
   * them.
   * @throws {AuthError} to refuse the sign-in.
   */
  readonly updateUser?: (
    identity: Identity,
    user: AdapterUser,
    signedIn: SignedInUser,
    setup: S,
  ) => Promise<AdapterUser | undefined>;
  /** A new user is taken back: removes what `updateUser` has stored beside them. @throws {AdapterError} if the database fails. */
  readonly undoUpdate?: (userId: string, setup: Pick<S, keyof S & "rules">) => Promise<void>;
  /** A session has begun, with all that belongs to it: the last step that can end it. @throws {AuthError} to end it. */
  readonly sessionBegan?: (session: SessionBegun, setup: S) => Promise<void>;
}

/** How a user has signed in. */
export interface SignedInUser extends Pick<Incoming, "origin"> {
  /** Whether this sign-in created them. */
  readonly isNewUser: boolean;
}

/** A session that has begun. */
export interface SessionBegun {
  /** Id of the user. */
  readonly userId: string;
  /** Id of the provider with which they have signed in. */
  readonly provider: string;
  /** Whether the account was added to the session before, which goes on. */
  readonly isContinued: boolean;
}
