/**
 * The text that people read on the pages of the second factor, and in their mails. They are no part of `Messages`, so that a
 * program without a second factor does not have them in English: see `loadSecondFactor` of `Language`.
 *
 * @module
 */

import type { AlertMessage } from "./alert_types.ts";
import type { PasswordMailMessages } from "./password_types.ts";

/** The messages of the second factor in one language. */
export interface SecondFactorWords {
  /** The pages, and the part of the account page. */
  readonly secondFactor: {
    /** Heading of the page that asks for the second step of a sign-in. */
    readonly askHeading: string;
    /** Below that heading. Placeholder: `app`. */
    readonly askText: string;
    /** Heading of the same page for a user who is signed in. */
    readonly stepUpHeading: string;
    /** Below that heading. Placeholder: `app`. */
    readonly stepUpText: string;
    /** Label of the field for a code of the app. */
    readonly code: string;
    /** Shown by the browser if the field has something else. */
    readonly codeFormat: string;
    /** Button. */
    readonly confirm: string;
    /** Checkbox. Placeholder: `time`, such as `30 days`. */
    readonly remember: string;
    /** Button for a passkey or a security key. */
    readonly usePasskey: string;
    /** Shows the field for a recovery code. */
    readonly useRecoveryCode: string;
    /** Label of that field. */
    readonly recoveryCode: string;
    /** Below that field. */
    readonly recoveryNote: string;
    /** Below the form: what a user does who has lost everything. */
    readonly lost: string;
    /** Shows the part for someone who has never turned the second factor on, where the address of its user was changed. */
    readonly never: string;
    /** What happens then. */
    readonly neverEffect: string;
    /** The button that does it. */
    readonly neverNow: string;
    /** Heading of the page that turns the second factor on. */
    readonly setupHeading: string;
    /** Below that heading. */
    readonly setupText: string;
    /** The same, if the application demands it of the user. Placeholder: `app`. */
    readonly requiredText: string;
    /** The first step: what the user needs. */
    readonly getApp: string;
    /** The second step, above the QR code. */
    readonly scan: string;
    /** What the QR code is, for screen readers. */
    readonly qrLabel: string;
    /** Between the QR code, or the link that opens an app, and the key as text. */
    readonly orKey: string;
    /** The second step, above the key, if there is no QR code. */
    readonly typeKey: string;
    /** The second step on a phone, which cannot scan its own screen: above the link that opens the app. */
    readonly addAccount: string;
    /** Link that opens an app on the device that shows the page. */
    readonly openApp: string;
    /** Shows the QR code on a phone. */
    readonly otherDevice: string;
    /** The last step, and the label of the field for the first code. */
    readonly firstCode: string;
    /** Button. */
    readonly turnOn: string;
    /** Above the button for the passkeys that the user has. */
    readonly passkeysText: string;
    /** That button. */
    readonly usePasskeys: string;
    /** Heading of the page that asks for a mailed code before the second factor is set up. */
    readonly mailHeading: string;
    /** Below that heading. Placeholder: `email`. */
    readonly mailText: string;
    /** Label of the field for the mailed code. */
    readonly mailCode: string;
    /** Heading of the page that shows the recovery codes. */
    readonly codesHeading: string;
    /** Below that heading. */
    readonly codesText: string;
    /** Below that, if there were others before. */
    readonly replaced: string;
    /** With the codes on paper: whose they are. Placeholders: `account`, `app`, `date`. */
    readonly codesOf: string;
    /** The box to tick before the user goes on; the link of the page that says that the codes were shown. */
    readonly stored: string;
    /** Button that copies the codes. */
    readonly copy: string;
    /** The same after that. */
    readonly copied: string;
    /** Link that saves the codes as a file. */
    readonly download: string;
    /** Button that prints the codes. */
    readonly print: string;
    /** On the account page: heading of the part. */
    readonly heading: string;
    /** Below that heading, if it is off. */
    readonly offText: string;
    /** Below that heading, if it is on and cannot be turned off. Placeholder: `app`. */
    readonly requiredNote: string;
    /** A method: codes of an app. */
    readonly app: string;
    /** Link to the page that sets another app up, in the place of the one from before. */
    readonly changeApp: string;
    /** Above the QR code of an app that replaces another one. */
    readonly changeAppText: string;
    /** Leads to the page that adds an app, for a user who has passkeys. */
    readonly addApp: string;
    /** When it was turned on. Placeholder: `date`. */
    readonly since: string;
    /** Below the name of the row of passkeys: they count as a second step, too. */
    readonly passkeysToo: string;
    /** A method: recovery codes. */
    readonly recoveryCodes: string;
    /** How many recovery codes are left. Placeholder: `count`. */
    readonly codesLeft: string;
    /** With it, if there are two or fewer. */
    readonly fewLeft: string;
    /** Beside the button that replaces the app: who needs it. */
    readonly lostApp: string;
    /** Button that makes new recovery codes, and shows its effect first. */
    readonly newCodes: string;
    /** Its effect. */
    readonly newCodesEffect: string;
    /** Button that shows the effect of turning it off, and the button that does. */
    readonly turnOff: string;
    /** The effect. */
    readonly turnOffEffect: string;
    /** The button that turns it off. */
    readonly turnOffNow: string;
    /** Heading of the list of devices on which the second step is not asked for. */
    readonly devices: string;
    /** Date until which it is not asked for on a device. Placeholder: `date`. */
    readonly until: string;
    /** Button: the device is asked again. */
    readonly forget: string;
    /** The same, for screen readers. Placeholder: `name`. */
    readonly forgetNamed: string;
    /** Changes that were made, by the value of `done` in the URL of the account page. */
    readonly done: {
      /** It was turned on. */
      readonly "second-factor-on": string;
      /** A form that shows recovery codes was sent a second time: nothing has changed. */
      readonly "recovery-codes-shown": string;
      /** New recovery codes were shown, in place of older ones. */
      readonly "recovery-codes-replaced": string;
      /** It was on already, and another authenticator app was set up. */
      readonly "new-authenticator": string;
      /** It was turned off. */
      readonly "second-factor-off": string;
      /** A remembered device was forgotten. */
      readonly "device-forgotten": string;
    };
    /** Failures that these pages report, by the error of the URL. */
    readonly errors: {
      /** The code is wrong, or was used. */
      readonly InvalidSecondFactor: AlertMessage;
      /** The recovery code is wrong, or was used. */
      readonly InvalidRecoveryCode: AlertMessage;
      /** The first step is too long ago, or was taken in another browser. */
      readonly InvalidCheck: AlertMessage;
      /** On the account page: the only passkey of a user whose second factor it is cannot be removed. */
      readonly LastFactor: AlertMessage;
      /** On the account page: the application demands a second factor. */
      readonly SecondFactorRequired: AlertMessage;
    };
  };
  /** The mails. */
  readonly secondFactorMails: {
    /** It was turned on. Placeholder of `intro`: `details`, a browser and a time. */
    readonly secondFactorOn: PasswordMailMessages;
    /** An authenticator app was set up for a second factor that is on. Placeholder of `intro`: `details`. */
    readonly newAuthenticator: PasswordMailMessages;
    /** It was turned off. Placeholder of `intro`: `details`. */
    readonly secondFactorOff: PasswordMailMessages;
    /** The people who run the application have turned it off. Placeholder of `intro`: `details`. */
    readonly secondFactorReset: PasswordMailMessages;
    /** Someone has signed in with a recovery code. Placeholder of `intro`: `details`. */
    readonly recoveryCodeUsed: PasswordMailMessages;
    /** Someone has made new recovery codes. Placeholder of `intro`: `details`. */
    readonly recoveryCodesReplaced: PasswordMailMessages;
    /** A code with which the user may set it up. */
    readonly enrol: PasswordMailMessages & {
      /** Before the code. */
      readonly typeCode: string;
      /** How long the code works. Placeholder: `lifetime`, such as `1 hour`. */
      readonly lifetime: string;
    };
  };
}
