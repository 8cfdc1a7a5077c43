/**
 * A proven identity: the result of each sign-in method.
 *
 * @module
 */

import type { AdapterAuthenticator, AdapterSecondFactor, AdapterUser } from "../adapters/contract/types.ts";
import type { AuthMethod } from "../values/levels.ts";
import type { Account, Profile, SignInData, TokenSet, User } from "../values/types.ts";

/** A user, and the account that proves who they are. */
export interface Identity {
  /** The user as the provider describes them, with an id. */
  readonly user: User & { id: string };
  /** The account with all tokens of this sign-in. */
  readonly account: Account;
  /** The part of the tokens that is stored. */
  readonly stored: TokenSet;
  /** The answer of the provider, unmapped. */
  readonly profile?: Profile;
  /** What the application's own code has given the sign-in. Default: nothing. */
  readonly data?: SignInData | undefined;
  /** When the tokens arrived, in milliseconds since the epoch. Only from a provider with OAuth. */
  readonly obtainedAt?: number;
  /** The fields that the user typed. Only from a provider of type `credentials`. */
  readonly credentials?: Readonly<Record<string, unknown>>;
  /**
   * Whether to link the account to a user with the same address, and keep their other accounts: the application wants it,
   * and the provider does not say that the address is unverified. Default `false`.
   */
  readonly linksByEmail?: boolean;
  /** The address as an earlier version has stored it. Absent if it is the same. */
  readonly formerEmail?: string;
  /** Whether the provider has verified that the user owns the mailbox of `user.email`. Default `false`. */
  readonly emailIsVerified?: boolean;
  /** The id that the account may be stored under, because it had it before. Absent if it had no other one. */
  readonly formerAccount?: { readonly id: string; readonly isAccepted: boolean };
  /** Whether nobody has looked for a user, since there is none: credentials that the library keeps. Default `false`. */
  readonly isUnknown?: boolean;
  /** Whether the user has typed a name, so that pages keep the address to themselves before the mailbox is proven. Default `false`. */
  readonly hidesAddress?: boolean;
  /** The stored user that the application itself has found. Only from a provider of type `credentials`. */
  readonly storedUser?: AdapterUser;
  /** What becomes of the credentials of the user: stored before the session begins. Default: those from before a takeover go. */
  readonly outcome?: CredentialsOutcome;
  /** The generation of the user at the proof, which must not have changed when the session begins. Default: any. */
  readonly generation?: number | undefined;
  /** The methods of this proof, by RFC 8176 §2. Default: unknown. */
  readonly amr?: readonly AuthMethod[];
  /** The second step of this sign-in; absent before it, and if none is necessary. */
  readonly secondStep?: SecondStep;
  /** What the person has said of themselves: texts, by the names of fields of the user. Used if they are new. Absent if nothing was asked. */
  readonly typed?: Readonly<Record<string, string>>;
  /** The question about it, put again after a mistake. Absent before. */
  readonly asked?: AskedNewUser;
  /** The same as values of the user who is taken over, in place of those that are stored. Absent for others. */
  readonly said?: Readonly<Record<string, unknown>>;
  /** Id of the user with the same address who is someone else, as the person says at the second step. Absent before. */
  readonly disowns?: string;
  /** Makes the new user again who they were before this sign-in, if the database had them already. Absent for others. */
  readonly takeBack?: (() => Promise<void>) | undefined;
  /** A new passkey, stored with the account. Only from a registration with a provider of type `webauthn`. */
  readonly authenticator?: NewAuthenticator;
}

/** What becomes of the credentials that the library keeps of a user, which the owner of the mailbox has decided in a sign-in. */
export interface CredentialsOutcome {
  /** Hash of those that they have chosen, or have typed right; `null` if there are none afterwards. */
  readonly hash: string | null;
  /** Whether they are the ones that were stored. Default `false`. */
  readonly isKept?: boolean;
  /** Id of the provider of those that go, which the owner is told. Absent otherwise. */
  readonly way?: string;
  /** Why they go although they were typed right: the page for new ones says so. Absent otherwise. */
  readonly objection?: string;
  /** Id of the user whose credentials were compared: those of another one stay. Default: any. */
  readonly ofUser?: string;
  /** The key of the session in this browser, which may go on while all others end. Default: none does. */
  readonly session?: string | null;
  /** The generation in which they were compared, which must not have changed since. Default: any. */
  readonly ifGeneration?: number;
}

/** Whether a sign-in sets other credentials, or removes those that the user has. */
export function replacesCredentials({ outcome }: Pick<Identity, "outcome">): boolean {
  return outcome !== undefined && !outcome.isKept;
}

/** Whether a sign-in sets credentials that the user has chosen. */
export function setsCredentials({ outcome }: Pick<Identity, "outcome">): boolean {
  return Boolean(outcome?.hash) && !outcome?.isKept;
}

/** A question to a new user. */
interface AskedNewUser {
  /** Its name: the form must be the one that shows it. */
  readonly name: string;
  /** When it was put first, in milliseconds since the epoch: the proof gets no younger. */
  readonly at: number;
}

/** The second step of a sign-in, which is done. */
interface SecondStep {
  /** Id of the user whose second factor it was, who must still be the one that signs in; `null` for a user who is created. */
  readonly userId: string | null;
  /** What was stored of the user at the first step, and must not have changed since. */
  readonly before: UserBefore;
  /** The second factor that was set up in this sign-in, stored before the session begins. Absent without one. */
  readonly enrolled?: EnrolledFactor;
  /** Takes note of the row in which `enrolled` is about to be stored. Called again if another request has changed the row. */
  readonly noteRow?: (row: EnrolledRow) => void;
}

/** What was stored of a user when the first step of a sign-in was done. */
export interface UserBefore {
  /** The generation; absent if the database does not keep it. Whatever ends the sessions of a user ends the sign-in, too. */
  readonly generation?: number | undefined;
  /** The address of a user whom the application itself has found; absent for others, and if the user is not stored. */
  readonly email?: string | null;
}

/** A second factor before it is stored. */
interface EnrolledFactor {
  /** Sealed secret of the authenticator app. */
  readonly totpSecret: string;
  /** Time step of the code that has proven it. */
  readonly totpStep: number;
  /** Hashes of the recovery codes, separated by spaces. */
  readonly recoveryCodes: string;
}

/** The row of a second factor that was set up in a sign-in. */
export type EnrolledRow = Pick<AdapterSecondFactor, "userId" | "version" | "totpSecret">;

/** A passkey before it is stored. */
interface NewAuthenticator extends Omit<AdapterAuthenticator, "userId"> {
  /** The user who asked for it; `null` if the sign-in creates the user. */
  readonly userId: string | null;
}
