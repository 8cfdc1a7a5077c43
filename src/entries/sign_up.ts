/**
 * Sign-up: the feature `SignUp`.
 *
 * @module
 */

export { SignUp, type SignUpFeature } from "../features/sign_up/sign_up.ts";
export type { NewPerson, SignUpOptions } from "../features/sign_up/options.ts";
export type { FinishSignUpForm, SignUpForms } from "../shapes/sign_up.ts";
