/**
 * The shape of second factors: their functions, their rows, and the application's own forms.
 *
 * @module
 */

import type { FunctionsShape } from "./shape.ts";
import type { RowKind } from "./row_kind.ts";
import type { Device } from "../values/device.ts";
import type { OwnForm, OwnPage } from "../values/own_form.ts";

/** The functions of `auth.secondFactor`. */
export const SECOND_FACTOR_FUNCTIONS = {
  forms: {
    prove: { action: "second-factor", page: "secondFactor", choice: "" },
    disown: { action: "second-factor", page: "secondFactor", choice: "never" },
    setUp: {
      action: "second-factor-setup",
      page: "secondFactorSetup",
      shows: "codes",
    },
  },
  calls: ["start", "isOn"],
  reads: { start: "second-factor-setup" },
  outside: ["reset", "import", "isOn"],
} as const satisfies FunctionsShape;

/** The second factor of a user: one row for each user at most. */
export interface AdapterSecondFactor {
  /** The user it belongs to. */
  userId: string;
  /** Raised by each change, so that of several changes at the same time one is made. */
  version: number;
  /** When the user has turned it on; `null`: it is off. */
  enabledAt: Date | null;
  /** The secret of the authenticator app, sealed: up to 512 characters. `null`: the user has no app. */
  totpSecret: string | null;
  /** The time step of the last code that was used (RFC 6238 §5.2); `0`: none. */
  totpStep: number;
  /** Hashes of the recovery codes that are left, separated by spaces: up to 1000 characters. */
  recoveryCodes: string | null;
  /** The devices that are remembered, as JSON: up to 8000 characters. */
  devices: string | null;
}

/** Second factors. */
export const SECOND_FACTOR_ROWS: RowKind<AdapterSecondFactor, "userId"> = {
  name: "second_factors",
  key: ["userId"],
  recordKey: "secondFactor",
  listKey: "secondFactors",
  version: "version",
  isOwned: true,
  isOrdered: true,
  since: 2,
  columns: {
    userId: { column: "user_id", type: "text", length: 255, required: true },
    version: { column: "version", type: "integer", required: true },
    enabledAt: { column: "enabled_at", type: "date" },
    totpSecret: { column: "totp_secret", type: "text", length: 512 },
    totpStep: { column: "totp_step", type: "integer", required: true },
    recoveryCodes: { column: "recovery_codes", type: "text", length: 1000 },
    devices: { column: "devices", type: "text" },
  },
};

/** A sign-in between its first and its second step. */
export interface AdapterPendingSignIn {
  /** Hash of the id in the browser: up to 64 characters of ASCII. */
  id: string;
  /** What the first step has proven, sealed. May be longer than 64 KiB. */
  data: string;
  /** How many answers were wrong so far. */
  tries: number;
  /** When it ends. */
  expires: Date;
}

/** Sign-ins between their two steps. */
export const PENDING_SIGN_IN_ROWS: RowKind<AdapterPendingSignIn, "id"> = {
  name: "pending_sign_ins",
  key: ["id"],
  recordKey: "pendingSignIn",
  listKey: "pendingSignIns",
  version: "tries",
  isEnding: true,
  long: "data",
  since: 2,
  columns: {
    id: { column: "id", type: "text", length: 64, required: true, isAscii: true },
    data: { column: "data", type: "text", length: "long", required: true },
    tries: { column: "tries", type: "integer", required: true },
    expires: { column: "expires", type: "date", required: true, isIndexed: true },
  },
};

/** Fields that each of these forms may have. */
export interface SecondFactorForm {
  /** Names the sign-in that waits for it, as the address of the page does. Default: none, in a session. */
  readonly question?: string | undefined;
  /** Where the user goes afterwards: a path or an absolute URL. Default: the page that has the form. */
  readonly redirectTo?: string | undefined;
}

/** The answer to the question for a second factor: `code`, `recoveryCode`, or `data` of a passkey. */
export interface ProveSecondFactorForm extends SecondFactorForm {
  /** The code that the authenticator app shows. Default: none. */
  readonly code?: string | undefined;
  /** A recovery code. Default: none. */
  readonly recoveryCode?: string | undefined;
  /** The answer of the browser to the options for a passkey, as JSON. Default: none. */
  readonly data?: string | undefined;
  /** What the passkey did, beside `data`. Default: none. */
  readonly action?: "authenticate" | undefined;
  /**
   * Any value: this device is not asked for the second step for as long as `rememberFor` says. No effect beside `recoveryCode`.
   * Default: it is asked.
   */
  readonly remember?: string | undefined;
}

