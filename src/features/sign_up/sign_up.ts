/**
 * The feature of sign-up.
 *
 * @module
 */

import type { Feature, WithFunctions } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import type { SignUpForms } from "../../shapes/sign_up.ts";
import { signUp } from "./capability.ts";
import type { SignUpOptions } from "./options.ts";

/** The feature, with the functions of `auth.signUp`. */
export interface SignUpFeature
  extends Feature<"signUp", SignUpOptions>, WithFunctions<"signUp", SignUpForms, object> {}

/**
 * Sign-up: who may create an account, and what a new user is asked for, the same for every way to sign in. Needs an `adapter`, and
 * `UserProfile()` for `fields`.
 *
 * @param options Default: those of each field.
 *
 * @example
 * ```ts
 * import { SignUp } from "@latchkey/auth/sign-up";
 * import { UserProfile } from "@latchkey/auth/user-profile";
 *
 * const invited = new Set(["ada@example.com"]);
 * const config = {
 *   features: [
 *     UserProfile(),
 *     SignUp({ fields: ["name"], allow: ({ email }) => email !== null && invited.has(email) }),
 *   ],
 * };
 * console.log(config.features.map(({ name }) => name)); // ["userProfile", "signUp"]
 * ```
 */
export function SignUp(options: SignUpOptions = {}): SignUpFeature {
  return toFeature("signUp", options, signUp);
}
