/**
 * The options of a config that are objects.
 *
 * @module
 */

import type { JWTDecodeParams, JWTEncodeParams } from "./jwt.ts";
import type { Awaitable, JWT } from "../values/types.ts";
import type { StrategyName } from "./callbacks.ts";

/** How accounts are stored. */
export interface AccountsOptions {
  /**
   * Whether the tokens in the table of accounts are sealed with `secret`: `access_token`, `refresh_token` and `id_token`.
   * Callbacks and events see them as the provider has sent them, and `AccessTokens()`, which must be on, gives them to the
   * application. Rows that were written before are sealed at the next sign-in. The columns need a type for long texts. Default
   * `false`, as Auth.js stores them.
   */
  readonly encrypt?: boolean;
}

/** How sessions are kept, and for how long. */
export interface SessionOptions<Strategy extends StrategyName = StrategyName> {
  /**
   * Where sessions are kept. `jwt`: in an encrypted cookie. `database`: in the adapter's database. Default: `database` with
   * an adapter, else `jwt`.
   */
  readonly strategy?: Strategy;
  /** Lifetime of an unused session, in seconds. Default 2 592 000 (30 days). */
  readonly maxAge?: number;
  /**
   * A session in use is prolonged at most once in this time, in seconds. `0`: each time. Default 86 400 (1 day), or half of
   * `maxAge` if that is less.
   */
  readonly updateAge?: number;
  /**
   * Lifetime of a session that is in use, in seconds, from the time at which its user has signed in, or has last proven who they are
   * (ASVS 5.0, 7.3.2). Then they sign in again. A session of another library, whose beginning is unknown, is prolonged no more.
   * Default: a session that is in use goes on.
   */
  readonly absoluteMaxAge?: number;
  /**
   * Time after a sign-in in which the user may add or remove an account or a passkey, in seconds. Later, they sign in again
   * first. `0`: before each one that they add, and for other changes after five minutes. Default 3600 (1 hour). If a page of
   * the application demands a more recent sign-in, make `freshAge` as short: otherwise a thief can add an account to an older
   * session, and sign in with it. With a `generateSessionToken` of the application and an adapter that does not store when a
   * session began, no session is fresh, and no account can be removed.
   */
  readonly freshAge?: number;
  /**
   * With strategy `jwt` and an adapter: how long a session may go on in another browser after all sessions of its user were
   * ended, in seconds: by "sign out everywhere else", a removed way to sign in, a new password or a takeover. Each process
   * asks the database for each user once in this time, and always before an account is linked or changed. `"always"`: at
   * each access to the session. While the database fails, such a session cannot be read. Default 300 (5 minutes).
   */
  readonly revocationDelay?: number | "always";
  /** Creates the token of a stored session. Default: 32 random bytes in base64url, and the time of the sign-in. */
  generateSessionToken?(): string;
}

/** The session token, an encrypted JWT. */
export interface JWTOptions {
  /** Lifetime of the token, in seconds: at most `session.maxAge`. Default: `session.maxAge`. */
  readonly maxAge?: number;
  /**
   * Creates the token, of all claims: without those of the library, such as `gen`, the session is read as an ended one. Default:
   * `encode` of `@latchkey/auth/jwt`: JWE, `dir` with A256CBC-HS512 (RFC 7518 §4.5).
   */
  encode?(params: JWTEncodeParams): Awaitable<string>;
  /** Reads the token. Return `null` if it is not valid. Default: `decode` of `@latchkey/auth/jwt`. */
  decode?(params: JWTDecodeParams): Awaitable<JWT | null>;
}

