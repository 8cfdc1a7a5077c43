/**
 * The options of the deletion of accounts, and the rules that come of them.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { RemovalStore } from "../../sign_in/remove_user.ts";
import type { Key } from "../../values/typed_map.ts";
import type { Awaitable } from "../../values/types.ts";

/** The options of the deletion of accounts. */
export interface AccountDeletionOptions {
  /**
   * How long a user can keep the account after they have asked for its deletion, in seconds: at most 2 592 000 (30 days). `0`: it is
   * deleted at once. Default 1 209 600 (14 days).
   */
  readonly gracePeriod?: number;
  /**
   * Erases what the application has stored about the user, before the library's rows go: where foreign keys don't do it. If it
   * throws, or the process ends, the account stays, and it is called again. So it must be safe to run twice. Default: nothing.
   */
  readonly erase?: (user: AdapterUser) => Awaitable<unknown>;
}

/** Names the rules of the deletion of accounts. */
export const ACCOUNT_DELETION: Key<GivenRules> = { name: "accountDeletion" };

/** The options, as the application has written them, and what they need: `rules.ts` checks them. */
export interface GivenRules extends AccountDeletionOptions {
  /** The database. */
  readonly store: DeletionStore;
}

/** The options, completed, and what they need. */
export interface AccountDeletionRules {
  /** How long a user can keep the account, in seconds. */
  readonly gracePeriod: number;
  /** Erases what the application has stored. */
  readonly erase: (user: AdapterUser) => Awaitable<unknown>;
  /** The database. */
  readonly store: DeletionStore;
  /** The clock. */
  readonly now: () => number;
}

/** A database that stores deletions, and can remove a user. */
export type DeletionStore = RemovalStore;
