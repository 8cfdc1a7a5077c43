/**
 * Every way in which a sign-in or a configuration can fail.
 *
 * @module
 */

import { ERROR_FACTS } from "./error_facts.ts";
import { isA, messageOf } from "./thrown.ts";
import type { ErrorKind, ErrorType } from "./types.ts";

export type { ErrorKind, ErrorType };

/** What led to an error. */
export interface ErrorCause extends Record<string, unknown> {
  /** The error underneath. */
  err?: Error;
}

/** Base class of all errors of the library. */
export class AuthError extends Error {
  /** The stable name of the error. */
  static type: ErrorType = "AuthError";
  /** The stable name of the error. */
  readonly type: ErrorType;
  /** The page a person lands on. */
  readonly kind: ErrorKind;
  /** What a person may see of the type: itself, `Configuration` or `ServerError`. */
  readonly publicType: ErrorType;
  /** Ids, steps and the error underneath. Never a secret. */
  declare cause: ErrorCause | undefined;

  /**
   * Creates an error of the class's type.
   *
   * @param message What could not be done and why, or the error underneath.
   * @param cause The error underneath, or facts about it.
   */
  constructor(message?: string | Error, cause?: Error | ErrorCause) {
    super(message === undefined ? message : messageOf(message));
    this.type = new.target.type;
    this.name = this.type;
    const { kind, public: isPublic } = ERROR_FACTS[this.type];
    this.kind = kind;
    this.publicType = isPublic ? this.type : this instanceof ConfigError ? "Configuration" : "ServerError";
    const facts = isA(cause, Error) ? { err: cause } : cause;
    const isThrown = message !== undefined && typeof message !== "string";
    this.cause = isThrown ? { err: message, ...facts } : facts;
  }
}

/** A configuration that cannot work; the message says what to write instead. */
export class ConfigError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "Configuration";
}

/** A provider lacks an endpoint, or has one that cannot be used. */
export class InvalidEndpoints extends ConfigError {
  /** The stable name of the error. */
  static override type: ErrorType = "InvalidEndpoints";
}

/** There is no secret, or one of fewer than 32 characters. */
export class MissingSecret extends ConfigError {
  /** The stable name of the error. */
  static override type: ErrorType = "MissingSecret";
}

/** Nobody has said that the request's host can be trusted. */
export class UntrustedHost extends ConfigError {
  /** The stable name of the error. */
  static override type: ErrorType = "UntrustedHost";
}

/** `callbacks.signIn` refused a sign-in. */
export class AccessDenied extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "AccessDenied";
}

/** An event handler threw. Only logged: the sign-in goes on. */
export class EventError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "EventError";
}

/** `state`, PKCE or `nonce` did not match: the sign-in was not started in this browser, is too old, or was already finished. */
export class InvalidCheck extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "InvalidCheck";
}

/** There is no such provider, or it does not take part in this action. */
export class InvalidProvider extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "InvalidProvider";
}

/** A session in a token could not be begun, read or updated. While it is read, this is only logged: no one is signed in. */
export class JWTSessionError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "JWTSessionError";
}

/** A POST came without a valid CSRF token, or from another site. */
export class MissingCSRF extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "MissingCSRF";
}

/** The provider answered with an error response (RFC 6749 §4.1.2.1). */
export class OAuthCallbackError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "OAuthCallbackError";
}

/** A provider's `profile()` failed, or the profile has no usable id. */
export class OAuthProfileParseError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "OAuthProfileParseError";
}

/** A provider's answer breaks the protocol. */
export class ProviderResponseError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "ProviderResponseError";
}

/** A provider could not be reached, or did not answer in time. */
export class ProviderUnavailable extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "ProviderUnavailable";
}

/** Something unforeseen failed. Its `cause.err` tells what. */
export class ServerError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "ServerError";
}

/** Ending a session failed in part. Only logged: the cookie is gone. */
export class SignOutError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "SignOutError";
}

/** A kind of sign-in, or stored sessions, need an adapter. */
export class MissingAdapter extends ConfigError {
  /** The stable name of the error. */
  static override type: ErrorType = "MissingAdapter";
}

/** The adapter lacks methods that are needed; the message names them. */
export class MissingAdapterMethods extends ConfigError {
  /** The stable name of the error. */
  static override type: ErrorType = "MissingAdapterMethods";
}

/** A credentials provider has no `authorize`. */
export class MissingAuthorize extends ConfigError {
  /** The stable name of the error. */
  static override type: ErrorType = "MissingAuthorize";
}

/** Two providers ask the browser to offer passkeys: only one may. */
export class DuplicateConditionalUI extends ConfigError {
  /** The stable name of the error. */
  static override type: ErrorType = "DuplicateConditionalUI";
}

/** Something is used that must be asked for under `experimental`. */
export class ExperimentalFeatureNotEnabled extends ConfigError {
  /** The stable name of the error. */
  static override type: ErrorType = "ExperimentalFeatureNotEnabled";
}

/** A provider offers passkeys in a form, and no field of it has `webauthn` in its `autocomplete`. */
export class MissingWebAuthnAutocomplete extends ConfigError {
  /** The stable name of the error. */
  static override type: ErrorType = "MissingWebAuthnAutocomplete";
}

/** A passkey may not be used by this user. */
export class AccountNotLinked extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "AccountNotLinked";
}

/** The application's database failed. `cause.method` names the method. */
export class AdapterError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "AdapterError";
}

/** The mail could not be sent. Nothing was stored. */
export class EmailSignInError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "EmailSignInError";
}

/** A typed code is wrong. */
export class InvalidCode extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "InvalidCode";
}

/** What was typed is no e-mail address. */
export class InvalidEmail extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "InvalidEmail";
}

/** An account may not be used by this user: it, or its address, belongs to another one, or linking it cannot be asked for. */
export class OAuthAccountNotLinked extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "OAuthAccountNotLinked";
}

/** A stored session could not be begun, read or updated. While it is read, this is only logged: no one is signed in. */
export class SessionTokenError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "SessionTokenError";
}

/**
 * While a sign-in was under way, its user was removed, verified or taken over, or signed out. No session was begun:
 * signing in again shows what is left.
 */
export class UserChanged extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "UserChanged";
}

/**
 * Someone has proven to own a mailbox, but the user with that address was created without such a proof, and what
 * strangers may sign in to it with cannot be removed. Nothing was changed.
 */
export class UserNotVerified extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "UserNotVerified";
  /** Ids of the providers that the user has accounts at, as far as the adapter lists them. */
  providers: readonly string[] = [];
}

/** A mailed link or code is wrong, used or too old. */
export class Verification extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "Verification";
}

/** The answer of a passkey is malformed, forged, or not what was asked for. */
export class WebAuthnVerificationError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "WebAuthnVerificationError";
}

/**
 * What the user typed is wrong. Throw it, or a subclass with a `code` of its own, in `authorize`.
 *
 * @example
 * ```ts
 * import { CredentialsSignin } from "@latchkey/auth";
 *
 * class TooManyTries extends CredentialsSignin {
 *   override code = "too_many_tries";
 * }
 * console.log(new TooManyTries().type); // "CredentialsSignin"
 * ```
 */
export class CredentialsSignin extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "CredentialsSignin";
  /** Stands in the URL of the sign-in page, for everybody to see. */
  code = "credentials";
}
