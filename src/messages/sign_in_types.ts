/**
 * The text that people read on the sign-in page: see `types.ts`.
 *
 * @module
 */

import type { AlertMessage } from "./alert_types.ts";

/** Messages of the sign-in page. */
export interface SignInMessages {
  /** Heading. */
  readonly heading: string;
  /** The same, if the application has a name. Placeholder: `app`. */
  readonly headingNamed: string;
  /** Below the heading, if the application has no name. Placeholder: `app`. */
  readonly purpose: string;
  /** Heading for a user who adds a way to sign in. */
  readonly headingToAdd: string;
  /** Below that heading. Placeholder: `app`. */
  readonly purposeToAdd: string;
  /** The user who is signed in. Placeholder: `person`. */
  readonly current: string;
  /** The same, if the user has neither a name nor an address. */
  readonly currentNameless: string;
  /** After it: the effect of signing in again. */
  readonly another: string;
  /** After it, for a user who adds a way to sign in: the effect. */
  readonly adding: string;
  /** Button. Placeholder: `provider`. */
  readonly button: string;
  /** Label of the field for an address. */
  readonly address: string;
  /** Example in that field. */
  readonly addressExample: string;
  /** Label of a field for a password, where the application gives it none. */
  readonly password: string;
  /** Button behind the address, which asks for the password next. */
  readonly continue: string;
  /** Button behind the password. */
  readonly submit: string;
  /** Link beside the password. */
  readonly forgotPassword: string;
  /** Name of the button that shows the password: it is pressed or not. */
  readonly showPassword: string;
  /** Button that sends a mail. */
  readonly sendMail: string;
  /** The same, if there are several ways to send one. Placeholder: `provider`. */
  readonly sendMailWith: string;
  /** Button that asks for a passkey. */
  readonly usePasskey: string;
  /** Button that creates a user with a passkey. */
  readonly createPasskey: string;
  /** Button that creates a passkey for the user who is signed in. */
  readonly addPasskey: string;
  /** The same for a new user, if there are several kinds of passkeys. Placeholder: `provider`. */
  readonly signUp: string;
  /** Shown for passkeys where scripts are off. */
  readonly passkeyNeedsScript: string;
  /** Mark of the way that was last used in this browser. */
  readonly lastUsed: string;
  /** Opens the rest of a long list of providers. */
  readonly more: string;
  /** Before the link to register. */
  readonly newHere: string;
  /** Link to register. */
  readonly register: string;
  /** Between two ways to sign in. */
  readonly or: string;
  /** For a user who adds a way to sign in, if there is none to add. */
  readonly nothingToAdd: string;
  /** Shown without any provider. */
  readonly noProvider: AlertMessage;
}

/** Failures that the sign-in page reports. */
export interface SignInErrorMessages {
  /** A passkey, or its address, belongs to another user. */
  readonly AccountNotLinked: AlertMessage;
  /** Wrong credentials. */
  readonly CredentialsSignin: AlertMessage;
  /** The mail was not sent. */
  readonly EmailSignInError: AlertMessage;
  /** The attempt is too old, or from another browser. */
  readonly InvalidCheck: AlertMessage;
  /** The form had no valid address. */
  readonly InvalidEmail: AlertMessage;
  /** The config has no provider of this id. */
  readonly InvalidProvider: AlertMessage;
  /** The CSRF token is missing or wrong. */
  readonly MissingCSRF: AlertMessage;
  /** An account, or its address, belongs to another user. */
  readonly OAuthAccountNotLinked: AlertMessage;
  /** The provider answered with an error: the user cancelled, for example. */
  readonly OAuthCallbackError: AlertMessage;
  /** The profile of the provider lacks a necessary field. */
  readonly OAuthProfileParseError: AlertMessage;
  /** More scopes were asked for, and the user has chosen another account at the provider. */
  readonly OtherAccount: AlertMessage;
  /** The answer of the provider is not valid. */
  readonly ProviderResponseError: AlertMessage;
  /** The provider does not answer. */
  readonly ProviderUnavailable: AlertMessage;
  /** There were too many attempts. */
  readonly RateLimited: AlertMessage;
  /** The application has no access to the API of the provider any more. */
  readonly ReconnectRequired: AlertMessage;
  /** The same, with the name of the provider. Placeholder: `provider`. */
  readonly ReconnectRequiredWithName: AlertMessage;
  /** Too many passwords are checked at the same time. Also the text of the page with status 503. */
  readonly ServerBusy: AlertMessage;
  /** A change on the account page needs a recent sign-in. */
  readonly SessionNotFresh: AlertMessage;
  /** A page needs a session. */
  readonly SessionRequired: AlertMessage;
  /** There were too many wrong codes in one sign-in, which is over. */
  readonly TooManyWrongCodes: AlertMessage;
  /** The user was changed during the sign-in. */
  readonly UserChanged: AlertMessage;
  /** The address of the user was never verified. */
  readonly UserNotVerified: AlertMessage;
  /** The same, with the ways to sign in that the user has. Placeholder of `now`: `ways`. */
  readonly UserNotVerifiedWithWays: AlertMessage;
  /** The answer of the passkey is not valid. */
  readonly WebAuthnVerificationError: AlertMessage;
}
