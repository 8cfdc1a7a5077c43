/**
 * The application's own forms for passwords that the library keeps.
 *
 * @module
 */

/** Fields that each of these forms may have. */
export interface PasswordForm {
  /** Where the user goes afterwards: a path or an absolute URL. Default: the page that has the form. */
  readonly redirectTo?: string | undefined;
}

/** The form that creates an account. */
export interface SignUpForm extends PasswordForm {
  /** The address, to which a link and a code are mailed. */
  readonly email: string;
  /** The password. */
  readonly password: string;
  /** The name, with `signUp: { name: true }` of `Password()`. Default: none. */
  readonly name?: string | undefined;
}

/** The form for a user who has forgotten the password. */
export interface ForgotPasswordForm extends PasswordForm {
  /** The address, to which a link and a code are mailed. */
  readonly email: string;
}

/** The form that sets a new password behind a mail: with `code`, or with `token` and `email` of its link. */
export interface NewPasswordForm extends PasswordForm {
  /** The new password. */
  readonly password: string;
  /** The code of the mail, in the browser that asked for it. Default: none. */
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

/** The forms, by name. */
export interface PasswordForms {
  /** Creates an account. */
  readonly signUp: SignUpForm;
  /** Mails a link and a code. */
  readonly forgotPassword: ForgotPasswordForm;
  /** Sets a new password behind a mail. */
  readonly newPassword: NewPasswordForm;
  /** Keeps a password from before the address was confirmed, or removes it. */
  readonly keepPassword: KeepPasswordForm;
  /** Changes the password, or adds one. */
  readonly changePassword: ChangePasswordForm;
}
