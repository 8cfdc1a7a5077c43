/**
 * Providers as data: what an application lists, and what the library makes of it.
 *
 * @module
 */

import type { AdapterUser } from "../adapters/types.ts";
import type { customFetch } from "../markers.ts";
import type { Awaitable, Profile, Theme, TokenSet, User, WebCryptoKey } from "../types.ts";
import type { WebAuthnConfig } from "./_webauthn.ts";

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

/** A `fetch` of the application's own. The library calls it with a string and plain headers. */
export type CustomFetch = (input: string, init?: RequestInit) => Promise<Response>;

/** What makes a callback belong to the sign-in that this browser started. */
export type Check = "none" | "nonce" | "pkce" | "state";

/** Parameters of a request. `undefined` is left out, `claims` may be an object (OpenID Connect §5.5). */
export type Params = Readonly<Record<string, string | number | boolean | object | undefined>>;

/** Client credentials, known when a request is made: from options or from `AUTH_<PROVIDER>_ID` and `…_SECRET`. */
export interface ClientCredentials {
  /** Client identifier (RFC 6749 §2.2). */
  readonly clientId: string;
  /** Client secret (RFC 6749 §2.3.1). */
  readonly clientSecret?: string;
}

/** An endpoint with more than a URL. */
export interface EndpointHandler {
  /** URL. Without it: as discovered. */
  readonly url?: string;
  /** Parameters added to the request: in the query, or in the body of a token request. */
  readonly params?: Params | ((client: ClientCredentials) => Params);
}

/** The token endpoint. */
export interface TokenEndpointHandler extends EndpointHandler {
  /** Private key of the `private_key_jwt` client authentication (RFC 7523): PKCS#8 imported, with its `kid`. */
  readonly clientPrivateKey?: WebCryptoKey | { readonly key: WebCryptoKey; readonly kid?: string };
  /** Mends an answer that departs from RFC 6749 §5.1 before it is read. */
  conform?(response: Response): Awaitable<Response>;
}

