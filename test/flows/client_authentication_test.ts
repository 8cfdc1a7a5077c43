import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeJwt } from "jose/jwt/decode";
import { customFetch } from "../../mod.ts";
import { Apple } from "../../src/providers/apple.ts";
import { CodeHost } from "../../src/providers/codehost.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Google } from "../../src/providers/google.ts";
import { Keycloak } from "../../src/providers/keycloak.ts";
import { MicrosoftEntraId } from "../../src/providers/microsoft_entra_id.ts";
import { TikTok } from "../../src/providers/tiktok.ts";
import type { OAuthConfig, OIDCConfig, SecretContext } from "../../src/model/provider.ts";
import { VideoApp } from "../../src/providers/videoapp.ts";
import {
  APP,
  assertRefused,
  count,
  errorPage,
  oauth2,
  open,
  type World,
  type WorldOptions,
} from "./_world.ts";

/** The token request of a sign-in that must succeed. */
async function redemption({ signIn, idp, log }: World) {
  assert.equal((await signIn()).text, "Hello Ada Lovelace", log());
  return idp.requests.find(({ endpoint }) => endpoint === "token")!;
}

function openFor(
  method: NonNullable<NonNullable<OIDCConfig["client"]>["token_endpoint_auth_method"]>,
  provider: Partial<OIDCConfig> = {},
  idp: WorldOptions["idp"] = {},
): World {
  return open({
    idp: { clientAuthentication: method, ...idp },
    provider: { client: { token_endpoint_auth_method: method }, ...provider },
  });
}

const EC = { name: "ECDSA", namedCurve: "P-256" };

async function createKeys(
  algorithm: EcKeyGenParams,
): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]) as CryptoKeyPair;
}

test("Auth() does not encode the letters of a usual secret, for servers that do not decode", async () => {
  const clientSecret = "aB3-dE6_gH9.jK2~";
  const { headers } = await redemption(open({ idp: { clientSecret }, provider: { clientSecret } }));
  assert.equal(atob(headers.get("authorization")!.slice("Basic ".length)), `fake-client:${clientSecret}`);
});

test("Auth() signs no client assertion with a key that is public or shared", async () => {
  const { publicKey } = await createKeys(EC);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const shared = await crypto.subtle.importKey("raw", new Uint8Array(32), hmac, true, ["sign"]);
  for (const key of [publicKey, shared]) {
    const world = openFor("private_key_jwt", { token: { clientPrivateKey: key }, clientSecret: undefined });
    await world.signIn();
    assert.match(world.log(), /`clientPrivateKey` is not a private key that signs/);
    assert.equal(world.idp.requests.some(({ endpoint }) => endpoint === "token"), false);
  }
});

test("Auth() creates client assertions for the token endpoint without an issuer", async () => {
  const { privateKey, publicKey } = await createKeys(EC);
  const world = open({
    idp: { clientAuthentication: "private_key_jwt", clientKey: publicKey },
    providers: (idp) => [oauth2(idp, {
      issuer: undefined,
      client: { token_endpoint_auth_method: "private_key_jwt" },
      token: { url: "https://idp.test/token", clientPrivateKey: privateKey },
    })],
  });
  const { params } = await redemption(world);
  assert.equal(decodeJwt(params.get("client_assertion")!).aud, "https://idp.test/token");
});

test("Auth() authenticates with private_key_jwt where there is a private key and no secret", async () => {
  const { privateKey, publicKey } = await createKeys(EC);
  const idp = { clientAuthentication: "private_key_jwt", clientKey: publicKey } as const;
  const provider = { token: { clientPrivateKey: privateKey }, clientSecret: undefined };
  assert.equal((await redemption(open({ idp, provider }))).params.has("client_assertion"), true);
});

