/**
 * User names: the feature `UserNames`.
 *
 * @module
 */

export { UserNames, type UserNamesFeature } from "../features/user_names/user_names.ts";
export type { UserNamesOptions } from "../features/user_names/options.ts";
export type { OutsideUserNames, UserName, UserNameProblem, UserNamesCalls } from "../shapes/user_names.ts";
