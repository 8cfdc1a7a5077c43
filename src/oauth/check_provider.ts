/**
 * Checks OAuth 2 and OpenID providers. Each error says what to write instead.
 *
 * @module
 */

import { failedOf, failProvider, type OptionCheck } from "../errors/checks.ts";
import { InvalidEndpoints } from "../errors/errors.ts";
import { isSecureUrl } from "../http/bounded_request.ts";
import { toEnvName } from "../values/env_name.ts";
import { isWebUrl } from "../values/web_url.ts";
import { missingOption } from "./placeholders.ts";
import type { OAuthProvider } from "./types.ts";

/**
 * Checks that the options of a provider are complete and valid.
 *
 * @throws {InvalidEndpoints} that says what to write.
 */
export function assertProvider(provider: OAuthProvider): void {
  const checks = [
    ...endpointChecks(provider),
    ...clientChecks(provider),
    ...keyPairChecks(provider),
    ...urlChecks(provider),
    secretCheck(provider),
  ];
  const [check] = failedOf(checks);
  if (check) failProvider(provider, check[2], InvalidEndpoints);
}

/** Checks that each endpoint is written, or follows from metadata. */
function endpointChecks(
  { id, type, issuer, discoveryUrl, clientId, authorization, token, userinfo, revocation, jwksUrl }:
    OAuthProvider,
): readonly OptionCheck[] {
  const isBare = !discoveryUrl;
  const advice = adviceFor("issuer", id);
  const orEndpoint = `${advice}, for discovery. A provider without discovery sets`;
  const hasUser = userinfo.url || userinfo.request;
  const lacksUrl = !!revocation.request && isBare && !revocation.url;
  return [
    ["clientId", !clientId, adviceFor("clientId", id)],
    ["authorization", isBare && !authorization.url, `${orEndpoint} \`authorization\``],
    ["token", isBare && !token.url, `${orEndpoint} \`token\``],
    ["userinfo", isBare && type === "oauth" && !hasUser, `${orEndpoint} \`userinfo\``],
    ["revocation", lacksUrl, "`revocation.request` needs `revocation.url`"],
    ["jwks_endpoint", isBare && type === "oidc" && !jwksUrl, `${orEndpoint} \`jwks_endpoint\``],
    ["issuer", isBare && type === "oidc" && !issuer, `${advice}: ID tokens are checked against it`],
    [
      "issuer",
      !isBare && !issuer,
      `${advice}: the metadata are checked against it, and it does not follow from "${discoveryUrl}"`,
    ],
  ];
}

/** Checks that the settings of the client fit each other. */
function clientChecks(
  { id, client, clientSecret, discoveryUrl, authorization, token }: OAuthProvider,
): readonly OptionCheck[] {
  const { token_endpoint_auth_method: method = "" } = client;
  const mode = authorization.params.response_mode;
  return [
    [
      "client.dpop_bound_access_tokens",
      !!token.redeem && client.dpop_bound_access_tokens === true,
      "`client.dpop_bound_access_tokens` has no effect on its own `token.redeem`: remove one of them",
    ],
    [
      "client.require_pushed_authorization_requests",
      client.require_pushed_authorization_requests === true && !discoveryUrl,
      "`client.require_pushed_authorization_requests` needs `issuer` (for discovery), whose metadata name the endpoint",
    ],
    [
      "authorization.params.response_mode",
      typeof mode === "string" && /^(?:\w+\.)?jwt$/.test(mode),
      `\`authorization.params.response_mode\` is "${mode}". Signed authorization responses (JARM) are not supported: ` +
      'remove it, or write "form_post"',
    ],
    [
      "token.clientPrivateKey",
      method === "private_key_jwt" && !token.clientPrivateKey,
      "private_key_jwt needs `token.clientPrivateKey`",
    ],
    [
      "clientSecret",
      method.startsWith("client_secret") && !clientSecret,
      `${adviceFor("clientSecret", id)}: ${method} needs it`,
    ],
  ];
}

/** Checks that the pair for DPoP is used, and is one. The algorithm is checked when it signs. */
function keyPairChecks({ client, token: { dpopKeyPair } }: OAuthProvider): readonly OptionCheck[] {
  if (!dpopKeyPair) return [];
  const { privateKey, publicKey } = dpopKeyPair;
  const isPair = privateKey?.type === "private" && publicKey?.type === "public" && publicKey.extractable;
  return [
    [
      "token.dpopKeyPair",
      client.dpop_bound_access_tokens !== true,
      "`token.dpopKeyPair` needs `client: { dpop_bound_access_tokens: true }`",
    ],
    [
      "token.dpopKeyPair",
      !isPair,
      "`token.dpopKeyPair` is not a key pair of WebCrypto, with a public key that can be exported",
    ],
  ];
}

function urlChecks(provider: OAuthProvider): readonly OptionCheck[] {
  const { redirectProxyUrl: proxy, acceptsUrl } = provider;
  const insecure = "which is neither an https URL nor http on this machine";
  const endpoints = Object.entries(writtenUrls(provider)).map(([name, url]): OptionCheck => {
    const advice = url !== undefined && isWebUrl(url)
      ? ". If it is in a network of your own, set `allowInsecureRequests: true` on the provider"
      : "";
    return [name, url !== undefined && !acceptsUrl(url), `\`${name}\` is "${url}", ${insecure}${advice}`];
  });
  const isInsecure = proxy !== undefined && !isSecureUrl(proxy);
  return [...endpoints, ["redirectProxyUrl", isInsecure, `\`redirectProxyUrl\` is "${proxy}", ${insecure}`]];
}

function secretCheck({ id, client, clientSecret, token }: OAuthProvider): OptionCheck {
  return [
    "clientSecret",
    !client.token_endpoint_auth_method && !clientSecret && !token.clientPrivateKey,
    `${adviceFor("clientSecret", id)}. A public client, which has no secret, sets ` +
    '`client: { token_endpoint_auth_method: "none" }`',
  ];
}

/**
 * Checks that no URL and no header of a provider lacks an option.
 *
 * @throws {InvalidEndpoints} that names the option.
 */
export function assertFilledIn(id: string, texts: readonly (string | undefined)[]): void {
  const missing = texts.map((text) => text && missingOption(text)).find(Boolean);
  if (missing) failProvider({ id }, adviceFor(missing, id), InvalidEndpoints);
}

/** Options that may come from the environment, and the ends of the variables. */
const VARIABLES: Readonly<Record<string, string>> = {
  clientId: "ID",
  clientSecret: "SECRET",
  issuer: "ISSUER",
};

function adviceFor(option: string, id: string): string {
  const end = Object.hasOwn(VARIABLES, option) && VARIABLES[option];
  return `set \`${option}\`${end ? `, or AUTH_${toEnvName(id)}_${end} in the environment` : ""}`;
}

/** Returns the configured URLs of a provider, by the name of their option. */
export function writtenUrls(
  { discoveryUrl, authorization, token, userinfo, endSession, revocation, jwksUrl }: OAuthProvider,
): Readonly<Record<string, string | undefined>> {
  return {
    issuer: discoveryUrl,
    authorization: authorization.url,
    token: token.url,
    userinfo: userinfo.url,
    endSession: endSession.url,
    revocation: revocation.url,
    jwks_endpoint: jwksUrl,
  };
}

/** Returns the URL of an issuer's metadata (OpenID Connect Discovery §4). */
export function metadataUrlOf(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}
