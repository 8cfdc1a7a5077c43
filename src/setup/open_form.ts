/**
 * The forms that anyone may send without a session, and what a capability adds to them.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/contract/types.ts";
import type { Incoming } from "../http/types.ts";
import type { Locale } from "../messages/types.ts";
import type { FormPart } from "../pages/form_part.ts";

/**
 * A form that anyone may send. `signUp`: creates an account with a password. `signIn`: a name and a password, or what else a provider of
 * credentials asks for. `forgotPassword`: asks for an email to choose another password. `mail`: asks for an email to sign in with.
 * The form that asks for it once more is none of them: it needs the cookie that the first one has set.
 */
export type OpenForm = "signUp" | "signIn" | "forgotPassword" | "mail";

/** What a capability adds to these forms. @typeParam S The setup. */
export interface OpenForms<S> {
  /**
   * A step between a form that is known to come from this site, and all that it does: the database, hashes, mails and limits come after
   * it. @throws {AuthError} to refuse the form.
   */
  readonly beforeForm?: (form: OpenForm, incoming: Incoming, setup: S) => Promise<void>;
  /** Draws its part of a form; `null` for a form in which it has none. At most one capability of a config has this place. */
  readonly formPart?: (form: OpenForm, locale: Locale, setup: S) => Promise<FormPart | null>;
  /**
   * Sends a user what the form `forgotPassword` sends, because staff has asked for it: none of the steps before forms runs. Returns whether
   * it was sent. @throws {AuthError} as the form does.
   */
  readonly mailReset?: (user: AdapterUser, request: StaffRequest, setup: S) => Promise<boolean>;
}

/** A request of staff in place of a user. */
export interface StaffRequest {
  /** The request for the form, which says nothing about the person who asks. */
  readonly incoming: Incoming;
  /** Id of the administrator, against whom it counts; `null`: code outside of requests. */
  readonly actorId: string | null;
}
