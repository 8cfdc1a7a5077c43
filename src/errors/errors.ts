/**
 * The errors of the library. Each class defines its type and the page that shows it.
 *
 * @module
 */

import type { SessionLack } from "../values/levels.ts";
import type { Refusal } from "../values/types.ts";
import { AuthError, own } from "./auth_error.ts";
import type { ConfigError } from "./config_errors.ts";

export * from "./config_errors.ts";
export { AuthError, type ErrorCause, type ErrorType } from "./auth_error.ts";
export { ChallengeFailed } from "./challenge_failed.ts";
export { OtherAccount, type ReconnectReason, ReconnectRequired, TokenNotWritable } from "./token_errors.ts";

/** Any error of the library, one type per class of this file: `switch (error.type)` narrows it. */
export type AnyAuthError =
  | Omit<AuthError, "type"> & { readonly type: "AuthError" }
  | Omit<ConfigError, "type"> & { readonly type: "Configuration" }
  | (typeof import("./errors.ts"))[
    Exclude<keyof typeof import("./errors.ts"), "AuthError" | "ConfigError">
  ]["prototype"];

/** A sign-in was refused, or a function is not for this user. */
export class AccessDenied extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "AccessDenied";
  /** Its type. */ declare readonly type: typeof AccessDenied.type;
  /** Its public type. */ protected static override readonly publicType = "AccessDenied";
}

/** An event handler threw. Only logged: the sign-in continues. */
export class EventError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "EventError";
  /** Its type. */ declare readonly type: typeof EventError.type;
}

/** `state`, PKCE or `nonce` did not match: the sign-in began in another browser, has expired, or has already finished. */
export class InvalidCheck extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "InvalidCheck";
  /** Its type. */ declare readonly type: typeof InvalidCheck.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** The provider does not exist, or does not support this action. */
export class InvalidProvider extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "InvalidProvider";
  /** Its type. */ declare readonly type: typeof InvalidProvider.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** A session in a token could not be created, read or updated. A failed read is only logged, and no one is signed in. */
export class JWTSessionError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "JWTSessionError";
  /** Its type. */ declare readonly type: typeof JWTSessionError.type;
}

/** A POST had no valid CSRF token, or came from another site. */
export class MissingCSRF extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Status of the answer, which Express, Koa, Fastify and h3 read. */ readonly status: number = 403;
  /** Its type. */ static override readonly type = "MissingCSRF";
  /** Its type. */ declare readonly type: typeof MissingCSRF.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** The provider answered with an error response (RFC 6749 §4.1.2.1). */
export class OAuthCallbackError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "OAuthCallbackError";
  /** Its type. */ declare readonly type: typeof OAuthCallbackError.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** A provider's `profile()` failed, or the profile has no usable id. */
export class OAuthProfileParseError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "OAuthProfileParseError";
  /** Its type. */ declare readonly type: typeof OAuthProfileParseError.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** A provider's answer violates the protocol. */
export class ProviderResponseError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "ProviderResponseError";
  /** Its type. */ declare readonly type: typeof ProviderResponseError.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** A provider could not be reached, or did not answer in time. */
export class ProviderUnavailable extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Status of the answer, as in `MissingCSRF` (RFC 9110 §15.6.4). */ readonly status: number = 503;
  /** Its type. */ static override readonly type = "ProviderUnavailable";
  /** Its type. */ declare readonly type: typeof ProviderUnavailable.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** There were too many attempts, such as wrong passwords. It may be tried again later: see `limits`. */
export class RateLimited extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Status of the answer, as in `MissingCSRF` (RFC 6585 §4). */ readonly status: number = 429;
  /** Headers of the answer, which these frameworks send too: when to try again, in seconds. */
  readonly headers: Readonly<Record<string, string>> = { "retry-after": "60" };
  /** Its type. */ static override readonly type = "RateLimited";
  /** Its type. */ declare readonly type: typeof RateLimited.type;
  /** Its page. */ protected static override readonly kind = "signIn";
  /** When to try again, in seconds from now. */ readonly retryAfter: number = 60;
}

/** The server has more to do than it can: too many passwords wait to be hashed. The user can try again in a moment. */
export class ServerBusy extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Status of the answer, as in `MissingCSRF`. */ readonly status: number = 503;
  /** Headers of the answer, which these frameworks send too: when to try again, in seconds. */
  readonly headers: Readonly<Record<string, string>> = { "retry-after": "10" };
  /** Its type. */ static override readonly type = "ServerBusy";
  /** Its type. */ declare readonly type: typeof ServerBusy.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** An unexpected error: see `cause.err`. */
export class ServerError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "ServerError";
  /** Its type. */ declare readonly type: typeof ServerError.type;
}

/** `auth.require()` has found no session, or one that is not enough. Send its `answer`, or lead users to its `signInUrl`. */
export class SessionRequired extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Status for scripts, as in `MissingCSRF`. */ readonly status: number = 401;
  /** Its type. */ static override readonly type = "SessionRequired";
  /** Its type. */ declare readonly type: typeof SessionRequired.type;
  /** Its page. */ protected static override readonly kind = "signIn";
  /** What is missing: the session, its level, or a sign-in that is recent enough. */ reason: SessionLack =
    "session";
  /** Path or URL of the page that helps, which leads back to that of the request: to sign in, or for the second factor. */
  signInUrl = "";
  /** Leads pages to it; 401 for all else. */ answer: Refusal = { status: 401, headers: {}, body: null };

  /** Returns the answer as a response. Hono calls it. */
  getResponse(): Response {
    return new Response(this.answer.body, this.answer);
  }
}

