/**
 * A provider completed: what the application wrote merged over what its module says, defaults filled in.
 *
 * @module
 */

import { customFetch } from "../markers.ts";
import type { Platform } from "../platform.ts";
import type {
  Check,
  ClientCredentials,
  ClientMetadata,
  OAuthConfig,
  OIDCConfig,
  Params,
  ProviderStyle,
  ProviderUser,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from "../providers/types.ts";
import type { Awaitable, Profile, TokenSet } from "../types.ts";
import { type AuthenticationRequest, toAuthenticationRequest } from "./authentication.ts";
import { assertProvider } from "./check_provider.ts";
import {
  type BoundedFetch,
  type BoundedRequest,
  boundedRequest,
  isSecureUrl,
  isWebUrl,
  toFetch,
} from "./fetch.ts";

/** A provider as its module or the application writes it. */
export type OAuthDefinition = OAuthConfig | OIDCConfig;

/** A provider that the flow can use. */
export interface OAuthProvider {
  /** Id, as in URLs. */
  readonly id: string;
  /** Label. */
  readonly name: string;
  /** The protocol. */
  readonly type: OAuthDefinition["type"];
  /** Issuer identifier, if known. */
  readonly issuer: string | undefined;
  /** Issuers accepted beside it. */
  readonly issuers: (claims: Profile | null) => readonly string[];
  /** URL of the metadata, if they are needed. */
  readonly discoveryUrl: string | undefined;
  /** Authorization endpoint. */
  readonly authorization: { readonly url: string | undefined; readonly params: Params };
  /** What is asked for about the user's authentication; `null` for type `oauth`, which has no ID token that says it. */
  readonly authentication: AuthenticationRequest | null;
  /** Token endpoint. */
  readonly token: Pick<TokenEndpointHandler, "clientPrivateKey" | "conform"> & {
    readonly url: string | undefined;
    readonly params: Params;
  };
  /** Userinfo endpoint. */
  readonly userinfo: Pick<UserinfoEndpointHandler<Profile>, "request"> & {
    readonly url: string | undefined;
    readonly params: Params;
  };
  /** URL of the keys, if given. */
  readonly jwksUrl: string | undefined;
  /** Client identifier. */
  readonly clientId: string;
  /** Client secret, or a function that makes one. */
  readonly clientSecret: OAuthConfig["clientSecret"];
  /** Client metadata. */
  readonly client: ClientMetadata;
  /** What makes a callback belong to a sign-in. */
  readonly checks: ReadonlySet<Check>;
  /** Whether the profile comes from the ID token. */
  readonly idToken: boolean;
  /** Whether the provider answers with a form that the browser posts. */
  readonly formPost: boolean;
  /** Whether the form has a parameter `user` that belongs to the profile. */
  readonly postsUser: boolean;
  /** Parameters that a browser may add to the authorization request. */
  readonly signInParams: ReadonlySet<string>;
  /** Whether its users are taken for those with the same address. */
  readonly linksByEmail: boolean;
  /** Which address the provider has verified. Without it: what `email_verified` says. */
  readonly verifiedEmail: OAuthDefinition["verifiedEmail"];
  /** Base URL of the redirect proxy. */
  readonly redirectProxyUrl: string | undefined;
  /** Appearance of the button. */
  readonly style: ProviderStyle;
  /** Returns whether a URL is secure enough for this provider: https, or http on this machine; any with `allowInsecureRequests`. */
  readonly acceptsUrl: (url: string) => boolean;
  /** Sends a request to the provider, within limits. */
  readonly request: BoundedRequest;
  /** The same for code that wants a `Response`. */
  readonly fetch: BoundedFetch;
  /** Maps the profile. */
  profile(profile: Profile, tokens: TokenSet): Awaitable<ProviderUser>;
  /** Picks what is stored of the tokens. */
  account(tokens: TokenSet): Awaitable<TokenSet | undefined | void>;
}

/** What a browser may ask of any OpenID provider (OpenID Connect §3.1.2.1). Nothing that changes who asks for what. */
const SIGN_IN_PARAMS = [
  "acr_values",
  "claims_locales",
  "display",
  "id_token_hint",
  "login_hint",
  "max_age",
  "prompt",
  "ui_locales",
];

/** What is stored of the tokens by default. */
const STORED = [
  "access_token",
  "id_token",
  "refresh_token",
  "expires_at",
  "scope",
  "token_type",
  "session_state",
] as const;

/**
 * Completes a provider.
 *
 * @throws {InvalidEndpoints} if an endpoint is missing or cannot be used, or there is no client id.
 */
export function toOAuthProvider(
  definition: OAuthDefinition,
  { platform, redirectProxyUrl }: {
    readonly platform: Platform;
    readonly redirectProxyUrl?: string | undefined;
  },
): OAuthProvider {
  const merged = mergeOptions(definition);
  const { id, name, type, clientId = "", checks = ["pkce"] } = merged;
  const discoveryUrl = toDiscoveryUrl(merged);
  const issuer = merged.issuer ?? (discoveryUrl && issuerOfMetadata(discoveryUrl));
  const client: ClientCredentials = { clientId };
  const authorization = toEndpoint(merged.authorization, client);
  const token = toEndpoint(merged.token, client);
  const userinfo = toEndpoint(merged.userinfo, client);
  const acceptsUrl = merged.allowInsecureRequests === true ? isWebUrl : isSecureUrl;
  const request = boundedRequest(merged[customFetch] ?? platform.fetch, platform, acceptsUrl);
  const provider: OAuthProvider = {
    id,
    name,
    type,
    issuer,
    issuers: (claims) => merged.issuers?.(claims, issuer) ?? [],
    discoveryUrl,
    authorization: type === "oidc"
      ? { ...authorization, params: { scope: "openid profile email", ...authorization.params } }
      : authorization,
    authentication: type === "oidc" ? toAuthenticationRequest(authorization.params, id) : null,
    token,
    userinfo,
    jwksUrl: merged.jwks_endpoint,
    clientId,
    clientSecret: merged.clientSecret,
    client: merged.client ?? {},
    checks: new Set(checks),
    idToken: type === "oidc" && (merged as OIDCConfig).idToken !== false,
    formPost: authorization.params.response_mode === "form_post",
    postsUser: (merged as OIDCConfig).postsUser === true,
    signInParams: new Set([...SIGN_IN_PARAMS, ...merged.signInParams ?? []]),
    linksByEmail: merged.allowDangerousEmailAccountLinking === true,
    verifiedEmail: merged.verifiedEmail,
    redirectProxyUrl: (merged.redirectProxyUrl ?? redirectProxyUrl)?.replace(/\/$/, ""),
    style: merged.style ?? {},
    acceptsUrl,
    request,
    fetch: toFetch(request),
    profile: merged.profile ?? defaultProfile,
    account: merged.account ?? defaultAccount,
  };
  assertProvider(provider);
  return provider;
}

/** Values of the application replace those of the module; objects of an endpoint, of `client` and `style` are joined. */
function mergeOptions({ options, ...defaults }: OAuthDefinition): OAuthDefinition {
  const merged: Record<string | symbol, unknown> = { ...defaults };
  for (const key of Reflect.ownKeys(options ?? {})) {
    const value = (options as Record<string | symbol, unknown>)[key];
    if (value !== undefined && key !== "__proto__") {
      merged[key] = isJoined(key) ? join(merged[key], value) : value;
    }
  }
  return merged as unknown as OAuthDefinition;
}

function isJoined(key: string | symbol): boolean {
  return key === "authorization" || key === "token" || key === "userinfo" || key === "client" ||
    key === "style";
}

function join(base: unknown, value: unknown): Record<string, unknown> {
  const [under, own] = [toObject(base), toObject(value)];
  const params = (client: ClientCredentials) => ({
    ...toParams(under.params, client),
    ...queryOf(own.url),
    ...toParams(own.params, client),
  });
  return { ...under, ...own, ...(("params" in own || "url" in own) && { params }) };
}

function toObject(endpoint: unknown): Record<string, unknown> {
  return typeof endpoint === "string" ? { url: endpoint } : { ...endpoint as object };
}

function toParams(params: unknown, client: ClientCredentials): Params {
  return typeof params === "function" ? params(client) : params as Params ?? {};
}

/** An endpoint with its URL apart from its parameters; those in the URL's query count as well. */
function toEndpoint<E extends { url?: string; params?: unknown }>(
  endpoint: string | E | undefined,
  client: ClientCredentials,
): Omit<E, "url" | "params"> & { readonly url: string | undefined; readonly params: Params } {
  const { url, params, ...rest } = toObject(endpoint) as E;
  return {
    ...rest,
    url: url?.split("?")[0],
    params: { ...queryOf(url), ...toParams(params, client) },
  };
}

function queryOf(url: unknown): Params {
  return typeof url === "string" ? Object.fromEntries(new URLSearchParams(url.split("?")[1])) : {};
}

/** Metadata are needed for what is not given. OpenID needs keys to verify ID tokens with. */
function toDiscoveryUrl(
  { type, issuer, wellKnown, authorization, token, userinfo, jwks_endpoint }: OAuthDefinition,
) {
  const hasUrl = (endpoint: typeof authorization) =>
    typeof endpoint === "string" || endpoint?.url !== undefined;
  const complete = hasUrl(authorization) && hasUrl(token) &&
    (type === "oidc" ? jwks_endpoint !== undefined : userinfo !== undefined);
  if (complete) return undefined;
  return wellKnown ?? (issuer && `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
}

/**
 * The issuer whose metadata stand at a URL (OpenID Connect Discovery §4, RFC 8414 §3); `undefined` if the URL is of
 * another form.
 */
function issuerOfMetadata(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname } = new URL(url);
  const parts = pathname.replace(/\/$/, "").split(
    /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(?=\/|$)/,
  );
  const path = parts.filter(Boolean);
  return parts.length === 2 && path.length < 2 ? origin + (path[0] ?? "") : undefined;
}

function defaultProfile(
  { sub, id, name, nickname, preferred_username, email, picture }: Profile,
): ProviderUser {
  return {
    id: sub ?? id,
    name: name ?? nickname ?? preferred_username,
    email,
    image: typeof picture === "string" ? picture : null,
  };
}

function defaultAccount(tokens: TokenSet): TokenSet {
  return Object.fromEntries(
    STORED.filter((key) => tokens[key] !== undefined).map((key) => [key, tokens[key]]),
  );
}
