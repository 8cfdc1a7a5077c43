/**
 * What anonymous users do, in one module.
 *
 * @module
 */

export { isAnonymous, isAnonymousUser, signIn } from "./calls.ts";
export { passingUser } from "./passing.ts";
export { remove } from "./remove.ts";
export { endAnonymous as beforeSession } from "./sign_up.ts";
