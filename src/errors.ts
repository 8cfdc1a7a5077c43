/**
 * Every way in which a sign-in or a configuration can fail.
 *
 * @module
 */

/** Where a person lands when something failed: the sign-in page, to try again, or the error page. */
export type ErrorKind = "signIn" | "error";

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
  /** The configuration cannot work. */
  Configuration: { kind: "error", public: true },
  /** An event handler threw. Only logged. */
  EventError: { kind: "error", public: false },
  /** The sign-in was not started in this browser, was started too long ago, or was already finished. */
  InvalidCheck: { kind: "signIn", public: true },
  /** An OAuth endpoint is missing or unusable in the configuration. */
  InvalidEndpoints: { kind: "error", public: false },
  /** No such provider, or it does not take part in this action. */
  InvalidProvider: { kind: "signIn", public: true },
  /** A session cookie could not be read. Only logged. */
  JWTSessionError: { kind: "error", public: false },
  /** A POST came without a valid CSRF token, or from another site. */
  MissingCSRF: { kind: "signIn", public: true },
  /** There is no secret, or it is too short. */
  MissingSecret: { kind: "error", public: false },
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
  /** Ending a session failed in part. Only logged. */
  SignOutError: { kind: "error", public: false },
  /** Nobody has said that the request's host can be trusted. */
  UntrustedHost: { kind: "error", public: false },
};

/** The type of an error: its stable name in logs, and in URLs where it is public. */
export type ErrorType =
  | "AuthError"
  | "AccessDenied"
  | "Configuration"
  | "EventError"
  | "InvalidCheck"
  | "InvalidEndpoints"
  | "InvalidProvider"
  | "JWTSessionError"
  | "MissingCSRF"
  | "MissingSecret"
  | "OAuthCallbackError"
  | "OAuthProfileParseError"
  | "ProviderResponseError"
  | "ProviderUnavailable"
  | "ServerError"
  | "SignOutError"
  | "UntrustedHost";

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
