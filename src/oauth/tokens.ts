/**
 * From the authorization response to tokens.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3 | RFC 6749 §4.1.3}
 * @module
 */

import * as oauth from "oauth4webapi";
import { ProviderResponseError } from "../errors.ts";
import { type Platform, webPlatform } from "../platform.ts";
import type { Profile, TokenSet } from "../types.ts";
import { setParams } from "./authorize.ts";
import type { Flow } from "./checks.ts";
import { verifyIdToken } from "./id_token.ts";
import { toAuthError } from "./failure.ts";
import { type Answer, toResponse } from "./fetch.ts";
import type { OAuthProvider } from "./provider.ts";
import { assertSameIssuer, responseServer } from "./response_issuer.ts";
import type { Server } from "./server.ts";

/** Where tokens come from. */
export interface TokenContext {
  /** The provider. */
  readonly provider: OAuthProvider;
  /** Its server. */
  readonly server: Server;
  /** Clock. */
  readonly platform: Platform;
}

/** What a code was worth. */
export interface Redeemed {
  /** The tokens. */
  readonly tokens: TokenSet & { readonly access_token: string };
  /** Claims of the verified ID token, from an OpenID provider. */
  readonly claims: (Profile & { readonly sub: string }) | null;
}

/**
 * Checks an authorization response, redeems its code at the token endpoint, and verifies the ID token.
 *
 * @param params Parameters of the response, as they came.
 * @param flow The flow that it answers; `null` where the provider's `checks` are `none`.
 * @throws {OAuthCallbackError} if the response is an error (RFC 6749 §4.1.2.1).
 * @throws {ConfigError} if the provider does not accept the client, or its redirect URI.
 * @throws {ProviderResponseError} if a response breaks the protocol.
 * @throws {ProviderUnavailable} if there is none.
 */
export async function redeemCode(
  params: URLSearchParams,
  { flow, redirectUri }: { readonly flow: Flow | null; readonly redirectUri: string },
  { provider, server, platform }: TokenContext,
): Promise<Redeemed> {
  const clientSecret = await secretOf(provider, platform);
  const client = toClient(provider, platform);
  try {
    assertCodeFlow(params);
    const validated = oauth.validateAuthResponse(
      responseServer(params, { provider, server }),
      client,
      params,
      flow?.state ?? oauth.skipStateCheck,
    );
    const { response, idToken } = await requestTokens(
      { validated, redirectUri, verifier: flow?.verifier ?? oauth.nopkce },
      { client, clientSecret },
      { provider, server },
    );
    const answer = await oauth.processAuthorizationCodeResponse(server, client, response);
    const tokens = toTokens(answer, idToken, platform);
    if (provider.type === "oauth") return { tokens, claims: null };
    if (!idToken) throw new ProviderResponseError("Cannot accept the token response: it has no ID token");
    const expected = { nonce: flow?.nonce, accessToken: tokens.access_token, flow };
    const claims = await verifyIdToken(idToken, expected, { provider, server, platform, clientSecret });
    assertSameIssuer(params, claims);
    return { tokens, claims };
  } catch (error) {
    const sent = [params.get("code"), flow?.state, flow?.verifier, flow?.nonce];
    const secrets = clientSecret
      ? [...sent, clientSecret, toBasicCredentials(provider.clientId, clientSecret)]
      : sent;
    throw toAuthError(error, { provider, redirectUri, secrets });
  }
}

async function secretOf(
  { clientId, clientSecret }: OAuthProvider,
  platform: Platform,
): Promise<string | undefined> {
  return typeof clientSecret === "function"
    ? await clientSecret({ clientId, now: platform.now() })
    : clientSecret;
}

function toClient({ clientId }: OAuthProvider, platform: Platform): oauth.Client {
  const skew = Math.round((platform.now() - webPlatform.now()) / 1000);
  return { client_id: clientId, [oauth.clockSkew]: skew };
}

