import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { jwtVerify } from "jose/jwt/verify";
import { completeProviders } from "../../src/config/providers.ts";
import { Apple, type AppleOptions, type AppleProfile } from "../../src/providers/apple.ts";
import type {
  CredentialsConfig,
  OIDCConfig,
  ProviderUser,
  TokenEndpointHandler,
} from "../../src/model/provider.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const CREDENTIALS: CredentialsConfig = {
  id: "password",
  name: "Password",
  type: "credentials",
  credentials: {},
  authorize: () => null,
};

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

test("Apple() has Apple's endpoints, needs no discovery and asks for no userinfo", () => {
  const provider = Apple();
  assert.equal(provider.id, "apple");
  assert.equal(provider.name, "Apple");
  assert.equal(provider.type, "oidc");
  assert.equal(provider.issuer, "https://appleid.apple.com");
  assert.deepEqual(provider.authorization, {
    url: "https://appleid.apple.com/auth/authorize",
    params: { response_mode: "form_post", scope: "name email" },
  });
  assert.equal((provider.token as TokenEndpointHandler).url, "https://appleid.apple.com/auth/token");
  assert.equal(provider.jwks_endpoint, "https://appleid.apple.com/auth/keys");
  assert.equal(provider.userinfo, undefined);
  assert.deepEqual(provider.client, { token_endpoint_auth_method: "client_secret_post" });
  assert.deepEqual(provider.checks, ["nonce"]);
  assert.equal(provider.style?.brandColor, "#000");
});

test("Apple() does not change a given client secret", () => {
  assert.equal(setUp({ clientSecret: "ready" }).clientSecret, "ready");
  assert.equal(Apple().clientSecret, undefined);
});

test("Apple() does not include the private key in its result", async () => {
  const { pem } = await createKey();
  const provider = Apple({ clientId: "id", teamId: "TEAM", keyId: "KEY", privateKey: pem });
  assert.deepEqual(provider.options, { clientId: "id" });
  assert(!Object.values(provider).includes(pem));
});

for (const missing of ["teamId", "keyId", "privateKey"]) {
  test(`Apple() is switched off if only ${missing} is missing, and the log asks for it`, () => {
    const options = { clientId: "id", teamId: "TEAM", keyId: "KEY", privateKey: "PEM", [missing]: undefined };
    const { providers, incomplete: [error] } = completeProviders(
      { providers: [Apple(options), CREDENTIALS] },
      { platform: testPlatform(), store: null, capabilities: ALL_CAPABILITIES },
    );
    assert.deepEqual([...providers.keys()], ["password"]);
    assert.match(
      String(error),
      new RegExp(`^InvalidEndpoints: Cannot use provider "apple": set \`${missing}\`\\n`),
    );
  });
}

test("Apple().clientSecret() signs a token for five minutes", async () => {
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

test("Apple().clientSecret() reads a key whose line ends are written out", async () => {
  const { pem, publicKey } = await createKey();
  const privateKey = pem.replaceAll("\n", "\\n");
  const secret = await secretOf(setUp({ teamId: "TEAM", keyId: "KEY", privateKey }));
  await jwtVerify(secret, publicKey, { currentDate: new Date(NOW) });
});

test("Apple().clientSecret() imports the key once", async () => {
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

test("Apple().clientSecret() throws without a client id", async () => {
  const { pem } = await createKey();
  const provider = Apple({ teamId: "TEAM", keyId: "KEY", privateKey: pem });
  await assert.rejects(secretOf(provider), TypeError);
});

test("Apple().profile() reads the name of the first sign-in", () => {
  const user = { name: { firstName: "Ada", lastName: "Lovelace" }, email: "forged@example.com" };
  assert.deepEqual(mapped({ sub: "s", email: "ada@example.com", email_verified: "true", user }), {
    id: "s",
    name: "Ada Lovelace",
    email: "ada@example.com",
    image: null,
  });
});

test("Apple().profile() does with half a name, or none", () => {
  assert.equal(mapped({ sub: "s", user: { name: { firstName: "Ada" } } }).name, "Ada");
  assert.equal(mapped({ sub: "s", user: { name: { lastName: "Lovelace" } } }).name, "Lovelace");
  assert.equal(mapped({ sub: "s", user: { name: {} } }).name, null);
  assert.equal(mapped({ sub: "s", user: {} }).name, null);
  assert.deepEqual(mapped({ sub: "s" }), { id: "s", name: null, email: null, image: null });
});

test("Apple().profile() ignores an unsigned e-mail address", () => {
  assert.equal(mapped({ sub: "s", user: { email: "forged@example.com" } }).email, null);
});
