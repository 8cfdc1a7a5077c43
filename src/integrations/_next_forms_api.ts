/**
 * The types of the functions of Next for forms about passwords and second factors.
 *
 * @module
 */

import type {
  ChangePasswordForm,
  ForgotPasswordForm,
  KeepPasswordForm,
  NewPasswordForm,
  PasswordForm,
  ProveSecondFactorForm,
  SecondFactorPage,
  SecondFactorResult,
  SecondFactorSetup,
  SetUpSecondFactorForm,
  SignUpForm,
} from "./integration.ts";

/** Does what a form about a password asks for, in a server action or a route handler. */
export interface PasswordFunction<Form extends PasswordForm> {
  /** Does it for the form as the browser sent it, in which `redirectTo` counts as well, and goes on. @throws as below. */
  (form: FormData): Promise<never>;
  /** Does it, and returns the URL where the user goes. @throws {AuthError} if it fails. */
  (form: Form & { readonly redirect: false }): Promise<string>;
  /**
   * Does it, and goes there.
   *
   * @param form The fields.
   * @throws {AuthError} if it fails. On success Next's redirect is thrown: let it pass.
   */
  (form: Form & { readonly redirect?: boolean }): Promise<never>;
}

/**
 * The functions for forms of the application about a password. They need `Password()` in the config, and throw a
 * `ConfigError` without it. A request of another site is refused with `MissingCSRF`; a link changes nothing, and leads to the
 * page that has the form.
 */
export interface PasswordFunctions {
  /**
   * Creates an account: mails a link and a code, and goes to the page that asks for the code. Someone who has an account
   * gets a mail that says so. The code signs in: `signIn("password", { code })`.
   *
   * Throws `InvalidPassword` with its `code`, `InvalidEmail`, `AccessDenied`, `EmailSignInError`.
   */
  readonly signUp: PasswordFunction<SignUpForm>;
  /**
   * Mails a link and a code for a new password, and goes to the page that asks for code and password.
   *
   * Throws `InvalidEmail`, `AccessDenied`, `EmailSignInError`.
   */
  readonly forgotPassword: PasswordFunction<ForgotPasswordForm>;
  /**
   * Sets a new password behind a mail, and signs in: with `code` in the browser that asked for the mail, or with `token` and
   * `email` of the link. All other sessions of the user end.
   *
   * Throws `InvalidPassword` with its `code`, `InvalidCode`, `TooManyWrongCodes`, `Verification`, `AccessDenied`.
   */
  readonly newPassword: PasswordFunction<NewPasswordForm>;
  /**
   * Ends a sign-in that has led to `pages.keepPassword`: a password from before the address was confirmed stays if it is right,
   * else it is removed.
   *
   * Throws `InvalidCheck` if no question waits in this browser, and what a sign-in throws.
   */
  readonly keepPassword: PasswordFunction<KeepPasswordForm>;
  /**
   * Changes the password of the user who is signed in, with the current one, or adds one to a user who has none. All other
   * sessions of the user end. Goes to `redirectTo` with `done=password-changed`; to the sign-in page without a session.
   *
   * Throws `InvalidPassword` with its `code`, such as `WrongPassword`, and `UserChanged`.
   */
  readonly changePassword: PasswordFunction<ChangePasswordForm>;
}

/** Answers the question for a second factor, in a server action or a route handler. */
export interface ProveSecondFactor {
  /** Answers with the form as the browser sent it, in which `redirectTo` counts as well, and goes on. @throws as below. */
  (form: FormData): Promise<never>;
  /** Answers, and returns the URL where the user goes. @throws {AuthError} if it fails. */
  (form: ProveSecondFactorForm & { readonly redirect: false }): Promise<string>;
  /**
   * Answers, and goes there.
   *
   * @param form The fields.
   * @throws {AuthError} if it fails. On success Next's redirect is thrown: let it pass.
   */
  (form: ProveSecondFactorForm & { readonly redirect?: boolean }): Promise<never>;
}

/** Sets a second factor up, or changes it, in a server action or a route handler. */
export interface SetUpSecondFactor {
  /** Does it for the form as the browser sent it, in which `redirectTo` counts as well. @throws as below. */
  (form: FormData): Promise<ShownCodes>;
  /** Does it, and returns the URL where the user goes. @throws {AuthError} if it fails. */
  (
    form: SetUpSecondFactorForm & { readonly redirect: false },
  ): Promise<Pick<SecondFactorResult, "url" | "codes">>;
  /**
   * Does it, and goes on, unless there are new recovery codes to show.
   *
   * @param form The fields.
   * @returns The codes.
   * @throws {AuthError} if it fails. Without codes Next's redirect is thrown: let it pass.
   */
  (form: SetUpSecondFactorForm & { readonly redirect?: boolean }): Promise<ShownCodes>;
}

/** New recovery codes, which are shown once. */
export interface ShownCodes {
  /** The codes. */
  readonly codes: readonly string[];
  /** Absolute URL where the user goes afterwards. */
  readonly url: string;
}

/**
 * The functions for pages of the application that ask for a second factor, and set one up. They need `SecondFactor()` in the
 * config, and throw a `ConfigError` without it. A request of another site is refused with `MissingCSRF`; a link changes nothing.
 */
export interface SecondFactorFunctions {
  /**
   * Answers the question for a second factor: with `code` of the authenticator app, `recoveryCode`, or `data` of a passkey. It
   * finishes the sign-in that `question` names; without it, it raises the session to level 2.
   *
   * Throws `InvalidSecondFactor`, `InvalidCheck`, `TooManyWrongCodes`, `RateLimited`, and what a sign-in throws.
   */
  readonly proveSecondFactor: ProveSecondFactor;
  /**
   * Returns what a page shows that sets a second factor up: a secret for an authenticator app, as a QR code too. A user who has
   * to sign in first, or to prove that it is them, is redirected there, and back to `pages.secondFactorSetup`; for a script it
   * throws `SessionRequired`. Before a code is mailed in a session, the page leads to the endpoint, which sets a cookie, and back.
   *
   * Throws `InvalidCheck` if the sign-in that `question` names waits no longer, `TooManyWrongCodes` if it is over, and `EmailSignInError`.
   *
   * @param page `question` and `redirectTo`: `question` and `callbackUrl` of the page's address.
   */
  readonly startSecondFactor: (page?: SecondFactorPage) => Promise<SecondFactorSetup>;
  /**
   * Sets a second factor up: `code` with `setup` of the page, or `mailCode`. With `action` it changes it. Goes to `redirectTo`
   * with `done` or `error`, as `setUpSecondFactor` of other frameworks does; new recovery codes are returned instead.
   *
   * Throws `InvalidSecondFactor`, `InvalidCheck`, `TooManyWrongCodes`, `UserChanged`, and what a sign-in throws.
   */
  readonly setUpSecondFactor: SetUpSecondFactor;
}
