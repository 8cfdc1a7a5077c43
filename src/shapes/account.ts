/**
 * The data of the account page, which `GET account-data` answers too: about the user who is signed in, and no one else.
 *
 * @module
 */

import type { CapabilityAccountData } from "./account_data.ts";
import type { Device } from "../values/device.ts";

export type * from "./account_data.ts";
export type { Device };

/** A user's own data: ways to sign in, and sessions. No token, and no key of the database. */
export interface AccountData extends CapabilityAccountData {
  /** The user who is signed in. */
  readonly user: AccountUser;
  /** Whether the user signed in within `session.freshAge`. Otherwise removing a way to sign in asks to sign in again. */
  readonly isFresh: boolean;
  /** Sign-in by email. `null` if no provider offers it, or the address is not verified. */
  readonly mail: {
    /** Name of the provider, as pages show it. */
    readonly name: string;
    /** Address that emails are sent to. */
    readonly email: string;
    /** When the user first proved ownership of the mailbox, as an ISO 8601 date-time; `null` if the adapter has another value. */
    readonly verifiedAt: string | null;
  } | null;
  /** Accounts at providers, and passwords that the application has linked as accounts. `null`: see `unavailable`. */
  readonly accounts: readonly LinkedAccount[] | null;
  /** Passkeys and security keys. `null`: see `unavailable`. */
  readonly passkeys: readonly LinkedPasskey[] | null;
  /** Sessions that have not ended, the current one first. `null`: see `unavailable`. */
  readonly sessions: readonly ListedSession[] | null;
  /** Why a part is missing. Empty if nothing is. */
  readonly unavailable: {
    /** Why accounts and passkeys are not listed. */
    readonly accounts?: Unavailability;
    /** Why no way to sign in can be removed, and no passkey renamed. */
    readonly removal?: Unavailability;
    /** Why sessions are not listed. */
    readonly sessions?: Unavailability;
    /** Why other sessions cannot be ended at once. */
    readonly signOutOthers?: Unavailability;
  };
}

/**
 * Why something is missing: the config has no database; sessions are in tokens, which only their browsers have; or the
 * adapter lacks a method, which the documentation of `Adapter` names.
 */
export type Unavailability = "no-database" | "token-sessions" | "adapter";

/** The user who is signed in. */
export interface AccountUser {
  /** Display name. */
  readonly name: string | null;
  /** Address. */
  readonly email: string | null;
  /** URL of a picture. */
  readonly image: string | null;
}

/** An account. */
export interface LinkedAccount {
  /** Names the account in a `POST account` of this user. It reveals nothing. */
  readonly id: string;
  /** Id of the provider. */
  readonly provider: string;
  /** Name of the provider, as pages show it; its id if the config does not have it any more. */
  readonly name: string;
  /** Address or name at the provider; `null` if unknown. */
  readonly label: string | null;
  /** When it was linked, as an ISO 8601 date-time; `null` if unknown. */
  readonly createdAt: string | null;
  /** Whether the user can remove it: not the last way to sign in. */
  readonly isRemovable: boolean;
}

/** A passkey or a security key. */
export interface LinkedPasskey {
  /** Names the passkey in a `POST account` of this user. It reveals nothing. */
  readonly id: string;
  /** Name that the user has given, or the device that registered it; `null` without one. */
  readonly name: string | null;
  /** `security-key`: a key that is plugged in or held close. `passkey`: any other. */
  readonly kind: "passkey" | "security-key";
  /** Whether it may be on several devices of the user. */
  readonly isSynced: boolean;
  /** When it was registered, as an ISO 8601 date-time; `null` if unknown. */
  readonly createdAt: string | null;
  /** When it last signed in, as an ISO 8601 date-time; `null` if it has not, or unknown. */
  readonly usedAt: string | null;
  /** Whether the user can remove it: not the last way to sign in. */
  readonly isRemovable: boolean;
}

/** A session. */
export interface ListedSession {
  /** Names the session in a `POST account` of this user. It reveals nothing. */
  readonly id: string;
  /** Whether it is that of the request. */
  readonly isCurrent: boolean;
  /** Browser and system that signed in; `null` if unknown. */
  readonly device: Device | null;
  /** Id of the provider with which it began; `null` if unknown, as without the feature `ActivityLog`. */
  readonly provider: string | null;
  /** Where it began, as `location` of the config says it; `null` if unknown, as without the feature `ActivityLog`. */
  readonly location: string | null;
  /** When it began, as an ISO 8601 date-time; `null` if unknown. */
  readonly createdAt: string | null;
  /** Its last use, but for `session.updateAge`, as an ISO 8601 date-time; `null` if unknown. */
  readonly usedAt: string | null;
  /** When it ends unless it is used, as an ISO 8601 date-time. */
  readonly expires: string;
}
