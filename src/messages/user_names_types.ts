/**
 * The text that people read about user names: see `types.ts`.
 *
 * @module
 */

import type { AlertMessage } from "./alert_types.ts";

/** User names: the card of the account page, and fields for one. */
export interface UserNamesMessages {
  /** The field for a user name, and the card about it. */
  readonly label: string;
  /** The field on the sign-in page, for an email address or a user name. */
  readonly addressOrName: string;
  /** The field for an email address that a new user may leave empty. */
  readonly optionalAddress: string;
  /** What a new user without an address should know, below that field. */
  readonly withoutAddress: string;
  /** A user who has none. */
  readonly none: string;
  /** Opens the form of a user who has none. */
  readonly choose: string;
  /** Its heading. */
  readonly chooseHeading: string;
  /** What a user name is for. */
  readonly chooseText: string;
  /** Opens the form of a user who has one. */
  readonly change: string;
  /** Its heading. */
  readonly changeHeading: string;
  /** What becomes of the former one. */
  readonly changeText: string;
  /** When it can be changed again. Placeholder: `date`. */
  readonly wait: string;
  /** It was changed. */
  readonly changed: string;
  /** Why a user can't have a name. Placeholders: `min` and `max`, numbers of characters; `date`. */
  readonly errors: Readonly<Record<"length" | "characters" | "taken" | "tooSoon", AlertMessage>>;
}
