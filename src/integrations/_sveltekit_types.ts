/**
 * The types of the result of `KitAuth`.
 *
 * @module
 */

import type { Awaitable } from "../values/types.ts";
import type { KitEvent } from "./_sveltekit_event.ts";
import type {
  ChangePasswordForm,
  ForgotPasswordForm,
  KeepPasswordForm,
  NewPasswordForm,
  ProveSecondFactorForm,
  SetUpSecondFactorForm,
  SignInAction,
  SignOutAction,
  SignUpForm,
} from "./integration.ts";

/** A sign-in in the application's own code. */
export interface KitSignIn extends SignInAction {
  /** Whether to redirect. Default `true`. */
  readonly redirect?: boolean;
}

/** A sign-out in the application's own code. */
export interface KitSignOut extends SignOutAction {
  /** Whether to redirect. Default `true`. */
  readonly redirect?: boolean;
}

/** A form action about a password or a second factor, which the application's own actions call as well: then `form` has the fields. */
export type KitPasswordAction<Form> = (
  event: KitEvent,
  form?: Form & { readonly redirect?: boolean },
) => Promise<KitActionResult>;

/** The result of a form action that does not redirect. */
export interface KitActionResult {
  /** Absolute URL to go to: the provider, or the page after the sign-in or sign-out. */
  readonly url: string;
}

/** The result of `setUpSecondFactor`. */
export interface KitSetupResult extends KitActionResult {
  /** New recovery codes, which are shown once; `null` if there are none. */
  readonly codes: readonly string[] | null;
}

/** The hook and the form actions of a config. */
export interface KitAuthResult {
  /** The hook: `handle` of `src/hooks.server.ts`, alone or in `sequence(…)`. */
  readonly handle: <E extends KitEvent>(
    input: { readonly event: E; readonly resolve: (event: E) => Awaitable<Response> },
  ) => Promise<Response>;
  /**
   * Signs in. As a form action it reads the fields `providerId`, `redirectTo`, `redirect` (`false` returns the URL) and
   * `authorizationParams-<name>`; the other fields are an address or credentials. In the application's own actions it
   * reads nothing if `action` is given.
   *
   * Throws Kit's redirect.
   *
   * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
   * @throws {ConfigError} if the body of the request was read before, or if the hook is missing.
   */
  readonly signIn: (event: KitEvent, action?: KitSignIn) => Promise<KitActionResult>;
  /**
   * Signs out. As a form action it reads the fields `redirectTo` and `redirect`.
   *
   * Throws Kit's redirect.
   *
   * @throws {AuthError} if it fails.
   */
  readonly signOut: (event: KitEvent, action?: KitSignOut) => Promise<KitActionResult>;
  /**
   * Creates an account with a password, as `signUp` of `event.locals.auth` does. This function and the next four need
   * `Password()` in the config. As form actions they read the fields of the form; in the application's own actions they read
   * nothing if `form` is given.
   *
   * Throws Kit's redirect.
   *
   * @throws {AuthError} if it fails: `InvalidPassword` with its `code`, `InvalidEmail`, `AccessDenied`, `EmailSignInError`.
   */
  readonly signUp: KitPasswordAction<SignUpForm>;
  /** Mails a link and a code for a new password. @throws {AuthError} as `signUp`, but for `InvalidPassword`. */
  readonly forgotPassword: KitPasswordAction<ForgotPasswordForm>;
  /**
   * Sets a new password behind a mail, and signs in.
   *
   * @throws {AuthError} if it fails: `InvalidPassword` with its `code`, `InvalidCode`, `Verification`, `AccessDenied`.
   */
  readonly newPassword: KitPasswordAction<NewPasswordForm>;
  /** Ends a sign-in that has led to `pages.keepPassword`. @throws {AuthError} if it fails: `InvalidCheck` without a question. */
  readonly keepPassword: KitPasswordAction<KeepPasswordForm>;
  /**
   * Changes the password of the user who is signed in, or adds one.
   *
   * @throws {AuthError} if it fails: `InvalidPassword` with its `code`, such as `WrongPassword`.
   */
  readonly changePassword: KitPasswordAction<ChangePasswordForm>;
  /**
   * Answers the question for a second factor, as `proveSecondFactor` of `event.locals.auth` does. This function and the next
   * need `SecondFactor()` in the config; `startSecondFactor` of `event.locals.auth` returns what the page shows that sets one up.
   *
   * @throws {AuthError} if it fails: `InvalidSecondFactor`, `InvalidCheck`, `TooManyWrongCodes`, `RateLimited`, and what a sign-in throws.
   */
  readonly proveSecondFactor: KitPasswordAction<ProveSecondFactorForm>;
  /**
   * Sets a second factor up, or changes it. Throws Kit's redirect, unless there are new recovery codes to show: those are in
   * the result.
   *
   * @throws {AuthError} if it fails: `InvalidSecondFactor`, `InvalidCheck`, `TooManyWrongCodes`, `UserChanged`, and what a sign-in throws.
   */
  readonly setUpSecondFactor: (
    event: KitEvent,
    form?: SetUpSecondFactorForm & { readonly redirect?: boolean },
  ) => Promise<KitSetupResult>;
}
