/**
 * Completes a provider: merges the application's options over those of its module, and adds defaults.
 *
 * @module
 */

import { customFetch } from "../values/markers.ts";
import type { Platform } from "../platform/platform.ts";
import type {
  ClientCredentials,
  OIDCConfig,
  Params,
  ProviderStyle,
  ProviderUser,
} from "../model/provider.ts";
import type { LoggerInstance, Profile, TokenSet } from "../values/types.ts";
import { parseAuthenticationRequest } from "./authentication.ts";
import type { OAuthDefinition, OAuthProvider } from "./types.ts";
import { assertFilledIn, assertProvider, metadataUrlOf } from "./check_provider.ts";
import { ENDPOINTS, fillOptions } from "./placeholders.ts";
import { boundedRequest, isSecureUrl, withLog } from "../http/bounded_request.ts";
import { isWebUrl } from "../values/web_url.ts";
import { vouchingOf } from "./vouching.ts";

/** Parameters that a browser may add for any OpenID provider (OpenID Connect §3.1.2.1). None changes the client. */
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

/** Fields of a token response that are stored by default. */
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
 * @throws {InvalidEndpoints} if an endpoint is missing or unusable, or there is no client id.
 */
export function resolveProvider(
  definition: OAuthDefinition,
  { platform, logger, redirectProxyUrl }: {
    readonly platform: Platform;
    readonly logger?: Pick<LoggerInstance, "debug"> | undefined;
    readonly redirectProxyUrl?: string | undefined;
  },
): OAuthProvider {
  const unfilled = mergeOptions(definition);
  const merged = fillIn(unfilled);
  const { id, name = id, type, clientId = "", checks = ["pkce"] } = merged;
  const discoveryUrl = toDiscoveryUrl(merged);
  const issuer = merged.issuer ?? (discoveryUrl && issuerOfMetadata(discoveryUrl));
  const client: ClientCredentials = { clientId };
  const authorization = toEndpoint(merged.authorization, client);
  const token = toEndpoint(merged.token, client);
  const userinfo = toEndpoint(merged.userinfo, client);
  const acceptsUrl = merged.allowInsecureRequests === true ? isWebUrl : isSecureUrl;
  const request = withLog(
    boundedRequest(merged[customFetch] ?? platform.fetch, platform, acceptsUrl),
    id,
    logger,
  );
  /** Whether an option of OpenID Connect is on, as each is by default. */
  const isOn = (option: boolean | undefined) => type === "oidc" && option !== false;
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
    paramOrder: Object.keys(queryOf(toFields(merged.authorization).url)),
    authentication: type === "oidc" ? parseAuthenticationRequest(authorization.params, id) : null,
    token,
    userinfo,
    endSession: toEndpoint(merged.endSession, client),
    revocation: toEndpoint(merged.revocation, client),
    jwksUrl: merged.jwks_endpoint,
    clientId,
    clientSecret: merged.clientSecret,
    client: { ...merged.client },
    checks: new Set(checks),
    codeChallengeMethod: merged.codeChallengeMethod ?? "S256",
    idToken: isOn((merged as OIDCConfig).idToken),
    formPost: authorization.params.response_mode === "form_post",
    nonce: isOn((merged as OIDCConfig).nonce),
    postsUser: (merged as OIDCConfig).postsUser === true,
    signInParams: new Set([...SIGN_IN_PARAMS, ...merged.signInParams ?? []]),
    linksByEmail: merged.allowDangerousEmailAccountLinking === true,
    verifiedEmail: merged.verifiedEmail,
    vouching: vouchingOf(unfilled, definition.options),
    redirectProxyUrl: (merged.redirectProxyUrl ?? redirectProxyUrl)?.replace(/\/$/, ""),
    style: toStyle({ ...merged.style }),
    acceptsUrl,
    request,
    profile: merged.profile ?? defaultProfile,
    formerAccountId: (profile, tokens) => merged.formerAccountId?.(profile, tokens),
    acceptsFormerIds: toAcceptance(definition, merged),
    account: merged.account ?? defaultAccount,
  };
  assertProvider(provider);
  return provider;
}

/** The colour of Auth.js 4 is the default of the colour. */
function toStyle({ bg, ...style }: ProviderStyle): ProviderStyle {
  return { ...(bg && { brandColor: bg }), ...style };
}

/** Values of the application replace those of the module. Endpoints, `client` and `style` are merged field by field. */
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

