/**
 * Checks whether a provider accepts the client: with the request that begins a sign-in, and with one that redeems a code
 * which does not exist.
 *
 * @module
 */

import { toBase64Url } from "../crypto/bytes.ts";
import { cacheKeyOf, shareCaches } from "../oauth/cache_key.ts";
import { authMethodOf } from "../oauth/client_authentication.ts";
import { readClock, type Reading } from "./clock.ts";
import { AuthError, ConfigError, ProviderUnavailable } from "../errors/errors.ts";
import type { Exchange } from "../oauth/exchange.ts";
import { CLIENT_ERRORS, shorten } from "../oauth/failure.ts";
import type { Flow } from "../oauth/flow.ts";
import { proxyUrlOf } from "../oauth/receive_response.ts";
import type { Finding } from "../setup/finding.ts";
import { toWrong } from "./report.ts";
import type { Server } from "../oauth/server.ts";
import type { Setup } from "../setup/setup.ts";
import { isA, messageOf } from "../errors/thrown.ts";
import type { OAuthProvider } from "../oauth/types.ts";
import { callbackUrlOf } from "../http/urls.ts";

/** A client to check. */
interface CheckedClient {
  /** The provider. */
  readonly provider: OAuthProvider;
  /** Its authorization server. */
  readonly server: Server;
  /** The setup that has the provider. */
  readonly setup: Setup;
}

/**
 * Checks a client.
 *
 * @param readings Gets what the answers say of the clock.
 */
export async function clientFindings(
  client: CheckedClient,
  readings: Reading[],
): Promise<readonly Finding[]> {
  const { provider, setup } = client;
  const { createFlow } = await import("../oauth/flow.ts");
  const redirectUri = redirectUriOf(provider, setup).replace(UNKNOWN_ORIGIN, "http://localhost");
  const addresses = { redirectUri, returnTo: "", userId: null, link: "none" as const };
  const flow = createFlow(provider, setup, { ...addresses, nonce: provider.nonce });
  return await Promise.all([
    authorizationFinding(client, flow, readings),
    tokenFinding(client, flow),
  ]);
}

/** Stands for the origin if each request has its own. */
export const UNKNOWN_ORIGIN = "<origin>";

/** Returns the redirect URI that must be registered at a provider. */
export function redirectUriOf(provider: OAuthProvider, setup: Setup): string {
  return proxyUrlOf(provider) ?? callbackUrlOf(provider.id, setup.origin ?? UNKNOWN_ORIGIN, setup);
}

/** Errors that only say that no user is signed in at the provider (OpenID Connect §3.1.2.6). */
const OF_USERS = [
  "access_denied",
  "account_selection_required",
  "consent_required",
  "interaction_required",
  "login_required",
];

/** Sends the request with which a browser would begin a sign-in. */
async function authorizationFinding(
  client: CheckedClient,
  flow: Flow,
  readings: Reading[],
): Promise<Finding> {
  const { provider, server, setup } = client;
  const name = "authorization";
  try {
    const { authorizationUrl, demandsPush } = await import("../oauth/authorize.ts");
    const url = await authorizationUrl({ provider, server }, flow, new URLSearchParams());
    const begun = demandsPush(server, provider) ? await push(url, flow, client) : url;
    const { answer, reading } = await readClock(begun, provider, { ...setup.platform, accept: "text/html" });
    if (reading) readings.push(reading);
    const shown = url.split("?")[0]!;
    const refusal = refusalIn(answer.headers.get("location"), flow);
    if (refusal) return { name, status: "wrong", text: `${shown} refuses the sign-in: ${refusal}` };
    const error = errorOfPage(answer.headers.get("location"), begun);
    if (error) {
      return {
        name,
        status: "warning",
        text: `${shown} answers the start of a sign-in with a redirect to an error: ${error}`,
        advice: compare(flow),
      };
    }
    return answer.status >= 400
      ? {
        name,
        status: "warning",
        text: `${shown} answers the start of a sign-in with status ${answer.status}`,
        advice: compare(flow),
      }
      : { name, status: "ok", text: `${shown} answers the start of a sign-in` };
  } catch (error) {
    return toWrong(name, error);
  }
}

function compare({ redirectUri }: Flow): string {
  return `Sign in with a browser. If that fails, compare the client id, and register ${redirectUri}`;
}

async function push(url: string, flow: Flow, client: CheckedClient): Promise<string> {
  const { pushAuthorizationRequest } = await import("../oauth/pushed_request.ts");
  return await pushAuthorizationRequest(await begin(flow, new URL(url).searchParams, client));
}

async function begin(
  flow: Flow,
  params: URLSearchParams,
  { provider, setup }: CheckedClient,
): Promise<Exchange> {
  const { openExchange } = await import("../oauth/exchange.ts");
  return await openExchange(provider, { flow, redirectUri: flow.redirectUri, params }, setup.platform);
}

/** Returns the error with which a provider sends the browser back (RFC 6749 §4.1.2.1); `null` if it does not. */
function refusalIn(location: string | null, { redirectUri }: Flow): string | null {
  return location?.startsWith(`${redirectUri}?`) ? errorIn(new URL(location).searchParams) : null;
}

/** Returns the error that a page of the provider shows, as far as its address says it; `null` if it does not. */
function errorOfPage(location: string | null, base: string): string | null {
  if (location === null || !URL.canParse(location, base)) return null;
  const { searchParams, hash, pathname } = new URL(location, base);
  const said = errorIn(searchParams) ?? errorIn(new URLSearchParams(hash.slice(1)));
  return said ?? (pathname.split("/").includes("error") ? `the page ${pathname}` : null);
}

