/**
 * The application's own forms and pages of all capabilities, by the names of their functions.
 *
 * @module
 */

import type { AccountPageForms, AccountPagePages } from "./account_page.ts";
import type { PasswordForms } from "./passwords.ts";
import type { SecondFactorForms, SecondFactorPages } from "./second_factor.ts";
import type { SignUpForms } from "./sign_up.ts";

export type { AccountChangeForm, AccountPageForms, AccountPagePages } from "./account_page.ts";
export type {
  ChangePasswordForm,
  ForgotPasswordForm,
  KeepPasswordForm,
  NewPasswordForm,
  PasswordForms,
  SignUpForm,
} from "./passwords.ts";
export type {
  MailboxStep,
  NewRecoveryCodes,
  ProveSecondFactorForm,
  SecondFactorForm,
  SecondFactorForms,
  SecondFactorPage,
  SecondFactorPages,
  SecondFactorSetup,
  SecretStep,
  SetUpSecondFactorForm,
} from "./second_factor.ts";

export type { FinishSignUpForm, SignUpForms } from "./sign_up.ts";

/** The application's own forms and pages, by the names under which their functions stand. */
export interface CapabilityForms {
  /** Forms about passwords that `Password()` keeps. A password that may not be set has an error such as `TooShort`. */
  readonly password: PasswordForms;
  /** The data of the account page, and its changes. What was refused is `error` in the query of the URL. */
  readonly accountPage: AccountPageForms & AccountPagePages;
  /** Pages that ask for a second factor, and set one up. A wrong answer has the error `InvalidSecondFactor`. */
  readonly secondFactor: SecondFactorForms & SecondFactorPages;
  /** The form of a new user. A field that is wrong has the error `InvalidField`. */
  readonly signUp: SignUpForms;
}
