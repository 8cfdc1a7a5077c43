/**
 * The text that people read about their profile on the account page: see `types.ts`.
 *
 * @module
 */

/** Messages about the profile. */
export interface ProfileMessages {
  /** Name of its page. */
  readonly heading: string;
  /** Heading of the form. */
  readonly about: string;
  /** Label of the field for the name of the user. */
  readonly name: string;
  /** Beside the label of a field that may be empty. */
  readonly optional: string;
  /** Why the name cannot be changed here: it is that of the provider. */
  readonly followed: string;
  /** After a change. */
  readonly saved: string;
  /** Label of the language. */
  readonly language: string;
  /** In the list of languages: none was chosen. */
  readonly ofBrowser: string;
  /** What the user has done: the profile was changed. */
  readonly changed: string;
  /** Heading of the form for a picture. In `account.removeNamed`, too. */
  readonly picture: string;
  /** Label of its field. */
  readonly pictureLabel: string;
  /** Which files are accepted: also what is wrong with another one. Placeholder: `size`, such as `1 MB`. */
  readonly pictureRule: string;
  /** What is wrong with a field. */
  readonly errors: {
    /** It is empty. */
    readonly required: string;
    /** A box is not ticked, and must be. */
    readonly tick: string;
    /** It is too long. Placeholder: `count`, a number. */
    readonly tooLong: string;
    /** It is not the address of a page on the web. */
    readonly url: string;
    /** It is not a date. */
    readonly date: string;
    /** It is none of those to choose from. */
    readonly choice: string;
  };
}
