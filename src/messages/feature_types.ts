/**
 * The text that people read on the account page, and what features add to it: see `types.ts`.
 *
 * @module
 */

import type { AccountMessages } from "./account_types.ts";
import type { ActivityMessages } from "./activity_types.ts";
import type { AdministrationMessages } from "./administration_types.ts";
import type { ChallengeMessages } from "./challenge_types.ts";
import type { DeletionMailsMessages, DeletionMessages } from "./deletion_types.ts";
import type { EmailChangeMailsMessages, EmailChangeMessages } from "./email_change_types.ts";
import type { ProfileMessages } from "./profile_types.ts";
import type { SignUpMessages } from "./sign_up_types.ts";
import type { UserNamesMessages } from "./user_names_types.ts";

export type * from "./acting_types.ts";
export type * from "./administration_types.ts";

/** The messages of the account page, and of the features that add to it. */
export interface FeatureMessages {
  /** The page on which users manage how they sign in and where they are signed in. */
  readonly account: AccountMessages;
  /** The card about what has happened to the account. */
  readonly activity: ActivityMessages;
  /** The card and the page about the deletion of the account. */
  readonly deletion: DeletionMessages;
  /** The emails about it. */
  readonly deletionMails: DeletionMailsMessages;
  /** The card and the pages about another address. */
  readonly emailChange: EmailChangeMessages;
  /** The emails about it. */
  readonly emailChangeMails: EmailChangeMailsMessages;
  /** The part about the profile on that page. */
  readonly profile: ProfileMessages;
  /** At the place of a challenge, in forms that anyone may send. */
  readonly challenge: ChallengeMessages;
  /** The form of a new user. */
  readonly signUp: SignUpMessages;
  /** User names: the card of the account page, and fields for one. */
  readonly userNames: UserNamesMessages;
  /** The pages for staff: the list of users, and the page about one. */
  readonly administration: AdministrationMessages;
}
