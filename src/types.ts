/**
 * The shapes that travel through a sign-in: users, accounts, sessions, profiles, tokens.
 *
 * @module
 */

import type { AdapterAuthenticator, AdapterUser } from "./adapters/types.ts";

/** A value that may also come as a promise. */
export type Awaitable<T> = T | PromiseLike<T>;

/** How a provider proves who somebody is. */
export type ProviderType = "oidc" | "oauth" | "email" | "credentials" | "webauthn";

/**
 * A signed-in person, as the application and the browser see them. What an application returns may have fields that are
 * `undefined`, so the types say so: with `exactOptionalPropertyTypes` it would not compile otherwise.
 */
export interface User {
  /**
   * Identifier of the user. Without a database: derived from provider and account, the same at each
   * sign-in; with credentials, the `id` that `authorize` returns, or a random one each time.
   */
  id?: string | undefined;
  /** Display name. */
  name?: string | null | undefined;
  /** E-mail address, ASCII letters lower-cased. A provider's claim: it proves no ownership of the mailbox. */
  email?: string | null | undefined;
  /** URL of a picture. */
  image?: string | null | undefined;
}

/** What `GET session` answers by default. `callbacks.session` may return something else. */
export interface DefaultSession {
  /** Who is signed in. */
  user: User & { id: string };
  /** When the session ends if it is not used, as an ISO 8601 date-time. */
  expires: string;
}

/** A session as the application reads it. */
export type Session = DefaultSession;

/**
 * Claims of a session token. Times are seconds since the epoch.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7519#section-4.1 | RFC 7519 §4.1}
 */
export interface JWT extends Record<string, unknown> {
  /** Display name. */
  name?: string | null | undefined;
  /** E-mail address. */
  email?: string | null | undefined;
  /** URL of a picture. */
  picture?: string | null | undefined;
  /** Id of the user. */
  sub?: string | undefined;
  /** When the token was issued. */
  iat?: number | undefined;
  /** When the token ends. */
  exp?: number | undefined;
  /** Unique id of the token. */
  jti?: string | undefined;
  /** When the user signed in. */
  auth_time?: number | undefined;
}

/**
 * Tokens as a provider's token endpoint answered them.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5.1 | RFC 6749 §5.1}
 */
export interface TokenSet {
  /** Opens the provider's API. */
  access_token?: string | undefined;
  /** Signed claims about the user (OpenID Connect). */
  id_token?: string | undefined;
  /** Gets a new access token. */
  refresh_token?: string | undefined;
  /** Lifetime of the access token in seconds, as answered. */
  expires_in?: number | undefined;
  /** When the access token ends: seconds since the epoch, computed from `expires_in`. */
  expires_at?: number | undefined;
  /** Granted scopes, separated by spaces. */
  scope?: string | undefined;
  /** Lower-cased, as its value is case-insensitive. */
  token_type?: Lowercase<string> | undefined;
  /** Session state of OpenID Connect Session Management. */
  session_state?: unknown;
  /** Granted authorization details (RFC 9396). */
  authorization_details?: readonly AuthorizationDetails[] | undefined;
  /** Whatever else the provider answered. */
  [field: string]: unknown;
}

/** One entry of `authorization_details`. @see {@link https://www.rfc-editor.org/rfc/rfc9396#section-2 | RFC 9396 §2} */
export interface AuthorizationDetails {
  /** Type of the authorization. */
  type: string;
  /** Fields that the type defines. */
  [field: string]: unknown;
}

/** A user's account at a provider, with the tokens of this sign-in. */
export interface Account extends TokenSet {
  /** Id of the provider. */
  provider: string;
  /** Type of the provider. */
  type: ProviderType;
  /** The user's id at the provider. */
  providerAccountId: string;
}

/** A postal address. @see {@link https://openid.net/specs/openid-connect-core-1_0.html#AddressClaim | OpenID Connect §5.1.1} */
export interface Address {
  /** Country. */
  country?: string | null;
  /** The whole address, ready for a label. */
  formatted?: string | null;
  /** City. */
  locality?: string | null;
  /** Postal code. */
  postal_code?: string | null;
  /** State or region. */
  region?: string | null;
  /** Street and number. */
  street_address?: string | null;
}

/**
 * What a provider says about a user: the claims of an ID token, or the answer of a userinfo endpoint.
 *
 * @see {@link https://openid.net/specs/openid-connect-core-1_0.html#StandardClaims | OpenID Connect §5.1}
 */
