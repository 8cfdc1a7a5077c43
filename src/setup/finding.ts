/**
 * A finding of `check`.
 *
 * @module
 */

/** A verdict on one thing. */
export interface Finding {
  /** The thing, in a word or two. */
  readonly name: string;
  /** The verdict. A `warning` works, but is probably not meant. */
  readonly status: "ok" | "wrong" | "warning" | "skipped";
  /** The facts. */
  readonly text: string;
  /** The line to write, if the text does not say it. */
  readonly advice?: string | undefined;
}
