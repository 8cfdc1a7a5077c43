/**
 * The fields that capabilities add to the data of the account page, and of `GET account-data`.
 *
 * @module
 */

import type { Activity } from "./activity_log.ts";
import type { AccountDeletionData } from "./account_deletion.ts";
import type { ConnectedService } from "./provider_tokens.ts";
import type { AccountPassword } from "./passwords.ts";
import type { AccountProfile } from "./profile.ts";
import type { AccountSecondFactor } from "./second_factor.ts";
import type { UserName } from "./user_names.ts";

export type { Activity } from "./activity_log.ts";
export type { AccountDeletionData } from "./account_deletion.ts";
export type { ConnectedService } from "./provider_tokens.ts";
export type { AccountPassword } from "./passwords.ts";
export type { AccountProfile, ProfileValue } from "./profile.ts";
export type { AccountSecondFactor, RememberedDevice } from "./second_factor.ts";
export type { UserName } from "./user_names.ts";

/** The fields that capabilities add to the data of the account page. */
export interface CapabilityAccountData {
  /** The password that the library keeps: see `Password`. `null` without that provider, or without an address. */
  readonly password: AccountPassword | null;
  /** The profile. Absent without the feature `UserProfile`. */
  readonly profile?: AccountProfile;
  /** The user name; `null` if they have none. Absent without the feature `UserNames`. */
  readonly userName?: UserName | null;
  /** The second factor. Absent without the feature `SecondFactor`. */
  readonly secondFactor?: AccountSecondFactor;
  /** The deletion of the account. Absent without the feature `AccountDeletion`. */
  readonly accountDeletion?: AccountDeletionData;
  /** The providers at which the application has tokens. Absent without the feature `AccessTokens`, or if a cookie keeps them. */
  readonly connections?: readonly ConnectedService[];
  /** What has happened to the account, the newest first: 50, and 20 failures beside them, at most. Absent without the feature `ActivityLog`. */
  readonly activities?: readonly Activity[];
}