/**
 * Puts options into the URLs and the headers.
 *
 * @throws {InvalidEndpoints} if an option is missing.
 */
function fillIn(definition: OAuthDefinition): OAuthDefinition {
  const options = definition as unknown as Readonly<Record<string, unknown>>;
  const { issuer: _, ...others } = options;
  const issuer = definition.issuer && fillOptions(definition.issuer, others);
  const texts: (string | undefined)[] = [];
  const fill = (text: string | undefined) => {
    const filled = text && fillOptions(text, { ...others, issuer });
    texts.push(filled);
    return filled;
  };
  const fillEndpoint = (endpoint: unknown) => {
    if (endpoint === undefined) return undefined;
    const { url, headers, ...rest } = toFields(endpoint);
    const filled = Object.entries(headers as Record<string, string> ?? {})
      .map(([name, value]) => [name, fill(value)]);
    return {
      ...rest,
      url: fill(url as string),
      ...(headers !== undefined && { headers: Object.fromEntries(filled) }),
    };
  };
  const filled = {
    ...definition,
    issuer: fill(issuer),
    wellKnown: fill(definition.wellKnown),
    jwks_endpoint: fill(definition.jwks_endpoint),
    ...Object.fromEntries(ENDPOINTS.map((name) => [name, fillEndpoint(definition[name])])),
  };
  if (definition.clientId) assertFilledIn(definition.id, texts);
  return filled as OAuthDefinition;
}

/** Options that are merged field by field. */
const JOINED: readonly (string | symbol)[] = [...ENDPOINTS, "client", "style"];

function isJoined(key: string | symbol): boolean {
  return JOINED.includes(key);
}

function join(base: unknown, value: unknown): Record<string, unknown> {
  const [under, own] = [toFields(base), toFields(value)];
  const params = (client: ClientCredentials) => ({
    ...toParams(under.params, client),
    ...queryOf(own.url),
    ...toParams(own.params, client),
  });
  return { ...under, ...own, ...(("params" in own || "url" in own) && { params }) };
}

function toFields(endpoint: unknown): Record<string, unknown> {
  return typeof endpoint === "string" ? { url: endpoint } : { ...endpoint as object };
}

function toParams(params: unknown, client: ClientCredentials): Params {
  return typeof params === "function" ? params(client) : params as Params ?? {};
}

/** Separates the URL of an endpoint from its parameters, including those in the query of the URL. */
function toEndpoint<E extends { url?: string; params?: unknown }>(
  endpoint: string | E | undefined,
  client: ClientCredentials,
): Omit<E, "url" | "params"> & { readonly url: string | undefined; readonly params: Params } {
  const { url, params, ...rest } = toFields(endpoint) as E;
  return {
    ...rest,
    url: url && withoutQuery(url),
    params: { ...queryOf(url), ...toParams(params, client) },
  };
}

/** The parameters in the query of a URL. */
function queryOf(url: unknown): Params {
  const [, query = ""] = typeof url === "string" ? /^[^?#]*\?([^#]*)/.exec(url) ?? [] : [];
  return Object.fromEntries(new URLSearchParams(query));
}

/** The URL without its query, but with its fragment, which some authorization endpoints need. */
function withoutQuery(url: string): string {
  return url.replace(/\?[^#]*/, "");
}

/** Metadata supply the endpoints that are not configured. OpenID also needs keys, to verify ID tokens. */
function toDiscoveryUrl(
  { type, issuer, wellKnown, authorization, token, userinfo, jwks_endpoint, client }: OAuthDefinition,
) {
  const hasUrl = (endpoint: typeof authorization) =>
    typeof endpoint === "string" || endpoint?.url !== undefined;
  const complete = hasUrl(authorization) && hasUrl(token) &&
    (type === "oidc" ? jwks_endpoint !== undefined : userinfo !== undefined);
  // Only metadata name the endpoint for pushed requests.
  if (complete && client?.require_pushed_authorization_requests !== true) return undefined;
  return wellKnown ?? (issuer && metadataUrlOf(issuer));
}

/**
 * Returns the issuer whose metadata are at a URL (OpenID Connect Discovery §4, RFC 8414 §3); `undefined` if the URL has
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

function toAcceptance(
  module: OAuthDefinition,
  { acceptFormerAccountIds }: OAuthDefinition,
): OAuthProvider["acceptsFormerIds"] {
  if (acceptFormerAccountIds === false) return "no";
  return module.acceptFormerAccountIds === false ? "unsafely" : "safely";
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
