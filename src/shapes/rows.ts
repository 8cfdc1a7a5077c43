/**
 * The list of all kinds of rows that the library stores beside users, accounts and sessions.
 *
 * @module
 */

import { ACTIVITY_ROWS, type AdapterActivity } from "./activity_log.ts";
import { type AdapterAnonymousUser, ANONYMOUS_USER_ROWS } from "./anonymous_users.ts";
import { type AdapterDeletion, DELETION_ROWS } from "./account_deletion.ts";
import { type AdapterEmailChanges, EMAIL_CHANGE_ROWS } from "./email_change.ts";
import { type AdapterAttempts, ATTEMPTS } from "./attempts.ts";
import { type AdapterProviderSession, PROVIDER_SESSION_ROWS } from "./provider_logout.ts";
import { type AdapterProviderTokens, PROVIDER_TOKEN_ROWS } from "./provider_tokens.ts";
import type { RowDeclaration, RowKind } from "./row_kind.ts";
import {
  type AdapterPendingSignIn,
  type AdapterSecondFactor,
  PENDING_SIGN_IN_ROWS,
  SECOND_FACTOR_ROWS,
} from "./second_factor.ts";
import { type AdapterSecurity, SECURITY } from "./security.ts";
import {
  ACTING_SESSION_ROWS,
  type AdapterActingSession,
  type AdapterBan,
  BAN_ROWS,
} from "./administration.ts";
import { type AdapterUserName, USER_NAME_ROWS } from "./user_names.ts";
import { type AdapterWebhookMessage, WEBHOOK_ROWS } from "./webhooks.ts";

/** The kinds of rows that the library stores beside users, accounts and sessions: the type of a row, and the fields of its key. */
export interface StoredRows {
  /** Passwords and generations of users. */
  readonly security: { readonly row: AdapterSecurity; readonly key: "userId" };
  /** Counted attempts. */
  readonly attempts: { readonly row: AdapterAttempts; readonly key: "key" };
  /** Second factors. */
  readonly secondFactors: { readonly row: AdapterSecondFactor; readonly key: "userId" };
  /** Sign-ins between their two steps. */
  readonly pendingSignIns: { readonly row: AdapterPendingSignIn; readonly key: "id" };
  /** Tokens that the library renews. */
  readonly providerTokens: {
    readonly row: AdapterProviderTokens;
    readonly key: "provider" | "providerAccountId";
  };
  /** Sessions that began at a provider. */
  readonly providerSessions: { readonly row: AdapterProviderSession; readonly key: "id" };
  /** Deletions of accounts. */
  readonly deletions: { readonly row: AdapterDeletion; readonly key: "userId" };
  /** Changes of addresses that can be undone. */
  readonly emailChanges: { readonly row: AdapterEmailChanges; readonly key: "userId" };
  /** What users have done. */
  readonly activities: { readonly row: AdapterActivity; readonly key: "userId" | "id" };
  /** Names of users. */
  readonly userNames: { readonly row: AdapterUserName; readonly key: "key" };
  /** Bans of users. */
  readonly bans: { readonly row: AdapterBan; readonly key: "userId" };
  /** Administrators who act as users. */
  readonly actingSessions: { readonly row: AdapterActingSession; readonly key: "id" };
  /** Events that are not delivered yet. */
  readonly webhookMessages: { readonly row: AdapterWebhookMessage; readonly key: "id" };
  /** Users who have not signed up. */
  readonly anonymousUsers: { readonly row: AdapterAnonymousUser; readonly key: "userId" };
}

/** The name of a kind of rows. */
export type RowName = keyof StoredRows;

/** A row of a kind. */
export type RowOf<Name extends RowName> = StoredRows[Name]["row"];

/** The key of a row. */
export type RowKeyOf<Name extends RowName> = Readonly<
  Pick<StoredRows[Name]["row"], StoredRows[Name]["key"] & keyof StoredRows[Name]["row"]>
>;

/**
 * All kinds, those of later versions of the tables last. They refer to no other row, so that they can stand beside the tables of
 * another adapter. What is released does not change: an addition has the `since` of a new version of the tables.
 */
export const ROW_KINDS: {
  readonly [Name in RowName]: RowKind<RowOf<Name>, StoredRows[Name]["key"] & keyof RowOf<Name>>;
} = {
  security: SECURITY,
  attempts: ATTEMPTS,
  secondFactors: SECOND_FACTOR_ROWS,
  pendingSignIns: PENDING_SIGN_IN_ROWS,
  providerTokens: PROVIDER_TOKEN_ROWS,
  providerSessions: PROVIDER_SESSION_ROWS,
  deletions: DELETION_ROWS,
  emailChanges: EMAIL_CHANGE_ROWS,
  activities: ACTIVITY_ROWS,
  userNames: USER_NAME_ROWS,
  bans: BAN_ROWS,
  actingSessions: ACTING_SESSION_ROWS,
  webhookMessages: WEBHOOK_ROWS,
  anonymousUsers: ANONYMOUS_USER_ROWS,
};

/** The same, as a list. */
export const ALL_KINDS: readonly RowDeclaration[] = /* @__PURE__ */ Object.values(ROW_KINDS);
