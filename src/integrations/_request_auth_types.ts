/**
 * The type of `auth`.
 *
 * @module
 */

import type { AccessTokenRequest, RevocationRequest } from "../model/access_tokens.ts";
import type { AuthConfig, SessionOf } from "../model/auth_config.ts";
import type { SessionNeed } from "../values/levels.ts";
import type {
  ChangePasswordForm,
  ForgotPasswordForm,
  KeepPasswordForm,
  NewPasswordForm,
  ProveSecondFactorForm,
  SecondFactorPage,
  SecondFactorResult,
  SecondFactorSetup,
  SetUpSecondFactorForm,
  SignInAction,
  SignOutAction,
  SignUpForm,
} from "./integration.ts";

/**
 * The session of one request, and the functions that change it. Those set the cookies of the answer: await them before the
 * headers are sent.
 *
 * A request of another site cannot sign in, sign out or change the session, so forms of the application need no CSRF token.
 */
export interface RequestAuth<C extends AuthConfig = AuthConfig> {
  /**
   * Returns the session; `null` when no one is signed in. It is read once per request.
   *
   * @throws {AdapterError} if the database fails.
   */
  (): Promise<SessionOf<C> | null>;
  /**
   * Returns the session, for pages and APIs that need one: `auth.require({ aal: 2, maxAge: 300 })` needs two factors, and a
   * proof in the last five minutes.
   *
   * @throws {SessionRequired} if no one is signed in, or the session is not enough, with the answer for this request: a page
   * is redirected to sign in, or to the page of the second factor, which leads back, and everything else gets 401. Most
   * integrations send this answer if nothing else catches the error.
   * @throws {ConfigError} if the config has no way to sign in that reaches the level, or `maxAge` is less than 10.
   * @throws {AdapterError} if the database fails.
   */
  require(options?: RequireOptions): Promise<SessionOf<C>>;
  /**
   * Returns where to send a user who must sign in first: the path of the sign-in page, or an absolute URL if `pages` has
   * one.
   *
   * @param returnTo Where the user goes afterwards: a path as browsers see it. Default: the page of this request.
   * @throws {ConfigError} if the page is prerendered, because it has no request.
   */
  signInUrl(returnTo?: string): string;
  /**
   * Signs a user in from a form of the application: begins at the provider, sends a mail, or checks credentials.
   *
   * @returns The URL to redirect to.
   * @throws {AuthError} if it fails: `CredentialsSignin` with its `code` for wrong credentials.
   */
  signIn(action?: SignInAction): Promise<string>;
  /**
   * Creates an account, from a form of the application: mails a link and a code to confirm the address. Someone who has an
   * account gets a mail that says so, and the result is the same. The code of the mail signs in:
   * `signIn({ providerId: "password", fields: { code } })`; `fields: { again: "true" }` asks for another mail.
   *
   * This function and the next four need `Password()` in the config. They take the fields, or the form as the browser sent
   * it. A link changes nothing: it leads to the page that has the form.
   *
   * @returns The URL to redirect to: the page that asks for the code, `pages.verifyRequest` if that is set.
   * @throws {InvalidPassword} if the password may not be set. Its `code` says why, such as `TooShort`.
   * @throws {InvalidEmail} if the address is none, or the mail server refuses it.
   * @throws {AccessDenied} if `callbacks.signIn` refuses.
   * @throws {EmailSignInError} if the mail cannot be sent.
   * @throws {RateLimited} if there were too many attempts.
   * @throws {MissingCSRF} if the request comes from another site.
   * @throws {ConfigError} without `Password()` in the config.
   */
  signUp(form: SignUpForm | FormData | URLSearchParams): Promise<string>;
  /**
   * Mails a link and a code for a new password. An address without an account gets a mail that says so, and the result is the
   * same.
   *
   * @returns The URL to redirect to: the page that asks for code and password, `pages.newPassword` if that is set.
   * @throws {AuthError} as `signUp`, but for `InvalidPassword`.
   */
  forgotPassword(form: ForgotPasswordForm | FormData | URLSearchParams): Promise<string>;
  /**
   * Sets a new password behind a mail, and signs in: with `code` in the browser that asked for the mail, or with `token` and
   * `email` of the link. All other sessions of the user end.
   *
   * @returns The URL to redirect to.
   * @throws {InvalidPassword} if the password may not be set. Code and link still work.
   * @throws {InvalidCode} if the code is wrong.
   * @throws {TooManyWrongCodes} if five wrong codes have ended the mail.
   * @throws {Verification} if code or link are used or expired.
   * @throws {AuthError} what a sign-in throws: `AccessDenied` if `callbacks.signIn` refuses.
   */
  newPassword(form: NewPasswordForm | FormData | URLSearchParams): Promise<string>;
  /**
   * Ends a sign-in that has led to `pages.keepPassword`: the user has a password that was set before their address was
   * confirmed, perhaps by a stranger. Right, it stays; wrong or never chosen, it is removed. Both sign in.
   *
   * @returns The URL to redirect to: `pages.password` with `removed=true` if it was removed.
   * @throws {InvalidCheck} if no question waits in this browser, or too long.
   * @throws {AuthError} what a sign-in throws.
   */
  keepPassword(form: KeepPasswordForm | FormData | URLSearchParams): Promise<string>;
  /**
   * Changes the password of the user who is signed in, with the current one. In a session that has just begun, it adds a
   * password to a user who has none. All other sessions of the user end.
   *
   * @returns The URL to redirect to, with `done=password-changed`. Without a session, or with one that is too old to add a
   * password, that of the sign-in page; for a user whose address was never confirmed, the page that asks for the code.
   * @throws {InvalidPassword} if the password may not be set, or with the `code` `WrongPassword` if `current` is wrong.
   * @throws {AuthError} if it fails: `UserChanged` if another change was faster.
   */
  changePassword(form: ChangePasswordForm | FormData | URLSearchParams): Promise<string>;
  /**
   * Answers the question for a second factor, from a form of the application: with `code` of the authenticator app,
   * `recoveryCode`, or `data` of a passkey. It finishes the sign-in that `question` names; without it, it raises the session to
   * level 2. This function and the next two need `SecondFactor()` in the config.
   *
   * @returns The URL to redirect to.
   * @throws {InvalidSecondFactor} if the answer is wrong, or was used before.
   * @throws {WebAuthnVerificationError} if the answer of a passkey is not valid.
   * @throws {InvalidCheck} if no sign-in waits in this browser, or too long.
   * @throws {TooManyWrongCodes} if the sign-in is over after five wrong answers.
   * @throws {RateLimited} if there were too many wrong codes for this user.
   * @throws {AuthError} what a sign-in throws.
   * @throws {ConfigError} without `SecondFactor()` in the config.
   */
  proveSecondFactor(form: ProveSecondFactorForm | FormData | URLSearchParams): Promise<string>;
  /**
   * Returns what a page shows that sets a second factor up: a secret for an authenticator app, as a QR code too. In a sign-in it
   * first mails a code to the address of a user whom the application knew before.
   *
   * @param page `question` and `redirectTo`: `question` and `callbackUrl` of the page's address.
   * @throws {SessionRequired} if the user has to go elsewhere first, with the answer for this request, as `require()` does: to
   * sign in, or to prove that it is them. Both lead back to `pages.secondFactorSetup`.
   * @throws {InvalidCheck} if no sign-in waits in this browser, or too long.
   * @throws {TooManyWrongCodes} if the sign-in is over after five wrong answers.
   * @throws {EmailSignInError} if the mail cannot be sent.
   * @throws {ConfigError} without `SecondFactor()` in the config.
   */
  startSecondFactor(page?: SecondFactorPage): Promise<SecondFactorSetup>;
  /**
   * Sets a second factor up, from a form of the application: `code` with `setup` of the page, or `mailCode`. With `action` it
   * changes it: new recovery codes, a device that is asked again, or off. It finishes the sign-in that `question` names;
   * without it, the session must have begun or proven its level a short time ago.
   *
   * @returns The URL to redirect to, and recovery codes, which the page shows once before. The URL is `redirectTo`, with
   * `done=second-factor-on`, `new-authenticator`, `second-factor-off` or `device-forgotten`; with `done=recovery-codes-shown` and no
   * codes if the same form was sent before; or with `error` if nothing was changed: `NotFound`,
   * `NotAvailable` or `SecondFactorRequired`; or that of the page where the user has to go first.
   * @throws {InvalidSecondFactor} if a code is wrong. `setup` still works: see `SecondFactorPage`.
   * @throws {InvalidCheck} if no sign-in waits in this browser, or the page is too old.
   * @throws {TooManyWrongCodes} if the sign-in is over after five wrong codes of the mail.
   * @throws {UserChanged} if the session has ended in the meantime, or another change was faster.
   * @throws {AuthError} what a sign-in throws.
   * @throws {ConfigError} without `SecondFactor()` in the config.
   */
  setUpSecondFactor(
    form: SetUpSecondFactorForm | FormData | URLSearchParams,
  ): Promise<Pick<SecondFactorResult, "url" | "codes">>;
  /**
   * Returns an access token with which to call the API of a provider in the name of the user. If it has ended, it is renewed
   * first. Never send it to the browser.
   *
   * @param provider Id of the provider, such as `google`.
   * @throws {ReconnectRequired} if the user has to sign in with the provider again: `code` says why, `signInUrl` where. The
   * session goes on.
   * @throws {SessionRequired} if no one is signed in, as `require()` does.
   * @throws {ProviderUnavailable} if the provider cannot be reached: the same call works later.
   * @throws {ConfigError} without `AccessTokens()` in the config, or without such a provider.
   * @throws {AdapterError} if the database fails.
   */
  accessToken(provider: string, options?: AccessTokenRequest): Promise<string>;
  /**
   * Revokes the tokens of the user at a provider, or at all of them, and forgets them (RFC 7009). The session goes on.
   * `accessToken()` throws `ReconnectRequired` with the code `Revoked` from now on, until they sign in with the provider again.
   *
   * @param provider Id of the provider. Default: all providers of the config.
   * @throws {SessionRequired} if no one is signed in, as `require()` does.
   * @throws {MissingCSRF} if the request comes from another site.
   * @throws {ProviderUnavailable} if a provider cannot be reached: its tokens stay, and the same call works later.
   * @throws {ProviderResponseError} if a provider refuses.
   * @throws {ConfigError} without `AccessTokens()` in the config, or without such a provider.
   * @throws {AdapterError} if the database fails.
   */
  revokeTokens(provider?: string, options?: RevocationRequest): Promise<void>;
  /** Signs the user out. @returns The URL to redirect to. @throws {AuthError} if it fails. */
  signOut(action?: SignOutAction): Promise<string>;
  /**
   * Passes data to the callbacks that make the session, with `trigger: "update"`.
   *
   * @returns The changed session, which `auth()` then returns too; `null` if no one is signed in.
   * @throws {AuthError} if it fails.
   */
  update(data: unknown): Promise<SessionOf<C> | null>;
}

/** Options of `auth.require()`. */
export interface RequireOptions extends SessionNeed {
  /**
   * Path or URL of another sign-in page. It gets the parameter `callbackUrl`. Default: `pages.signIn` of the config, else
   * the sign-in page of the library.
   */
  readonly signInUrl?: string;
}
