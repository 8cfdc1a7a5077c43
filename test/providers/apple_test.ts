import assert from "node:assert/strict";
import { test } from "node:test";
import { jwtVerify } from "jose/jwt/verify";
import { Apple, type AppleOptions, type AppleProfile } from "../../src/providers/apple.ts";
import type { OIDCConfig, ProviderUser } from "../../src/model/provider.ts";

/** 2030-01-01T00:00:00.900Z. */
const NOW = 1_893_456_000_900;

async function createKey() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign", "verify"],
  );
  const der = new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey));
  const lines = btoa(String.fromCharCode(...der)).match(/.{1,64}/g)!;
  const pem = ["-----BEGIN PRIVATE KEY-----", ...lines, "-----END PRIVATE KEY-----", ""].join("\n");
  return { pem, publicKey };
}

/** What a set-up does: the client id comes later, perhaps from the environment. */
function setUp(options: AppleOptions): OIDCConfig<AppleProfile> {
  const provider = Apple(options);
  return { clientId: "com.example.web", ...provider, ...provider.options };
}

async function secretOf(provider: OIDCConfig<AppleProfile>): Promise<string> {
  assert(typeof provider.clientSecret === "function");
  return await provider.clientSecret({ clientId: provider.clientId!, now: NOW });
}

function mapped(profile: Partial<AppleProfile>): ProviderUser {
  return Apple().profile!(profile as AppleProfile, {}) as ProviderUser;
}

test("a client secret for Apple that is given is not changed", () => {
  assert.equal(setUp({ clientSecret: "ready" }).clientSecret, "ready");
  assert.equal(Apple().clientSecret, undefined);
});

test("Apple's private key is not in the provider", async () => {
  const { pem } = await createKey();
  const provider = Apple({ clientId: "id", teamId: "TEAM", keyId: "KEY", privateKey: pem });
  assert.deepEqual(provider.options, { clientId: "id" });
  assert(!Object.values(provider).includes(pem));
});

test("the client secret for Apple is a signed token for five minutes", async () => {
  const { pem, publicKey } = await createKey();
  const secret = await secretOf(setUp({ teamId: "TEAM", keyId: "KEY", privateKey: pem }));
  const { payload, protectedHeader } = await jwtVerify(secret, publicKey, { currentDate: new Date(NOW) });
  assert.deepEqual(protectedHeader, { alg: "ES256", kid: "KEY" });
  assert.deepEqual(payload, {
    iss: "TEAM",
    sub: "com.example.web",
    aud: "https://appleid.apple.com",
    iat: 1_893_456_000,
    exp: 1_893_456_300,
  });
});

test("a key for Apple whose line ends are written out is read", async () => {
  const { pem, publicKey } = await createKey();
  const privateKey = pem.replaceAll("\n", "\\n");
  const secret = await secretOf(setUp({ teamId: "TEAM", keyId: "KEY", privateKey }));
  await jwtVerify(secret, publicKey, { currentDate: new Date(NOW) });
});

test("the key for Apple is imported once", async () => {
  const { pem } = await createKey();
  const provider = setUp({ teamId: "TEAM", keyId: "KEY", privateKey: pem });
  const { importKey } = crypto.subtle;
  let imports = 0;
  crypto.subtle.importKey = function (this: SubtleCrypto, ...args: unknown[]) {
    imports += 1;
    return Reflect.apply(importKey, this, args);
  };
  try {
    await Promise.all([secretOf(provider), secretOf(provider)]);
    await secretOf(provider);
  } finally {
    crypto.subtle.importKey = importKey;
  }
  assert.equal(imports, 1);
});

test("a client secret for Apple needs a client id", async () => {
  const { pem } = await createKey();
  const provider = Apple({ teamId: "TEAM", keyId: "KEY", privateKey: pem });
  await assert.rejects(secretOf(provider), TypeError);
});

test("Apple may send half a name, or none", () => {
  assert.equal(mapped({ sub: "s", user: { name: { firstName: "Ada" } } }).name, "Ada");
  assert.equal(mapped({ sub: "s", user: { name: { lastName: "Lovelace" } } }).name, "Lovelace");
  assert.equal(mapped({ sub: "s", user: { name: {} } }).name, null);
  assert.equal(mapped({ sub: "s", user: {} }).name, null);
  assert.deepEqual(mapped({ sub: "s" }), { id: "s", name: null, email: null, image: null });
});
