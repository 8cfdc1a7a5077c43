/**
 * The values of `?error=`.
 *
 * @module
 */

/** By page of `pages`, what the library writes into `?error=` of its address. */
export interface PageErrors {
  /** The sign-in page. `CredentialsSignin` comes with a `code`, `UserNotVerified` with `ways`. */
  readonly signIn:
    | "AccountNotLinked"
    | "CredentialsSignin"
    | "EmailSignInError"
    | "InvalidCheck"
    | "InvalidEmail"
    | "InvalidProvider"
    | "MissingCSRF"
    | "OAuthAccountNotLinked"
    | "OAuthCallbackError"
    | "OAuthProfileParseError"
    | "OtherAccount"
    | "ProviderResponseError"
    | "ProviderUnavailable"
    | "RateLimited"
    | "ReconnectRequired"
    | "ServerBusy"
    | "SessionNotFresh"
    | "SessionRequired"
    | "TooManyWrongCodes"
    | "UserChanged"
    | "UserNotVerified"
    | "WebAuthnVerificationError";
  /** The error page. */
  readonly error: "AccessDenied" | "Configuration" | "ServerError" | "UserNotStored" | "Verification";
  /** The account page: what was not changed. */
  readonly account:
    | "LastFactor"
    | "LastWay"
    | "NotAvailable"
    | "NotFound"
    | "NotRemovable"
    | "SecondFactorRequired"
    | "SessionRequired";
}

/**
 * What the library writes into `?error=` of your page. Anyone can write anything else there: show a text of yours for each
 * value, and one for all others.
 *
 * @example
 * ```ts
 * import type { PageError } from "@latchkey/auth/types";
 *
 * const texts = { LastWay: "This is your only way to sign in." } satisfies Partial<Record<PageError<"account">, string>>;
 * ```
 */
export type PageError<Page extends keyof PageErrors = keyof PageErrors> = PageErrors[Page];
