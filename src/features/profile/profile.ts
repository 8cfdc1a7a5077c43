/**
 * The feature of the profile.
 *
 * @module
 */

import type { Feature, WithFunctions } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import type { ProfileCalls } from "../../shapes/profile.ts";
import { profile } from "./capability.ts";
import type { ProfileOptions } from "./options.ts";

/** The feature, with the functions of `auth.userProfile`. */
export interface ProfileFeature
  extends Feature<"userProfile", ProfileOptions>, WithFunctions<"userProfile", object, ProfileCalls> {}

/**
 * The profile: users change their name, and fields of the application, on the account page. Needs `AccountPage()` for the page, and
 * an `adapter`.
 *
 * @param options Default: those of each field.
 *
 * @example
 * ```ts
 * import { AccountPage } from "@latchkey/auth/account-page";
 * import { UserProfile } from "@latchkey/auth/user-profile";
 *
 * const nickname = { label: "Nickname", type: "text" } as const;
 * const config = { features: [AccountPage(), UserProfile({ fields: { nickname } })] };
 * console.log(config.features.map(({ name }) => name)); // ["accountPage", "userProfile"]
 * ```
 */
export function UserProfile(options: ProfileOptions = {}): ProfileFeature {
  return toFeature("userProfile", options, profile);
}
