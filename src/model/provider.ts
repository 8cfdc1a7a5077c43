/**
 * Types of providers.
 *
 * @module
 */

import type { EmailCalls } from "../shapes/mail.ts";
import type { WithFunctions } from "./feature.ts";
import type { AdapterUser } from "../adapters/contract/types.ts";
import type { PasswordHash } from "../crypto/hashes/types.ts";
import type { PasswordCost } from "../crypto/password_cost.ts";
import type { LeakContext } from "../crypto/pwned_passwords.ts";
import type { Locale, Messages } from "../messages/types.ts";
import type { Awaitable, Theme, User } from "../values/types.ts";
import type { CredentialInput } from "./_provider_credential_input.ts";
import type { OAuthConfig, OIDCConfig } from "./_provider_oauth.ts";
import type { WebAuthnConfig } from "./_provider_webauthn.ts";

export type { OpenProfile, StandardClaims } from "./_provider_claims.ts";

export type { CredentialInput } from "./_provider_credential_input.ts";

export type { Mark, MarkPath } from "./_provider_mark.ts";

export type {
  AuthorizationEndpointHandler,
  ClientCredentials,
  EndpointHandler,
  EndSessionEndpointHandler,
  Params,
  RevocationEndpointHandler,
  TokenEndpointHandler,
  TokenRequestContext,
  UserinfoContext,
  UserinfoEndpointHandler,
} from "./_provider_endpoints.ts";

export type { CustomFetch } from "../http/types.ts";

export type {
  Check,
  ClientMetadata,
  OAuth2Config,
  OAuthConfig,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  ProviderStyle,
  ProviderUser,
  SecretContext,
  VerdictContext,
} from "./_provider_oauth.ts";

export type {
  AuthenticationOptions,
  AuthenticatorSelection,
  CredentialDescriptor,
  PasskeyCredential,
  PasskeyOfferCode,
  PasskeyResponse,
  PasskeyVerification,
  RegistrationOptions,
  RelayingParty,
  ResolvedRelayingParty,
  SimpleWebAuthn,
  UserInfo,
  UserInfoContext,
  VerifiedAuthentication,
  VerifyOptions,
  WebAuthnConfig,
  WebAuthnUserConfig,
} from "./_provider_webauthn.ts";

/**
 * What an email is for. `signIn`: to sign in. `confirm`: a new user confirms their address. `reset`: a user chooses a new
 * password. `exists`: a user was to create another account, and may choose a new password. `noAccount`: a new password was asked
 * for, and there is no account with the address; the link leads to the page that creates one. `unknownBrowser`: a user has typed
 * their password in a browser that is not known, and types the code there; the link leads to the page for a new password. `enrol`: a user
 * types the code to set up the second factor, and the link opens the page that asks for it. `emailChange`:
 * a user proves another address, by the link. `own`: what the application sends with `auth.email.send()`. The others tell a user what has
 * happened: see {@linkcode NoticePurpose}.
 */
export type MailPurpose =
  | "signIn"
  | "confirm"
  | "reset"
  | "exists"
  | "noAccount"
  | "unknownBrowser"
  | "enrol"
  | "emailChange"
  | "own"
  | NoticePurpose;

/**
 * What an email tells a user about. Its `token` is empty, and its link signs no one in. `newDevice`: a sign-in with a new
 * browser. `passwordChanged`: a new password. `wayAdded`, `wayRemoved`: a passkey or an account was added to the user, or
 * removed. `secondFactorOn`, `secondFactorOff`, `secondFactorReset`: the second factor was
 * turned on, or off, by the user or by the people who run the application. `newAuthenticator`: an
 * authenticator app was set up for a second factor that is on. `recoveryCodeUsed`: a sign-in with a recovery code.
 * `recoveryCodesReplaced`: new recovery codes were made. `deletionRequested`, `deletionUndone`: the account will be deleted, or
 * was kept. `accountDeleted`: it was deleted.
 * `emailChanged`, `emailAdopted`: the address of the user was changed, for the former one and the new one. `emailRestored`: the change was
 * undone.
 */
export type NoticePurpose =
  | "newDevice"
  | "passwordChanged"
  | "wayAdded"
  | "wayRemoved"
  | "secondFactorOn"
  | "newAuthenticator"
  | "secondFactorOff"
  | "secondFactorReset"
  | "recoveryCodeUsed"
  | "recoveryCodesReplaced"
  | "deletionRequested"
  | "deletionUndone"
  | "accountDeleted"
  | "emailChanged"
  | "emailAdopted"
  | "emailRestored";

