/**
 * The part of a capability that changes users who sign in.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/contract/types.ts";
import type { Identity } from "../model/identity.ts";

/** What it changes. @typeParam S The setup. */
export interface UserUpdate<S> {
  /**
   * A user signs in with an account, and the session has not begun. Returns the user as stored afterwards, if it has changed them.
   * @throws {AuthError} to refuse the sign-in.
   */
  readonly updateUser?: (
    identity: Identity,
    user: AdapterUser,
    setup: S,
  ) => Promise<AdapterUser | undefined>;
}
