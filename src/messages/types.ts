/**
 * The text that people read: on pages, in mails, and from the script for passkeys.
 *
 * A message is a plain string. A name in braces is a placeholder: the page puts a value there. `{app}` is the name of the
 * application: `theme.name`, else its host. Each language has the same placeholders in a message, in the order of its own
 * grammar. A message contains no HTML.
 *
 * To add a message: a field below, with a comment that names its placeholders; its English in `en.ts`; one line in each other file
 * of this folder. The compiler reports a file where it is missing. CONTRIBUTING.md says how to add a language.
 *
 * @module
 */

import type { FeatureMessages } from "./feature_types.ts";
import type { AlertMessage } from "./alert_types.ts";
import type { PasswordMailsMessages, PasswordMessages, SecurityMailsMessages } from "./password_types.ts";
import type { SecondFactorWords } from "./second_factor_types.ts";
import type { SignInErrorMessages, SignInMessages } from "./sign_in_types.ts";

export type * from "./account_types.ts";
export type * from "./alert_types.ts";
export type * from "./activity_types.ts";
export type * from "./challenge_types.ts";
export type * from "./deletion_types.ts";
export type * from "./feature_types.ts";
export type * from "./email_change_types.ts";
export type * from "./password_types.ts";
export type * from "./profile_types.ts";
export type * from "./second_factor_types.ts";
export type * from "./sign_in_types.ts";
export type * from "./sign_up_types.ts";
export type * from "./user_names_types.ts";

