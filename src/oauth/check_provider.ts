/**
 * Checks OAuth 2 and OpenID providers. Each error says what to write instead.
 *
 * @module
 */

import { InvalidEndpoints } from "../errors/errors.ts";
import { isSecureUrl, isWebUrl } from "./fetch.ts";
import { missingOption } from "./placeholders.ts";
import type { OAuthProvider } from "./types.ts";

/**
 * Checks that the options of a provider are complete and valid.
 *
 * @throws {InvalidEndpoints} that says what to write.
 */
export function assertProvider(provider: OAuthProvider): void {
  const { id, type, discoveryUrl, authorization, token, userinfo, jwksUrl, redirectProxyUrl } = provider;
  const fail = (reason: string) => {
    throw new InvalidEndpoints(`Cannot use provider "${id}": ${reason}`, { provider: id });
  };
  if (!provider.clientId) fail(adviceFor("clientId", id));
  const issuerAdvice = adviceFor("issuer", id);
  if (!discoveryUrl) {
    const failWithout = (endpoint: string) =>
      fail(`${issuerAdvice}, for discovery. A provider without discovery sets \`${endpoint}\``);
    if (!authorization.url) failWithout("authorization");
    if (!token.url) failWithout("token");
    if (type === "oauth" && !userinfo.url && !userinfo.request) failWithout("userinfo");
    if (type === "oidc" && !jwksUrl) failWithout("jwks_endpoint");
    if (type === "oidc" && !provider.issuer) fail(`${issuerAdvice}: ID tokens are checked against it`);
  } else if (!provider.issuer) {
    fail(
      `${issuerAdvice}: the metadata are checked against it, and it does not follow from "${discoveryUrl}"`,
    );
  }
  const { client: { token_endpoint_auth_method: method }, clientSecret } = provider;
  if (token.redeem && provider.client.dpop_bound_access_tokens === true) {
    fail("`client.dpop_bound_access_tokens` has no effect on its own `token.redeem`: remove one of them");
  }
  if (provider.client.require_pushed_authorization_requests === true && !discoveryUrl) {
    fail(
      "`client.require_pushed_authorization_requests` needs `issuer` (for discovery), whose metadata name the endpoint",
    );
  }
  const mode = authorization.params.response_mode;
  if (typeof mode === "string" && /^(?:\w+\.)?jwt$/.test(mode)) {
    fail(
      `\`authorization.params.response_mode\` is "${mode}". Signed authorization responses (JARM) are not supported: ` +
        'remove it, or write "form_post"',
    );
  }
  const secretAdvice = adviceFor("clientSecret", id);
  if (method === "private_key_jwt" && !token.clientPrivateKey) {
    fail("private_key_jwt needs `token.clientPrivateKey`");
  }
  if (method?.startsWith("client_secret") && !clientSecret) {
    fail(`${secretAdvice}: ${method} needs it`);
  }
  assertKeyPair(provider, fail);
  const insecure = "which is neither an https URL nor http on this machine";
  for (const [name, url] of Object.entries(writtenUrls(provider))) {
    if (url === undefined || provider.acceptsUrl(url)) continue;
    const advice = isWebUrl(url)
      ? ". If it is in a network of your own, set `allowInsecureRequests: true` on the provider"
      : "";
    fail(`\`${name}\` is "${url}", ${insecure}${advice}`);
  }
  if (redirectProxyUrl !== undefined && !isSecureUrl(redirectProxyUrl)) {
    fail(`\`redirectProxyUrl\` is "${redirectProxyUrl}", ${insecure}`);
  }
  if (!method && !clientSecret && !token.clientPrivateKey) {
    fail(
      `${secretAdvice}. A public client, which has no secret, sets ` +
        '`client: { token_endpoint_auth_method: "none" }`',
    );
  }
}

/**
 * Checks that no URL and no header of a provider lacks an option.
 *
 * @throws {InvalidEndpoints} that names the option.
 */
export function assertFilledIn(id: string, texts: readonly (string | undefined)[]): void {
  const missing = texts.map((text) => text && missingOption(text)).find(Boolean);
  if (missing) {
    throw new InvalidEndpoints(`Cannot use provider "${id}": ${adviceFor(missing, id)}`, { provider: id });
  }
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

/** Checks that the pair for DPoP is used, and is one. The algorithm is checked when it signs. */
function assertKeyPair({ client, token: { dpopKeyPair } }: OAuthProvider, fail: (reason: string) => void) {
  if (!dpopKeyPair) return;
  if (client.dpop_bound_access_tokens !== true) {
    fail("`token.dpopKeyPair` needs `client: { dpop_bound_access_tokens: true }`");
  }
  const { privateKey, publicKey } = dpopKeyPair;
  if (privateKey?.type !== "private" || publicKey?.type !== "public" || !publicKey.extractable) {
    fail("`token.dpopKeyPair` is not a key pair of WebCrypto, with a public key that can be exported");
  }
}

/** Returns the configured URLs of a provider, by the name of their option. */
export function writtenUrls(
  { discoveryUrl, authorization, token, userinfo, jwksUrl }: OAuthProvider,
): Readonly<Record<string, string | undefined>> {
  return {
    issuer: discoveryUrl,
    authorization: authorization.url,
    token: token.url,
    userinfo: userinfo.url,
    jwks_endpoint: jwksUrl,
  };
}

/** Returns the id of a provider as a part of the names of environment variables. */
export function toEnvName(id: string): string {
  return id.toUpperCase().replaceAll(/[.-]/g, "_");
}

/** Returns the URL of an issuer's metadata (OpenID Connect Discovery §4). */
export function metadataUrlOf(issuer: string): string {
  return `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
}
