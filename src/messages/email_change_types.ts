/**
 * The text that people read about another email address of an account: see `types.ts`.
 *
 * @module
 */

import type { AlertMessage } from "./alert_types.ts";
import type { PasswordMailMessages } from "./password_types.ts";

/** Messages of the card of the account page, and of the pages behind its emails. */
export interface EmailChangeMessages {
  /** Heading of the card. */
  readonly heading: string;
  /** On the card of a user without an address. */
  readonly none: string;
  /** Button that opens the form. */
  readonly change: string;
  /** Heading of the form. */
  readonly changeHeading: string;
  /** What it does. */
  readonly changeText: string;
  /** Label of the field. */
  readonly newAddress: string;
  /** Button that sends the email. */
  readonly send: string;
  /** After the email was sent. */
  readonly sent: string;
  /** After the address was changed. */
  readonly changed: string;
  /** Heading of the page behind the email to the new address. */
  readonly confirmHeading: string;
  /** What the button does. Placeholders: `app`, `email`. */
  readonly confirmText: string;
  /** Button. */
  readonly confirmButton: string;
  /** Heading of the page behind the email to the former address. */
  readonly undoHeading: string;
  /** What the button does. Placeholders: `app`, `email`. */
  readonly undoText: string;
  /** Button. */
  readonly undoButton: string;
  /** Heading, after the former address was restored. */
  readonly undoneHeading: string;
  /** What to do then. */
  readonly undoneText: string;
  /** Heading, for a link that does not work any more. */
  readonly overHeading: string;
  /** What to do then. */
  readonly overText: string;
  /** Failures, by the error of the URL. */
  readonly errors: {
    /** It is no address, or the one that the account has. */
    readonly InvalidNewEmail: AlertMessage;
    /** Another account has it. */
    readonly EmailInUse: AlertMessage;
    /** Too many emails were asked for. */
    readonly TooManyEmails: AlertMessage;
  };
}

/** Messages of the emails about it. Further placeholder of `intro`: `details`, a browser and a time. */
export interface EmailChangeMailsMessages {
  /** To the new address: its owner proves it. Its `intro` has no `details`. */
  readonly emailChange: PasswordMailMessages;
  /** To the former address. Placeholder of `openLink`: `time`, how long the link works, such as `7 days`. */
  readonly emailChanged: PasswordMailMessages;
  /** To the new address, afterwards. */
  readonly emailAdopted: PasswordMailMessages;
  /** To both: the former address was restored. */
  readonly emailRestored: PasswordMailMessages;
}
