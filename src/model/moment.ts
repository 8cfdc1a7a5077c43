/**
 * When a user is stored: at a visit, or at the sign-up that follows. A database stores both alike; a feature that tells of new users
 * tells of them at the sign-up.
 *
 * @module
 */

/** Key of a property that no adapter sees, since it is not enumerable. */
const MOMENT: unique symbol = Symbol.for("@latchkey/auth/moment") as never;

/** `visit`: a user is stored who has not signed up. `signUp`: such a user signs up. */
export type Moment = "visit" | "signUp";

/** Returns a user to store, with the moment. */
export function at<T extends object>(moment: Moment, user: T): T {
  return Object.defineProperty({ ...user }, MOMENT, { value: moment });
}

/** The moment at which a user is stored; `undefined` for any other one. */
export function momentOf(user: object): Moment | undefined {
  return (user as { readonly [MOMENT]?: Moment })[MOMENT];
}
