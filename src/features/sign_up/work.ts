/**
 * What sign-up does, in one module: a sign-in loads it whole.
 *
 * @module
 */

export { askNewUser, keepSaid } from "./ask.ts";
export { finishSignUp, showFinish } from "./finish_action.ts";
export { NEW_USER_FORM } from "./form.ts";