/** Pages of the application: paths that begin with `/`, or absolute URLs. */
export interface PagesOptions {
  /**
   * The sign-in page. Receives `?callbackUrl=` and, after a failure, `&error=`; with `CredentialsSignin` also `&code=`,
   * with `UserNotVerified` also `&ways=`, the ids of the user's providers, separated by commas; `&link=true` if the user
   * wants to add a way to sign in, which its forms then post as `link`; and `&provider=`, the only one to offer, if the
   * application needs its access tokens. Default: the built-in page.
   */
  readonly signIn?: string;
  /** Asks whether to sign out. Default: the built-in page. */
  readonly signOut?: string;
  /**
   * The error page. Receives `?error=`, the type of the error; `&callbackUrl=`, where the user wanted to go, or the page that
   * failed; and `&link=true` if they wanted to add a way to sign in. Pass both on to the sign-in page. Default: the built-in page.
   */
  readonly error?: string;
  /**
   * Says that an email has been sent, and asks for its code. Receives `?provider=` and `&type=email`, after a wrong code
   * `&error=`. For another mail, its form posts `csrfToken` and `again=true` to `<basePath>/signin/<provider>`; the page
   * then receives `&again=sent`, or `&again=early` within 30 seconds, when no mail is sent. It receives
   * `&again=unverified` after a right password for an address that was never confirmed, and `&again=unknownBrowser` after one in a
   * browser that is not known; for a script with `&error=SecondStepRequired`, which is not a failure. Default: the built-in page.
   */
  readonly verifyRequest?: string;
  /**
   * Asks whether to sign in with a mailed link, in a browser that did not ask for the email. Receives `?provider=`,
   * `&email=`, `&token=` and `&callbackUrl=`. Its form posts these but the first, with `csrfToken`, to
   * `<basePath>/callback/<provider>`. The token signs in: the page must load nothing from other sites. Default: the
   * built-in page.
   */
  readonly confirmation?: string;
  /**
   * Welcomes a new user after their first sign-in. Receives `?callbackUrl=`. Default: none: a new user goes where any user
   * goes.
   */
  readonly newUser?: string;
  /**
   * Asks a user who is signed in whether to link the account that they have just signed in with. Receives `?provider=`,
   * `&callbackUrl=` and `&question=`. Its form posts `csrfToken`, `choice` (`link`, `switch` or `cancel`) and that `question`
   * to `<basePath>/link`: an answer counts for the question that its page has shown. `switch` is refused for a passkey: it
   * was made for this user. Default: the built-in page.
   */
  readonly link?: string;
  /**
   * Welcomes the owner of a mailbox after a takeover. Receives `?removed=`, the ids of the providers that were removed from
   * the user, separated by commas, and `&callbackUrl=`. Shown only if a provider was removed. Default: the built-in page.
   */
  readonly takenOver?: string;
  /**
   * With `AccountPage`: lists the ways to sign in and the sessions of the user, who may remove them. A page of the application reads
   * `GET <basePath>/account-data` and posts to `<basePath>/account`. It receives `?done=` after a change, with `removed`, `renamed`,
   * `signed-out`, `signed-out-others` or `dismissed`, and `&of=`, the provider or the id that it is about; or `?error=` with `NotFound`, `LastWay`, `LastFactor` (the only passkey of a user
   * whose second factor it is), `SecondFactorRequired`, `NotRemovable` or `NotAvailable`. Default: the built-in
   * page.
   */
  readonly account?: string;
  /**
   * With `Password`: creates an account. Receives `?callbackUrl=` and, after a failure, `&error=`. Its form posts `csrfToken`,
   * `email`, `password` and `callbackUrl`, and the fields of `SignUp()` by their names, to `<basePath>/signup`. Default: the
   * built-in page.
   */
  readonly signUp?: string;
  /**
   * With `Password`: asks for the address of a user who has forgotten their password. Receives as `signUp`. Its form posts
   * `csrfToken`, `email` and `callbackUrl` to `<basePath>/forgot-password`. Default: the built-in page.
   */
  readonly forgotPassword?: string;
  /**
   * With `Password`: asks for a new password, and for the code of the email if it receives no `&token=`. Receives `?email=`,
   * `&token=` and `&callbackUrl=` behind a mailed link, `&error=` after a failure, and `&tries=` after a wrong code. Its form posts
   * `csrfToken`, `password`, and `code`, or `email`, `token` and `callbackUrl`, to `<basePath>/callback/password`. The token signs in: the page must load
   * nothing from other sites. Default: the built-in page.
   */
  readonly newPassword?: string;
  /**
   * With `Password`: asks the owner of a mailbox for the password that was set before their address was confirmed. Receives
   * `?email=`, `&callbackUrl=` and `&question=`; behind a mailed link `&token=` instead of `question`. Its form posts `csrfToken`,
   * the same `question`, or `token`, `email` and `callbackUrl`, and `current`, or `choice` with the value `never`, to
   * `<basePath>/keep-password`. A wrong password is removed; where the user would lose the address and keep the password instead,
   * and behind a link, it is asked for again, with `&error=WrongPassword`. Default: the built-in page.
   */
  readonly keepPassword?: string;
  /**
   * With `SignUp()`: asks a new user for what the application wants to know. Receives `?question=`, `&callbackUrl=` and, if a field is
   * wrong, `&error=InvalidField`. Its form posts `csrfToken`, the same `question`, the fields by their names, and `acceptedTerms` with the
   * version of the terms, to `<basePath>/finish-signup`. Default: the built-in page.
   */
  readonly finishSignUp?: string;
  /**
   * With `Password`: changes the password of a user who is signed in. Receives `?callbackUrl=` and, after a failure, `&error=`;
   * `&removed=true` if the one from before was removed in this sign-in. Its form posts `csrfToken`, `current` and `password` to `<basePath>/password`. Default: the built-in page.
   */
  readonly password?: string;
  /**
   * With `PasskeyOffer()`: offers a passkey to a user who has just signed in without one. Receives `?callbackUrl=`, where the user goes next,
   * and `&offer=`. Has a form with `data-passkey`, as `Passkey()` shows it, and in it `data-offer` with the value of `offer`; and a link to
   * `callbackUrl` with `data-skip`, which the script of passkeys follows where no passkey can be created. Default: the built-in page.
   */
  readonly passkeyOffer?: string;
  /**
   * With `SecondFactor()`: asks for the second step of a sign-in, or of a session that must prove more. Receives `?callbackUrl=`,
   * `&ways=`, of `code`, `passkey`, `recoveryCode` and `never` those that the user has, separated by commas, in a sign-in also
   * `&question=`, and after a failure `&error=`, with `&field=recoveryCode` if that was wrong. `error=SecondStepRequired`
   * is not a failure: a script was sent there. Its form calls `auth.secondFactor.prove()`, or posts `csrfToken`, the same
   * `question` and `callbackUrl`, `recoveryCode`, or `code` and perhaps `remember` with any value, to
   * `<basePath>/second-factor`. For `never`, which says that the factor may be someone else's, it calls
   * `auth.secondFactor.disown()`, or posts `choice` with the value `never`. Default: the built-in page.
   */
  readonly secondFactor?: string;
  /**
   * With `SecondFactor()`: sets a second factor up. Receives the same as `secondFactor`, but no `ways`; `&lack=level` if the
   * user has none, and a page needs one: say why; and `&done=second-factor-on` or `second-factor-off` if another tab has changed it.
   * It shows what
   * `auth.secondFactor.start()` returns, or, to a script, `GET <basePath>/second-factor-setup` with the header
   * `Accept: application/json`. Its form calls `auth.secondFactor.setUp()`, or posts `csrfToken`, `setup` of that answer, the first
   * `code`, and `question`, to the same path. Default: the built-in page.
   */
  readonly secondFactorSetup?: string;
  /**
   * With `AccountDeletion()`: says what becomes of an account that is to be deleted. Receives `?token=…`, `&state=…` (`pending`, `kept`
   * or `deleted`), and `&dueAt=…`, when it is deleted, as ISO 8601. For `pending` it has a form that posts `csrfToken` and `token` to
   * `<basePath>/account-deletion`, which keeps the account. Default: the built-in page.
   */
  readonly accountDeletion?: string;
  /**
   * With `Administration()`: tells an administrator who acts as a user that the library does nothing in the name of that user. Receives
   * `&callbackUrl=…`, where they go afterwards, `&state=acting`, or `over` once it has ended, and `&error=AccessDenied` after a form that
   * was refused. Has a form that posts
   * `csrfToken` and `callbackUrl` to `<basePath>/acting`, which ends it. Default: the built-in page.
   */
  readonly acting?: string;
  /**
   * With `Administration({ pages: true })`: lists users for staff, and shows one with `?user=`, an id. Receives the query of the built-in
   * page: `search`, `banned=true` and `after` of the list, `view=log` with `actor` and `after` of the log, `confirm=removeUser` before a
   * user is removed; after a change `?done=`, the name of the function that made it, or `?error=` with `NotFound`, `AccessDenied`,
   * `AlreadyBanned`, `NotBanned`, `InvalidBan`, `InvalidReason`, `InvalidName`, `AddressTaken`, `InvalidEmail`, `NotSent`, `RateLimited`,
   * `EmailSignInError` or `MissingCSRF`. It reads `<basePath>/admin` as JSON, with the same query, and posts to it `csrfToken`, `callbackUrl`,
   * where the answer leads (default: the page), `action`, the name of a function, and the fields of that: `user`, an id, for each but `createUser`, which has `email` and `name`; `name` for
   * `updateUser`; `session`, its id, for `endSession`; `reason` for `actAs`, which needs one, `banUser`, `unbanUser`, `endSessions`,
   * `resetSecondFactor` and `removeUser`. `banUser` has `length`, too: `day`, `week`, or `date`, for which `until` has a date, such as
   * `2030-01-31`, or an ISO 8601 date-time in UTC; empty, or without both, the ban is for good. `ban` has `bannedAt` of a ban that is to be changed. A reason has at most 1000 characters, a name 1024.
   * The answer is a redirect (303), or, with the header `x-auth-return-redirect: 1`, JSON with its `url`. Default: the built-in page.
   */
  readonly admin?: string;
}

/** Emails that tell a user what has happened to their account. */
export interface SecurityMails {
  /** Someone has signed in with a browser in which this user has not signed in before, other than by email. Default `true`. */
  readonly newDevice?: boolean;
  /** The password was set or changed. Default `true`. */
  readonly passwordChanged?: boolean;
  /** A passkey or an account with which the user can sign in was added or removed. Default `true`. */
  readonly ways?: boolean;
  /** The second factor was turned on or off, or recovery codes were used or replaced. Default `true`. */
  readonly secondFactor?: boolean;
  /** The deletion of the account was asked for or undone, or the account was deleted. Default `true`. */
  readonly accountDeletion?: boolean;
  /** The address of the account was changed, or the change was undone. Default `true`. */
  readonly emailChange?: boolean;
}

/** Options that may change or disappear in any version. */
export interface ExperimentalOptions {
  /**
   * Allows `WebAuthn`, and any other provider of type `webauthn` that is not `discoverable`. `Passkey` does not need it.
   * Default `false`.
   */
  readonly enableWebAuthn?: boolean;
}
