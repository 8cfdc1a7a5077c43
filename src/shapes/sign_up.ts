/**
 * The shape of sign-up: its functions, and the application's own form.
 *
 * @module
 */

import type { OwnForm } from "../values/own_form.ts";
import type { FunctionsShape } from "./shape.ts";

/** The functions of `auth.signUp`. */
export const SIGN_UP_FUNCTIONS = {
  forms: {
    finish: { action: "finish-signup", page: "finishSignUp" },
  },
} as const satisfies FunctionsShape;

/** The form of a new user: beside these fields, those of `SignUp({ fields })` by their names. */
export interface FinishSignUpForm {
  /** Names the question that this browser holds: `pages.finishSignUp` gets it. */
  readonly question: string;
  /** The version of the terms, if the user accepts them. Default: they don't. */
  readonly acceptedTerms?: string | undefined;
  /** A field of the user. */
  readonly [name: string]: string | boolean | undefined;
}

/** The forms of `auth.signUp`, by the names of their functions. They take the fields, or the form as the browser sent it. */
export interface SignUpForms {
  /**
   * Ends a sign-up that has led to `pages.finishSignUp`: stores the user with what they have filled in, and signs them in. If a field is
   * wrong, leads there again, with `error=InvalidField`.
   *
   * Throws `InvalidCheck` if no question waits in this browser, or for more than 10 minutes, and what a sign-in throws.
   */
  readonly finish: OwnForm<FinishSignUpForm>;
}
