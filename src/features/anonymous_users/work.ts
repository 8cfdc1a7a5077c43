/**
 * What anonymous users do, in one module.
 *
 * @module
 */

export { isAnonymous, isAnonymousUser, signIn } from "./calls.ts";
export { passingUser, takeBackUser } from "./passing.ts";
export { remove } from "./remove.ts";
