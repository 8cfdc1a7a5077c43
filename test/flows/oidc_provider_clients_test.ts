/**
 * Clients as a real OpenID provider registers them: how they authenticate, what is signed and how, and what comes back in which
 * way. The provider in the process, `fakeProvider()`, reads the standards as this library does; `oidc-provider` does not.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { exportJWK, generateKeyPair } from "jose";
import { openReal, type RealWorldOptions } from "./_oidc_provider.ts";
import { APP } from "./_world.ts";

const ALGORITHMS = [
  "RS256",
  "RS512",
  "PS256",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
  "HS256",
  "HS512",
];
const METHODS = ["client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt", "none"];
/** Long enough for HS512. */
const SECRET = "a client secret:%20+/&=?#' of the tests, of more than sixty-four bytes";

/** They are expensive to make. */
const KEYS = await Promise.all(["RS256", "ES256", "ES384", "ES512", "EdDSA"].map(async (kid) => {
  const { privateKey } = await generateKeyPair(kid, { extractable: true });
  return { ...await exportJWK(privateKey), kid, use: "sig" };
}));
const ASSERTIONS = await Promise.all(["ES256", "RS256", "PS256", "EdDSA"].map(async (alg) => {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  return { alg, key: privateKey, jwk: await exportJWK(publicKey) };
}));

const SETTINGS = {
  jwks: { keys: KEYS },
  clientAuthMethods: METHODS,
  subjectTypes: ["public", "pairwise"],
  pairwiseIdentifier: () => "ada at this client",
  enabledJWA: {
    clientAuthSigningAlgValues: ALGORITHMS,
    idTokenSigningAlgValues: ALGORITHMS,
    userinfoSigningAlgValues: ALGORITHMS,
  },
};

/** Client → what is registered, and what the application writes. */
const CLIENTS: Readonly<Record<string, Pick<RealWorldOptions, "client" | "provider">>> = {
  ...Object.fromEntries(
    METHODS.slice(1, 3).map((method) => [method, {
      client: { token_endpoint_auth_method: method },
      provider: { client: { token_endpoint_auth_method: method } },
    }]),
  ),
  ...Object.fromEntries(
    ASSERTIONS.flatMap(({ alg, key, jwk }) =>
      [undefined, "key-1"].map((kid) => [`private_key_jwt ${alg}, ${kid ? "with" : "without"} a kid`, {
        client: {
          client_secret: undefined,
          token_endpoint_auth_method: "private_key_jwt",
          jwks: { keys: [{ ...jwk, ...(kid && { kid }) }] },
        },
        provider: { clientSecret: undefined, token: { clientPrivateKey: kid ? { key, kid } : key } },
      }])
    ),
  ),
  "a public client": {
    client: { client_secret: undefined, token_endpoint_auth_method: "none" },
    provider: { clientSecret: undefined, client: { token_endpoint_auth_method: "none" } },
  },
  "an id with special characters": {
    client: { client_id: "a client:with%/+&=?" },
    provider: { clientId: "a client:with%/+&=?" },
  },
  "pairwise subjects": { client: { subject_type: "pairwise" } },
  ...Object.fromEntries([["nonce"], ["pkce", "state", "nonce"], ["none"]].map((checks) => [
    `checks: ${checks}`,
    { provider: { checks: checks as ["nonce"] } },
  ])),
  "form_post": {
    provider: { authorization: { params: { scope: "openid email profile", response_mode: "form_post" } } },
  },
  ...Object.fromEntries(ALGORITHMS.map((alg) => [`an ID token signed with ${alg}`, {
    client: { id_token_signed_response_alg: alg },
    provider: alg.startsWith("HS") ? { client: { id_token_signed_response_alg: alg } } : {},
  }])),
  ...Object.fromEntries(["RS256", "ES256", "PS256", "EdDSA", "HS256"].map((alg) => [
    `userinfo signed with ${alg}`,
    { client: { userinfo_signed_response_alg: alg }, provider: { idToken: false } },
  ])),
};

for (const [name, { client, provider }] of Object.entries(CLIENTS)) {
  test(`a user signs in at a real provider where the client is registered so: ${name}`, async () => {
    await using world = await openReal({
      features: { jwtUserinfo: { enabled: true } },
      settings: SETTINGS,
      client: { client_secret: SECRET, id_token_signed_response_alg: "RS256", ...client },
      provider: { clientSecret: SECRET, ...provider },
    });
    let page = await world.signIn();
    // A script would submit it.
    if (page.url.startsWith(world.issuer)) page = await page.submit();
    assert.equal(page.url, `${APP}/home`, world.log());
    assert.equal(await world.name(), "Ada Lovelace");
  });
}

test("a real provider refuses a wrong secret, and the log says so", async () => {
  await using world = await openReal({
    provider: { clientSecret: "not the secret that is registered there" },
  });
  await world.signIn();
  assert.equal(await world.name(), undefined);
  assert.match(world.log(), /does not accept the client \("invalid_client"\)/);
});
