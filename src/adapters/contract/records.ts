/**
 * The records of accounts, sessions, mailed tokens and passkeys, and what functions of the adapter take instead of a record.
 *
 * @module
 */

import type { AuthorizationDetails, ProviderType } from "../../values/types.ts";

/** The types of providers whose accounts are stored. */
export type AdapterAccountType = ProviderType;

/** An account as stored: how a user signs in at a provider. `provider` and `providerAccountId` together are unique. */
export interface AdapterAccount {
  /** The user it belongs to. */
  userId: string;
  /** Type of the provider. */
  type: AdapterAccountType;
  /** Id of the provider. */
  provider: string;
  /** The user's id at the provider. */
  providerAccountId: string;
  /** Opens the provider's API. */
  access_token?: string | null;
  /** Gets a new access token. */
  refresh_token?: string | null;
  /** Signed claims about the user. */
  id_token?: string | null;
  /** When the access token ends: seconds since the epoch. */
  expires_at?: number | null;
  /** Granted scopes, separated by spaces. */
  scope?: string | null;
  /** Lower-cased. */
  token_type?: string | null;
  /** Session state of OpenID Connect Session Management. */
  session_state?: unknown;
  /** Granted authorization details (RFC 9396). */
  authorization_details?: readonly AuthorizationDetails[] | null;
  /** When the account was linked. Only an adapter with `removeAccount` gets it. */
  createdAt?: Date | null;
  /** How the user recognizes the account: address or name at the provider. Only an adapter with `removeAccount` gets it. */
  label?: string | null;
}

/** A session as stored. */
export interface AdapterSession {
  /** Key of the session: `sha256:` and the hash of the token in the cookie. Unique. */
  sessionToken: string;
  /** The user who is signed in. */
  userId: string;
  /** When the session ends. */
  expires: Date;
  /** When the user signed in. Only an adapter with `deleteSessionsByUserId` gets it. */
  createdAt?: Date | null;
  /** When the session was last prolonged: its last use, but for `session.updateAge`. Only as `createdAt`. */
  usedAt?: Date | null;
  /** Browser and system that signed in, such as `Firefox on Windows`. Only as `createdAt`. */
  device?: string | null;
}

/** A token that was mailed, or a used challenge of a passkey, as stored. `identifier` and `token` together are unique. */
export interface VerificationToken {
  /** The address; `passkey challenge` for a challenge. */
  identifier: string;
  /** Hash of the token. */
  token: string;
  /** When the token ends. */
  expires: Date;
}

/** A passkey or security key, as stored. */
export interface AdapterAuthenticator {
  /** Id of the credential: base64. Unique. */
  credentialID: string;
  /** The user it belongs to. */
  userId: string;
  /** `providerAccountId` of the account that belongs to it. */
  providerAccountId: string;
  /** COSE public key: base64. */
  credentialPublicKey: string;
  /** Signature counter (WebAuthn §6.1.1). */
  counter: number;
  /** `singleDevice` or `multiDevice`. */
  credentialDeviceType: string;
  /** Whether the credential is backed up. */
  credentialBackedUp: boolean;
  /** How the authenticator is reached, separated by commas. */
  transports?: string | null;
  /** User handle that the credential was registered with (WebAuthn §5.4.3): base64url. `null` if it is not known. */
  userHandle?: string | null;
  /** Name that the user has given; at first the device that registered it. Only an adapter with `removeAccount` gets it. */
  name?: string | null;
  /** When it was registered. Only as `name`. */
  createdAt?: Date | null;
  /** When it last signed in. Only as `name`. */
  usedAt?: Date | null;
}

/** Key of an account. */
export interface AccountKey {
  /** Id of the provider. */
  provider: string;
  /** The user's id at the provider. */
  providerAccountId: string;
}

/** Account, authenticator and session that `addCredentials` stores for a user. */
export interface NewCredentials {
  /** The user to whom all of it belongs. */
  userId: string;
  /** `emailVerified` of the user when the caller decided to store this. */
  emailVerified: Date | null;
  /** An account of this user. */
  account?: AdapterAccount;
  /** An authenticator of this user. */
  authenticator?: AdapterAuthenticator;
  /** A session of this user. */
  session?: AdapterSession;
}

/** An account that `removeAccount` removes, and what the user must keep. */
export interface AccountRemoval {
  /** The user to whom all of it belongs. */
  userId: string;
  /** The account to remove. */
  account: AccountKey;
  /** The authenticator to remove with it. Default: none. */
  credentialID?: string;
  /** Another way to sign in that the user must have: another account of theirs, or `email` for a verified address. */
  keeps: AccountKey | "email";
}

/** Fields of an authenticator that a sign-in or its user changes. */
export type AuthenticatorUpdate =
  & Pick<AdapterAuthenticator, "credentialID">
  & Partial<Pick<AdapterAuthenticator, "counter" | "credentialBackedUp" | "name" | "usedAt" | "transports">>;