/** All messages of a language, grouped by the page that shows them. */
export interface Messages extends FeatureMessages {
  /** Several pages. */
  readonly general: {
    /** Link to the application; on the sign-in page for a user who is signed in without a name. Placeholder: `app`. */
    readonly back: string;
    /** A failure whose type has no message. */
    readonly unknownError: AlertMessage;
    /** Title of a page that reports a failure. Placeholder: `title`. */
    readonly errorTitle: string;
    /** For screen readers, while a form is being sent. */
    readonly wait: string;
    /** How long a user has to wait after too many attempts. Placeholder: `time`, such as `15 minutes`. */
    readonly waitTime: string;
    /** How often a code may be tried again, after a wrong one. Placeholder: `count`, a number. */
    readonly triesLeft: string;
    /** A time less than a minute ago, in the middle of a sentence or behind a colon. */
    readonly justNow: string;
    /** A way to sign in: by a link or a code in a mail. */
    readonly email: string;
    /** A way to sign in: with a passkey. */
    readonly passkey: string;
    /** A browser on a device. Placeholders: `browser`, `system`. */
    readonly device: string;
    /** Link to the terms of use. */
    readonly terms: string;
    /** Link to the privacy notice. */
    readonly privacy: string;
    /** Link to help. */
    readonly support: string;
    /** Link to the sign-in page, from a page on which one way to sign in does not work now. */
    readonly otherWay: string;
    /** The page with a form that was kept while the user has confirmed that it is them. */
    readonly keptForm: {
      /** Heading. */
      readonly heading: string;
      /** What is left to do. */
      readonly text: string;
      /** Button: sends the form. */
      readonly button: string;
      /** Label of the path of the page that had the form. */
      readonly page: string;
      /** Label of the time since when it is kept, such as `2 minutes ago`. */
      readonly filledIn: string;
      /** Above the inputs for files that the user has to choose again. */
      readonly files: string;
      /** Link: leaves the page, and the form is not sent. */
      readonly discard: string;
    };
  };
  /** The sign-in page. */
  readonly signIn: SignInMessages;
  /** Failures that the sign-in page reports, by the error type of its URL. */
  readonly signInErrors: SignInErrorMessages;
  /** The sign-out page. */
  readonly signOut: {
    /** Heading if no one is signed in. */
    readonly headingSignedOut: string;
    /** Then the text. Placeholder: `app`. */
    readonly textSignedOut: string;
    /** Then the link to the sign-in page. */
    readonly signIn: string;
    /** Heading. */
    readonly heading: string;
    /** The effect. Placeholder: `app`. */
    readonly text: string;
    /** Button. */
    readonly button: string;
    /** Link to where the user came from. */
    readonly stay: string;
  };
  /** The page that says that a mail is on its way, and accepts its code. */
  readonly verifyRequest: {
    /** Heading. */
    readonly heading: string;
    /** In the browser that asked for the mail. Placeholder: `email`. */
    readonly sentLinkAndCode: string;
    /** The same, if the mail has no code. Placeholder: `email`. */
    readonly sentLink: string;
    /** In any other browser. Placeholder: `app`. */
    readonly link: string;
    /** Button that sends another mail. */
    readonly again: string;
    /** That button while it waits. Placeholder: `seconds`, a number. */
    readonly againLater: string;
    /** After another mail was sent. */
    readonly sentAgain: string;
    /** If the button was pressed too early. Placeholder: `seconds`, a number. */
    readonly tooEarly: string;
    /** Link to the sign-in page. */
    readonly otherAddress: string;
    /** Advice if no mail arrives. */
    readonly nothing: string;
    /** Label of the field for the code. */
    readonly code: string;
    /** Shown by the browser if the field has something else. */
    readonly codeFormat: string;
    /** Button. */
    readonly button: string;
    /** The code is wrong. */
    readonly InvalidCode: AlertMessage;
  };
  /** The page that asks whether to sign in with a mailed link. */
  readonly confirmation: {
    /** Heading. */
    readonly heading: string;
    /** The question. Placeholders: `email`, `app`. */
    readonly question: string;
    /** Button. */
    readonly button: string;
    /** How to refuse. */
    readonly note: string;
    /** Link that leads away, and changes nothing. */
    readonly no: string;
    /** Heading for a user who is signed in with that address. */
    readonly headingSignedIn: string;
  };
  /** The page that asks whether to add another identity to the account. */
  readonly link: {
    /** Heading. */
    readonly heading: string;
    /** The two identities. Placeholders: `current`, `provider`. */
    readonly text: string;
    /** The same, if the other identity has a name or an address. Placeholders: `current`, `provider`, `proven`. */
    readonly textWithName: string;
    /** In place of `current`, if the user has neither a name nor an address. */
    readonly nameless: string;
    /** Button that adds. Placeholders: `provider`, `current`. */
    readonly add: string;
    /** The same, if the user has neither a name nor an address. Placeholder: `provider`. */
    readonly addNameless: string;
    /** Button that signs in with the other identity; link on the sign-in page. Placeholder: `proven`. */
    readonly switch: string;
    /** The same, if that identity has neither a name nor an address. */
    readonly switchNameless: string;
    /** The effect of adding. Placeholders: `account` (the provider, and a name), `current`. */
    readonly note: string;
    /** The same, if the user has neither a name nor an address. Placeholder: `account`. */
    readonly noteNameless: string;
    /** Button that changes nothing. */
    readonly cancel: string;
  };
  /** The page for the owner of a mailbox who takes a user over. */
  readonly takenOver: {
    /** Heading. */
    readonly heading: string;
    /** Why anything was done. */
    readonly text: string;
    /** Heading of the list of what was done. */
    readonly done: string;
    /** Beside the name of a way to sign in that was removed. */
    readonly removed: string;
    /** In that list: no other browser is signed in. */
    readonly signedOut: string;
    /** After the list, if something in it can be set up again. */
    readonly advice: string;
    /** Link to where that is done. For screen readers, the name follows. */
    readonly again: string;
    /** Link to where the user goes next. */
    readonly button: string;
  };
  /** The error page, by the error type of its URL. */
  readonly error: {
    /** The application refuses the user. */
    readonly AccessDenied: FailureWithButton;
    /** The config is not valid. */
    readonly Configuration: FailureMessage;
    /** The page needs a user of the database, which this one is not. */
    readonly UserNotStored: FailureMessage;
    /** Something unforeseen failed. */
    readonly ServerError: FailureWithButton;
    /** A mailed link or code is not valid. */
    readonly Verification: FailureWithButton;
    /** Any other type. */
    readonly unknown: FailureWithButton;
  };
  /** The script for passkeys, by the name of the error. They are text, without placeholders. */
  readonly passkey: {
    /** Passkeys are not set up. */
    readonly Configuration: string;
    /** The form had no valid address. */
    readonly InvalidEmail: string;
    /** The device has a passkey of the user. */
    readonly InvalidStateError: string;
    /** The user cancelled, or waited too long. */
    readonly NotAllowedError: string;
    /** The device cannot create this kind of passkey. */
    readonly NotSupportedError: string;
    /** The origin may not use the passkeys of this site. */
    readonly SecurityError: string;
    /** No one is signed in, and the form has no address. */
    readonly "Invalid request": string;
    /** The browser has no passkeys. */
    readonly Unsupported: string;
    /** Any other error. */
    readonly unknown: string;
  };
  /** The page that offers a passkey to a user who has just signed in without one. */
  readonly passkeyOffer: {
    /** Heading. */
    readonly heading: string;
    /** What a passkey is good for. */
    readonly text: string;
    /** Button that creates it. */
    readonly button: string;
    /** Link that leads on, without one. */
    readonly skip: string;
  };
  /** The sign-in mail. */
  readonly mail: {
    /** Subject and heading. Placeholder: `app`. */
    readonly subject: string;
    /** What an inbox shows beside the subject, and the text begins with, in an email without `intro`. */
    readonly preheader: string;
    /** Text above the button. Placeholder: `app`. None in the sign-in mail. */
    readonly intro?: string;
    /** Before the link, as text. */
    readonly openLink: string;
    /** Button. */
    readonly button: string;
    /** The second action, where an email has one. */
    readonly otherButton?: string;
    /** Before the code. */
    readonly typeCode: string;
    /** How long link and code work. Placeholder: `lifetime`, such as `1 hour`. */
    readonly lifetime: string;
    /** Who asked for the mail. Placeholder: `details`, a browser and a time. Empty in a mail about something that has happened. */
    readonly asked: string;
    /** Before the link that is shown at the end. */
    readonly copyLink: string;
    /** Warning in a mail with a link and a code. Placeholder: `app`. Empty in a mail without a secret. */
    readonly warning: string;
    /** The same in a mail whose only secret is its link. Placeholder: `app`. */
    readonly warningLink: string;
    /** The same in a mail whose only secret is its code. Placeholder: `app`. */
    readonly warningCode: string;
    /** For a person who did not ask for the mail. */
    readonly ignore: string;
    /** Why the mail was sent to this address. Placeholder: `app`. */
    readonly reason: string;
    /** The same for a mail that tells a user what has happened. Placeholder: `app`. */
    readonly accountReason: string;
  };
  /** The pages on which users create an account with a password, and set a new one. */
  readonly password: PasswordMessages;
  /** The mails about passwords. */
  readonly passwordMails: PasswordMailsMessages;
  /** The mails that tell a user what has happened to their account. */
  readonly securityMails: SecurityMailsMessages;
}

