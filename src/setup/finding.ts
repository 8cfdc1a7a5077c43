/**
 * A finding of `check`.
 *
 * @module
 */

/** A verdict. A `warning` works, but is probably not meant. */
export type Status = "ok" | "wrong" | "warning" | "skipped";

/** A verdict on one thing. */
export interface Finding {
  /** The thing, in a word or two. */
  readonly name: string;
  /** The verdict. */
  readonly status: Status;
  /** The facts. */
  readonly text: string;
  /** The line to write, if the text does not say it. */
  readonly advice?: string | undefined;
}
