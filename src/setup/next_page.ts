/**
 * The part of a capability that shows a page between a sign-in and where it leads.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/contract/types.ts";
import type { Identity } from "../model/identity.ts";
import type { Ending } from "../model/intent.ts";
import type { SetCookie } from "../values/cookie.ts";

/** The pages that it shows. @typeParam S The setup. */
export interface NextPages<S> {
  /**
   * A sign-in has begun a session. Returns a page that leads on to `returnTo`; `null` for none. Not asked where the user goes elsewhere,
   * such as to the page for new users. What it throws is logged, and the user goes on.
   */
  readonly nextPage?: (ended: EndedSignIn, setup: S) => Promise<NextPage | null>;
}

/** A sign-in that has begun a session. */
export interface EndedSignIn extends Pick<Ending, "incoming" | "returnTo" | "intent"> {
  /** Who has proven what. */
  readonly identity: Identity;
  /** The user, as stored; absent for one whom only the application knows. */
  readonly storedUser?: AdapterUser | undefined;
}

/** Where a user goes next. */
export interface NextPage {
  /** Absolute URL. */
  readonly redirect: string;
  /** Cookies to set. Default: none. */
  readonly cookies?: readonly SetCookie[];
}
