/**
 * The error of a sign-in in two steps whose user isn't the same any more.
 *
 * @module
 */

import { UserChanged } from "./errors.ts";

/** Makes the error of a second step. */
export function changedSince(): UserChanged {
  return new UserChanged(
    "Cannot sign in: since the first step, the user has been removed or changed, or their sessions have ended",
  );
}
