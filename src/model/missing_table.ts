/**
 * Tables of an older version: what needs a newer one goes on without it.
 *
 * @module
 */

import { propertyOf } from "../errors/thrown.ts";

/** The message of a call that has failed because the tables are those of an older version; `null` for any other failure. */
export function missingTableIn(error: unknown): string | null {
  const cause = propertyOf(propertyOf(error, "cause"), "err");
  return propertyOf(cause, "name") === "MissingTableError" ? String(propertyOf(cause, "message")) : null;
}
