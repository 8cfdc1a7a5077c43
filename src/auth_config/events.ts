/**
 * The events that the library emits.
 *
 * @module
 */

import type { AdapterSession } from "../adapters/types.ts";
import type { Account, Awaitable, JWT, Profile, Session, User } from "../types.ts";

/** Handlers of events. */
export interface Events {
  /** A user was created. */
  createUser?(message: { user: User }): Awaitable<void>;
  /** A user was updated. */
  updateUser?(message: { user: User }): Awaitable<void>;
  /** An account was linked to a user. `profile` is the user as the provider describes them. */
  linkAccount?(
    message: { user: User; account: Omit<Account, "expires_in">; profile: User },
  ): Awaitable<void>;
  /** A user removed an account on the account page. A passkey is an account of type `webauthn`. */
  unlinkAccount?(
    message: { user: User; account: Pick<Account, "provider" | "providerAccountId" | "type"> },
  ): Awaitable<void>;
  /** A user signed in. */
  signIn?(
    message: { user: User; account: Account | null; profile?: Profile; isNewUser?: boolean },
  ): Awaitable<void>;
  /** A user signed out, or ended a session on the account page. `token` with strategy `jwt`, `session` with `database`; `null` if it is not valid or not found. */
  signOut?(message: { token: JWT | null } | { session: AdapterSession | null }): Awaitable<void>;
  /** A session was read. `token` only with strategy `jwt`; else it is `undefined`, which its type does not say. */
  session?(message: { session: Session; token: JWT }): Awaitable<void>;
}

/** Emits an event to the application, and waits for its handler. */
export type Emit = <E extends keyof Events>(
  event: E,
  message: Parameters<NonNullable<Events[E]>>[0],
) => Promise<void>;
