/**
 * What user names do, in one module: a sign-in by name loads it whole.
 *
 * @module
 */

export { USER_NAME_SECTION } from "./account.ts";
export { change, find, get, getOf, setFor } from "./calls.ts";
export { USER_NAME_FIELD } from "./field.ts";
export { forgetGuesses, giveUpName as undoUpdate, IDENTIFIERS, takeTyped } from "./sign_in.ts";
