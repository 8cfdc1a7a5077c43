/**
 * The feature of user names.
 *
 * @module
 */

import type { Feature, WithFunctions } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import type { OutsideUserNames, UserNamesCalls } from "../../shapes/user_names.ts";
import { userNames } from "./capability.ts";
import type { UserNamesOptions } from "./options.ts";

/** The feature, with the functions of `auth.userNames` and `outside(config).userNames`. */
export interface UserNamesFeature
  extends
    Feature<"userNames", UserNamesOptions>,
    WithFunctions<"userNames", object, UserNamesCalls, OutsideUserNames> {}

/**
 * User names: users sign in with one in place of their email address, and the application shows it. Each is unique, in whatever case it's
 * written (RFC 8265 §3.3), and no name looks like another one (Unicode UTS 39). New users choose theirs with
 * `SignUp({ fields: ["username"] })`, users who are there on the account page. Needs an `adapter` of the library, or its tables beside
 * another one.
 *
 * @param options Default: those of each field.
 *
 * @example
 * ```ts
 * import { SignUp } from "@latchkey/auth/sign-up";
 * import { UserNames } from "@latchkey/auth/user-names";
 *
 * const config = { features: [UserNames({ reserved: ["acme"] }), SignUp({ fields: ["username"] })] };
 * console.log(config.features.map(({ name }) => name)); // ["userNames", "signUp"]
 * ```
 */
export function UserNames(options: UserNamesOptions = {}): UserNamesFeature {
  return toFeature("userNames", options, userNames);
}
