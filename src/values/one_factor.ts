/**
 * Passkeys that were added without what level 2 asks: each counts as one factor, until the session that has added it proves
 * the mailbox. A word among the transports marks them: each adapter stores those, also one of Auth.js.
 *
 * @module
 */

/** Begins the word. A browser cannot send it: see `toTransports`. */
export const MARK = "1fa:";

/** A stored passkey. */
interface Transported {
  /** How it is reached, separated by commas. */
  readonly transports?: string | null | undefined;
}

/** How a passkey is reached. */
export function transportsOf({ transports }: Transported): string[] {
  return transports?.split(",").filter((word) => word && !word.startsWith(MARK)) ?? [];
}

/** Whether a passkey counts as one factor, whatever it has verified. One that nothing marks counts as two. */
export function isOneFactor({ transports }: Transported): boolean {
  return transports?.includes(MARK) ?? false;
}
