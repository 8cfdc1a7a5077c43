/**
 * Which users a list has.
 *
 * @module
 */

import { hasValues } from "./has_values.ts";

/** Returns whether a user is one of those asked for. */
export function fits(
  user: { readonly email: string | null; readonly name?: string | null },
  { search = "", by = {} }: {
    readonly search?: string | undefined;
    readonly by?: Readonly<Record<string, unknown>> | undefined;
  },
): boolean {
  const isFound = [user.email, user.name].some((text) =>
    toAsciiLower(text ?? "").includes(toAsciiLower(search))
  );
  return isFound && hasValues(user, by);
}

/** Writes the letters of ASCII small, and leaves all others. Postgres and MySQL may fold others, too. */
export function toAsciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
