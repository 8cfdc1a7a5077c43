/**
 * The options of administration.
 *
 * @module
 */

import type { AdapterUser } from "../../adapters/contract/types.ts";
import type { RowStore } from "../../model/store.ts";
import type { Key } from "../../values/typed_map.ts";
import type { Awaitable } from "../../values/types.ts";

/** The options of administration. */
export interface AdministrationOptions {
  /**
   * Whether a user is an administrator: who acts on other users, and whom no one bans or removes. It gets the user as the database has
   * them at that moment, so that who stops being one can do nothing from then on. Only `true` is a yes.
   */
  readonly isAdmin: (user: AdapterUser) => Awaitable<boolean>;
}

/** The options of a setup, with its database. */
export interface AdministrationRules extends AdministrationOptions {
  /** The database. */
  readonly store: RowStore;
}

/** Names them. */
export const ADMINISTRATION: Key<AdministrationRules> = { name: "administration" };
