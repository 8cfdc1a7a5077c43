/**
 * What a script gets whose user has to take the second step first.
 *
 * @module
 */

import { isFromScript } from "./incoming.ts";
import type { Incoming } from "./types.ts";

/** The error in the address that a script gets. The page at this address shows none. */
export const SECOND_STEP_REQUIRED = "SecondStepRequired";

/**
 * The error in the address of the page that asks for a second factor or sets one up, or for the mailed code after a password: a script
 * that does not go there must not take its user for signed in, or the change for made. `null` for a person.
 */
export function secondStepError(incoming: Pick<Incoming, "headers" | "body">): string | null {
  return isFromScript(incoming) ? SECOND_STEP_REQUIRED : null;
}
