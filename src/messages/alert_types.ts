/**
 * The text of an alert, on any page: see `types.ts`.
 *
 * @module
 */

/** A failure, and advice. */
export interface AlertMessage {
  /** The failure: one sentence. */
  readonly what: string;
  /** The advice: one or two sentences. */
  readonly now: string;
}
