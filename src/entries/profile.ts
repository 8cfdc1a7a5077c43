/**
 * The profile: the feature `Profile`.
 *
 * @module
 */

export { Profile, type ProfileFeature } from "../features/profile/profile.ts";
export type {
  PictureOwner,
  ProfileField,
  ProfileLabel,
  ProfileOptions,
  ProfilePicture,
  SentPicture,
} from "../features/profile/options.ts";
export type { ProfileCalls, ProfileProblem, ProfileValue } from "../shapes/profile.ts";
