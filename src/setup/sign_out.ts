/**
 * The part of a capability that acts when a user signs out.
 *
 * @module
 */

import type { Incoming } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";

/** What it does then. @typeParam S The setup. */
export interface SigningOut<S> {
  /**
   * Called before a session ends whose form of the sign-out asks for its feature: see `SIGN_OUT_FIELDS`. Returns what it does then;
   * `null` for nothing. @throws {AuthError} if either fails: the user is signed out nevertheless.
   */
  readonly beforeSignOut?: (incoming: Incoming, setup: S) => Promise<AfterSignOut | null>;
  /** Cookies for the answer of each sign-out, made before the session ends. Never rejects. */
  readonly signOutCookies?: (incoming: Incoming, setup: S) => Promise<readonly SetCookie[]>;
}

/** Where a user goes who has signed out, and the cookies to set. */
export interface SignOutWay {
  /** Absolute URL. */
  readonly redirect: string;
  /** Cookies to set. */
  readonly cookies: readonly SetCookie[];
}

/** Work after the end of a session. @returns Where the user goes in place of `returnTo`, which was checked; `null` to go there. */
export type AfterSignOut = (returnTo: string) => Promise<SignOutWay | null>;
