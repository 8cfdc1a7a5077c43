/**
 * An OAuth 2 and OpenID provider that runs inside a test. It signs in the user that the test chooses, without a page. It
 * checks requests strictly, and can violate the protocol on request.
 *
 * @module
 */

import type { CryptoKey } from "jose";
import { webPlatform } from "../../platform/platform.ts";
import type { Awaitable } from "../../values/types.ts";
import { authorize } from "./_authorization_endpoint.ts";
import { toPublicJwk } from "./_signing_key.ts";
import { redeem, revoke, tellProfile } from "./_token_endpoint.ts";
import { keyAt, type World } from "./_world.ts";
import { changed, type Endpoint } from "./tamper.ts";
import type {
  ClientAuthentication,
  FakeProvider,
  FakeProviderMetadata,
  FakeProviderOptions,
  ReceivedRequest,
  SigningAlgorithm,
} from "./types.ts";

/**
 * Creates a provider with one client. It supports the code flow with PKCE (S256), the response modes `query` and
 * `form_post`, and all client authentication methods of the library; codes work once, for ten minutes. With the
 * scope `openid` it issues ID tokens. Its keys are generated when they are first needed.
 *
 * @example
 * ```ts
 * import { fakeProvider, testPlatform } from "@latchkey/auth/testing";
 *
 * const platform = testPlatform();
 * const provider = fakeProvider({ now: platform.now });
 * platform.sites[provider.origin] = provider.fetch;
 * provider.login({ sub: "grace", name: "Grace Hopper", email: "grace@example.com" });
 * provider.tamper = { claims: { aud: "another client" } };
 * ```
 */
export function fakeProvider(options: FakeProviderOptions = {}): FakeProvider {
  const world = createWorld(options);
  const { metadata, client, requests } = world;
  return {
    issuer: metadata.issuer,
    origin: new URL(metadata.issuer).origin,
    clientId: client.id,
    clientSecret: client.secret,
    metadata,
    requests,
    get user() {
      return world.user;
    },
    get tamper() {
      return world.tamper;
    },
    set tamper(tamper) {
      world.tamper = tamper;
    },
    fetch: (input, init) => answer(world, new Request(input, init)),
    login: (user) => void Object.assign(world, { user, denial: undefined }),
    deny: (error = "access_denied") => void (world.denial = error),
    rotateKeys: () => void world.keys.push(null),
  };
}

function createWorld(options: FakeProviderOptions): World {
  const { issuer = "https://idp.test", clientAuthentication = "client_secret_basic", refreshTokens } =
    options;
  const alg = options.signingAlgorithm ?? "RS256";
  const grantTypes = ["authorization_code", ...(refreshTokens ? ["refresh_token"] : [])];
  const metadata = metadataOf({ issuer, alg, method: clientAuthentication, grantTypes });
  return {
    metadata,
    client: {
      id: options.clientId ?? "fake-client",
      secret: options.clientSecret ?? "fake secret: 100% + 1/2, of 32 bytes at least",
      method: clientAuthentication,
      publicKey: options.clientKey as CryptoKey | undefined,
      audience: [issuer, metadata.token_endpoint],
    },
    alg,
    requests: [],
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    refreshing: refreshTokens ?? null,
    keys: [null],
    now: options.now ?? webPlatform.now,
    user: options.user ??
      { sub: "ada", name: "Ada Lovelace", email: "ada@example.com", email_verified: true },
    denial: undefined,
    tamper: {},
  };
}

function metadataOf(
  { issuer, alg, method, grantTypes }: {
    readonly issuer: string;
    readonly alg: SigningAlgorithm;
    readonly method: ClientAuthentication;
    readonly grantTypes: readonly string[];
  },
): FakeProviderMetadata {
  const base = issuer.replace(/\/$/, "");
  return Object.freeze({
    issuer,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    userinfo_endpoint: `${base}/userinfo`,
    jwks_uri: `${base}/jwks`,
    revocation_endpoint: `${base}/revoke`,
    response_types_supported: ["code"],
    response_modes_supported: ["query", "form_post"],
    grant_types_supported: grantTypes,
    subject_types_supported: ["public"],
    scopes_supported: ["openid", "profile", "email"],
    id_token_signing_alg_values_supported: [alg],
    token_endpoint_auth_methods_supported: [method],
    token_endpoint_auth_signing_alg_values_supported: [
      "HS256",
      "RS256",
      "ES256",
      "PS256",
      "EdDSA",
      "Ed25519",
    ],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  });
}

async function answer(world: World, request: Request): Promise<Response> {
  const endpoint = endpointOf(world.metadata, new URL(request.url));
  const { method, url, headers } = request;
  const received = { endpoint, method, url, headers, params: await paramsOf(request) };
  world.requests.push(received);
  if (!endpoint) return new Response("There is no such endpoint.", { status: 404 });
  const genuine = async () => await ENDPOINTS[endpoint](world, received);
  const respond = world.tamper.respond?.[endpoint];
  return await (respond ? respond(request, genuine) : genuine());
}

function endpointOf(metadata: FakeProviderMetadata, { origin, pathname }: URL): Endpoint | undefined {
  const issuer = new URL(metadata.issuer);
  const path = issuer.pathname.replace(/\/$/, "");
  const endpoints: Readonly<Record<string, Endpoint>> = {
    [metadata.authorization_endpoint]: "authorization",
    [metadata.token_endpoint]: "token",
    [metadata.userinfo_endpoint]: "userinfo",
    [metadata.jwks_uri]: "jwks",
    [metadata.revocation_endpoint]: "revocation",
    [`${issuer.origin}${path}/.well-known/openid-configuration`]: "metadata",
    [`${issuer.origin}/.well-known/oauth-authorization-server${path}`]: "metadata",
  };
  return endpoints[origin + pathname];
}

async function paramsOf(request: Request): Promise<URLSearchParams> {
  const query = new URL(request.url).search.slice(1);
  const isForm = request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded");
  const body = isForm ? await request.clone().text() : "";
  return new URLSearchParams([query, body].filter(Boolean).join("&"));
}

const ENDPOINTS: Readonly<
  Record<Endpoint, (world: World, received: ReceivedRequest) => Awaitable<Response>>
> = {
  metadata: async ({ metadata, tamper }) => Response.json(await changed(metadata, tamper.metadata)),
  jwks: async (world) => {
    const keys = await Promise.all(
      world.keys.map(async (_, index) => toPublicJwk(await keyAt(world, index))),
    );
    return Response.json(await changed({ keys }, world.tamper.jwks));
  },
  authorization: authorize,
  token: redeem,
  userinfo: tellProfile,
  revocation: revoke,
};
