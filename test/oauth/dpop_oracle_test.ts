/**
 * The proofs and the second tries of a sign-in with DPoP, beside those of oauth4webapi at the same server.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeProtectedHeader } from "jose/decode/protected_header";
import { decodeJwt } from "jose/jwt/decode";
import {
  authorizationCodeGrantRequest,
  ClientSecretPost,
  customFetch,
  DPoP,
  isDPoPNonceError,
  processAuthorizationCodeResponse,
  processUserInfoResponse,
  userInfoRequest,
  validateAuthResponse,
} from "npm:oauth4webapi@3.8.8";
import { createProver } from "../../src/oauth/dpop.ts";
import { fetchIdentity } from "../../src/oauth/identity.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { serverOf } from "../../src/oauth/server.ts";
import { redeemCode } from "../../src/oauth/tokens.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const IDP = "https://idp.test";
const API = "https://api.test";
const REDIRECT_URI = "https://app.test/auth/callback/idp";

/** How a server asks for nonces. */
interface Habits {
  /** The nonce that the token endpoint demands. */
  readonly token?: string;
  /** The nonce that the userinfo endpoint demands. */
  readonly userinfo?: string;
  /** The nonce in an answer that succeeds. */
  readonly next?: string;
  /** Where the userinfo is. */
  readonly userinfoUrl: string;
}

const HABITS: Readonly<Record<string, Habits>> = {
  "demands no nonce": { userinfoUrl: `${API}/userinfo` },
  "demands a nonce at the token endpoint": { token: "t-1", userinfoUrl: `${API}/userinfo` },
  "demands a nonce at the userinfo endpoint": { userinfo: "u-1", userinfoUrl: `${API}/userinfo` },
  "demands a nonce at both endpoints": { token: "t-1", userinfo: "u-1", userinfoUrl: `${API}/userinfo` },
  "has one nonce and one origin for both": { token: "n", userinfo: "n", userinfoUrl: `${IDP}/userinfo` },
  "sends the next nonce with an answer": { next: "n-2", userinfo: "n-2", userinfoUrl: `${IDP}/userinfo` },
  "has a query in the userinfo URL": { userinfo: "u-1", userinfoUrl: `${API}/userinfo?a=b` },
};

/** A server, and what it received: method, URL, scheme of the token, header and claims of the proof. */
function serve({ token, userinfo, next }: Habits) {
  const seen: unknown[] = [];
  const answer = (request: Request) => {
    const proof = request.headers.get("dpop")!;
    const { jti, iat, ...claims } = decodeJwt(proof);
    assert.ok(jti && iat);
    const scheme = request.headers.get("authorization")?.split(" ")[0];
    seen.push([request.method, request.url, scheme, decodeProtectedHeader(proof), claims]);
    const isToken = request.url === `${IDP}/token`;
    const demanded = isToken ? token : userinfo;
    if (demanded && claims.nonce !== demanded) {
      const headers = { "dpop-nonce": demanded };
      return isToken
        ? Response.json({ error: "use_dpop_nonce" }, { status: 400, headers })
        : new Response(null, {
          status: 401,
          headers: { ...headers, "www-authenticate": 'DPoP error="use_dpop_nonce", algs="ES256"' },
        });
    }
    const body = isToken ? { access_token: "a", token_type: "DPoP" } : { sub: "ada" };
    return Response.json(body, { headers: { ...(next && { "dpop-nonce": next }) } });
  };
  return { seen, answer };
}

async function createKeys(): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
}

async function signInWithOurs(habits: Habits, dpopKeyPair: CryptoKeyPair) {
  const { seen, answer } = serve(habits);
  const platform = testPlatform({ sites: { [IDP]: answer, [API]: answer } });
  const provider = resolveProvider({
    id: "idp",
    name: "Fake",
    type: "oauth",
    clientId: "client",
    clientSecret: "secret",
    authorization: `${IDP}/authorize`,
    token: { url: `${IDP}/token`, dpopKeyPair },
    userinfo: habits.userinfoUrl,
    client: { token_endpoint_auth_method: "client_secret_post", dpop_bound_access_tokens: true },
  }, { platform });
  const server = await serverOf(provider, platform);
  const logger = { error() {}, warn() {}, debug() {} };
  const prover = await createProver(provider, platform);
  const context = { provider, server, platform, logger, prover };
  const params = new URLSearchParams({ code: "c", state: "st" });
  const redeemed = await redeemCode(params, { flow: null, redirectUri: REDIRECT_URI }, context);
  const { profile } = await fetchIdentity(redeemed, params, context);
  return { seen, profile };
}

async function signInWithTheirs(habits: Habits, keys: CryptoKeyPair) {
  const { seen, answer } = serve(habits);
  const [as, client] = [
    { issuer: IDP, token_endpoint: `${IDP}/token`, userinfo_endpoint: habits.userinfoUrl },
    { client_id: "client" },
  ];
  const fetch = (url: string, init: RequestInit) => Promise.resolve(answer(new Request(url, init)));
  const options = { DPoP: DPoP({}, keys), [customFetch]: fetch as never };
  const params = validateAuthResponse(as, client, new URLSearchParams({ code: "c", state: "st" }), "st");
  const tokens = await twice(async () => {
    const response = await authorizationCodeGrantRequest(
      as,
      client,
      ClientSecretPost("secret"),
      params,
      REDIRECT_URI,
      "v".repeat(43),
      options,
    );
    return await processAuthorizationCodeResponse(as, client, response);
  });
  const profile = await twice(async () => {
    const response = await userInfoRequest(as, client, tokens.access_token, options);
    return await processUserInfoResponse(as, client, "ada", response);
  });
  return { seen, profile };
}

/** Its documentation asks callers to repeat a request whose nonce is missing. */
async function twice<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!isDPoPNonceError(error)) throw error;
    return await send();
  }
}

for (const [what, habits] of Object.entries(HABITS)) {
  test(`createProver() sends the same proofs as oauth4webapi to a server that ${what}`, async () => {
    const keys = await createKeys();
    const [ours, theirs] = [await signInWithOurs(habits, keys), await signInWithTheirs(habits, keys)];
    assert.deepEqual(ours.seen, theirs.seen);
    assert.deepEqual(ours.profile, theirs.profile);
    assert.ok(ours.seen.length >= 2);
  });
}
