/**
 * The profile: the feature `UserProfile`.
 *
 * @module
 */

export { type ProfileFeature, UserProfile } from "../features/profile/profile.ts";
export type {
  PictureOwner,
  ProfileField,
  ProfileLabel,
  ProfileOptions,
  ProfilePicture,
  SentPicture,
} from "../features/profile/options.ts";
export type { ProfileCalls, ProfileProblem, ProfileValue } from "../shapes/profile.ts";
