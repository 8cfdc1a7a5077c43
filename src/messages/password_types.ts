/**
 * The text that people read on the pages of passwords, and in their mails: see `types.ts`.
 *
 * @module
 */

import type { AlertMessage } from "./alert_types.ts";

/** Messages of the pages of passwords. */
export interface PasswordMessages {
  /** Heading of the page on which a new user creates an account. */
  readonly signUpHeading: string;
  /** The same, if the application has a name. Placeholder: `app`. */
  readonly signUpHeadingNamed: string;
  /** Button of that page. */
  readonly signUpButton: string;
  /** On the page that waits for a mail, after a right password for an address that was never confirmed. */
  readonly unverified: string;
  /** On the page that asks for a code, in a browser in which the user has never signed in. Placeholder: `email`. */
  readonly unknownBrowser: string;
  /** Below the button, where the theme has links to terms. Placeholder: `documents`, such as `Terms, Privacy`. */
  readonly agreement: string;
  /** Before the link to the sign-in page. */
  readonly haveAccount: string;
  /** Link to the sign-in page. */
  readonly signIn: string;
  /** Below the field for a new password. Placeholder: `count`, a number of characters. */
  readonly hint: string;
  /** Below that, while a password that is too short is being typed. Placeholders: `typed` and `count`, numbers of characters. */
  readonly typed: string;
  /** In its place, once the password is long enough and is none of those that are tried first. */
  readonly longEnough: string;
  /** Heading of the page on which a user asks for a mail to set a new password. */
  readonly forgotHeading: string;
  /** Below that heading. */
  readonly forgotText: string;
  /** Button of that page. */
  readonly forgotButton: string;
  /** Heading of the page on which a user chooses a password, behind a mailed link or code. */
  readonly chooseHeading: string;
  /** Below that heading, behind a link. Placeholder: `email`. */
  readonly chooseText: string;
  /** The same, if the mail has a code, which is typed on this page. Placeholder: `email`. */
  readonly chooseTextWithCode: string;
  /** Button of that page. */
  readonly chooseButton: string;
  /** Heading of the page that asks for a password which was set before the address was confirmed. */
  readonly keepHeading: string;
  /** Below that heading. Placeholder: `email`. */
  readonly keepText: string;
  /** Button of that page. */
  readonly keepButton: string;
  /** Below the button: what a wrong password does. */
  readonly keepWrong: string;
  /** In its place, where the password is that of a user who keeps it: what the other button does. */
  readonly keepOther: string;
  /** Button for a user who has never chosen a password. */
  readonly keepNever: string;
  /** On the page for a new password: the one from before was removed. */
  readonly removed: string;
  /** Heading of the page on which a user who is signed in changes their password. */
  readonly changeHeading: string;
  /** The same for a user who has none. */
  readonly addHeading: string;
  /** Below that heading: the effect. */
  readonly changeText: string;
  /** Label of the field for the password of today. */
  readonly currentPassword: string;
  /** Label of the field for a new password. */
  readonly newPassword: string;
  /** Button of that page. */
  readonly changeButton: string;
  /** Link to the account page. */
  readonly cancel: string;
  /** On the account page: a password that can be changed. Link. */
  readonly change: string;
  /** On the account page, for a user without a password. Link. */
  readonly add: string;
  /** On the account page: when the password was set. Placeholder: `date`. */
  readonly setAt: string;
  /** On the account page, after a password was set or changed. */
  readonly changed: string;
  /** Failures that these pages report, by the error of the URL. */
  readonly errors: {
    /** The new password is too short. Placeholder of `now`: `count`. */
    readonly TooShort: AlertMessage;
    /** The new password has more than 1024 characters. */
    readonly TooLong: AlertMessage;
    /** The new password is one of those that are tried first. */
    readonly TooCommon: AlertMessage;
    /** The new password is known from a leak. */
    readonly Leaked: AlertMessage;
    /** The password of today is wrong. */
    readonly WrongPassword: AlertMessage;
  };
}

/** Messages of a mail about a password: those of the sign-in mail that differ, and a text above the button. */
export interface PasswordMailMessages {
  /** Subject and heading. Placeholder: `app`. */
  readonly subject: string;
  /** Text above the button. Placeholder: `app`. */
  readonly intro: string;
  /** Before the link, as text. */
  readonly openLink: string;
  /** Button. */
  readonly button: string;
  /** For a person who did not ask for the mail. */
  readonly ignore: string;
}

/** Messages of the mails about passwords. */
export interface PasswordMailsMessages {
  /** To a new user, who confirms their address. */
  readonly confirm: PasswordMailMessages;
  /** To a user who has an account, and was to create another one with the same address. */
  readonly exists: PasswordMailMessages;
  /** To a user who has forgotten their password. */
  readonly reset: PasswordMailMessages;
  /** To an address without an account, for which a new password was asked for. */
  readonly noAccount: PasswordMailMessages;
  /** To a user whose password was typed in a browser that is not known. */
  readonly unknownBrowser: PasswordMailMessages & {
    /** Before the code. */
    readonly typeCode: string;
  };
}

/**
 * Messages of the mails that tell a user what has happened. Other placeholders of `intro`: `details`, a browser and a time, and
 * `way`, what was added or removed.
 */
export interface SecurityMailsMessages {
  /** Someone has signed in with a browser that is not known. */
  readonly newDevice: PasswordMailMessages;
  /** The password was set or changed. */
  readonly passwordChanged: PasswordMailMessages & {
    /** The second action: it leads to the account page, if there is one. */
    readonly otherButton: string;
  };
  /** A passkey or an account was added. */
  readonly wayAdded: PasswordMailMessages;
  /** A passkey or an account was removed. */
  readonly wayRemoved: PasswordMailMessages;
}
