/**
 * OAuth 2 and OpenID providers as data.
 *
 * @module
 */

import type { CustomFetch } from "../http/types.ts";
import type { customFetch } from "../values/markers.ts";
import type { Awaitable, Profile, TokenSet, User } from "../values/types.ts";
import type {
  AuthorizationEndpointHandler,
  EndSessionEndpointHandler,
  RevocationEndpointHandler,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from "./_provider_endpoints.ts";
import type { Mark } from "./_provider_mark.ts";

/** A check that binds a callback to the sign-in that this browser started. */
export type Check = "none" | "nonce" | "pkce" | "state";

/** Argument of `clientSecret`, where it is a function. */
export interface SecretContext {
  /** Client identifier. */
  readonly clientId: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Second argument of `verifiedEmail`. */
export interface VerdictContext {
  /**
   * The issuer that the answer is from: that of the metadata, else the configured one. `undefined` if the provider has
   * none. Never what the answer itself says.
   */
  readonly issuer: string | undefined;
}

/** Appearance of a provider's button. */
export interface ProviderStyle {
  /** CSS colour of the mark, or of the first letter of the name. Default: `bg`. */
  readonly brandColor?: string;
  /** URL of a logo: `https:`, `data:` or a path on the application's own host. The page shows it instead of `mark`. Default: none. */
  readonly logo?: string;
  /**
   * Loads the mark: `() => import("./mark.ts")`, a module with a `Mark` as its default export. The library calls it when
   * it makes the sign-in page, never for a session. Default: the first letter of the provider's name.
   */
  readonly mark?: () => Promise<{ readonly default: Mark }>;
  /** @deprecated Write `brandColor`. */
  readonly bg?: string;
  /** @deprecated The text of a button has the colour of the theme. The log says so. */
  readonly text?: string;
}

/** What is registered of the client at the provider, under the names of RFC 7591 §2. */
export interface ClientMetadata {
  /**
   * How the client authenticates at the token endpoint. Default: the first of `client_secret_basic`, `client_secret_post`
   * and `client_secret_jwt` that the metadata announce, else `client_secret_basic`; `private_key_jwt` with a
   * `clientPrivateKey` and no secret.
   */
  readonly token_endpoint_auth_method?:
    | "client_secret_basic"
    | "client_secret_jwt"
    | "client_secret_post"
    | "none"
    | "private_key_jwt";
  /** The only algorithm of ID tokens to accept. Necessary for an HS algorithm. Default: those of the metadata, without HS. */
  readonly id_token_signed_response_alg?: string;
  /**
   * Whether authorization requests are pushed to the provider, so that the browser cannot read or change them (PAR,
   * RFC 9126 §6). The metadata must name the endpoint. Default: what the metadata demand.
   */
  readonly require_pushed_authorization_requests?: boolean;
  /**
   * Whether the provider binds access tokens to a key of the client, so that a stolen one is useless (DPoP, RFC 9449
   * §5.2). An access token that is not bound is refused. Default `false`. See `token.dpopKeyPair`.
   */
  readonly dpop_bound_access_tokens?: boolean;
}

/** Fields of both OAuth 2 and OpenID providers. */
export interface OAuth2Config<P> {
  /** Identifies the provider, also in URLs. Characters: `A-Z a-z 0-9 . _ -`. */
  readonly id: string;
  /** Label on the sign-in button. */
  readonly name: string;
  /** Issuer identifier (RFC 8414 §2). Checked against `iss` wherever the provider sends it. May contain `{<option>}`, as URLs do. Default: `AUTH_<ID>_ISSUER`. */
  readonly issuer?: string | undefined;
  /** Issuers accepted beside `issuer`: in metadata (`claims` is `null`) and in an ID token with these claims. Default: none. */
  issuers?(claims: Profile | null, issuer: string | undefined): readonly string[];
  /**
   * URL of the metadata. Default: `<issuer>/.well-known/openid-configuration`. Without `issuer`, the issuer is derived from
   * this URL, which must have that form or the form of RFC 8414.
   */
  readonly wellKnown?: string;
  /**
   * Authorization endpoint. With type `oidc`, these parameters are enforced on the ID token: `max_age`, and an essential
   * `acr` or `auth_time` in `claims`. `acr_values` is voluntary (OpenID Connect §3.1.2.1) and not enforced.
   * Default: from discovery; with type `oidc`, the scope is `openid profile email`.
   */
  readonly authorization?: string | AuthorizationEndpointHandler;
  /** Token endpoint. Default: from discovery. */
  readonly token?: string | TokenEndpointHandler;
  /** Userinfo endpoint. Default: from discovery. */
  readonly userinfo?: string | UserinfoEndpointHandler<P>;
  /**
   * The page that ends the session at the provider, for `signOut({ provider: true })`. Default: `end_session_endpoint` from
   * discovery, as OpenID Connect RP-Initiated Logout describes it.
   */
  readonly endSession?: string | EndSessionEndpointHandler;
  /**
   * Revocation endpoint (RFC 7009), for `auth.accessTokens.revoke()`. Default: `revocation_endpoint` from discovery.
   */
  readonly revocation?: string | RevocationEndpointHandler;
  /**
   * Whether URLs of the provider may be `http:` on other machines, such as `http://keycloak:8080` in a compose file. Anyone
   * on the network in between can then read tokens and sign in as any user: set it only for a network that you control.
   * Default `false`.
   */
  readonly allowInsecureRequests?: boolean;
  /** URL of the keys that sign ID tokens (RFC 7517). Default: from discovery. */
  readonly jwks_endpoint?: string;
  /** Client identifier. Default: `AUTH_<ID>_ID`. */
  readonly clientId?: string | undefined;
  /**
   * Client secret, or a function that creates one for each token request and pushed authorization request. Default: `AUTH_<ID>_SECRET`. A public client
   * omits it, and sets `client: { token_endpoint_auth_method: "none" }`.
   */
  readonly clientSecret?: string | ((client: SecretContext) => Awaitable<string>) | undefined;
  /** Client metadata. Default: those of its fields. */
  readonly client?: ClientMetadata;
  /** Checks that bind a callback to the sign-in of this browser. Default `["pkce"]`. `state` is always sent, because it names the flow. `none` also accepts a callback without a flow. */
  readonly checks?: readonly Check[];
  /** How the PKCE challenge is computed (RFC 7636 §4.2). `plain` is for providers that know no other. Default `S256`. */
  readonly codeChallengeMethod?: "S256" | "plain";
  /**
   * Names of further parameters of the authorization request that the browser may add in the query of
   * `POST signin/:provider`. Default: none.
   */
  readonly signInParams?: readonly string[];
  /** Overrides `redirectProxyUrl` of the config. Needs its `redirectProxySecret`. Default: that of the config. */
  readonly redirectProxyUrl?: string;
  /** Appearance of the button. Default: those of its fields. */
  readonly style?: ProviderStyle;
  /**
   * Signs the user with the same email address in, and links the account to that user. Default `false`: with a provider
   * that does not verify addresses, an attacker could sign in as any user. An address that the provider calls unverified
   * never matches: by `email_verified: false`, or by `verifiedEmail`. An attacker who registered the address first keeps
   * access to the user.
   */
  readonly allowDangerousEmailAccountLinking?: boolean;
  /**
   * Which email address of the user the provider has verified. A user with a verified address counts as the owner
   * of the mailbox, if it is the address that `profile()` returns. Default: with type `oidc`, the address beside
   * `email_verified: true` in an ID token of `issuer` itself, or in the answer of the userinfo endpoint; with type `oauth`,
   * none.
   *
   * - `true`: `email` of the profile, always. Only for a provider that returns verified addresses only.
   * - `false`: none, whatever the provider claims.
   * - A function: the address that it returns; `null` for none; `undefined` if the profile does not say. With type `oidc`,
   *   it receives the claims of the ID token; with `idToken: false`, the profile. Its second argument, which the
   *   library always passes, has the issuer that the answer is from.
   *
   * The function of a provider module judges its own server alone. If you name another `issuer`, `wellKnown`, `token`,
   * `userinfo` or `jwks_endpoint`, in its options or in a copy of the provider, no address counts as verified: write
   * `verifiedEmail` there, too, if your server verifies addresses.
   */
  readonly verifiedEmail?:
    | boolean
    | ((profile: P, context?: VerdictContext) => string | null | undefined);
  /**
   * Returns whether `verifiedEmail` of a module also holds at this issuer, which you name: for a provider with an issuer
   * for each tenant. Default: at no other issuer.
   */
  vouchesAt?(issuer: string): boolean;
  /** A `fetch` for all requests to this provider: import `customFetch` from `@latchkey/auth`. Default: that of the platform. */
  readonly [customFetch]?: CustomFetch;
  /**
   * Maps the profile to a user. Its `id` becomes `providerAccountId`.
   * Default: `id` from `sub` or `id`; `name` from `name`, `nickname` or `preferred_username`; `email`; `image` from `picture`.
   */
  profile?(profile: P, tokens: TokenSet): Awaitable<ProviderUser>;
  /**
   * Returns the id that the user's account may be stored under, because an earlier version, or Auth.js, used it. An account
   * is looked up by the id of `profile()` first, and then by this one. It keeps the id that it has. The id of one user
   * must never be the former id of another. Default: none.
   */
  formerAccountId?(profile: P, tokens: TokenSet): string | number | null | undefined;
  /**
   * Whether an account that is stored under `formerAccountId` signs its user in. With `false`, its owner is refused, so that
   * no second user is created; they can add the account while they are signed in in another way. Default `true`; `false`
   * with providers whose former ids can pass to another person, who would then sign in as the user: there, `true` is
   * for a store that has such accounts already, and the log warns at start.
   */
  readonly acceptFormerAccountIds?: boolean;
  /**
   * Selects the token fields that are stored.
   * Default: `access_token id_token refresh_token expires_at scope token_type session_state`.
   * Fields that the library sets itself are ignored: `id`, `provider`, `providerAccountId`, `type` and `userId`.
   */
  account?(tokens: TokenSet): Awaitable<TokenSet | undefined | void>;
}

/** A user, as `profile()` returns it. */
export interface ProviderUser extends Omit<User, "id"> {
  /** The user's id at the provider. */
  readonly id?: string | number | null | undefined;
  /** Additional fields. */
  readonly [field: string]: unknown;
}

/** An OAuth 2 provider. */
// deno-lint-ignore no-explicit-any -- a list of providers holds profiles of all shapes
export interface OAuthConfig<P = any> extends OAuth2Config<P> {
  /** The protocol. */
  readonly type: "oauth";
  /** Settings of the application. They override the other fields. Default: none. */
  readonly options?: OAuthUserConfig<P>;
}

/** An OpenID Connect provider. */
// deno-lint-ignore no-explicit-any -- a list of providers holds profiles of all shapes
export interface OIDCConfig<P = any> extends OAuth2Config<P> {
  /** The protocol: `oidc` for OpenID Connect, `oauth` for OAuth 2 without ID tokens. */
  readonly type: "oidc";
  /** With type `oidc`, whether the profile is that of the ID token. Default `true`. With `false`, the profile comes from the userinfo endpoint; the ID token is verified all the same. */
  readonly idToken?: boolean;
  /**
   * With type `oidc`, whether the request has a `nonce`, which the ID token must repeat (OpenID Connect Core §3.1.2.1). `false` only for a
   * provider that does not repeat it. Default `true`.
   */
  readonly nonce?: boolean;
  /**
   * With type `oidc`, whether the provider posts a JSON object in the parameter `user` beside the code, as Apple does at the first sign-in.
   * It becomes `user` of the profile, unless the ID token has a claim of that name. It is not signed: the user can write
   * anything there. Needs `response_mode` `form_post`. Default `false`.
   */
  readonly postsUser?: boolean;
  /** Settings of the application. They override the other fields. Default: none. */
  readonly options?: OIDCUserConfig<P>;
}

/** Options of an OAuth 2 provider. */
// deno-lint-ignore no-explicit-any -- as above
export type OAuthUserConfig<P = any> = Partial<Omit<OAuthConfig<P>, "options" | "type">>;

/** Options of an OpenID provider. */
// deno-lint-ignore no-explicit-any -- as above
export type OIDCUserConfig<P = any> = Partial<Omit<OIDCConfig<P>, "options" | "type">>;
