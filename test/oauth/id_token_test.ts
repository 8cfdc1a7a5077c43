import assert from "node:assert/strict";
import { test } from "node:test";
import { SignJWT } from "jose/jwt/sign";
import { exportJWK } from "jose/key/export";
import { generateKeyPair } from "jose/key/generate/keypair";
import { ProviderResponseError } from "../../src/errors/errors.ts";
import type { EndingFlow } from "../../src/oauth/flow.ts";
import type { Server } from "../../src/oauth/server.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { claimsOf, REDIRECT_URI } from "./_exchange.ts";

/** A token of any algorithm, and what verifies it. The claims are right unless they are replaced. */
async function issue(
  alg: string,
  replaced: Record<string, unknown> = {},
  announced: string[] = [alg],
) {
  const { privateKey, publicKey } = await generateKeyPair(alg);
  const now = testPlatform().now() / 1000;
  const claims = { iss: "https://idp.test", sub: "ada", aud: "client", iat: now, exp: now + 60, ...replaced };
  const token = await new SignJWT(claims).setProtectedHeader({ alg }).sign(privateKey);
  const keys = [await exportJWK(publicKey)];
  const verify = (
    { nonce, accessToken = "token", provider = {}, metadata = {} }: {
      readonly nonce?: string | undefined;
      readonly accessToken?: string;
      readonly provider?: Partial<OIDCConfig>;
      readonly metadata?: Partial<Server>;
    } = {},
  ) => {
    const server = { id_token_signing_alg_values_supported: announced, ...metadata };
    return claimsOf(token, { keys, metadata: server, accessToken, provider, flow: flowWith(nonce) });
  };
  return { claims, verify };
}

function flowWith(nonce: string | undefined): EndingFlow {
  const addresses = { redirectUri: REDIRECT_URI, returnTo: "/", userId: null, link: "none" } as const;
  return { provider: "idp", ...addresses, ...(nonce !== undefined && { nonce }) };
}

/** An error of the library, made of one of the engine. */
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
  test(`an ID token with the algorithm ${alg} is accepted, with at_hash over ${hash} (OI-20)`, async () => {
    const { claims, verify } = await issue(alg, { at_hash: await halfHash(hash, "token") });
    assert.deepEqual(await verify(), claims);
    await assert.rejects(verify({ accessToken: "another" }), (error) => {
      assert(error instanceof ProviderResponseError);
      assert.equal(error.cause?.claim, "at_hash");
      return true;
    });
  });
}

test("at_hash is that of an encrypted access token as it was sent, and the error says what to register", async () => {
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

test("at_hash is ignored where the standard defines no hash: servers differ with EdDSA", async () => {
  for (const hash of ["SHA-256", "SHA-512"]) {
    const { claims, verify } = await issue("Ed25519", { at_hash: await halfHash(hash, "token") });
    assert.deepEqual(await verify(), claims);
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
  test(`the error says what to write if the provider loses the nonce: with checks ${checks}`, async () => {
    for (const claims of [{}, { nonce: null }]) {
      const { verify } = await issue("ES256", claims);
      await assert.rejects(verify({ nonce: "n", provider: { checks } }), (error: Error) => {
        assert.match(error.message.split("\n")[0]!, advice);
        return true;
      });
    }
  });
}

test("an ID token of a provider without keys is refused, and the error says so", async () => {
  const { verify } = await issue("ES256");
  await assert.rejects(verify({ metadata: { jwks_uri: undefined } }), /the metadata name no "jwks_uri"/);
});