export interface Profile extends Record<string, unknown> {
  /** Id at an OAuth 2 provider. */
  id?: string | null;
  /** Subject: id at an OpenID provider. */
  sub?: string | null;
  /** Full name. */
  name?: string | null;
  /** Given name. */
  given_name?: string | null;
  /** Family name. */
  family_name?: string | null;
  /** Middle name. */
  middle_name?: string | null;
  /** Casual name. */
  nickname?: string | null;
  /** Name the user likes to be referred to by. */
  preferred_username?: string | null;
  /** URL of a profile page. */
  profile?: string | null;
  /** URL of a picture. */
  picture?: unknown;
  /** URL of a web page. */
  website?: string | null;
  /** E-mail address. */
  email?: string | null;
  /** Whether the provider has verified the address. */
  email_verified?: boolean | null;
  /** Gender. */
  gender?: string | null;
  /** Birthday, `YYYY-MM-DD`. */
  birthdate?: string | null;
  /** Time zone, such as `Europe/Paris`. */
  zoneinfo?: string | null;
  /** Locale, such as `en-US`. */
  locale?: string | null;
  /** Telephone number. */
  phone_number?: string | null;
  /** When the information was last changed. */
  updated_at?: Date | string | number | null;
  /** Postal address. */
  address?: Address | null;
}

/** What a provider has proven: the one value that every kind of sign-in ends in. */
export interface Identity {
  /** The user as the provider tells of them, with an id. */
  readonly user: User & { id: string };
  /** The account with all tokens of this sign-in. */
  readonly account: Account;
  /** The part of the tokens that is stored. */
  readonly stored: TokenSet;
  /** What the provider said, unmapped. */
  readonly profile?: Profile;
  /** What the user typed. Only from a provider of type `credentials`. */
  readonly credentials?: Readonly<Record<string, unknown>>;
  /** Whether a provider's user signs in to a user with the same address, and removes nothing. Default `false`. */
  readonly linksByEmail?: boolean;
  /** Whether the provider has verified that the user owns the mailbox of `user.email`. Default `false`. */
  readonly emailIsVerified?: boolean;
  /** The user as stored, where the application has found them itself. Only from a provider of type `credentials`. */
  readonly storedUser?: AdapterUser;
  /** A new passkey, stored with the account. Only from a registration with a provider of type `webauthn`. */
  readonly authenticator?: NewAuthenticator;
}

/** A passkey before it is stored. */
export interface NewAuthenticator extends Omit<AdapterAuthenticator, "userId"> {
  /** The user who asked for it; `null` if it comes with a new user. */
  readonly userId: string | null;
}

/** The actions of the HTTP surface: the first path segment below `basePath`. */
export type AuthAction =
  | "callback"
  | "csrf"
  | "error"
  | "link"
  | "providers"
  | "session"
  | "signin"
  | "signout"
  | "taken-over"
  | "verify-request"
  | "webauthn-options"
  | "webauthn-script";

/** A key of WebCrypto. The runtimes' own types differ in what is of no matter here. */
export interface WebCryptoKey {
  /** `private`, `public` or `secret`. */
  readonly type: string;
  /** Whether it can be exported. */
  readonly extractable: boolean;
  /** What it is for. */
  readonly algorithm: object;
  /** What it may do. */
  readonly usages: readonly string[];
}

/** Where a person lands when something failed: the sign-in page or that of the code, to try again, or the error page. */
export type ErrorKind = "signIn" | "verifyRequest" | "error";

/** The type of an error: its stable name in logs, and in URLs where it is public. */
export type ErrorType =
  | "AuthError"
  | "AccessDenied"
  | "AccountNotLinked"
  | "AdapterError"
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
  | "InvalidProvider"
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
  | "ProviderResponseError"
  | "ProviderUnavailable"
  | "ServerError"
  | "SessionTokenError"
  | "SignOutError"
  | "UntrustedHost"
  | "UserChanged"
  | "UserNotVerified"
  | "Verification"
  | "WebAuthnVerificationError";

/** Receives what the library has to say to its operator. */
export interface LoggerInstance {
  /** A fault, or a refused attempt. Its `cause` says why. */
  error(error: Error): void;
  /** Something to change, once per config: a stable code, a colon, and a sentence, as in `unknown-option: The config …`. */
  warn(code: string): void;
  /** A step, with `debug: true`. Ids and types only, never a secret. */
  debug(message: string, metadata?: unknown): void;
}

/** Appearance of the built-in pages. */
export interface Theme {
  /** Colours of the pages. Default `auto`: as the browser is set. */
  readonly colorScheme?: "auto" | "dark" | "light";
  /** URL of a logo shown on top of each page. */
  readonly logo?: string;
  /** CSS colour of buttons and links. */
  readonly brandColor?: string;
  /** CSS colour of the text on buttons in `brandColor`. */
  readonly buttonText?: string;
}
