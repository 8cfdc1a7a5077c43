/**
 * Lists of users: what is asked for, and which users it fits.
 *
 * @module
 */

import { hasValues } from "../../shapes/has_values.ts";

/** A question for users. */
export interface UserQuery {
  /** `next` of the part before; `null` for the first part. */
  readonly after: string | null;
  /** How many users at most. In Redis, a part may have a few more. */
  readonly limit: number;
  /** A text that the address or the name contains, in whatever case of the letters of ASCII. Default: all users. */
  readonly search?: string | undefined;
  /** Values that fields of the user have, exactly. Default: any. */
  readonly by?: Readonly<Record<string, unknown>> | undefined;
}

/** A part of a list of users. */
export interface UserList<User> {
  /** The users. Fewer than `limit`, or none, doesn't mean that this is the last part. */
  readonly users: readonly User[];
  /** Names the part that follows; `null` if this is the last. */
  readonly next: string | null;
}

/** Returns whether a user is one of those asked for. */
export function fits(
  user: { readonly email: string | null; readonly name?: string | null },
  { search = "", by = {} }: Pick<UserQuery, "search" | "by">,
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
