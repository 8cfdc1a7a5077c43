/**
 * What each type of error means for a person: the page, and whether the type may be seen.
 *
 * @module
 */

import type { ErrorKind, ErrorType } from "./types.ts";

/** What follows from the type of an error. */
export interface ErrorFacts {
  /** The page that a person sees. */
  readonly kind: ErrorKind;
  /** Whether the type may stand in a URL. If not, `Configuration` or `ServerError` does. */
  readonly public: boolean;
}

/** By type. */
export const ERROR_FACTS: Readonly<Record<ErrorType, ErrorFacts>> = {
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
  /** A session in a token could not be begun, read or updated. */
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
  /** A stored session could not be begun, read or updated. */
  SessionTokenError: { kind: "error", public: false },
  /** Ending a session failed in part. Only logged. */
  SignOutError: { kind: "error", public: false },
  /** Nobody has said that the request's host can be trusted. */
  UntrustedHost: { kind: "error", public: false },
  /** The user was removed, verified or taken over, or signed out, while the sign-in was under way. */
  UserChanged: { kind: "signIn", public: true },
  /** A user's address was not verified, and what strangers can sign in with cannot be removed. */
  UserNotVerified: { kind: "signIn", public: true },
  /** A mailed link or code is wrong, used or too old. */
  Verification: { kind: "error", public: true },
  /** The answer of a passkey is not what was asked for. */
  WebAuthnVerificationError: { kind: "signIn", public: true },
};
