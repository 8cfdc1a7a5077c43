/**
 * The feature of anonymous users.
 *
 * @module
 */

import type { Feature, WithFunctions } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import type { AnonymousUsersCalls, OutsideAnonymousUsers } from "../../shapes/anonymous_users.ts";
import { anonymousUsers } from "./capability.ts";

/** The feature, with the functions of `auth.anonymousUsers` and `outside(config).anonymousUsers`. */
export interface AnonymousUsersFeature
  extends
    Feature<"anonymousUsers", object>,
    WithFunctions<"anonymousUsers", object, AnonymousUsersCalls, OutsideAnonymousUsers> {}

/**
 * Visitors get a user before they sign up, and keep its id when they do, in whatever way. If they sign in to a user who was there before,
 * `events.anonymousMerged` names both. Needs an `adapter` of the library, or its tables beside another one.
 *
 * @example
 * ```ts
 * import { AnonymousUsers } from "@latchkey/auth/anonymous-users";
 *
 * const config = { features: [AnonymousUsers()] };
 * console.log(config.features.map(({ name }) => name)); // ["anonymousUsers"]
 * ```
 */
export function AnonymousUsers(): AnonymousUsersFeature {
  return toFeature("anonymousUsers", {}, anonymousUsers);
}
