/**
 * What the pages show: plain data, made by `actions/page.ts`.
 *
 * @module
 */

import type { ErrorType } from "../errors.ts";
import type { ProviderStyle } from "../providers/types.ts";
import type { Theme } from "../types.ts";

/** A provider as the sign-in page shows it. */
export interface PageProvider {
  /** Id, `A-Z a-z 0-9 . _ -` only. */
  readonly id: string;
  /** Label. */
  readonly name: string;
  /** URL that the form posts to. */
  readonly signinUrl: string;
  /** Appearance, its colours checked by `config/check.ts`. */
  readonly style?: ProviderStyle;
}

/** What each page needs. */
export interface PageBase {
  /** Appearance, its colours checked by `config/check.ts`. */
  readonly theme: Theme;
  /** Origin of the application: `https://example.com`. */
  readonly origin: string;
}

/** The sign-in page. */
export interface SignInPage extends PageBase {
  /** In the order of the config. */
  readonly providers: readonly PageProvider[];
  /** Goes into each form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where the user goes afterwards; goes into each form. */
  readonly callbackUrl: string;
  /** What went wrong before: any text, as it comes from the query. */
  readonly error: string | null;
}

/** The sign-out page. */
export interface SignOutPage extends PageBase {
  /** URL that the form posts to. */
  readonly signoutUrl: string;
  /** Goes into the form. Empty where the check is off. */
  readonly csrfToken: string;
  /** Where the user goes afterwards; goes into the form. */
  readonly callbackUrl: string;
}

/** The page that says that a mail is on its way. */
export type VerifyRequestPage = PageBase;

/** The error page. */
export interface ErrorPage extends PageBase {
  /** URL of the sign-in page. */
  readonly signinUrl: string;
  /** What went wrong: any text, as it comes from the query. */
  readonly error: ErrorType | string | null;
}

/** A page ready to be sent. */
export interface Page {
  /** Status: 200, or what the error page's table says. */
  readonly status: number;
  /** The document. */
  readonly html: string;
  /** Value of `Content-Security-Policy`. */
  readonly policy: string;
}
