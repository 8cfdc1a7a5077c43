/**
 * Types of users, accounts, sessions, profiles and tokens.
 *
 * @module
 */

import type { Aal, AuthMethod } from "./levels.ts";

/** A value, or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>;

/** How a provider authenticates a user. */
export type ProviderType = "oidc" | "oauth" | "email" | "credentials" | "webauthn";

/**
 * The fields that the library knows of a user. They allow `undefined`, so that values of the application compile with
 * `exactOptionalPropertyTypes`.
 */
export interface DefaultUser {
  /**
   * Identifier of the user. Without a database, it is derived from provider and account, and the same at each sign-in;
   * with credentials, it is the `id` that `authorize` returns, or random at each sign-in.
   */
  id?: string | undefined;
  /** Display name. */
  name?: string | null | undefined;
  /** Email address in lower case, with its domain in ASCII. Claimed by a provider: it does not prove ownership of the mailbox. */
  email?: string | null | undefined;
  /** URL of a picture. */
  image?: string | null | undefined;
}

/** A signed-in user, as the application and the browser see it. An application adds fields by augmentation. */
export interface User extends DefaultUser {}

/** The default answer of `GET session`. `callbacks.session` can return another. */
export interface DefaultSession {
  /** The user who is signed in. */
  get user(): User & { id: string };
  /**
   * A user without an `id` can be assigned, as with Auth.js. The session then has no `id`.
   *
   * @ignore
   */
  set user(user: User);
  /** When the session expires unless it is used, as an ISO 8601 date-time. */
  expires: string;
  /** The level of the session: 2 after two factors, else 1. Only in a config with `SecondFactor()`. */
  aal?: Aal;
  /** How the user has signed in, by RFC 8176 §2; empty if unknown. Only in a config with `SecondFactor()`. */
  amr?: readonly AuthMethod[];
  /** When the user has signed in, in seconds since the epoch. Absent if unknown. Only in a config with `SecondFactor()`. */
  auth_time?: number;
}

/**
 * A session as the application reads it. An application adds the fields of its own by augmentation:
 *
 * @example
 * ```ts ignore
 * import type {} from "@latchkey/auth";
 *
 * declare module "@latchkey/auth" {
 *   interface Session {
 *     role?: string;
 *   }
 * }
 * ```
 */
export interface Session extends DefaultSession {}

/**
 * The claims that the library knows of a session token. Times are seconds since the epoch.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7519#section-4.1 | RFC 7519 §4.1}
 */
export interface DefaultJWT extends Record<string, unknown> {
  /** Display name. */
  name?: string | null | undefined;
  /** Email address. */
  email?: string | null | undefined;
  /** URL of a picture. */
  picture?: string | null | undefined;
  /** Id of the user. */
  sub?: string | undefined;
  /** When the token was issued. */
  iat?: number | undefined;
  /** When the token expires. */
  exp?: number | undefined;
  /** Unique id of the token. */
  jti?: string | undefined;
  /** When the user signed in. */
  auth_time?: number | undefined;
  /** How the user has signed in, by RFC 8176 §2; absent if unknown. The library alone sets it. */
  amr?: readonly string[] | undefined;
  /** Level of the session: 2 after two factors; absent for level 1. The library alone sets it. */
  aal?: number | undefined;
  /** Generation of the user in which the token was issued: see `session.revocationDelay`. Absent for the first one. */
  gen?: number | undefined;
  /** Id of the user who signed in, if `callbacks.jwt` names another one in `sub`. Only the library sets it. */
  gen_sub?: string | undefined;
  /** Generation of the user in `sub`, if that is another one of the database than the one who signed in. Only the library sets it. */
  named_gen?: number | undefined;
  /** Names the session, if the database knows where it began: see `ProviderLogout`. Only the library sets it. */
  latchkey_sid?: string | undefined;
  /** Whether the database has the user: the session ends when it no longer does. Only the library sets it. */
  latchkey_stored?: boolean | undefined;
}

/**
 * What the application's own code gives a sign-in on its way, as JSON: `signIn("google", { data: { plan: "pro" } })`. An application adds the
 * types of its fields by augmentation.
 */
export interface SignInData {
  /** A field. */
  readonly [field: string]: unknown;
}

/** Claims of a session token. An application adds its own by augmentation. */
export interface JWT extends DefaultJWT {}

/**
 * The answer of a provider's token endpoint.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5.1 | RFC 6749 §5.1}
 */