/** RFC 6749 §2.3.1, RFC 7523 §2.2, OpenID Connect §9. */
function toClientAuth({ id, client, token }: OAuthProvider, secret: string | undefined): oauth.ClientAuth {
  const method = client.token_endpoint_auth_method ??
    (token.clientPrivateKey && !secret ? "private_key_jwt" : "client_secret_basic");
  if (method === "none") return oauth.None();
  // `toOAuthProvider` has made sure that the method has what it needs.
  if (method === "private_key_jwt") return oauth.PrivateKeyJwt(token.clientPrivateKey as CryptoKey);
  if (!secret) throw new TypeError(`Cannot authenticate to "${id}": \`clientSecret\` made none`);
  if (method === "client_secret_post") return oauth.ClientSecretPost(secret);
  if (method === "client_secret_jwt") return oauth.ClientSecretJwt(secret);
  return clientSecretBasic(secret);
}

/** Escapes no more than it must: servers that do not decode what RFC 6749 §2.3.1 encodes take usual secrets as well. */
function clientSecretBasic(secret: string): oauth.ClientAuth {
  return (_server, { client_id }, _body, headers) => {
    headers.set("authorization", `Basic ${toBasicCredentials(client_id, secret)}`);
  };
}

function toBasicCredentials(clientId: string, secret: string): string {
  const [id, password] = [clientId, secret].map((text) => encodeURIComponent(text).replaceAll("%20", "+"));
  return btoa(`${id}:${password}`);
}

/** Tokens come from the token endpoint alone (RFC 9700 §2.1.2). */
function assertCodeFlow(params: URLSearchParams): void {
  if (params.has("access_token")) {
    throw new ProviderResponseError("Cannot accept the authorization response: it has an access token");
  }
}

/**
 * Asks the token endpoint. The ID token is taken out of the answer: an OpenID provider's is verified by `id_token.ts`;
 * an OAuth 2 provider's is kept unread, as nothing is decided by it.
 */
async function requestTokens(
  { validated, redirectUri, verifier }: {
    readonly validated: URLSearchParams;
    readonly redirectUri: string;
    readonly verifier: string | typeof oauth.nopkce;
  },
  { client, clientSecret }: { readonly client: oauth.Client; readonly clientSecret: string | undefined },
  { provider, server }: Pick<TokenContext, "provider" | "server">,
): Promise<{ readonly response: Response; readonly idToken: string | undefined }> {
  const { params, conform } = provider.token;
  const additionalParameters = new URLSearchParams();
  setParams(additionalParameters, params);
  let idToken: string | undefined;
  const send = async (url: string, init: RequestInit) => {
    const answer = await provider.request(url, init);
    const parted = partIdToken(conform ? await readAnswer(await conform(toResponse(answer))) : answer);
    idToken = parted.idToken;
    return toResponse(withoutChallenge(parted.answer));
  };
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    toClientAuth(provider, clientSecret),
    validated,
    redirectUri,
    verifier,
    { additionalParameters, [oauth.customFetch]: send, [oauth.allowInsecureRequests]: true },
  );
  return { response, idToken };
}

/** With a challenge, oauth4webapi reads no body: the server's own words would be lost (RFC 6749 §5.2). */
function withoutChallenge(answer: Answer): Answer {
  if (!answer.headers.has("www-authenticate") || !answer.text.includes('"error"')) return answer;
  const headers = new Headers(answer.headers);
  headers.delete("www-authenticate");
  return { ...answer, headers };
}

async function readAnswer(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function partIdToken(answer: Answer): { readonly answer: Answer; readonly idToken: string | undefined } {
  if (!answer.text.includes('"id_token"')) return { answer, idToken: undefined };
  try {
    const { id_token, ...rest } = JSON.parse(answer.text);
    const idToken = typeof id_token === "string" ? id_token : undefined;
    return { answer: { ...answer, text: JSON.stringify(rest) }, idToken };
  } catch {
    return { answer, idToken: undefined };
  }
}

function toTokens(
  { expires_in, ...answer }: oauth.TokenEndpointResponse,
  idToken: string | undefined,
  platform: Platform,
): Redeemed["tokens"] {
  return {
    ...answer,
    ...(idToken && { id_token: idToken }),
    ...(expires_in !== undefined &&
      { expires_in, expires_at: Math.floor(platform.now() / 1000) + expires_in }),
  } as Redeemed["tokens"];
}
