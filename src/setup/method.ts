/**
 * The interface of all sign-in methods: begin an attempt, and finish it.
 *
 * @module
 */

import type { AccountOwner } from "./account_section.ts";
import type { Identity } from "../model/identity.ts";
import type { Intent } from "../model/intent.ts";
import type { Failure, Incoming, Outcome } from "../http/types.ts";
import type { SetCookie } from "../values/cookie.ts";
import type { Messages } from "../messages/types.ts";
import type { OpenForm } from "./open_form.ts";
import type { PageForm } from "../pages/types.ts";
import type { Awaitable } from "../values/types.ts";

/** How providers of one type sign users in. @typeParam P The provider. @typeParam S The setup. */
export interface SignInMethod<P, S> {
  /** Begins: redirects to the provider, or sends an email. Absent if the form on the sign-in page is all it needs. */
  start?(incoming: Incoming, provider: P, setup: S): Promise<Outcome>;
  /** Ends: returns the attempt of the request, or an answer instead, such as a page that asks first. */
  finish(incoming: Incoming, provider: P, setup: S): Promise<Attempt | Outcome | Failure>;
  /** What its form is for capabilities that ask something in such forms. Absent: they ask nothing. */
  readonly openForm?: OpenForm;
  /** The form on the sign-in page. @param messages Those of the page. Default: nobody sees its labels. */
  form(provider: P, origin: string, setup: S, messages?: Messages): Awaitable<PageForm>;
  /** Signals for passkey managers about a user, which the script of the account page sends. Default: none. */
  signals?(owner: AccountOwner, incoming: Incoming, provider: P, setup: S): Promise<readonly object[]>;
}

/** An attempt to sign in whose response has arrived. */
export interface Attempt {
  /** Absolute URL where the user goes. */
  readonly returnTo: string;
  /** Who was signed in when the attempt began, and its purpose. */
  readonly intent: Intent;
  /** Cookies to remove, also if the sign-in fails. */
  readonly consumed: readonly SetCookie[];
  /** Verifies the identity of the user. @throws {AuthError} if that fails. */
  identify(): Promise<Identity>;
  /** The cookies of a failure, beside those to remove. Default: none. */
  onFailure?(error: unknown): Promise<readonly SetCookie[]>;
}
