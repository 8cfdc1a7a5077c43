/**
 * The text that a new user reads: see `types.ts`.
 *
 * @module
 */

import type { AlertMessage } from "./alert_types.ts";

/** Messages about what a new user is asked for. */
export interface SignUpMessages {
  /** Heading of the page. */
  readonly heading: string;
  /** Whose account it will be. Placeholder: `email`. */
  readonly text: string;
  /** The same for a person without an address. */
  readonly textNameless: string;
  /** Button. */
  readonly button: string;
  /** Label of the box for the terms. Placeholder: `documents`, links such as `Terms, Privacy`. */
  readonly accept: string;
  /** What is wrong with it if it isn't ticked. */
  readonly acceptError: string;
  /** On the page that creates accounts, where nobody may. */
  readonly closed: AlertMessage;
}
