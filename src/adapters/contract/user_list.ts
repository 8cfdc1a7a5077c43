/**
 * Lists of users: what is asked for, and what comes back.
 *
 * @module
 */

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