/** A request to send an email with a link. */
export interface VerificationRequest {
  /** What the email is for. `locale.messages` has the words for it. */
  readonly purpose: MailPurpose;
  /** The address, normalised. Send to this one only. */
  readonly identifier: string;
  /** URL of the link. */
  readonly url: string;
  /** URL of a second link, which `locale.messages.otherButton` describes. It signs no one in. Absent in most emails. */
  readonly otherUrl?: string;
  /** Code to type in the browser that requested the email: eight digits. Absent with `mails: "link"` of the provider. */
  readonly code?: string;
  /** When link and code expire. */
  readonly expires: Date;
  /** The token in the link. */
  readonly token: string;
  /** The provider. */
  readonly provider: EmailConfig;
  /** Appearance of the pages and the email. */
  readonly theme: Theme;
  /** The language of the request, and the messages of the email in it. */
  readonly locale: Locale<Messages["mail"]>;
  /** The HTTP request for the email, its body unread. */
  readonly request: Request;
  /** Sends a request to an email service, with time-out and size limit. */
  fetch(input: string, init?: RequestInit): Promise<Response>;
}

/** A provider that signs in with a mailed link or code. */
export interface EmailConfig {
  /** Identifies the provider, also in URLs. Characters: `A-Z a-z 0-9 . _ -`. */
  readonly id: string;
  /** Label on the sign-in page. */
  readonly name: string;
  /** The kind of sign-in. */
  readonly type: "email";
  /** Sender of the email: `Name <mail@example.com>`. Most functions of providers require it. Default: none. */
  readonly from?: string | undefined;
  /** Key of the email service. Default: `AUTH_<ID>_KEY`. */
  readonly apiKey?: string | undefined;
  /** Mail server of `Nodemailer()`, for a `sendVerificationRequest` of the application. Default: none. */
  // deno-lint-ignore no-explicit-any -- passed to `createTransport` without casts, as with Auth.js
  readonly server?: any;
  /** Lifetime of link and code in seconds. Default 3600 (1 hour). */
  readonly maxAge?: number;
  /**
   * Whether an email signs in a user whose address was never verified, and keeps all existing ways to sign in. With `false`,
   * the owner of the mailbox takes the user over, and all earlier ways to sign in are removed; where they cannot be
   * removed, the sign-in fails. Default `false`: an attacker may have registered the address.
   */
  readonly allowDangerousEmailAccountLinking?: boolean;
  /**
   * Sends the email, within 30 seconds. An error is logged, and the user sees that the email could not be sent; with a
   * `ConfigError`, that the site has a problem; with an `InvalidEmail`, that the address is wrong.
   */
  sendVerificationRequest(request: VerificationRequest): Awaitable<void>;
  /**
   * What a `sendVerificationRequest` of the application emails: `link`, or `both` if the email has the `code` as well, or
   * alone. With `both`, the next page asks for the code. Default: `link`, as with Auth.js; the library's own emails have
   * both.
   */
  readonly mails?: "link" | "both";
  /**
   * Whether a `sendVerificationRequest` of the application also sends security emails: those whose `purpose` is a
   * `NoticePurpose`, such as `newDevice`. Default: `false`, and `true` for the library's own functions.
   */
  readonly notices?: boolean;
  /**
   * Checks the completed provider at start, unless the application supplies `sendVerificationRequest`. Default: none.
   * @throws {ConfigError} if a setting is missing; the message names it.
   */
  assertReady?(provider: EmailConfig): void;
  /**
   * Loads the packages that the provider needs. The integrations call it at start, in the background, and log a
   * rejection. No sign-in waits for it. Default: none.
   */
  assertInstalled?(provider: EmailConfig): Promise<void>;
  /**
   * Creates the token of the link: at least 22 random characters, because attempts at links are not counted. For a code
   * to type, mail the request's `code` instead. Default: 32 random bytes, in hexadecimal.
   */
  generateVerificationToken?(): Awaitable<string>;
  /**
   * Normalizes an address, as it will be stored. Throws if it is not an address. Gets it without white space and
   * format characters around it. Default: Unicode NFKC, lower case, the domain in ASCII; one mailbox, without quotes and comments.
   */
  normalizeIdentifier?(identifier: string): string;
  /** Settings of the application. They override the other fields. Default: none. */
  readonly options?: EmailUserConfig;
}

