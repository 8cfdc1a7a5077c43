/**
 * The options of the change of an address, and the rules that come of them.
 *
 * @module
 */

import type { RowStore } from "../../model/store.ts";
import type { Key } from "../../values/typed_map.ts";

/** The options of the change of an address. */
export interface EmailChangeOptions {
  /**
   * How long the owner of the former address can undo the change, in seconds: at most 2 592 000 (30 days). Default 604 800 (7 days).
   */
  readonly undoFor?: number;
}

/** Names the rules of the change of an address. */
export const EMAIL_CHANGE: Key<EmailChangeRules> = { name: "emailChange" };

/** The options, as the application has written them, and what they need: `rules.ts` checks them. */
export interface EmailChangeRules extends EmailChangeOptions {
  /** The database. */
  readonly store: RowStore;
}
