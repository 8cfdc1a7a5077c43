import assert from "node:assert/strict";
import { test } from "node:test";
import { exportJWK } from "jose/key/export";
import { generateKeyPair } from "jose/key/generate/keypair";
import { toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";
import { ProviderResponseError } from "../../src/errors/errors.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { claimsOf } from "./_exchange.ts";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
const keys = [{ ...await exportJWK(publicKey), kid: "a" }];
const now = testPlatform().now() / 1000;
const CLAIMS = { iss: "https://idp.test", sub: "ada", aud: "client", iat: now, exp: now + 60 };

function encode(value: unknown): string {
  return toBase64Url(toUtf8(typeof value === "string" ? value : JSON.stringify(value)));
}

async function sign(header: unknown, claims: unknown = CLAIMS): Promise<string> {
  const input = `${encode(header)}.${encode(claims)}`;
  const signature = await crypto.subtle.sign(algorithm, privateKey as CryptoKey, toUtf8(input));
  return `${input}.${toBase64Url(new Uint8Array(signature))}`;
}

function verify(token: unknown, announced: string[] = ["ES256"]) {
  return claimsOf(token, { keys, metadata: { id_token_signing_alg_values_supported: announced } });
}

/** What a refused token is refused for. */
async function refused(token: unknown, reason: RegExp, announced?: string[]) {
  await assert.rejects(verify(token, announced), (error) => {
    assert.ok(error instanceof ProviderResponseError, String(error));
    assert.match(error.message, reason);
    return true;
  });
}

test("redeemCode() answers the claims, with the key that the header names and no other that it brings", async () => {
  const token = await sign({ alg: "ES256", kid: "a", typ: "JWT", jwk: {}, x5u: "https://evil.test" });
  assert.deepEqual(await verify(token), CLAIMS);
  await refused(await sign({ alg: "ES256", kid: "b", jwk: keys[0] }), /none of the provider's keys/);
});

for (
  const [what, header] of Object.entries({
    "an algorithm that is not announced": { alg: "ES384" },
    "the algorithm none": { alg: "none" },
    "an algorithm that is no text": { alg: ["ES256"] },
    "no algorithm": {},
  })
) {
  test(`redeemCode() refuses an ID token whose header has ${what} (OI-08)`, async () => {
    await refused(await sign(header), /its algorithm is not announced/);
  });
}

for (const alg of ["none", "ES256K", "constructor", "A128KW", "HS256"]) {
  test(`redeemCode() does not know the algorithm ${alg}, even if it is announced (OI-08)`, async () => {
    await refused(await sign({ alg }), /^Cannot accept an ID token: /, [alg]);
  });
}

for (const crit of [["exp"], ["b64"], [], "exp", null, 1, ["alg"]]) {
  test(`redeemCode() refuses the critical extensions ${JSON.stringify(crit)} (OI-13)`, async () => {
    await refused(await sign({ alg: "ES256", crit, b64: true, exp: 1 }), /a critical header parameter/);
  });
}

for (const header of ["{", "[]", "null", '"ES256"', "1", '{"alg":"ES256"} x']) {
  test(`redeemCode() refuses the header ${JSON.stringify(header)} (OI-12)`, async () => {
    await refused(await sign(header), /^Cannot accept an ID token: /);
  });
}

for (const claims of ["", "{", "[]", "null", "1"]) {
  test(`redeemCode() refuses the signed claims ${JSON.stringify(claims)} (OI-12)`, async () => {
    await refused(await sign({ alg: "ES256" }, claims), /^Cannot accept an ID token: /);
  });
}

test("redeemCode() refuses an ID token of another number of parts (OI-12)", async () => {
  const token = await sign({ alg: "ES256" });
  const [header, payload] = token.split(".");
  for (const other of ["..", header!, `${header}.${payload}`, `${token}.`, `${token}.x.y`, `.${token}`]) {
    await refused(other, /^Cannot accept an ID token: /);
  }
});

test("redeemCode() refuses a signature in another encoding than base64url (OI-12)", async () => {
  const token = await sign({ alg: "ES256" });
  for (const other of [`${token}==`, `${token}=`, `${token} `, `${token}\n`, token.replace(/.$/, "+")]) {
    await refused(other, /^Cannot accept an ID token: /);
  }
});

test("redeemCode() refuses an ID token whichever character is changed (OI-10)", async () => {
  const token = await sign({ alg: "ES256" });
  for (let i = 0; i < token.length; i++) {
    const other = `${token.slice(0, i)}${token[i] === "A" ? "B" : "A"}${token.slice(i + 1)}`;
    await refused(other, /^Cannot accept an ID token: /);
  }
});
