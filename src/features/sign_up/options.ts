/**
 * The options of sign-up.
 *
 * @module
 */

import type { Key } from "../../values/typed_map.ts";
import type { Account, Awaitable, Profile, SignInData, User } from "../../values/types.ts";

/** The options of sign-up. */
export interface SignUpOptions {
  /**
   * Who may sign up, with any way to sign in: `true` allows everyone, `false` allows no one. A function returns `true` for a person who
   * may; for others it returns `false`, or the URL where they go instead, such as `/waiting-list`. The library calls it when a person has
   * proven who they are, before it stores anything, and again after each form or second factor that follows. So the function must not
   * use up an invitation: `events.createUser` may do that. The library doesn't call it for users whom `authorize` of `Credentials()`
   * returns: the application finds those. Default `true`.
   */
  readonly allow?: boolean | ((person: NewPerson) => Awaitable<boolean | string>);
  /**
   * The fields of `UserProfile()` that a new user is asked for, in the order of the form: `name`, and names of its `fields`. Those that
   * are required there must be filled in; what the provider says already isn't asked for again. Default: none.
   */
  readonly fields?: readonly string[];
  /**
   * The version of the terms that a new user must accept, a text such as `2027-01-01`. The form links `theme.links.terms`, and
   * `theme.links.privacy` if it's set. Stored as the fields `termsVersion`, a text, and `termsAcceptedAt`, a date, of the user, which the
   * adapter must have: `userFields` of the adapters of this library, columns with another one. Default: none.
   */
  readonly terms?: string;
}

/** A person who would be a new user. */
export interface NewPerson {
  /** Their address, if they have proven that its mailbox is theirs; `null` otherwise. Compare only this one with a list of yours. */
  readonly email: string | null;
  /** The user, as the provider or the form describes them. */
  readonly user: User;
  /** The account that they sign in with. */
  readonly account: Account;
  /** The answer of the provider, unmapped. Absent without one. */
  readonly profile?: Profile;
  /** What your code has given the sign-in, such as an invitation: `signIn(provider, { data })`. Absent without any. */
  readonly data?: SignInData;
}

/** Names the options of sign-up, as the application has written them: `rules.ts` checks them. */
export const SIGN_UP: Key<SignUpOptions> = { name: "signUp" };