/** What `clientSecret` is given, where it is a function. */
export interface SecretContext {
  /** Client identifier. */
  readonly clientId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** What `userinfo.request` is given. */
export interface UserinfoContext {
  /** URL of the endpoint, as the provider or the application gives it. */
  readonly url: string | undefined;
  /** Tokens of this sign-in. */
  readonly tokens: TokenSet;
  /** Sends a request to the provider, with time-out, size limit and the provider's `customFetch`. */
  fetch(input: string, init?: RequestInit): Promise<Response>;
}

/** The userinfo endpoint. */
export interface UserinfoEndpointHandler<P> extends EndpointHandler {
  /** Gets the profile, where one `GET` with the access token does not do. */
  request?(context: UserinfoContext): Awaitable<P>;
}

/** Appearance of a provider's button. */
export interface ProviderStyle {
  /** CSS colour. */
  readonly brandColor?: string;
  /** URL of a logo: `https:`, `data:` or a path on the application's own host. */
  readonly logo?: string;
}

/** How the client authenticates at the token endpoint. */
export interface ClientMetadata {
  /** Default `client_secret_basic`. */
  readonly token_endpoint_auth_method?:
    | "client_secret_basic"
    | "client_secret_jwt"
    | "client_secret_post"
    | "none"
    | "private_key_jwt";
  /** Algorithm of ID tokens, if the server announces several and one of them is registered. */
  readonly id_token_signed_response_alg?: string;
}

/** What OAuth 2 and OpenID providers share. */
export interface OAuth2Config<P> {
  /** Identifies the provider, in URLs too: `A-Z a-z 0-9 . _ -`. */
  readonly id: string;
  /** Label on the sign-in button. */
  readonly name: string;
  /** Issuer identifier (RFC 8414 §2). Checked against `iss` wherever the provider sends it. */
  readonly issuer?: string;
  /** Issuers accepted beside `issuer`: in metadata (`claims` is `null`) and in an ID token with these claims. */
  issuers?(claims: Profile | null, issuer: string | undefined): readonly string[];
  /** URL of the metadata, where it is not `<issuer>/.well-known/openid-configuration`. */
  readonly wellKnown?: string;
  /** Authorization endpoint. */
  readonly authorization?: string | EndpointHandler;
  /** Token endpoint. */
  readonly token?: string | TokenEndpointHandler;
  /** Userinfo endpoint. */
  readonly userinfo?: string | UserinfoEndpointHandler<P>;
  /** URL of the keys that sign ID tokens (RFC 7517). Without it: as discovered. */
  readonly jwks_endpoint?: string;
  /** Client identifier. Default: `AUTH_<ID>_ID`. */
  readonly clientId?: string;
  /** Client secret, or a function that makes one for each token request. Default: `AUTH_<ID>_SECRET`. */
  readonly clientSecret?: string | ((client: SecretContext) => Awaitable<string>);
  /** Client metadata. */
  readonly client?: ClientMetadata;
  /** Default `["pkce"]`. `state` is always sent, as it names the flow; `none` accepts a callback that nobody asked for. */
  readonly checks?: readonly Check[];
  /** Names of further parameters that the browser may add in the query of `POST signin/:provider`. */
  readonly signInParams?: readonly string[];
  /** Overrides `redirectProxyUrl` of the config. */
  readonly redirectProxyUrl?: string;
  /** Appearance of the button. */
  readonly style?: ProviderStyle;
  /**
   * Whether whoever signs in here with an address is taken for the user who has that address already. Default `false`:
   * a provider that does not verify addresses would hand over any account. One that says `email_verified: false` never
   * does. It is the other way round too: whoever registered the address first, proven or not, shares the user.
   */
  readonly allowDangerousEmailAccountLinking?: boolean;
  /**
   * Which e-mail address of the user the provider has verified. A user with a verified address counts as the owner
   * of the mailbox, if it is the address that `profile()` returns.
   *
   * - Left out: of type `oidc`, the address beside `email_verified: true` in the ID token of `issuer` itself, or in the
   *   answer of the userinfo endpoint; of type `oauth`, none.
   * - `true`: `email` of the profile, always. Only for a provider that gives no address before it is verified.
   * - `false`: none, whatever the provider claims.
   * - A function: the address that it returns; `null` for none. Of type `oidc`, it gets the claims of the ID token, or
   *   with `idToken: false` the profile.
   */
  readonly verifiedEmail?: boolean | ((profile: P) => string | null | undefined);
  /** A `fetch` for all requests to this provider. */
  readonly [customFetch]?: CustomFetch;
  /**
   * Maps the profile to a user. Its `id` becomes `providerAccountId`.
   * Default: `id` from `sub` or `id`; `name` from `name`, `nickname` or `preferred_username`; `email`; `image` from `picture`.
   */
  profile?(profile: P, tokens: TokenSet): Awaitable<ProviderUser>;
  /**
   * Picks what is stored of the tokens.
   * Default: `access_token id_token refresh_token expires_at scope token_type session_state`.
   * Fields that the library sets itself are left out: `id`, `provider`, `providerAccountId`, `type` and `userId`.
   */
  account?(tokens: TokenSet): Awaitable<TokenSet | undefined | void>;
}

/** A user as `profile()` returns them. */
export interface ProviderUser extends Omit<User, "id"> {
  /** The user's id at the provider. */
  readonly id?: string | number | null;
  /** Fields of the application's own. */
  readonly [field: string]: unknown;
}

/** An OAuth 2 provider. */
// deno-lint-ignore no-explicit-any -- a list of providers holds profiles of all shapes
export interface OAuthConfig<P = any> extends OAuth2Config<P> {
  /** The protocol. */
  readonly type: "oauth";
  /** What the application wrote: wins over the other fields. */
  readonly options?: OAuthUserConfig<P>;
}

/** An OpenID Connect provider. */
// deno-lint-ignore no-explicit-any -- a list of providers holds profiles of all shapes
export interface OIDCConfig<P = any> extends OAuth2Config<P> {
  /** The protocol. */
  readonly type: "oidc";
  /** Default `true`. `false`: the profile comes from the userinfo endpoint; the ID token is verified all the same. */
  readonly idToken?: boolean;
  /**
   * Whether the provider posts a JSON object in the parameter `user` beside the code, as Apple does at the first sign-in.
   * It becomes `user` of the profile, unless the ID token has a claim of that name. It is not signed: the user can write
   * anything there. Needs `response_mode` `form_post`. Default `false`.
   */
  readonly postsUser?: boolean;
  /** What the application wrote: wins over the other fields. */
  readonly options?: OIDCUserConfig<P>;
}

/** What an application may write for an OAuth 2 provider. */
// deno-lint-ignore no-explicit-any -- as above
export type OAuthUserConfig<P = any> = Partial<Omit<OAuthConfig<P>, "options" | "type">>;

/** What an application may write for an OpenID provider. */
// deno-lint-ignore no-explicit-any -- as above
export type OIDCUserConfig<P = any> = Partial<Omit<OIDCConfig<P>, "options" | "type">>;

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
   * Whether a proven mailbox opens a user whose address nobody had proven before, with all that was registered for them.
   * Default `false`: that is removed first, since a stranger may have registered it and wait for its owner.
   */
  readonly allowDangerousEmailAccountLinking?: boolean;
  /** Sends the mail, within 30 seconds. What it throws is logged, and the user is told that the mail could not be sent. */
  sendVerificationRequest(request: VerificationRequest): Awaitable<void>;
  /** Makes the token of the link. Default: 32 random bytes, in hexadecimal. */
  generateVerificationToken?(): Awaitable<string>;
  /** Brings an address into the form it is stored in. Throws if it is none. Default: see `sign_in/address.ts`. */
  normalizeIdentifier?(identifier: string): string;
  /** What the application wrote: wins over the other fields. */
  readonly options?: EmailUserConfig;
}

/** What an application may write for an e-mail provider. */
export type EmailUserConfig = Partial<Omit<EmailConfig, "options" | "type">>;

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
   * Makes what the user could type so far useless: removes the password. The library calls it when the owner of the
   * mailbox takes over a user whose address was not verified, so that the password of a stranger who signed up with that
   * address opens nothing. Without it, such a sign-in by mail is refused.
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
