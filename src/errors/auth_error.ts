/**
 * The base class of all errors of the library.
 *
 * @module
 */

import type { ErrorKind, ErrorTypeOfAuthJs } from "../values/types.ts";
import { seeAlso } from "./help.ts";
import { isA, messageOf } from "./thrown.ts";

/** The type of an error: its stable name in logs, and in URLs where it is public. */
export type ErrorType =
  | "AccessDenied"
  | "AccountNotLinked"
  | "AdapterError"
  | "AuthError"
  | "ChallengeFailed"
  | "Configuration"
  | "CredentialsSignin"
  | "DuplicateConditionalUI"
  | "EmailSignInError"
  | "EventError"
  | "ExperimentalFeatureNotEnabled"
  | "InvalidCheck"
  | "InvalidCode"
  | "InvalidEmail"
  | "InvalidEndpoints"
  | "InvalidPassword"
  | "InvalidProvider"
  | "InvalidSecondFactor"
  | "JWTSessionError"
  | "MissingAdapter"
  | "MissingAdapterMethods"
  | "MissingAuthorize"
  | "MissingCSRF"
  | "MissingSecret"
  | "MissingWebAuthnAutocomplete"
  | "OAuthAccountNotLinked"
  | "OAuthCallbackError"
  | "OAuthProfileParseError"
  | "OldSecretMissing"
  | "OtherAccount"
  | "ProviderResponseError"
  | "ProviderUnavailable"
  | "RateLimited"
  | "ReconnectRequired"
  | "ServerBusy"
  | "ServerError"
  | "SessionRequired"
  | "SessionTokenError"
  | "SignOutError"
  | "TokenNotWritable"
  | "TooManyWrongCodes"
  | "UntrustedHost"
  | "UserChanged"
  | "UserNotStored"
  | "UserNotVerified"
  | "Verification"
  | "WebAuthnVerificationError"
  | ErrorTypeOfAuthJs;

/** The facts that led to an error. */
export interface ErrorCause extends Record<string, unknown> {
  /** The original error. */
  err?: Error;
}

/** Marks each class of the library: it has the same one in another copy. */
export const own: symbol = Symbol.for("@latchkey/auth/error");

/**
 * Base class of all errors of the library.
 *
 * @example
 * ```ts
 * import type { AnyAuthError } from "@latchkey/auth/errors";
 *
 * const providersOf = (error: AnyAuthError) => error.type === "UserNotVerified" ? error.providers : [];
 * ```
 */
export class AuthError extends Error {
  /** The stable name of its errors. */
  static readonly type: string = "AuthError";
  /** A class of the library itself, which a class of an application inherits and does not have. */
  protected static readonly own: symbol = own;
  /** The page that shows the error. */
  protected static readonly kind: ErrorKind = "error";
  /** The type that the error page shows. The other pages show the `type` itself. */
  protected static readonly publicType: ErrorType = "ServerError";
  /** The stable name of the error. */
  readonly type: ErrorType;
  /** The page that shows the error. */
  readonly kind: ErrorKind;
  /** The type that a user may see: `type` itself, `Configuration` or `ServerError`. */
  readonly publicType: ErrorType;
  /** Ids, steps and the original error. Never a secret. */
  declare cause: ErrorCause | undefined;

  /**
   * Creates an error of the class's type.
   *
   * @param message The operation that failed and the reason; or the original error.
   * @param cause The original error, or facts about it.
   */
  constructor(message?: string | Error, cause?: Error | ErrorCause) {
    const { kind, publicType } = new.target;
    const type = new.target.type as ErrorType;
    // These are thrown at start, where no log adds the link.
    const link = publicType === "Configuration" ? seeAlso(type) : "";
    super(message === undefined ? message : messageOf(message) + link);
    this.type = type;
    this.name = type;
    this.kind = kind;
    this.publicType = kind === "error" ? publicType : type;
    const facts = isA(cause, Error) ? { err: cause } : cause;
    const isThrown = message !== undefined && typeof message !== "string";
    this.cause = isThrown ? { err: message, ...facts } : facts;
  }

  /** `instanceof`, also for errors of another copy of the library. Of a class of an application, there are no copies. */
  static override [Symbol.hasInstance](thrown: unknown): boolean {
    let one = Object.hasOwn(this, "own") && Object(thrown).constructor;
    while (one && !(one.type === this.type && Object.hasOwn(one, "own") && one.own === own)) {
      one = Object.getPrototypeOf(one);
    }
    return !!one || super[Symbol.hasInstance](thrown);
  }
}