/** Messages of an application: any of `Messages` and of the second factor, in the same groups. */
export type MessageOverrides = {
  readonly [Group in keyof (Messages & SecondFactorWords)]?: Overrides<(Messages & SecondFactorWords)[Group]>;
};

/** Some of the messages of a group. */
export type Overrides<Group> = {
  readonly [Key in keyof Group]?: Group[Key] extends string ? string : Overrides<Group[Key]>;
};

/** A language for `languages` of the config: its tag, and where its messages are. */
export interface Language {
  /** Tag of the language: `de`, `zh`. @see {@link https://www.rfc-editor.org/rfc/rfc5646 | RFC 5646} */
  readonly tag: string;
  /** Loads the messages. It is called once, at the first page or mail in this language. */
  readonly load: () => Promise<Messages>;
  /**
   * Loads the messages of the second factor. It is called if the application has one, at its first page or mail in this
   * language. Default: they are in English.
   */
  readonly loadSecondFactor?: () => Promise<SecondFactorWords>;
}

/** A language as an answer uses it. @typeParam M The messages that are needed. */
export interface Locale<M = Messages> {
  /** Tag of the language: `de`, `zh`. @see {@link https://www.rfc-editor.org/rfc/rfc5646 | RFC 5646} */
  readonly language: string;
  /** Direction of its script: left to right, or right to left. */
  readonly direction: "ltr" | "rtl";
  /** The messages. */
  readonly messages: M;
}

/** A failure on the error page. */
export interface FailureMessage {
  /** Heading. */
  readonly heading: string;
  /** Explanation, and advice. */
  readonly text: string;
}

/** A failure on the error page, with a link to the sign-in page. */
export interface FailureWithButton extends FailureMessage {
  /** Label of the link. */
  readonly button: string;
}
