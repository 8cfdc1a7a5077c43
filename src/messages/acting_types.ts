/**
 * The text that people read about administrators who act as users: see `types.ts`.
 *
 * @module
 */

/** The page of an administrator who acts as a user, and what the user reads of it. */
export interface ActingMessages {
  /** Heading of the page. */
  readonly heading: string;
  /** What the administrator sees. Placeholders: `app`, `name` of the user. */
  readonly text: string;
  /** What stays closed. Placeholder: `name` of the user. */
  readonly closed: string;
  /** How long it lasts. Placeholder: `time`, such as "25 minutes". */
  readonly left: string;
  /** A form was refused, which is none of the user's: nothing has come of it, and what to do. */
  readonly refused: string;
  /** The button that ends it. */
  readonly stop: string;
  /** Heading of the page once it's over. */
  readonly overHeading: string;
  /** As whom they go on. Placeholder: `name` of the administrator. */
  readonly overText: string;
  /** The button that goes on. */
  readonly goOn: string;
  /** The button, and the heading of its card, with which an administrator begins. */
  readonly act: string;
  /** What comes of it. Placeholders: `app`, `time`, such as "30 minutes". */
  readonly actText: string;
  /** What is said of it among the activities of the account, to the user and to staff. Placeholder: `app`. */
  readonly past: string;
}
