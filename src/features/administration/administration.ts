/**
 * The feature of administration.
 *
 * @module
 */

import type { Feature, WithFunctions } from "../../model/feature.ts";
import { toFeature } from "../../setup/feature.ts";
import type { AdministrationCalls, OutsideAdministration } from "./types.ts";
import { administration } from "./capability.ts";
import type { AdministrationOptions } from "./options.ts";

/** The feature, with the functions of `auth.administration` and `outside(config).administration`. */
export interface AdministrationFeature
  extends
    Feature<"administration", AdministrationOptions>,
    WithFunctions<"administration", object, AdministrationCalls, OutsideAdministration> {}

/**
 * Administration: functions that list, create, change, ban and remove users, and end their sessions. In a request, they are those of an
 * administrator who is signed in; outside of requests, a job or a script has them. Needs an `adapter` of the library, or its tables
 * beside another one.
 *
 * @param options Who is an administrator.
 *
 * @example
 * ```ts
 * import { Administration } from "@latchkey/auth/administration";
 *
 * const admins = new Set(["ada@example.com"]);
 * const config = {
 *   features: [
 *     Administration({ isAdmin: ({ email, emailVerified }) => emailVerified !== null && admins.has(email ?? "") }),
 *   ],
 * };
 * console.log(config.features.map(({ name }) => name)); // ["administration"]
 * ```
 */
export function Administration(options: AdministrationOptions): AdministrationFeature {
  return toFeature("administration", options, administration);
}
