/**
 * The content of the pages of the second factor, as plain data.
 *
 * @module
 */

import type { Html } from "../../../markup/html.ts";
import type { PageBase, PasskeyForm } from "../../../pages/types.ts";
import type { SecondFactorLocale } from "../locale.ts";

/** Fields of every page of the second factor. */
export interface SecondFactorPageBase extends PageBase {
  /** The language, with the messages of the second factor. */
  readonly locale: SecondFactorLocale;
}

/** Fields of a page with a form. */
export interface FormBase extends SecondFactorPageBase {
  /** URL that the forms post to. */
  readonly action: string;
  /** Goes into each form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where the user goes afterwards; goes into each form. */
  readonly callbackUrl: string;
  /** `ui_locales` of the request; goes into each form. */
  readonly locales: string | null;
  /** Name of the sign-in that waits; goes into each form. `null` for a user who is signed in. */
  readonly question: string | null;
  /** What the page lacks that has led a user who is signed in here; goes into each form. `null` if none has. */
  readonly lack: string | null;
  /** The failure before: any text, as it comes from the query. */
  readonly error: string | null;
}

/** The page that asks for the second step of a sign-in, or of a user who is signed in. */
export interface AskPage extends FormBase {
  /** Whether the user is signed in already, at a lower level. */
  readonly isStepUp: boolean;
  /** Whether the user has an authenticator app. */
  readonly hasApp: boolean;
  /** Whether the user has recovery codes left. */
  readonly hasRecoveryCodes: boolean;
  /** Options and script of a provider of passkeys with which the user has some; `null` without any. */
  readonly passkey: Pick<PasskeyForm, "options" | "script"> | null;
  /** For how many seconds the device can be remembered; `null`: the page does not offer it. */
  readonly remember: number | null;
  /** Whether its box is ticked: the user has ticked it before a wrong answer. */
  readonly isRemembered: boolean;
  /** Whether the page offers to go on without this user, whose second factor another person may have turned on. */
  readonly isDoubtful: boolean;
  /** Name of the field that was wrong: `code` or `recoveryCode`. Any text, as it comes from the query. */
  readonly failedField: string | null;
  /** After a wrong answer, how many more the sign-in may have; `null` in a session, whose limits count other browsers too. */
  readonly triesLeft: number | null;
  /** URL of the sign-in page. */
  readonly signinUrl: string;
}

/** The page that turns the second factor on. */
export interface SetupPage extends FormBase {
  /** What the user still has to do. */
  readonly step: MailStep | KeyStep;
  /** Whether the application demands a second factor of the user, so that the user cannot leave it out. */
  readonly isRequired: boolean;
  /** What has happened to the second factor in another tab or browser, while the user had a page open; `null` if nothing. */
  readonly since: "second-factor-off" | "second-factor-on" | null;
  /** Whether the app replaces the one of the user, or is their first one beside passkeys; `null` if the second factor is off. */
  readonly change: "replace" | "add" | null;
  /** Where a user goes who does not set it up: the account page, the application, or the sign-in page. */
  readonly cancelUrl: string;
}

/** Before anything else, the user types a code that was mailed to them. */
export interface MailStep {
  /** Which step it is. */
  readonly name: "mail";
  /** The address. */
  readonly email: string;
  /** Whether no mail was sent: another site has led the user here. The page has a button for it. Default `false`. */
  readonly isUnsent?: boolean;
  /** After a wrong code, how often it may be tried again; `null` in a session. */
  readonly triesLeft: number | null;
  /** Seconds until another mail may be sent. */
  readonly wait: number;
  /** Whether another mail was just sent, or was asked for too early: any text, as it comes from the query. */
  readonly status: string | null;
}

/** The user puts a key into their app. */
export interface KeyStep {
  /** Which step it is. */
  readonly name: "key";
  /** The secret in base32. */
  readonly secret: string;
  /** The same as `otpauth:` URI. */
  readonly uri: string;
  /** The same as QR code; `null` without the package. See `qrOf`. */
  readonly qr: Html | null;
  /** The secret as the form returns it: sealed. */
  readonly setup: string;
  /** Whether the user has passkeys, which can be the second factor as well. */
  readonly hasPasskeys: boolean;
}