/** A provider of email that a function of the library has made, with the functions of `auth.email`. */
export interface MailProvider extends EmailConfig, WithFunctions<"email", object, EmailCalls, EmailCalls> {}

/** Options of an email provider. */
export type EmailUserConfig = Partial<
  Omit<EmailConfig, "assertReady" | "assertInstalled" | "options" | "type">
>;

/** How the library keeps passwords: see `Password()`. */
export interface PasswordSettings {
  /**
   * The shortest new password, in characters: a whole number, 8 to 1024. NIST SP 800-63B-4 §3.1.1.2 asks for 15 where a
   * password is the only factor; with fewer, and without `SecondFactor({ required: true })`, a warning says so. Default 15.
   */
  readonly minLength?: number;
  /**
   * Whether a password is known from a leak. It is asked before a password is set. If it rejects, no password is set.
   * `pwnedPasswords()` of `@latchkey/auth/providers/password` asks Have I Been Pwned. Default: none is.
   */
  isLeaked?(password: string, context: LeakContext): Awaitable<boolean>;
  /**
   * Kinds of hashes that the application has imported from another product, of `@latchkey/auth/password-hashes`: such as
   * `[bcrypt()]`. Each is replaced by one of the library when its user signs in. Default: none.
   */
  readonly hashes?: readonly PasswordHash[];
  /**
   * Algorithm and cost of new hashes, such as `{ ln: 18 }`. An unknown user costs as much, and so does a cheaper hash, which is
   * replaced when its user signs in: give at least the cost of the costliest hash that you store, or the time of its answer
   * reveals its user. Default: that of `hashPassword`, scrypt with 128 MiB, and on Cloudflare Workers with 64 MiB twice.
   */
  readonly cost?: PasswordCost;
  /** Id of the provider that sends the emails. Default: the first provider of mail. */
  readonly mail?: string;
  /**
   * What a right password needs in a browser in which its user has never signed in: `"prove"`, a code that is mailed to them, and
   * `"allow"`, nothing. A browser with a session of the user is known, and a user with a second factor proves that. Without an email
   * that has a code, or with `limits: false`, each browser is allowed. Default `"prove"`.
   */
  readonly unknownBrowsers?: "prove" | "allow";
}

/** A provider whose credentials, such as a password, the application checks. */
export interface CredentialsConfig {
  /** Identifies the provider, also in URLs. Characters: `A-Z a-z 0-9 . _ -`. */
  readonly id: string;
  /** Label on the sign-in page. */
  readonly name: string;
  /** The kind of sign-in. */
  readonly type: "credentials";
  /** Fields of the built-in form, by name. If empty, the form is a button alone. */
  readonly credentials: Readonly<Record<string, CredentialInput>>;
  /**
   * Checks the submitted fields. Return `null` if they are wrong, or throw a `CredentialsSignin`, whose `code` the browser
   * receives. With stored sessions, `id` must be the id of a user in the database.
   */
  authorize(
    credentials: Readonly<Partial<Record<string, unknown>>>,
    request: Request,
  ): Awaitable<User | null>;
  /**
   * Removes the password of a user that the owner of the mailbox takes over, because an attacker may have set it. Called
   * before and after the takeover, so the password may be absent. If the takeover fails in between, the password stays
   * removed. Without `revoke`, a user whose address was never verified cannot sign in by email or through a provider that
   * verifies the address. Default: none.
   *
   * @returns Whether the user had a password.
   */
  revoke?(user: AdapterUser): Awaitable<boolean>;
  /** Settings of the application. They override the other fields. */
  readonly options?: Partial<Omit<CredentialsConfig, "options" | "type">>;
}

/** The fields that every provider has. */
export type CommonProviderOptions = Pick<ProviderConfig, "id" | "name" | "type">;

/** A provider as an object. */
export type ProviderConfig = OAuthConfig | OIDCConfig | EmailConfig | CredentialsConfig | WebAuthnConfig;

/** A provider as a config lists it: an object, or a function that returns one, such as `GitHub`. */
// deno-lint-ignore no-explicit-any -- functions of providers have options of their own
export type Provider = ProviderConfig | ((options?: any) => ProviderConfig);

/** A provider's entry in `GET providers`. */
export interface AppProvider {
  /** Id of the provider. */
  readonly id: string;
  /** Label. */
  readonly name: string;
  /** Type. */
  readonly type: ProviderConfig["type"];
  /** URL that starts the sign-in when it is posted to. */
  readonly signinUrl: string;
  /** Redirect URI: the provider redirects the user to it. */
  readonly callbackUrl: string;
}
