/**
 * Providers as data: what an application lists, and what the library makes of it.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/types.ts";
import type { Awaitable, Theme, User } from "../types.ts";
import type { OAuthConfig, OIDCConfig } from "./_oauth.ts";
import type { WebAuthnConfig } from "./_webauthn.ts";

export type {
  Check,
  ClientCredentials,
  ClientMetadata,
  CustomFetch,
  EndpointHandler,
  OAuth2Config,
  OAuthConfig,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  Params,
  ProviderStyle,
  ProviderUser,
  SecretContext,
  TokenEndpointHandler,
  UserinfoContext,
  UserinfoEndpointHandler,
} from "./_oauth.ts";

export type {
  AuthenticationOptions,
  AuthenticatorSelection,
  CredentialDescriptor,
  PasskeyCredential,
  PasskeyResponse,
  PasskeyVerification,
  RegistrationOptions,
  RelayingParty,
  ResolvedRelayingParty,
  SimpleWebAuthn,
  UserInfo,
  UserInfoContext,
  VerifiedAuthentication,
  VerifiedRegistration,
  VerifyOptions,
  WebAuthnConfig,
  WebAuthnUserConfig,
} from "./_webauthn.ts";

/** A mail that signs in, ready to be sent. */
export interface VerificationRequest {
  /** The address, normalised. Send to this one only. */
  readonly identifier: string;
  /** URL of the link. */
  readonly url: string;
  /** Code that can be typed in the browser that asked: eight digits. */
  readonly code: string;
  /** When link and code end. */
  readonly expires: Date;
  /** The token in the link. */
  readonly token: string;
  /** The provider. */
  readonly provider: EmailConfig;
  /** Appearance of the pages, for the mail too. */
  readonly theme: Theme;
  /** The request that asked for the mail, its body unread. */
  readonly request: Request;
  /** Sends a request to a mail service, with time-out and size limit. */
  fetch(input: string, init?: RequestInit): Promise<Response>;
}

/** A provider that mails a link and a code. */
export interface EmailConfig {
  /** Identifies the provider, in URLs too: `A-Z a-z 0-9 . _ -`. */
  readonly id: string;
  /** Label on the sign-in page. */
  readonly name: string;
  /** The kind of sign-in. */
  readonly type: "email";
  /** Sender of the mail: `Name <mail@example.com>`. */
  readonly from?: string;
  /** Key of the mail service. Default: `AUTH_<ID>_KEY`. */
  readonly apiKey?: string;
  /** Lifetime of link and code in seconds. Default 3600 (1 hour). */
  readonly maxAge?: number;
  /**
   * Whether a mailed link signs in a user whose address was never verified, and leaves them all that they sign in with.
   * Default `false`: a stranger may have registered the address. The user is given to the owner of the mailbox without
   * what was set up before; where that cannot be done, the sign-in is refused.
   */
  readonly allowDangerousEmailAccountLinking?: boolean;
  /**
   * Sends the mail, within 30 seconds. What it throws is logged, and the user is told that the mail could not be sent;
   * with a `ConfigError`, that the site has a problem.
   */
  sendVerificationRequest(request: VerificationRequest): Awaitable<void>;
  /**
   * Checks the completed provider at start, unless `sendVerificationRequest` is the application's own. Throws a
   * `ConfigError` that says what to write.
   */
  assertReady?(provider: EmailConfig): void;
  /**
   * Makes the token of the link: at least 22 random characters, since it can be tried without limit. For a code to type,
   * mail the `code` of the request instead. Default: 32 random bytes, in hexadecimal.
   */
  generateVerificationToken?(): Awaitable<string>;
  /** Brings an address into the form it is stored in. Throws if it is none. Default: see `sign_in/address.ts`. */
  normalizeIdentifier?(identifier: string): string;
  /** What the application wrote: wins over the other fields. */
  readonly options?: EmailUserConfig;
}

/** What an application may write for an e-mail provider. */
export type EmailUserConfig = Partial<Omit<EmailConfig, "assertReady" | "options" | "type">>;

/** An input of the built-in form: attributes of an `input` element. */
export interface CredentialInput {
  /** Label. Default: the name of the field. */
  readonly label?: string;
  /** Default `text`. */
  readonly type?: string;
  /** Shown while the field is empty. */
  readonly placeholder?: string;
  /** What the browser may fill in: `username`, `current-password`, … */
  readonly autocomplete?: string;
  /** What the field has at first. */
  readonly value?: string;
  /** Whether the browser insists on a value. Default `false`. */
  readonly required?: boolean;
}

/** A provider whose proof the application checks itself: a password, most often. */
export interface CredentialsConfig {
  /** Identifies the provider, in URLs too: `A-Z a-z 0-9 . _ -`. */
  readonly id: string;
  /** Label on the sign-in page. */
  readonly name: string;
  /** The kind of sign-in. */
  readonly type: "credentials";
  /** Fields of the built-in form, by name. Without any, there is no form. */
  readonly credentials: Readonly<Record<string, CredentialInput>>;
  /**
   * Checks what the user typed. `null` means that it is wrong; so does throwing a `CredentialsSignin`, whose `code` the
   * user's browser sees. With stored sessions, the `id` must be that of a user in the database.
   */
  authorize(
    credentials: Readonly<Partial<Record<string, unknown>>>,
    request: Request,
  ): Awaitable<User | null>;
  /**
   * Removes the password of a user whom the owner of the mailbox takes over, because a stranger may have set it. It is
   * called before and after the takeover, so there may be no password. If the takeover fails in between, the password is
   * gone all the same. Without it, neither a mail nor a provider that vouches for the address opens a user whose address
   * was never verified.
   *
   * @returns Whether there was a password.
   */
  revoke?(user: AdapterUser): Awaitable<boolean>;
  /** What the application wrote: wins over the other fields. */
  readonly options?: Partial<Omit<CredentialsConfig, "options" | "type">>;
}

/** A provider as an application lists it: an object, or a function that takes options and returns one. */
export type Provider = OAuthConfig | OIDCConfig | EmailConfig | CredentialsConfig | WebAuthnConfig;

/** A provider's entry in `GET providers`. */
export interface AppProvider {
  /** Id of the provider. */
  readonly id: string;
  /** Label. */
  readonly name: string;
  /** Type. */
  readonly type: Provider["type"];
  /** Where `POST` starts the sign-in. */
  readonly signinUrl: string;
  /** Where the provider sends the user back. */
  readonly callbackUrl: string;
}
