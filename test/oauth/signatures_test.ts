import assert from "node:assert/strict";
import { test } from "node:test";
import type { JWK } from "jose";
import { exportJWK } from "jose/key/export";
import { generateKeyPair } from "jose/key/generate/keypair";
import { importJWK } from "jose/key/import";
import { type Bytes, toBase64Url, toUtf8 } from "../../src/crypto/bytes.ts";
import { ProviderResponseError } from "../../src/errors/errors.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { claimsOf } from "./_exchange.ts";

const now = testPlatform().now() / 1000;
const CLAIMS = { iss: "https://idp.test", sub: "ada", aud: "client", iat: now, exp: now + 60 };

type SigningParams = RsaPssParams | EcdsaParams | { readonly name: string };

/** How WebCrypto signs with an algorithm. */
const SIGNS: Readonly<Record<string, SigningParams>> = {
  RS256: { name: "RSASSA-PKCS1-v1_5" },
  RS384: { name: "RSASSA-PKCS1-v1_5" },
  RS512: { name: "RSASSA-PKCS1-v1_5" },
  PS256: { name: "RSA-PSS", saltLength: 32 },
  PS384: { name: "RSA-PSS", saltLength: 48 },
  PS512: { name: "RSA-PSS", saltLength: 64 },
  ES256: { name: "ECDSA", hash: "SHA-256" },
  ES384: { name: "ECDSA", hash: "SHA-384" },
  ES512: { name: "ECDSA", hash: "SHA-512" },
  EdDSA: { name: "Ed25519" },
  Ed25519: { name: "Ed25519" },
};

type Signer = Awaited<ReturnType<typeof createSigner>>;

const signers = new Map<string, Promise<Signer>>();

/** A key of an algorithm, and what it makes of text. It is made once. */
function signerOf(alg: string): Promise<Signer> {
  const signer = signers.get(alg) ?? createSigner(alg);
  signers.set(alg, signer);
  return signer;
}

async function createSigner(alg: string) {
  const { privateKey: made, publicKey } = await createKeyPair(alg);
  const privateKey = made as CryptoKey;
  const jwk = await exportJWK(publicKey);
  const sign = async (text: string, params: SigningParams = SIGNS[alg] ?? { name: alg }) =>
    new Uint8Array(await crypto.subtle.sign(params, privateKey, toUtf8(text)));
  return { jwk, sign, privateKey };
}

let rsa: Promise<readonly JWK[]> | undefined;

/** Makes a key pair. Those of RSA have one key, which takes long to make. */
async function createKeyPair(alg: string) {
  if (!/^[RP]S/.test(alg)) return await generateKeyPair(alg, { extractable: true });
  rsa ??= generateKeyPair("RS256", { extractable: true })
    .then(({ privateKey, publicKey }) => Promise.all([privateKey, publicKey].map(exportJWK)));
  const [privateKey, publicKey] = await Promise.all(
    (await rsa).map((jwk) => importJWK(jwk, alg, { extractable: true })),
  ) as [CryptoKey, CryptoKey];
  return { privateKey, publicKey };
}

function inputOf(alg: string): string {
  return [{ alg }, CLAIMS].map((part) => toBase64Url(toUtf8(JSON.stringify(part)))).join(".");
}

/** Whether a sign-in accepts a signature. */
async function accepts(alg: string, signature: Bytes, key: object, provider = {}): Promise<boolean> {
  const metadata = { id_token_signing_alg_values_supported: [alg] };
  const token = `${inputOf(alg)}.${toBase64Url(signature)}`;
  try {
    return (await claimsOf(token, { keys: [key], metadata, provider }))?.sub === "ada";
  } catch (error) {
    assert.ok(error instanceof ProviderResponseError, String(error));
    return false;
  }
}

function flipped(bytes: Bytes, index: number): Bytes {
  return bytes.map((byte, i) => i === index ? byte ^ 1 << index % 8 : byte);
}

for (const alg of Object.keys(SIGNS)) {
  test(`a signature of ${alg} is accepted, and none that is flipped, of another length, or zero (OI-10)`, async () => {
    const { jwk, sign } = await signerOf(alg);
    const signature = await sign(inputOf(alg));
    assert.equal(await accepts(alg, signature, jwk), true);
    for (let i = 0; i < signature.length; i += 7) {
      assert.equal(await accepts(alg, flipped(signature, i), jwk), false);
    }
    const { length } = signature;
    const others = [
      new Uint8Array(),
      new Uint8Array(length),
      new Uint8Array(length).fill(255),
      signature.slice(0, -1),
      Uint8Array.of(0, ...signature),
      Uint8Array.of(...signature, 0),
      Uint8Array.of(...signature, ...signature),
    ];
    for (const other of others) assert.equal(await accepts(alg, other, jwk), false);
  });

  test(`a public key of ${alg} as a shared secret is refused (OI-09)`, async () => {
    const { jwk } = await signerOf(alg);
    const secret = await crypto.subtle.importKey(
      "raw",
      toUtf8(JSON.stringify(jwk)),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign"],
    );
    const signature = new Uint8Array(await crypto.subtle.sign("HMAC", secret, toUtf8(inputOf("HS256"))));
    assert.equal(await accepts("HS256", signature, jwk), false);
    assert.equal(await accepts(alg, signature, jwk), false);
  });
}

test("RSA-PSS is accepted with a salt as long as the hash alone", async () => {
  const { jwk, sign } = await signerOf("PS256");
  for (const saltLength of [0, 20, 31, 33, 64]) {
    assert.equal(
      await accepts("PS256", await sign(inputOf("PS256"), { name: "RSA-PSS", saltLength }), jwk),
      false,
    );
  }
});

test("no signature of one RSA algorithm is accepted for another", async () => {
  const names = Object.keys(SIGNS).filter((alg) => /^[RP]S/.test(alg));
  for (const signed of names) {
    const { jwk, sign } = await signerOf(signed);
    for (const alg of names) {
      const { alg: _, ...key } = jwk;
      assert.equal(await accepts(alg, await sign(inputOf(alg)), key), alg === signed);
    }
  }
});

for (const alg of ["ML-DSA-44", "ML-DSA-65", "ML-DSA-87"]) {
  test(`a signature of ${alg} is verified where the runtime has it`, async (t) => {
    const signer = await signerOf(alg).catch(() => null);
    if (!signer) {
      console.log(`skipped: ${alg}, as this runtime does not have it`);
      return t.skip();
    }
    const signature = await signer.sign(inputOf(alg));
    assert.equal(await accepts(alg, signature, signer.jwk), true);
    assert.equal(await accepts(alg, flipped(signature, 7), signer.jwk), false);
  });
}
