/**
 * The part of a capability that signs visitors in before they sign up.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/contract/types.ts";
import type { Identity } from "../model/identity.ts";
import type { Incoming } from "../http/types.ts";
import type { User } from "../values/types.ts";

/** What it adds to sign-ins. @typeParam S The setup. */
export interface PassingUsers<S> {
  /**
   * The user of the session of a request, if they have not signed up: a sign-in goes on as if no one were signed in. `null` for any other.
   *
   * @throws {AdapterError} if the database fails.
   */
  readonly passingUser?: (incoming: Incoming, setup: S) => Promise<PassingUser | null>;
}

/** A user who has not signed up. */
export interface PassingUser {
  /** Id of the user. */
  readonly userId: string;
  /**
   * Makes them the new user of a sign-in: stores what is known of the new one, and the account. If it fails, nothing has changed.
   *
   * @returns The user as stored; `null` if another request signs them up, or removes them, or their session has ended.
   * @throws {AdapterError} if the database fails, or the account or the address is another user's.
   */
  readonly become: (proposed: AdapterUser, identity: Identity) => Promise<AdapterUser | null>;
  /**
   * Takes back that they have become the new user, because a later step has failed. Absent unless they have.
   *
   * @throws {AdapterError} if the database fails.
   */
  readonly takeBack?: (() => Promise<void>) | undefined;
  /** The same request for the sign-in page, as if no one were signed in: without the session, and without what it says about one. */
  readonly asVisitor: (incoming: Incoming) => Incoming;
  /** A session has begun. @param to Whose. @param isNewUser Whether the sign-in has created them. Never rejects. */
  readonly leaveTo: (to: User & { readonly id: string }, isNewUser: boolean) => Promise<void>;
}