/** The form that sets a second factor up, or changes it: `code` with `setup`, `mailCode`, or `action`. */
export interface SetUpSecondFactorForm extends SecondFactorForm {
  /** The first code of the authenticator app, beside `setup`. Default: none. */
  readonly code?: string | undefined;
  /** `setup` of what the page shows. Default: none. */
  readonly setup?: string | undefined;
  /** The code of the email, where the page needs it. Default: none. */
  readonly mailCode?: string | undefined;
  /**
   * `passkeys` turns the second factor on with the passkeys that the user has, `codes` makes new recovery codes, `off` turns it
   * off, `forget` asks on a remembered device again, and `mail` sends another mail. Default: none.
   */
  readonly action?: "passkeys" | "codes" | "off" | "forget" | "mail" | undefined;
  /**
   * For `codes`: `recoveryCodesId` of the account data, as it was when the page with the form was made. A form with it counts once:
   * sent again, it leaves the new codes as they are. Default: none, and each time makes new codes.
   */
  readonly replaces?: string | undefined;
  /** Id of the device, for `forget`. Default: none. */
  readonly id?: string | undefined;
}

/** The forms of `auth.secondFactor`, by the names of their functions. They take the fields, or the form as the browser sent it. */
export interface SecondFactorForms {
  /**
   * Answers the question for a second factor: with `code` of the authenticator app, `recoveryCode`, or `data` of a passkey. It
   * finishes the sign-in that `question` names; without it, it raises the session to level 2. Without a session, it leads to the
   * sign-in page.
   *
   * Throws `InvalidSecondFactor` if the answer is wrong, or was used before; `WebAuthnVerificationError` if that of a passkey is not
   * valid; `UserChanged` if the user has no second factor that is on: it may have been turned off in another browser; `InvalidCheck`
   * if no sign-in waits in this browser, or too long; `TooManyWrongCodes` if the sign-in is over after five wrong answers;
   * `RateLimited` after too many wrong codes for this user; `MissingCSRF` if the request comes from another site; and what a sign-in
   * throws.
   */
  readonly prove: OwnForm<ProveSecondFactorForm>;
  /**
   * Goes on without the user whom `question` names: the person has the mailbox, and says that someone else has turned the second
   * factor on. They get a user of their own, who has proven no second factor, and the other one keeps all but the address. For a page
   * whose `ways` have `never`.
   *
   * Throws `InvalidSecondFactor` if `ways` do not have it, and otherwise what `prove` throws.
   */
  readonly disown: OwnForm<SecondFactorForm>;
  /**
   * Sets a second factor up: `code` with `setup` of the page, or `mailCode`. With `action` it changes it: new recovery codes, a
   * device that is asked again, or off. It finishes the sign-in that `question` names; without it, the session must have begun or
   * proven its level a short time ago.
   *
   * Leads to `redirectTo`, with `done=second-factor-on`, `new-authenticator`, `second-factor-off` or `device-forgotten`; with
   * `done=recovery-codes-shown` and no codes if the same form was sent before; or with `error` if nothing was changed:
   * `NotFound`, `NotAvailable` or `SecondFactorRequired`; or to the page where the user has to go first. If the second factor was
   * turned on in another tab since the form was shown, that is `pages.secondFactorSetup` again, with `done=second-factor-on`.
   *
   * Throws `InvalidSecondFactor` if a code is wrong: `setup` still works, see `SecondFactorPage`; `InvalidCheck` if no sign-in waits
   * in this browser, or the page is too old; `TooManyWrongCodes` if the sign-in is over after five wrong codes of the email;
   * `UserChanged` if the session has ended in the meantime, or another change was faster; and what a sign-in throws.
   */
  readonly setUp: OwnForm<SetUpSecondFactorForm, NewRecoveryCodes>;
}

/** The pages of `auth.secondFactor` that ask what they show, by the names of their functions. */
export interface SecondFactorPages {
  /** The content of a page that sets a second factor up. In a sign-in, a request for it may mail a code first. */
  readonly start: OwnPage<SecondFactorPage, SecondFactorSetup>;
}

/** New recovery codes. */
export interface NewRecoveryCodes {
  /** The codes, which the page shows once. */
  readonly codes: readonly string[];
}

/** The other functions of `auth.secondFactor`. */
export interface SecondFactorCalls {
  /**
   * Returns what a page shows that sets a second factor up: a secret for an authenticator app, as a QR code too. In a sign-in it
   * first mails a code to the address of a user whom the application knew before.
   *
   * @param page `question` and `redirectTo`: `question` and `callbackUrl` of the page's address.
   * @throws {SessionRequired} if the user has to go elsewhere first, with the answer for this request, as `auth.require()` does: to
   * sign in, or to prove that it is them. Both lead back to `pages.secondFactorSetup`.
   * @throws {InvalidCheck} if no sign-in waits in this browser, or too long.
   * @throws {TooManyWrongCodes} if the sign-in is over after five wrong answers.
   * @throws {EmailSignInError} if the email cannot be sent.
   * @throws {ConfigError} without `SecondFactor()` in the config.
   */
  start(page?: SecondFactorPage): Promise<SecondFactorSetup>;
  /** Returns whether the user who is signed in has turned it on; `false` if no one is. @throws {AdapterError} if the database fails. */
  isOn(): Promise<boolean>;
}

