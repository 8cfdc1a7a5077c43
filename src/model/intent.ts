/**
 * The purpose of a sign-in: to sign in, or to link an account to the current user.
 *
 * @module
 */

import type { Incoming, Only } from "../http/types.ts";
import type { SignInData } from "../values/types.ts";

/** Who was signed in when a sign-in began, and its purpose. */
export interface Intent {
  /** Id of the user who was signed in; `null` if no one was. */
  readonly userId: string | null;
  /** Whether the user wants to link the account. */
  readonly link: "none" | "requested" | "agreed";
  /**
   * When the session began in which the user asked to link, in milliseconds since the epoch; `null` if unknown. Absent
   * without `requested`, and if the request that ends the sign-in asks.
   */
  readonly signedInAt?: number | null | undefined;
  /** Whether the account must be one that the user has already: it gets more scopes. Default `false`. */
  readonly ownAccount?: boolean;
  /** Which providers the page that it began on offered: the page about a failure offers the same. Default: all. */
  readonly only?: Only | undefined;
  /** `ui_locales` of the request that began it: the pages after it have the same language. */
  readonly locales?: string;
  /** What the application's own code has given it. Default: nothing. */
  readonly data?: SignInData | undefined;
}

/** The request that ends a sign-in, and its context. */
export interface Ending {
  /** The request. */
  readonly incoming: Incoming;
  /** Absolute URL where the user goes. */
  readonly returnTo: string;
  /** Who was signed in when it began, and its purpose. */
  readonly intent: Intent;
  /** The decision that `callbacks.signIn` has allowed in the first step: it is not asked again. Absent in the first step. */
  readonly allowed?: {
    /** Its kind: see `Decision`. `null` if the application has found the user itself. */
    readonly kind: string | null;
    /** Id of its user; `null` for a user who is created. */
    readonly userId: string | null;
  };
  /** When the user signed in again for the question that this answers, in milliseconds since the epoch; absent if they did not. */
  readonly provenAt?: number | undefined;
  /** The error of this request, which the page that asks next shows. Absent without one. */
  readonly error?: string | undefined;
}

/** The intent if no one was signed in. */
export const NO_INTENT: Intent = { userId: null, link: "none" };