test("Auth() rejects a provider without a secret, and names the setting", async () => {
  for (const clientSecret of [undefined, ""]) {
    for (const more of [{}, { client: {} }, { client: { id_token_signed_response_alg: "ES256" } }]) {
      const { browser, log } = open({ provider: { id: "my-idp", clientSecret, ...more } });
      assert.equal((await browser.fetch(`${APP}/auth/providers`)).status, 500);
      assert.match(
        log(),
        /InvalidEndpoints: Cannot use provider "my-idp": .*AUTH_MY_IDP_SECRET.*token_endpoint_auth_method: "none"/,
      );
    }
  }
});

test("Auth() names the variable of the secret that each provider of the library lacks", async () => {
  const secretless = [Apple, CodeHost, GitHub, Google, Keycloak, MicrosoftEntraId, TikTok, VideoApp];
  for (const provider of secretless) {
    const own = provider({ clientId: "id", issuer: "https://idp.test" });
    const { browser, log } = open({ providers: () => [own] });
    assert.equal((await browser.fetch(`${APP}/auth/providers`)).status, 500);
    assert.ok(log().includes(`AUTH_${own.id.toUpperCase().replaceAll("-", "_")}_SECRET`), log());
  }
});

test("Auth() has the client secret made for each token request, where it is a function", async () => {
  const given: SecretContext[] = [];
  const clientSecret = (context: SecretContext) => {
    given.push(context);
    return Promise.resolve(`secret number ${given.length}`);
  };
  for (const number of [1, 2]) {
    const world = open({ idp: { clientSecret: `secret number ${number}` }, provider: { clientSecret } });
    await redemption(world);
    assert.deepEqual(given.at(-1), { clientId: "fake-client", now: world.platform.now() });
    assert.equal(given.length, number);
  }
});

test("Auth() refuses a sign-in whose clientSecret() fails, and logs why", async () => {
  const clientSecret = () => Promise.reject(new Error("the vault is sealed"));
  const { signIn, session, log } = open({ provider: { clientSecret } });
  const page = await signIn();
  assert.equal(page.url, errorPage("ServerError"));
  assert.doesNotMatch(page.html, /vault/);
  assert.match(log(), /the vault is sealed/);
  assert.equal(await session(), null);
});

test("Auth() authenticates an OAuth 2 client too, with parameters of the token request beside it", async () => {
  const token: OAuthConfig["token"] = {
    url: "https://idp.test/token",
    params: { audience: "api", client_id: "somebody else" },
  };
  const world = open({ providers: (idp) => [oauth2(idp, { token })] });
  const { params } = await redemption(world);
  assert.equal(params.get("audience"), "api");
  assert.deepEqual(params.getAll("grant_type"), ["authorization_code"]);
});

test("Auth() passes a string, plain headers and the body of the token request to customFetch", async () => {
  const seen: [string, string][] = [];
  const world = open({
    provider: {
      [customFetch]: (input, init) => {
        seen.push([typeof input, Object.prototype.toString.call(init?.headers)]);
        return world.idp.fetch(input, {
          ...init,
          headers: { ...init?.headers as Record<string, string>, "x-via": "me" },
        });
      },
    },
  });
  const { headers } = await redemption(world);
  assert.equal(headers.get("x-via"), "me");
  assert.deepEqual(new Set(seen.map(String)), new Set(["string,[object Object]"]));
});

test("Auth() makes no client assertion for an issuer that does not belong to the URL of the metadata", async () => {
  const { privateKey, publicKey } = await createKeys(EC);
  const world = openFor("private_key_jwt", {
    token: { clientPrivateKey: privateKey },
    issuer: undefined,
    wellKnown: "https://idp.test/.well-known/openid-configuration",
  }, { clientKey: publicKey });
  world.idp.tamper = { metadata: { issuer: "https://login.honest-bank.test" } };
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
  assert.equal(count(world.idp, "token"), 0);
  assert.match(
    world.log(),
    /their issuer is "https:\/\/login\.honest-bank\.test", expected "https:\/\/idp\.test"/,
  );
});
