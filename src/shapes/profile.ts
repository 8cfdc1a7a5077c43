/**
 * The shape of the profile: its functions, and its part of the account data.
 *
 * @module
 */

import type { FunctionsShape } from "./shape.ts";

/** The functions of `auth.userProfile`. */
export const PROFILE_FUNCTIONS = { calls: ["change"] } as const satisfies FunctionsShape;

/** A value of the profile, as forms and JSON have it: a date is text such as `2030-01-31`. */
export type ProfileValue = string | boolean | null;

/**
 * What is wrong with a field: it is empty, it is longer than allowed, or it is not a value of its type.
 */
export type ProfileProblem = "required" | "tooLong" | "invalid";

/** The profile of the user. */
export interface AccountProfile {
  /** The name as it is stored; `null` without one. */
  readonly name: string | null;
  /** Whether the user may change their name here: not where it is that of their provider. */
  readonly nameIsEditable: boolean;
  /** The fields of the application, by their names. */
  readonly fields: Readonly<Record<string, ProfileValue>>;
}

/** The functions of `auth.userProfile`. */
export interface ProfileCalls {
  /**
   * Changes the profile of the user who is signed in. What is left out stays as it is. If one field is wrong, nothing changes.
   *
   * @param fields The name as `name`, and fields of the application; or a form with them, as the browser has sent it.
   * @returns What is wrong, by the names of the fields; empty if everything was stored.
   * @throws {AccessDenied} if the user may not change one of them.
   */
  change(
    fields: Readonly<Record<string, ProfileValue>> | FormData,
  ): Promise<Readonly<Record<string, ProfileProblem>>>;
}
