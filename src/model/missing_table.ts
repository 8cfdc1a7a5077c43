/**
 * Tables of an older version: what needs a newer one goes on without it.
 *
 * @module
 */

import { propertyOf } from "../errors/thrown.ts";
import type { Awaitable } from "../values/types.ts";

/** Does what needs a table. @returns `null` if the tables are those of an older version. */
export async function ifTable<T>(work: () => Awaitable<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (missingTableIn(error) === null) throw error;
    return null;
  }
}

/** The message of a call that has failed because the tables are those of an older version; `null` for any other failure. */
export function missingTableIn(error: unknown): string | null {
  const cause = propertyOf(propertyOf(error, "cause"), "err");
  return propertyOf(cause, "name") === "MissingTableError" ? String(propertyOf(cause, "message")) : null;
}
