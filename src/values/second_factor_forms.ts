/**
 * The application's own forms for second factors.
 *
 * @module
 */

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
  /** Any value: this device is not asked for the second step for as long as `rememberFor` says. Default: it is. */
  readonly remember?: string | undefined;
}

/** The form that sets a second factor up, or changes it: `code` with `setup`, `mailCode`, or `action`. */
export interface SetUpSecondFactorForm extends SecondFactorForm {
  /** The first code of the authenticator app, beside `setup`. Default: none. */
  readonly code?: string | undefined;
  /** `setup` of what the page shows. Default: none. */
  readonly setup?: string | undefined;
  /** The code of the mail, where the page needs it. Default: none. */
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

/** The forms, by name. */
export interface SecondFactorForms {
  /** Answers the question for a second factor. */
  readonly proveSecondFactor: ProveSecondFactorForm;
  /** Sets a second factor up, or changes it. */
  readonly setUpSecondFactor: SetUpSecondFactorForm;
}

/** The page that sets a second factor up. */
export interface SecondFactorPage extends SecondFactorForm {
  /** `setup` of a form that has failed: the page shows the same secret again. Default: a new secret. */
  readonly setup?: string | undefined;
}

/** What the page shows that sets a second factor up. */
export type SecondFactorSetup = MailboxStep | SecretStep;

/** Before their first second factor, the user types a code that was mailed to them. */
export interface MailboxStep {
  /** Whether the form has `mailCode`. */
  readonly needsMailCode: true;
  /** The address that the code was mailed to. */
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
}
