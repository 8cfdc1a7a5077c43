/**
 * The profile: the feature `Profile`.
 *
 * @module
 */

export { Profile, type ProfileFeature } from "../features/profile/profile.ts";
export type { ProfileField, ProfileLabel, ProfileOptions } from "../features/profile/options.ts";
export type { ProfileCalls, ProfileProblem, ProfileValue } from "../shapes/profile.ts";
