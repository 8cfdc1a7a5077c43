/**
 * What has happened to a user, as capabilities that keep it receive it.
 *
 * @module
 */

import type { AuthError } from "../errors/auth_error.ts";

/** Something that a user has done, or that someone has tried in their name. */
export interface Happened {
  /**
   * What: `signIn`, `stepUp`, `signInFailure`, the purpose of an email about the account, or the `action` of a form of the account page.
   */
  readonly type: string;
  /** Id of the user; `null` if only an address says whose account it was about. */
  readonly userId: string | null;
  /** The address, without a user: that which the way to sign in has compared a secret for. Default: none. */
  readonly email?: string | null | undefined;
  /** Id of the provider, or an address that signs in no more. Default: none. */
  readonly way?: string | null | undefined;
  /** Why a sign-in has failed. Default: none has. */
  readonly error?: AuthError;
  /** When, in milliseconds since the epoch. Default: now. */
  readonly at?: number | undefined;
  /** Whether the people who run the application did it: then the browser of the request says nothing. Default `false`. */
  readonly isOfStaff?: boolean | undefined;
}
