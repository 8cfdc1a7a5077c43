/**
 * The options of user names.
 *
 * @module
 */

import type { RowStore } from "../../model/store.ts";
import type { Key } from "../../values/typed_map.ts";

/** The options of user names. */
export interface UserNamesOptions {
  /**
   * Whether a new user with a password may leave out their email address. They have no way to choose another password then: the page
   * says so, and that a passkey helps. Needs `SignUp({ fields: ["username"] })`. Default `"required"`.
   */
  readonly address?: "required" | "optional";
  /** The shortest name, in characters (code points of Unicode): 1 to 30. Default 3. */
  readonly minLength?: number;
  /** The longest name, in characters: at most 60. Default 30. */
  readonly maxLength?: number;
  /**
   * Names that no one may choose, beside those that most applications reserve, such as `admin` and `support`. What looks like one is refused
   * as well. Default: none.
   */
  readonly reserved?: readonly string[];
  /**
   * How long a user waits until they take another name, and a former one stays theirs, in seconds: 0 to 31536000 (a year). Default
   * 2592000 (30 days).
   */
  readonly renameAfter?: number;
}

/** The options of a setup, with its database. */
export interface UserNamesRules extends UserNamesOptions {
  /** The database. */
  readonly store: RowStore;
}

/** Names the options of user names, as the application has written them: `rules.ts` checks them. */
export const USER_NAMES: Key<UserNamesRules> = { name: "userNames" };
