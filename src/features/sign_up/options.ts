/**
 * The options of sign-up.
 *
 * @module
 */

import type { Key } from "../../values/typed_map.ts";
import type { Account, Awaitable, Profile, User } from "../../values/types.ts";

/** The options of sign-up. */
export interface SignUpOptions {
  /**
   * Who may sign up, whatever way they sign in: `true` for anyone, `false` for nobody, or a function that returns `true` for those who
   * may, and for others `false`, or the URL where they go instead, such as `/waiting-list`. It's asked when a person has proven who they
   * are, before anything is stored, and again after each form or second factor that follows: so it must not use up an invitation, which
   * `events.createUser` may do. Users whom `authorize` of `Credentials()` returns aren't asked: the application finds them.
   * Default `true`.
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
   * adapter must have: `userFields` of the adapters of this library, columns with another one. Default: nobody is asked.
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
}

/** Names the options of sign-up, as the application has written them: `rules.ts` checks them. */
export const SIGN_UP: Key<SignUpOptions> = { name: "signUp" };