/** A session could not be ended completely. Only logged: the cookie was removed. */
export class SignOutError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "SignOutError";
  /** Its type. */ declare readonly type: typeof SignOutError.type;
}

/** The passkey cannot be used for this user. */
export class AccountNotLinked extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "AccountNotLinked";
  /** Its type. */ declare readonly type: typeof AccountNotLinked.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** The application's database failed. `cause.method` names the method of the adapter. */
export class AdapterError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Status of the answer, as in `MissingCSRF`. */ readonly status: number = 503;
  /** Its type. */ static override readonly type = "AdapterError";
  /** Its type. */ declare readonly type: typeof AdapterError.type;
}

/** The mail could not be sent. Nothing was stored. */
export class EmailSignInError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "EmailSignInError";
  /** Its type. */ declare readonly type: typeof EmailSignInError.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** The submitted code is wrong. */
export class InvalidCode extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "InvalidCode";
  /** Its type. */ declare readonly type: typeof InvalidCode.type;
  /** Its page. */ protected static override readonly kind = "verifyRequest";
}

/** The submitted value is not an email address. */
export class InvalidEmail extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "InvalidEmail";
  /** Its type. */ declare readonly type: typeof InvalidEmail.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** The account cannot be used for this user: it or its address belongs to another user, or the user cannot confirm the link. */
export class OAuthAccountNotLinked extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "OAuthAccountNotLinked";
  /** Its type. */ declare readonly type: typeof OAuthAccountNotLinked.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** A stored session could not be created, read or updated. A failed read is only logged, and no one is signed in. */
export class SessionTokenError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "SessionTokenError";
  /** Its type. */ declare readonly type: typeof SessionTokenError.type;
}

/** There were too many wrong codes in one sign-in. It is over: the user begins again with the first step, without a wait. */
export class TooManyWrongCodes extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "TooManyWrongCodes";
  /** Its type. */ declare readonly type: typeof TooManyWrongCodes.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** During a sign-in, its user was removed, verified or taken over, or signed out. The user can sign in again. */
export class UserChanged extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "UserChanged";
  /** Its type. */ declare readonly type: typeof UserChanged.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/** The user of a session is not in the database, which a page for their account needs. */
export class UserNotStored extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "UserNotStored";
  /** Its type. */ declare readonly type: typeof UserNotStored.type;
  /** Its public type. */ protected static override readonly publicType = "UserNotStored";
}

/** A proven address is that of a user who never verified it, and whose other ways to sign in cannot all be removed. */
export class UserNotVerified extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "UserNotVerified";
  /** Its type. */ declare readonly type: typeof UserNotVerified.type;
  /** Its page. */ protected static override readonly kind = "signIn";
  /** Ids of the providers of the user's accounts. Empty if the adapter cannot list them. */
  providers: readonly string[] = [];
}

/** Why a password cannot be set. */
export type PasswordObjection = "TooShort" | "TooLong" | "TooCommon" | "Leaked" | "WrongPassword";

/** A new password cannot be set. With `Password`, the page says why. */
export class InvalidPassword extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "InvalidPassword";
  /** Its type. */ declare readonly type: typeof InvalidPassword.type;
  /** Why. */ code: PasswordObjection = "TooShort";
}

/**
 * A code, a recovery code or a passkey of the second step is wrong, or was used before. With `SecondFactor()`, the page says so.
 */
export class InvalidSecondFactor extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "InvalidSecondFactor";
  /** Its type. */ declare readonly type: typeof InvalidSecondFactor.type;
}

/** A mailed link or code is wrong, used or expired. */
export class Verification extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "Verification";
  /** Its type. */ declare readonly type: typeof Verification.type;
  /** Its public type. */ protected static override readonly publicType = "Verification";
}

/** The answer of an authenticator is malformed, forged, or does not match the request. */
export class WebAuthnVerificationError extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. */ static override readonly type = "WebAuthnVerificationError";
  /** Its type. */ declare readonly type: typeof WebAuthnVerificationError.type;
  /** Its page. */ protected static override readonly kind = "signIn";
}

/**
 * The submitted credentials are wrong. Throw it in `authorize`, or a subclass with another `code`.
 *
 * @example
 * ```ts
 * import { CredentialsSignin } from "@latchkey/auth";
 *
 * class TooManyTries extends CredentialsSignin {
 *   override code = "too_many_tries";
 * }
 * ```
 */
export class CredentialsSignin extends AuthError {
  /** A class of the library. */ protected static override readonly own: symbol = own;
  /** Its type. A subclass may have another. */ static override readonly type: string = "CredentialsSignin";
  /** Its type. */ declare readonly type: "CredentialsSignin";
  /** Its page. */ protected static override readonly kind = "signIn";
  /** Part of the URL of the sign-in page, where the user can see it. */ code = "credentials";
}
