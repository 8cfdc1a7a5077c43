/**
 * The text that people read about the deletion of an account: see `types.ts`.
 *
 * @module
 */

import type { AlertMessage } from "./alert_types.ts";
import type { PasswordMailMessages } from "./password_types.ts";

/** Messages of the card of the account page, and of the page for an account that is to be deleted. */
export interface DeletionMessages {
  /** Heading of the card. */
  readonly heading: string;
  /** What it does. Placeholders: `app`, and `time`, how long the account can be kept. */
  readonly text: string;
  /** The same where it can't be kept. Placeholder: `app`. */
  readonly textAtOnce: string;
  /** Button. */
  readonly button: string;
  /** Heading of the question. */
  readonly question: string;
  /** What is lost. Placeholder: `app`. */
  readonly loss: string;
  /** How to keep the account. Placeholder: `time`. */
  readonly stays: string;
  /** That it can't be kept. */
  readonly nothingStays: string;
  /** Label of the field. Placeholder: `value`, the text to type. */
  readonly confirm: string;
  /** Button that keeps the account. */
  readonly keep: string;
  /** After it was kept on the account page. */
  readonly kept: string;
  /** The text that was typed is another one. */
  readonly notConfirmed: AlertMessage;
  /** The account can't be kept any more. */
  readonly tooLate: AlertMessage;
  /** Heading, before the account is deleted. */
  readonly pendingHeading: string;
  /** On the card then. Placeholder: `date`. */
  readonly pending: string;
  /** On the page then. Placeholders: `app`, `date`. */
  readonly pendingText: string;
  /** Heading, after the account was kept. */
  readonly keptHeading: string;
  /** What to do then. */
  readonly keptText: string;
  /** Heading, after the account was deleted. */
  readonly deletedHeading: string;
  /** What that means. Placeholder: `app`. */
  readonly deletedText: string;
}

/** Messages of the emails about it. Further placeholders of `intro`: `details`, a browser and a time. */
export interface DeletionMailsMessages {
  /** The user has asked for it. Further placeholder of `intro`: `date`. */
  readonly deletionRequested: PasswordMailMessages;
  /** The user has kept the account. */
  readonly deletionUndone: PasswordMailMessages;
  /** The account was deleted. */
  readonly accountDeleted: PasswordMailMessages;
}
