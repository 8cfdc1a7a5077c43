/**
 * The content of the pages of passwords, as plain data.
 *
 * @module
 */

import type { FormPart } from "../../../pages/form_part.ts";
import type { PageBase, PageForm } from "../../../pages/types.ts";
import type { OptionalAddress } from "../../../setup/identifiers.ts";
import type { AskedFields, Typed } from "../../../setup/new_user.ts";

/** Fields of a page with a form. */
export interface FormBase extends PageBase {
  /** URL that the form posts to. */
  readonly action: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where the user goes afterwards; goes into the form. */
  readonly callbackUrl: string;
  /** `ui_locales` of the request; goes into the form. */
  readonly locales: string | null;
  /** The failure before: any text, as it comes from the query. */
  readonly error: string | null;
}

/** A page with a form for an address. */
export interface AddressPage extends FormBase {
  /** URL of the sign-in page. */
  readonly signinUrl: string;
  /** The address that the field has at first: any text. `null`: none. */
  readonly email: string | null;
  /** What a capability adds to the form. Default: nothing. */
  readonly part?: FormPart | undefined;
  /** What was typed in the form that failed, by the names of its fields. */
  readonly values: Typed;
}

/** The page on which a new user creates an account. */
export interface SignUpPage extends AddressPage {
  /** The shortest password, in characters. */
  readonly minLength: number;
  /** What a new user is asked for; `null` if nothing. */
  readonly asked: AskedFields | null;
  /** What the field for the address says where it may be empty; `null` where it may not. */
  readonly optional: OptionalAddress | null;
  /** The forms of the other ways. */
  readonly others: readonly PageForm[];
}

/** The page that asks for a password from before any proof of the address. */
export interface KeepPage extends FormBase {
  /** The address. */
  readonly email: string;
  /** The name of the question; `null` behind a mailed link. */
  readonly question: string | null;
  /** The token of the link; `null` if the mailbox is proven. */
  readonly token: string | null;
  /** Whether the user of the password loses the address without it. `null` behind a mailed link: unknown before its use. */
  readonly releases: boolean | null;
  /** Where a user who has forgotten it asks for an email; `null` if no mail can be sent. */
  readonly forgotPassword: string | null;
}
