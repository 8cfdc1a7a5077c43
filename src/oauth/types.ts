/**
 * A provider of type `oauth` or `oidc` as the flow uses it.
 *
 * @module
 */

import type { ownServer } from "../values/markers.ts";
import type {
  AuthorizationEndpointHandler,
  Check,
  ClientMetadata,
  EndSessionEndpointHandler,
  OAuthConfig,
  OIDCConfig,
  Params,
  ProviderStyle,
  ProviderUser,
  RevocationEndpointHandler,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from "../model/provider.ts";
import type { Awaitable, Profile, TokenSet } from "../values/types.ts";
import type { BoundedRequest } from "../http/bounded_request.ts";

/** A provider as configured by its module or the application. */
export type OAuthDefinition = (OAuthConfig | OIDCConfig) & { readonly [ownServer]?: OwnServer };

/** The endpoints of a module's own server, and the verdict about addresses that holds for its answers. */
export type OwnServer = Pick<
  OAuthConfig | OIDCConfig,
  "issuer" | "wellKnown" | "token" | "userinfo" | "jwks_endpoint" | "verifiedEmail"
>;

/** A completed provider. */
export interface OAuthProvider {
  /** Id, as in URLs. */
  readonly id: string;
  /** Label. */
  readonly name: string;
  /** The protocol. */
  readonly type: OAuthDefinition["type"];
  /** Issuer identifier, if known. */
  readonly issuer: string | undefined;
  /** Further accepted issuers. */
  readonly issuers: (claims: Profile | null) => readonly string[];
  /** URL of the metadata, if they are needed. */
  readonly discoveryUrl: string | undefined;
  /** Authorization endpoint. */
  readonly authorization: Pick<AuthorizationEndpointHandler, "request" | "scopeSeparator"> & {
    readonly url: string | undefined;
    readonly params: Params;
  };
  /** Names of the parameters in the query of the configured authorization endpoint: they are sent first, in this order. */
  readonly paramOrder: readonly string[];
  /** Demands on the user's authentication; `null` for type `oauth`, which has no ID token to prove it. */
  readonly authentication: {
    /** `max_age`: the longest time since the user's authentication, in seconds. */
    readonly maxAge?: number;
    /** Whether `claims` has an essential `auth_time`. */
    readonly needsAuthTime: boolean;
    /** Accepted values of an essential `acr` in `claims`; empty if all are accepted. */
    readonly acr?: readonly unknown[];
  } | null;
  /** Token endpoint. */
  readonly token: Omit<TokenEndpointHandler, "url" | "params"> & {
    readonly url: string | undefined;
    readonly params: Params;
  };
  /** Userinfo endpoint. */
  readonly userinfo: Omit<UserinfoEndpointHandler<Profile>, "url" | "params"> & {
    readonly url: string | undefined;
    readonly params: Params;
  };
  /** The page that ends the session at the provider. */
  readonly endSession: Omit<EndSessionEndpointHandler, "url" | "params"> & {
    readonly url: string | undefined;
    readonly params: Params;
  };
  /** Revocation endpoint. */
  readonly revocation: Omit<RevocationEndpointHandler, "url" | "params"> & {
    readonly url: string | undefined;
    readonly params: Params;
  };
  /** URL of the keys, if configured. */
  readonly jwksUrl: string | undefined;
  /** Client identifier. */
  readonly clientId: string;
  /** Client secret, or a function that creates one. */
  readonly clientSecret: OAuthConfig["clientSecret"];
  /** Client metadata. */
  readonly client: ClientMetadata;
  /** Checks that bind a callback to a sign-in. */
  readonly checks: ReadonlySet<Check>;
  /** How the PKCE challenge is computed. */
  readonly codeChallengeMethod: "S256" | "plain";
  /** Whether the profile comes from the ID token. */
  readonly idToken: boolean;
  /** Whether the provider answers with a form that the browser posts. */
  readonly formPost: boolean;
  /** Whether the request has a `nonce`, which the ID token must repeat. */
  readonly nonce: boolean;
  /** Whether the form has a parameter `user` that belongs to the profile. */
  readonly postsUser: boolean;
  /** Parameters that a browser may add to the authorization request. */
  readonly signInParams: ReadonlySet<string>;
  /** Whether a sign-in uses an existing user with the same address. */
  readonly linksByEmail: boolean;
  /** Which address the provider has verified. Default: the address is verified if `email_verified` is true. */
  readonly verifiedEmail: OAuthDefinition["verifiedEmail"];
  /** Which of its answers the verdict of `verifiedEmail` holds for. */
  readonly vouching: Vouching;
  /** Base URL of the redirect proxy. */
  readonly redirectProxyUrl: string | undefined;
  /** Appearance of the button. */
  readonly style: ProviderStyle;
  /** Returns whether to accept a URL: https, or http on this machine; with `allowInsecureRequests` any http URL. */
  readonly acceptsUrl: (url: string) => boolean;
  /** Sends a request to the provider, with limits. */
  readonly request: BoundedRequest;
  /** Maps the profile. */
  profile(profile: Profile, tokens: TokenSet): Awaitable<ProviderUser>;
  /** Returns the id that the account had before. */
  formerAccountId(profile: Profile, tokens: TokenSet): string | number | null | undefined;
  /** Whether an account that is stored under its former id is accepted. `unsafely`: such an id can pass to another person. */
  readonly acceptsFormerIds: "no" | "safely" | "unsafely";
  /** Selects the tokens that are stored. */
  account(tokens: TokenSet): Awaitable<TokenSet | undefined | void>;
}

/** Whether each source of an answer is one that the author of the verdict knows: the module, or the application. */
export interface Vouching {
  /** Of the claims of an ID token. */
  readonly byIdToken: boolean;
  /** Of the userinfo. */
  readonly byUserinfo: boolean;
}
