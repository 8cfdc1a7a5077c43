/**
 * The longest texts that a user may have, in characters (UTF-16 code units), whoever says them: a provider, staff or an import.
 *
 * @module
 */

/** Of their id: a note about them has a longer one, for which a column has 255. */
export const LONGEST_USER_ID = 246;

/** Of the id of an account. `sub` has at most 255 (OpenID Connect §2). */
export const LONGEST_ACCOUNT_ID = 320;

/** Of their name. */
export const LONGEST_NAME = 1024;

/** Of their picture, which may be a `data:` URL. */
export const LONGEST_IMAGE = 32_768;