/** The functions of `outside(config).secondFactor`, for scripts and the staff of an application. */
export interface OutsideSecondFactor {
  /**
   * Removes all second factors of a user who has lost them: the authenticator app, recovery codes and remembered devices. The
   * passkeys of the user stay, as ways to sign in. All sessions of the user end, because one of them may have reached level 2 with what
   * is lost, also if the user has no second factor any more: a thief may have turned it off. Stored ones need an adapter with
   * `deleteSessionsByUserId`: without it they go on, at level 1. The user gets an email if something was removed, and emails can be sent. Call it only for a person who has
   * proven who they are: afterwards, the first step alone signs in.
   *
   * @param userId Id of the user in the database.
   * @returns Whether the user had any. The sessions end with `false` as well.
   * @throws {ConfigError} if the config has no `SecondFactor()`, or no `url`, which the link in the email has, or is invalid.
   * @throws {AdapterError} if the database fails.
   */
  reset(userId: string): Promise<boolean>;
  /**
   * Turns on the second factor of a user, with the app that they have set up in another library, or in the application's own code.
   * They notice nothing, and no mail is sent. They have no recovery codes then: the account page makes them. Call it once for each
   * user, for instance in a script.
   *
   * @returns `false` if nothing has changed: the user has turned one on already, or the database has no such user.
   * @throws {ConfigError} if the config has no `SecondFactor()`, or is invalid, or the secret is not in base32.
   * @throws {AdapterError} if the database fails.
   */
  import(app: ImportedSecondFactor): Promise<boolean>;
  /** Returns whether a user has turned the second factor on. @throws {ConfigError} @throws {AdapterError} As `reset`. */
  isOn(userId: string): Promise<boolean>;
}

/** An authenticator app of a user: codes of six digits, every 30 seconds, with SHA-1. */
export interface ImportedSecondFactor {
  /** Id of the user in the database. */
  readonly userId: string;
  /** The secret in base32, as in the QR code: 16 to 104 letters and digits. Blanks and `=` make no difference. */
  readonly secret: string;
  /** Time step of the last code that was used, the seconds since the epoch divided by 30. Default 0: none was used. */
  readonly lastStep?: number;
  /** When the user turned it on. Default: now. */
  readonly enabledAt?: Date;
}

/** The page that sets a second factor up. */
export interface SecondFactorPage extends SecondFactorForm {
  /** `setup` of a form that has failed: the page shows the same secret again. Default: a new secret. */
  readonly setup?: string | undefined;
  /** `lack` of the address of the page, which says why the user was led there: it stays. Default: they came on their own. */
  readonly lack?: string | undefined;
}

/** What the page shows that sets a second factor up. */
export type SecondFactorSetup = MailboxStep | SecretStep;

/** Before their first second factor, the user types a code that was mailed to them. */
export interface MailboxStep {
  /** Whether the form has `mailCode`. */
  readonly needsMailCode: true;
  /**
   * Whether a code was mailed. With `false`, the browser has fetched the page in advance, or another site has led here: in place of
   * the field, the page has a button that sends `action=mail`.
   */
  readonly isSent: boolean;
  /** The address that the code is mailed to. */
  readonly email: string;
  /** How many seconds the user has to wait until another mail is sent. */
  readonly wait: number;
}

/** The user puts the secret into an authenticator app, and types its first code. */
export interface SecretStep {
  /** Whether the form has `mailCode`. */
  readonly needsMailCode: false;
  /** The secret, in base32: for users who type it. */
  readonly secret: string;
  /** The same as a link, which opens an app on this device. */
  readonly uri: string;
  /** The same as a QR code: an SVG as HTML. `null` without the package `uqr`. */
  readonly qr: string | null;
  /** The secret, sealed: a hidden field of the form. */
  readonly setup: string;
  /** Whether the user has passkeys, with which `action` may turn the second factor on. */
  readonly hasPasskeys: boolean;
  /** Whether the app replaces the one of the user, or is their first one beside passkeys; `null` if the second factor is off. */
  readonly change: "replace" | "add" | null;
}

/** The second factor of the user. */
export interface AccountSecondFactor {
  /** Whether it is on. */
  readonly isOn: boolean;
  /** When the user turned it on, as an ISO 8601 date-time; `null` if it is off. */
  readonly enabledAt: string | null;
  /** Whether codes of an authenticator app are one of its methods. */
  readonly hasApp: boolean;
  /** Whether the passkeys and security keys of the user are one of its methods. */
  readonly hasPasskeys: boolean;
  /** How many recovery codes were not used yet. */
  readonly recoveryCodesLeft: number;
  /** Names the recovery codes of now, for `replaces` of the form that makes new ones. It opens nothing. */
  readonly recoveryCodesId: string;
  /** Devices on which the second step is not asked for, for a time. */
  readonly devices: readonly RememberedDevice[];
}

/** A device on which the second step of a sign-in is not asked for. */
export interface RememberedDevice {
  /** Names the device in a `POST second-factor-setup` of this user. It reveals nothing. */
  readonly id: string;
  /** Browser and system; `null` if unknown. */
  readonly device: Device | null;
  /** When it was remembered, as an ISO 8601 date-time. */
  readonly createdAt: string;
  /** When it is asked again, as an ISO 8601 date-time. */
  readonly expires: string;
  /** Whether it is that of the request. */
  readonly isCurrent: boolean;
}
