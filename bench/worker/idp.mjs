/**
 * An identity provider inside the process. Its answers are strings that were made before, so that what is measured is
 * the library and not the provider.
 *
 * @module
 */

import { createHash, createSign, generateKeyPairSync } from "node:crypto";

/** Who signs in. */
export const ADA = {
  id: "u_8f14e45fceea167a",
  name: "Ada Lovelace",
  email: "ada@example.com",
  image: "https://img.example.com/u/ada.png",
};

/** Client identifier at the provider. */
export const CLIENT_ID = "app-1f7a3c";

const ISSUER = "https://idp.example.net";
const ACCESS_TOKEN = "at_5e2f0c9b1d7a4c3e8f6b2a1d0c9e8f7a";
const TOKENS = {
  access_token: ACCESS_TOKEN,
  token_type: "Bearer",
  expires_in: 3600,
  scope: "openid email profile",
};

/** The code of a sign-in without nonce. */
const CODE = "c0de_4a1f";

/**
 * Starts the provider.
 *
 * @returns `fetch`, which answers; `fetched()`, how often it was asked; `answers`, bodies by URL; for `oidc` also
 * `idToken` and its `publicKey`, and `issueCode(nonce)`, which returns the code for a token with this nonce.
 */
export function startProvider(type) {
  const { answers, ...token } = type === "oidc" ? oidcAnswers() : oauthAnswers();
  let fetches = 0;
  return {
    answers,
    ...token,
    fetched: () => fetches,
    fetch: (input, init) => {
      fetches++;
      const url = input instanceof Request ? input.url : String(input);
      const body = token.redeem?.(url, init?.body) ?? answers[url];
      return Promise.resolve(body === undefined ? new Response(null, { status: 404 }) : json(body));
    },
  };
}

/** Settings of the provider, as an application writes them: OAuth with its endpoints, OpenID Connect by issuer. */
export function providerSettings(type, id) {
  const shared = {
    id,
    type,
    name: "Codehost",
    clientId: CLIENT_ID,
    clientSecret: "cs_0f6d2a",
    checks: ["pkce", "state"],
  };
  if (type === "oidc") return { ...shared, issuer: ISSUER };
  return {
    ...shared,
    authorization: { url: `${ISSUER}/authorize`, params: { scope: "email profile" } },
    token: `${ISSUER}/token`,
    userinfo: `${ISSUER}/userinfo`,
    profile: (profile) => ({
      id: profile.sub,
      name: profile.name,
      email: profile.email,
      image: profile.picture,
    }),
  };
}

function oauthAnswers() {
  return {
    issueCode: () => CODE,
    answers: {
      [`${ISSUER}/token`]: JSON.stringify(TOKENS),
      [`${ISSUER}/userinfo`]: JSON.stringify(claims()),
    },
  };
}

function oidcAnswers() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = "key-1";
  const idToken = sign({ alg: "RS256", typ: "JWT", kid }, idTokenClaims(), privateKey);
  const jwk = { ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" };
  const withNonce = new Map();
  return {
    idToken,
    publicKey,
    // Signed before the time is taken.
    issueCode(nonce) {
      if (nonce === null) return CODE;
      const code = `${CODE}_${withNonce.size}`;
      const id_token = sign({ alg: "RS256", typ: "JWT", kid }, { ...idTokenClaims(), nonce }, privateKey);
      withNonce.set(code, JSON.stringify({ ...TOKENS, id_token }));
      return code;
    },
    redeem: (url, body) => url === `${ISSUER}/token` ? withNonce.get(body?.get?.("code")) : undefined,
    answers: {
      [`${ISSUER}/.well-known/openid-configuration`]: JSON.stringify(metadata()),
      [`${ISSUER}/jwks`]: JSON.stringify({ keys: [jwk] }),
      [`${ISSUER}/token`]: JSON.stringify({ ...TOKENS, id_token: idToken }),
    },
  };
}

function claims() {
  return { sub: ADA.id, name: ADA.name, email: ADA.email, email_verified: true, picture: ADA.image };
}

function idTokenClaims() {
  const now = Math.floor(Date.now() / 1000);
  const half = createHash("sha256").update(ACCESS_TOKEN).digest().subarray(0, 16);
  return {
    iss: ISSUER,
    azp: CLIENT_ID,
    aud: CLIENT_ID,
    ...claims(),
    at_hash: half.toString("base64url"),
    iat: now,
    exp: now + 3600,
  };
}

function metadata() {
  return {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    userinfo_endpoint: `${ISSUER}/userinfo`,
    revocation_endpoint: `${ISSUER}/revoke`,
    jwks_uri: `${ISSUER}/jwks`,
    response_types_supported: ["code"],
    response_modes_supported: ["query", "form_post"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    scopes_supported: ["openid", "email", "profile"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    claims_supported: ["aud", "email", "email_verified", "exp", "iat", "iss", "name", "picture", "sub"],
    code_challenge_methods_supported: ["S256"],
    grant_types_supported: ["authorization_code", "refresh_token"],
  };
}

function sign(header, payload, key) {
  const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${createSign("RSA-SHA256").update(input).sign(key, "base64url")}`;
}

function json(body) {
  return new Response(body, { headers: { "content-type": "application/json" } });
}
