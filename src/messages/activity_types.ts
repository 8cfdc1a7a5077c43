/**
 * The text that people read about what has happened to their account: see `types.ts`.
 *
 * @module
 */

/**
 * Messages of the card of the account page, and of that of the page for staff: they speak to no one. What an email tells too stands there
 * as the subject of that email, unless `past` has it.
 */
export interface ActivityMessages {
  /** Heading of the card. */
  readonly heading: string;
  /** The user has signed in. */
  readonly signIn: string;
  /** The user has proven a second factor in a session. */
  readonly stepUp: string;
  /** Someone has tried to sign in, and failed. */
  readonly failed: string;
  /** What was wrong then. */
  readonly wrong: {
    /** The password. */
    readonly password: string;
    /** A code. */
    readonly code: string;
    /** A passkey. */
    readonly passkey: string;
  };
  /** How often that was. Placeholder: `count`, more than one. */
  readonly times: string;
  /** Something that the page has no words for. */
  readonly other: string;
  /** What an email, or the account page, says in words for the user alone: by its type. */
  readonly past: Readonly<
    Record<
      | "passwordChanged"
      | "secondFactorReset"
      | "deletionRequested"
      | "deletionUndone"
      | "emailAdopted"
      | "emailRestored"
      | "change-username",
      string
    >
  >;
}
