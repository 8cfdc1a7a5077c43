/**
 * The shape of passwords that the library keeps: their functions, and the application's own forms.
 *
 * @module
 */

import type { FunctionsShape } from "./shape.ts";
import type { OwnForm } from "../values/own_form.ts";

/** The functions of `auth.password`. */
export const PASSWORD_FUNCTIONS = {
  forms: {
    signUp: { action: "signup", page: "signUp", begins: true },
    forgot: { action: "forgot-password", page: "forgotPassword", begins: true },
    reset: { action: "callback", hasProvider: true, page: "newPassword" },
    keep: { action: "keep-password", page: "keepPassword" },
    change: { action: "password", page: "password" },
  },
} as const satisfies FunctionsShape;

/** Fields that each of these forms may have. */
export interface PasswordForm {
  /** Where the user goes afterwards: a path or an absolute URL. Default: the page that has the form. */
  readonly redirectTo?: string | undefined;
}

/** The form that creates an account. */
export interface SignUpForm extends PasswordForm {
  /**
   * The address, to which a link and a code are mailed. Without one, `InvalidEmail` is thrown, unless the form has a `username` and
   * `UserNames({ address: "optional" })` is in `features`: then the user is signed in at once.
   */
  readonly email?: string | undefined;
  /** The password. */
  readonly password: string;
  /** With `terms` of `SignUp()`: their version, if the user accepts them. Default: they don't. */
  readonly acceptedTerms?: string | undefined;
  /** A field of `SignUp({ fields })`, or that of a captcha, such as `cf-turnstile-response`. */
  readonly [name: string]: string | boolean | undefined;
}

/** The form for a user who has forgotten the password. */
export interface ForgotPasswordForm extends PasswordForm {
  /** The address, to which a link and a code are mailed. */
  readonly email: string;
  /** The field of a captcha, such as `cf-turnstile-response`. */
  readonly [name: string]: string | boolean | undefined;
}

/** The form that sets a new password behind an email: with `code`, or with `token` and `email` of its link. */
export interface NewPasswordForm extends PasswordForm {
  /** The new password. */
  readonly password: string;
  /** The code of the email, in the browser that asked for it. Default: none. */
  readonly code?: string | undefined;
  /** `token` of the link: `pages.newPassword` gets it. Default: none. */
  readonly token?: string | undefined;
  /** `email` of the link, beside `token`. Default: none. */
  readonly email?: string | undefined;
}

/**
 * The form that asks the owner of a mailbox for a password that was set before their address was confirmed. All fields but the
 * answer are from the address of `pages.keepPassword`.
 */
export interface KeepPasswordForm extends PasswordForm {
  /** The answer: the password. Default: none. */
  readonly current?: string | undefined;
  /** The other answer: the user has never chosen a password. Default: none. */
  readonly choice?: "never" | undefined;
  /** Names the question that this browser holds. Default: none, behind a mailed link. */
  readonly question?: string | undefined;
  /** `token` of the mailed link. Default: none. */
  readonly token?: string | undefined;
  /** `email` of the link, beside `token`. Default: none. */
  readonly email?: string | undefined;
}

/** The form of a user who is signed in, for another password or a first one. */
export interface ChangePasswordForm extends PasswordForm {
  /** The new password. */
  readonly password: string;
  /** The password of today. Default: none, for a user who has no password. */
  readonly current?: string | undefined;
}

/** The forms of `auth.password`, by the names of their functions. They take the fields, or the form as the browser sent it. */
export interface PasswordForms {
  /**
   * Creates an account: mails a link and a code to confirm the address. Someone who has an account gets an email that says so, and
   * the result is the same: the page that asks for the code, `pages.verifyRequest` if that is set. The code of the email signs in:
   * `signIn({ providerId: "password", fields: { code } })`; `fields: { again: "true" }` asks for another mail.
   *
   * Throws `InvalidPassword` if the password may not be set: its `code` says why, such as `TooShort`; `InvalidEmail` if the
   * address is none, or the mail server refuses it; `AccessDenied` if `callbacks.signIn` refuses; `EmailSignInError` if the email
   * cannot be sent; `ChallengeFailed` without the answer to a captcha that the config asks for; `RateLimited` after too many
   * attempts; `MissingCSRF` if the request comes from another site.
   */
  readonly signUp: OwnForm<SignUpForm>;
  /**
   * Emails a link and a code for a new password, and leads to the page that asks for code and password, `pages.newPassword` if that
   * is set. An address without an account gets an email that says so, and the result is the same. Throws as `signUp`, but for
   * `InvalidPassword`.
   */
  readonly forgot: OwnForm<ForgotPasswordForm>;
  /**
   * Sets a new password behind an email, and signs in: with `code` in the browser that asked for the email, or with `token` and
   * `email` of the link. All other sessions of the user end.
   *
   * Throws `InvalidPassword` if the password may not be set: code and link still work; `InvalidCode` if the code is wrong;
   * `TooManyWrongCodes` if five wrong codes have ended the email; `Verification` if code or link are used or expired; and what a
   * sign-in throws, such as `AccessDenied`.
   */
  readonly reset: OwnForm<NewPasswordForm>;
  /**
   * Ends a sign-in that has led to `pages.keepPassword`: the user has a password that was set before their address was confirmed,
   * perhaps by a stranger. Right, it stays; wrong or never chosen, it is removed, and the user goes to `pages.password` with
   * `removed=true`. Both sign in.
   *
   * Throws `InvalidCheck` if no question waits in this browser, or too long, and what a sign-in throws.
   */
  readonly keep: OwnForm<KeepPasswordForm>;
  /**
   * Changes the password of the user who is signed in, with the current one. In a session that has just begun, it adds a password to
   * a user who has none. All other sessions of the user end. Leads to `redirectTo`, with `done=password-changed`; without a
   * session, or with one that is too old to add a password, to the sign-in page; for a user whose address was never confirmed, to
   * the page that asks for the code.
   *
   * Throws `InvalidPassword` if the password may not be set, or with the `code` `WrongPassword` if `current` is wrong, and
   * `UserChanged` if another change was faster.
   */
  readonly change: OwnForm<ChangePasswordForm>;
}

/** The password of the user. */
export interface AccountPassword {
  /** Whether the user has one. */
  readonly isSet: boolean;
  /** When it was set, as an ISO 8601 date-time; `null` if it is not, or unknown. */
  readonly setAt: string | null;
}
