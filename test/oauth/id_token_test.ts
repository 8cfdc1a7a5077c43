import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT } from "jose/jwt/sign";
import { exportJWK } from "jose/key/export";
import { generateKeyPair } from "jose/key/generate/keypair";
import { ProviderResponseError } from "../../src/errors/errors.ts";
import { verifyIdToken } from "../../src/oauth/id_token.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import type { Server } from "../../src/oauth/server.ts";
import { testPlatform } from "../../src/testing/mod.ts";

/** A token of any algorithm, and what verifies it. The claims are right unless they are replaced. */
async function issue(alg: string, replaced: Record<string, unknown> = {}, supported: unknown = [alg]) {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  const platform = testPlatform({
    sites: { "https://idp.test": async () => Response.json({ keys: [await exportJWK(publicKey)] }) },
  });
  const now = platform.now() / 1000;
  const claims = { iss: "https://idp.test", sub: "ada", aud: "client", iat: now, exp: now + 60, ...replaced };
  const token = await new SignJWT(claims).setProtectedHeader({ alg }).sign(privateKey);
  const provider = resolveProvider(
    {
      id: "idp",
      name: "Fake",
      type: "oidc",
      issuer: "https://idp.test",
      clientId: "client",
      clientSecret: "s",
    },
    { platform },
  );
  const server = {
    knownIssuer: "https://idp.test",
    jwks_uri: "https://idp.test/jwks",
    id_token_signing_alg_values_supported: supported,
  } as Server;
  const context = { provider, server, platform, clientSecret: "secret" };
  const verify = (expected: { nonce?: string; accessToken?: string } = {}) =>
    verifyIdToken(token, { nonce: undefined, accessToken: "token", flow: null, ...expected }, context);
  return { claims, verify, context, token };
}

/** An error of the library, made of a `JwtError`. */
function hasCode(code: string) {
  return (error: unknown) => error instanceof ProviderResponseError && error.cause?.code === code;
}

/** Left half of a hash, in base64url. */
async function halfHash(algorithm: string, text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest(algorithm, new TextEncoder().encode(text)));
  const half = btoa(String.fromCharCode(...digest.subarray(0, digest.length / 2)));
  return half.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

for (
  const [alg, hash] of [
    ["ES256", "SHA-256"],
    ["PS384", "SHA-384"],
    ["ES512", "SHA-512"],
  ] as const
) {
  test(`verifyIdToken() accepts the algorithm ${alg}, with at_hash over ${hash} (OI-20)`, async () => {
    const { claims, verify } = await issue(alg, { at_hash: await halfHash(hash, "token") });
    assert.deepEqual(await verify(), claims);
    await assert.rejects(verify({ accessToken: "another" }), (error) => {
      assert(error instanceof ProviderResponseError);
      assert.equal(error.cause?.claim, "at_hash");
      return true;
    });
  });
}

test("verifyIdToken() compares at_hash with an encrypted access token as it was sent, and says what to register", async () => {
  const sent = "e30.a.b.c.d";
  const right = await issue("ES256", { at_hash: await halfHash("SHA-256", sent) });
  assert.deepEqual(await right.verify({ accessToken: sent }), right.claims);
  const { verify } = await issue("ES256", { at_hash: await halfHash("SHA-256", "e30.inside.token") });
  await assert.rejects(
    verify({ accessToken: sent }),
    /which is encrypted\. Register the client without encryption/,
  );
  await assert.rejects(verify({ accessToken: "e30.other.token" }), /does not match the access token$/);
});

test("verifyIdToken() ignores at_hash where the standard defines no hash: servers differ with EdDSA", async () => {
  for (const hash of ["SHA-256", "SHA-512"]) {
    const { claims, verify } = await issue("Ed25519", { at_hash: await halfHash(hash, "token") });
    assert.deepEqual(await verify(), claims);
  }
});

test("verifyIdToken() compares the nonce with the one that was sent", async () => {
  const { verify } = await issue("ES256", { nonce: "no" });
  assert.equal((await verify({ nonce: "no" })).nonce, "no");
  for (const nonce of ["other", "", undefined]) {
    await assert.rejects(verify({ nonce }), /its "nonce" is not the one that was sent/);
  }
});

for (
  const [checks, advice] of [
    [["pkce"], /: the token has none\. .* write `nonce: false` in the options of "idp"$/],
    [
      ["pkce", "nonce"],
      /write `nonce: false` in the options of "idp", and leave "nonce" out of its `checks`$/,
    ],
  ] as const
) {
  test(`verifyIdToken() says what to write if the provider loses the nonce: with checks ${checks}`, async () => {
    const { token, context } = await issue("ES256", {});
    const provider = { ...context.provider, id: "idp", checks: new Set(checks) };
    const expected = { nonce: "n", accessToken: "token", flow: null };
    await assert.rejects(verifyIdToken(token, expected, { ...context, provider }), (error: Error) => {
      assert.match(error.message.split("\n")[0]!, advice);
      return true;
    });
  });
}

test("verifyIdToken() accepts only RS256 if the server announces nothing", async () => {
  await (await issue("RS256", {}, null)).verify();
  await assert.rejects((await issue("ES256", {}, null)).verify(), hasCode("ERR_JOSE_ALG_NOT_ALLOWED"));
});

test("verifyIdToken() accepts only the registered algorithm, whatever the server announces", async () => {
  const { token, context } = await issue("ES256", {}, ["ES256", "RS256"]);
  const registered = (alg: string) => ({
    ...context,
    provider: { ...context.provider, client: { id_token_signed_response_alg: alg } },
  });
  const expected = { nonce: undefined, accessToken: "token", flow: null };
  assert.equal((await verifyIdToken(token, expected, registered("ES256"))).sub, "ada");
  await assert.rejects(
    verifyIdToken(token, expected, registered("RS256")),
    hasCode("ERR_JOSE_ALG_NOT_ALLOWED"),
  );
});

test("verifyIdToken() lets clocks be thirty seconds apart", async () => {
  const now = testPlatform().now() / 1000;
  await (await issue("ES256", { exp: now - 29 })).verify();
  await (await issue("ES256", { iat: now + 30 })).verify();
  await assert.rejects((await issue("ES256", { exp: now - 30 })).verify(), /its "exp" was 30 seconds ago/);
  await assert.rejects(
    (await issue("ES256", { iat: now + 31 })).verify(),
    /its "iat" is 31 seconds in the future/,
  );
});

test("verifyIdToken() says that keys are missing", async () => {
  const { token, context } = await issue("ES256");
  const server = { ...context.server, jwks_uri: undefined } as unknown as Server;
  await assert.rejects(
    verifyIdToken(token, { nonce: undefined, accessToken: "token", flow: null }, { ...context, server }),
    /the metadata name no "jwks_uri"/,
  );
});