function errorIn(params: URLSearchParams): string | null {
  const error = params.get("error") || params.get("authError");
  const description = params.get("error_description");
  if (!error || OF_USERS.includes(error)) return null;
  return `"${shorten(error)}"${description ? ` (${shorten(description)})` : ""}`;
}

/** The errors for a code that does not exist: RFC 6749 §5.2, GitHub, Slack. */
const OF_CODES = ["invalid_grant", "bad_verification_code", "invalid_code"];

/** Other errors of a token endpoint (RFC 6749 §5.2): what has sent them is no other page. */
const OF_REQUESTS = ["invalid_request", "invalid_scope", "unsupported_grant_type"];

/**
 * Redeems a code that does not exist. A provider must authenticate the client before it looks at the code (RFC 6749
 * §3.2.1). Some do not. So a second request, with credentials that cannot be right, shows what the first answer is worth.
 */
async function tokenFinding(client: CheckedClient, flow: Flow): Promise<Finding> {
  const name = "client";
  const thrown = await redeemInvented(client, flow);
  if (thrown === null) {
    return {
      name: "token",
      status: "warning",
      text: "the provider accepts a code that does not exist",
      advice: "Compare the URL of `token` with the documentation of the provider",
    };
  }
  if (isA(thrown, ProviderUnavailable) && !thrown.cause?.status) return toWrong("token", thrown);
  // The invented code belongs to no redirect URI: an error about the redirect URI may be about the code.
  if (refusesClient(thrown)) return toWrong(name, thrown);
  const { error: answered, status } = causeOf(thrown);
  if (OF_CODES.includes(String(answered))) {
    const { other, accepted, wrong } = await withWrongCredentials(client);
    const second = await redeemInvented(other, flow);
    if (refusesClient(second)) {
      return { name, status: "ok", text: `the provider accepts ${accepted}` };
    }
    const same = causeOf(second).error === answered ? `the same to ${wrong}` : `no refusal to ${wrong}`;
    return { name, status: "skipped", text: `${UNSAID}: it answers ${same}` };
  }
  if (typeof status === "number" && isOfNoEndpoint(status) && !OF_REQUESTS.includes(String(answered))) {
    const url = client.server.token_endpoint ?? "the token endpoint";
    return {
      name: "token",
      status: "wrong",
      text: `${url} answers with status ${status || "3xx"}`,
      advice: "Compare the URL of `token` with the documentation of the provider",
    };
  }
  const said = typeof answered === "string"
    ? `it answers "${answered}" to a code that does not exist`
    : messageOf(thrown);
  return { name, status: "skipped", text: `${UNSAID}: ${said}` };
}

const UNSAID = "the provider does not say whether it accepts the client";

/** Redeems a code that does not exist. @returns What that throws; `null` if the provider accepts the code. */
async function redeemInvented(client: CheckedClient, flow: Flow): Promise<unknown> {
  const { server } = client;
  const { redeemCode } = await import("../oauth/tokens.ts");
  const params = new URLSearchParams({ code: "latchkey-check", state: flow.state });
  if (server.authorization_response_iss_parameter_supported) params.set("iss", server.knownIssuer ?? "");
  try {
    await redeemCode(await begin(flow, params, client));
    return null;
  } catch (error) {
    return error;
  }
}

function refusesClient(thrown: unknown): boolean {
  return isA(thrown, ConfigError) && CLIENT_ERRORS.includes(String(causeOf(thrown).code));
}

function causeOf(thrown: unknown): Readonly<Record<string, unknown>> {
  return isA(thrown, AuthError) ? { ...thrown.cause } : {};
}

/** Returns whether a status says that an URL is not that of a token endpoint, or that it does not work. */
function isOfNoEndpoint(status: number): boolean {
  return status === 404 || status === 405 || status >= 500 || status === 0 || (status >= 300 && status < 400);
}

interface OtherClient {
  /** The client, with credentials that no provider accepts. */
  readonly other: CheckedClient;
  /** The credentials that a provider accepts if it refuses the wrong ones, for the report. */
  readonly accepted: string;
  /** The wrong credentials, for the report. */
  readonly wrong: string;
}

async function withWrongCredentials(client: CheckedClient): Promise<OtherClient> {
  const { provider, server, setup: { platform } } = client;
  const random = toBase64Url(platform.random(33));
  const by = (changed: Partial<OAuthProvider>) => {
    const other = { ...provider, ...changed };
    shareCaches(other, cacheKeyOf(provider));
    return { ...client, provider: other };
  };
  const method = authMethodOf(provider, server);
  if (method === "none") {
    return { other: by({ clientId: random }), accepted: "the client id", wrong: "an unknown client id" };
  }
  const { clientPrivateKey } = provider.token;
  if (method === "private_key_jwt" && clientPrivateKey) {
    const token = { ...provider.token, clientPrivateKey: await otherKey(clientPrivateKey) };
    return { other: by({ token }), accepted: "client id and key", wrong: "a wrong key" };
  }
  return { other: by({ clientSecret: random }), accepted: "client id and secret", wrong: "a wrong secret" };
}

type PrivateKey = NonNullable<OAuthProvider["token"]["clientPrivateKey"]>;

/** Creates a key of the same algorithm, with the same id. */
async function otherKey(own: PrivateKey): Promise<PrivateKey> {
  const { algorithm } = ("key" in own ? own.key : own) as CryptoKey;
  const pair = await crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]) as CryptoKeyPair;
  return "key" in own ? { ...own, key: pair.privateKey } : pair.privateKey;
}
