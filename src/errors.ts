/**
 * Every way in which a sign-in or a configuration can fail.
 *
 * @module
 */

import type { ErrorKind, ErrorType } from "./types.ts";

export type { ErrorKind, ErrorType };

interface ErrorFacts {
  /** Page that tells about it. */
  readonly kind: ErrorKind;
  /** Whether the type may appear in a URL. If not, `Configuration` or `ServerError` does. */
  readonly public: boolean;
}

const FACTS: Readonly<Record<ErrorType, ErrorFacts>> = {
  /** Base of all. */
  AuthError: { kind: "error", public: false },
  /** `callbacks.signIn` said no. */
  AccessDenied: { kind: "error", public: true },
  /** A passkey belongs to another user than the one who is signed in, or its address to another user. */
  AccountNotLinked: { kind: "signIn", public: true },
  /** The database failed. */
  AdapterError: { kind: "error", public: false },
  /** The configuration cannot work. */
  Configuration: { kind: "error", public: true },
  /** What the user typed is wrong. */
  CredentialsSignin: { kind: "signIn", public: true },
  /** Two providers ask the browser to offer passkeys. */
  DuplicateConditionalUI: { kind: "error", public: false },
  /** The mail could not be sent. */
  EmailSignInError: { kind: "signIn", public: true },
  /** An event handler threw. Only logged. */
  EventError: { kind: "error", public: false },
  /** Something is used that must be asked for under `experimental`. */
  ExperimentalFeatureNotEnabled: { kind: "error", public: false },
  /** The sign-in was not started in this browser, was started too long ago, or was already finished. */
  InvalidCheck: { kind: "signIn", public: true },
  /** The typed code is wrong; it may be tried again. */
  InvalidCode: { kind: "verifyRequest", public: true },
  /** What the user typed is no e-mail address. */
  InvalidEmail: { kind: "signIn", public: true },
  /** An OAuth endpoint is missing or unusable in the configuration. */
  InvalidEndpoints: { kind: "error", public: false },
  /** No such provider, or it does not take part in this action. */
  InvalidProvider: { kind: "signIn", public: true },
  /** A session cookie could not be read. Only logged. */
  JWTSessionError: { kind: "error", public: false },
  /** A kind of sign-in, or stored sessions, need an adapter. */
  MissingAdapter: { kind: "error", public: false },
  /** The adapter lacks methods that are needed. */
  MissingAdapterMethods: { kind: "error", public: false },
  /** A credentials provider has no `authorize`. */
  MissingAuthorize: { kind: "error", public: false },
  /** A POST came without a valid CSRF token, or from another site. */
  MissingCSRF: { kind: "signIn", public: true },
  /** There is no secret, or it is too short. */
  MissingSecret: { kind: "error", public: false },
  /** The browser has no field to offer passkeys in. */
  MissingWebAuthnAutocomplete: { kind: "error", public: false },
  /** The account belongs to another user than the one who is signed in, or its address to another user. */
  OAuthAccountNotLinked: { kind: "signIn", public: true },
  /** The provider answered the authorization request with an error, such as `access_denied`. */
  OAuthCallbackError: { kind: "signIn", public: true },
  /** `profile()` failed, or the profile has no id. */
  OAuthProfileParseError: { kind: "signIn", public: true },
  /** The provider's answer breaks the protocol: a bad signature, a wrong audience, HTML for JSON. */
  ProviderResponseError: { kind: "signIn", public: true },
  /** The provider could not be reached, or did not answer in time. */
  ProviderUnavailable: { kind: "signIn", public: true },
  /** Anything unforeseen. */
  ServerError: { kind: "error", public: true },
  /** A stored session could not be read. Only logged. */
  SessionTokenError: { kind: "error", public: false },
  /** Ending a session failed in part. Only logged. */
  SignOutError: { kind: "error", public: false },
  /** Nobody has said that the request's host can be trusted. */
  UntrustedHost: { kind: "error", public: false },
  /** A mailed link or code is wrong, used or too old. */
  Verification: { kind: "error", public: true },
  /** The answer of a passkey is not what was asked for. */
  WebAuthnVerificationError: { kind: "signIn", public: true },
};

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
    super(message instanceof Error ? message.message : message);
    this.type = new.target.type;
    this.name = this.type;
    const { kind, public: isPublic } = FACTS[this.type];
    this.kind = kind;
    this.publicType = isPublic ? this.type : this instanceof ConfigError ? "Configuration" : "ServerError";
    const facts = cause instanceof Error ? { err: cause } : cause;
    this.cause = message instanceof Error ? { err: message, ...facts } : facts;
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

/** A session cookie could not be read. Only logged: nobody is signed in. */
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

/** An account may not be used by this user: it, or its address, belongs to another one. */
export class OAuthAccountNotLinked extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "OAuthAccountNotLinked";
}

/** A stored session could not be read. Only logged: nobody is signed in. */
export class SessionTokenError extends AuthError {
  /** The stable name of the error. */
  static override type: ErrorType = "SessionTokenError";
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