export interface TokenSet {
  /** Access token for the provider's API. */
  access_token?: string | undefined;
  /** ID token: signed claims about the user (OpenID Connect). */
  id_token?: string | undefined;
  /** Refresh token: gets a new access token. */
  refresh_token?: string | undefined;
  /** Lifetime of the access token in seconds, from the answer. */
  expires_in?: number | undefined;
  /** When the access token expires: seconds since the epoch, computed from `expires_in`. */
  expires_at?: number | undefined;
  /** Granted scopes, separated by spaces. */
  scope?: string | undefined;
  /** Token type, in lower case, because its value is case-insensitive. */
  token_type?: Lowercase<string> | undefined;
  /** Session state of OpenID Connect Session Management. */
  session_state?: unknown;
  /** Granted authorization details (RFC 9396). */
  authorization_details?: readonly AuthorizationDetails[] | undefined;
  /** Further fields of the answer. */
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
  /** Id of the user, of an account in the database. */
  userId?: string;
}

/** A postal address. @see {@link https://openid.net/specs/openid-connect-core-1_0.html#AddressClaim | OpenID Connect §5.1.1} */
export interface Address {
  /** Country. */
  country?: string | null;
  /** The whole address, formatted for a mailing label. */
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
 * The profile of a user at a provider: the claims of an ID token, or the answer of a userinfo endpoint.
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
  /** Name by which the user wants to be called. */
  preferred_username?: string | null;
  /** URL of a profile page. */
  profile?: string | null;
  /** URL of a picture. Some providers send an object. */
  // deno-lint-ignore no-explicit-any -- used without casts, as with Auth.js
  picture?: any;
  /** URL of a web page. */
  website?: string | null;
  /** Email address. */
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

/** A key of WebCrypto. The types of the runtimes differ in details that do not matter here. */
export interface WebCryptoKey {
  /** `private`, `public` or `secret`. */
  readonly type: string;
  /** Whether it can be exported. */
  readonly extractable: boolean;
  /** Its algorithm. */
  readonly algorithm: object;
  /** Its permitted operations. */
  readonly usages: readonly string[];
}

/** Receives the log entries of the library. */
export interface LoggerInstance {
  /** A failure, or a refused attempt. Its `cause` holds the reason. */
  error(error: Error): void;
  /** A problem to fix, once per config: a stable code, a colon and a sentence, such as `unknown-option: The config …`. */
  warn(code: string): void;
  /** A step. Called whether or not `debug` is on. Contains ids and types only, never a secret. */
  debug(message: string, metadata?: unknown): void;
}

/** Appearance of the built-in pages and of the emails. */
export interface Theme {
  /**
   * Name of the application, at most 60 characters: in titles and texts of pages and emails, and beside a passkey in the
   * list of the browser. Default: the host.
   */
  readonly name?: string;
  /** Colours of the pages. Default `auto`: the browser's setting. */
  readonly colorScheme?: "auto" | "dark" | "light";
  /**
   * URL of a logo at the top of each page: http or https, a path, or a data URL of an image. Emails can show a PNG or JPEG
   * alone, from a URL or a path. Default: none.
   */
  readonly logo?: string;
  /** URL of the logo on dark pages. Default: `logo`. */
  readonly logoDark?: string;
  /**
   * CSS colour of buttons and links. Where it lacks contrast to the page, borders and links take a darker or lighter
   * one. Default: the colour of the text.
   */
  readonly brandColor?: string;
  /** CSS colour of the text on buttons. Where it lacks contrast to `brandColor`, the default applies. Default: black or white. */
  readonly buttonText?: string;
  /** Radius of the corners of buttons and fields: a CSS length in px, rem or em. Default `0.625rem`. */
  readonly radius?: string;
  /** CSS `font-family` list of fonts on the user's device: the pages load none. Default `system-ui, sans-serif`. */
  readonly font?: string;
  /** Links of the application, shown where they belong. Default: none. */
  readonly links?: ThemeLinks;
}

/** Links of the application: paths, or http and https URLs. Without a link, the pages show nothing in its place. */
export interface ThemeLinks {
  /** Terms of use: below each page. Default: none. */
  readonly terms?: string;
  /** Privacy notice: below each page. Default: none. */
  readonly privacy?: string;
  /** Where users find help: below each page. Also `mailto:` with an address. Default: none. */
  readonly support?: string;
  /** Where users reset a forgotten password: beside each password. Default: none. */
  readonly forgotPassword?: string;
  /** Where new users register: below the ways to sign in. Default: none. */
  readonly signUp?: string;
}

/** The page that shows a failure: the sign-in page or the page for the code, to try again, the page of whoever acts as a user, or the error page. */
export type ErrorKind = "signIn" | "verifyRequest" | "acting" | "error";

/** Types of errors of Auth.js that this library never throws. */
export type ErrorTypeOfAuthJs =
  | "CallbackRouteError"
  | "ErrorPageLoop"
  | "InvalidCallbackUrl"
  | "OAuthSignInError"
  | "SignInError"
  | "UnknownAction"
  | "UnsupportedStrategy";

/** An answer to a request that needs a session and has none. */
export interface Refusal {
  /** 303 to the page that helps for pages; for everything else 401 without a session that is enough, 403 without a connection. */
  readonly status: 303 | 401 | 403;
  /** Headers by lower-cased name. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or nothing. */
  readonly body: string | null;
}
