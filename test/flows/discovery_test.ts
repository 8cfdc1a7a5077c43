import assert from "node:assert/strict";
import { test } from "node:test";
import type { OIDCConfig } from "../../src/model/provider.ts";
import { fakeProvider } from "../../src/testing/mod.ts";
import { APP, assertRefused, oidc, open, type World } from "./_world.ts";

/** Endpoints in the metadata, and the options that replace them. */
const ENDPOINTS = {
  authorization_endpoint: "authorization",
  token_endpoint: "token",
  userinfo_endpoint: "userinfo",
  jwks_uri: "jwks_endpoint",
} as const;

/** URLs that only this server, or its network, can reach. */
const INSIDE = [
  "http://127.0.0.1:2375/containers/create",
  "http://localhost:9200/_cluster/settings",
  "http://[::1]:6379/",
  "http://idp.test/plain",
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f000001/",
  "https://017700000001/",
  "https://localhost./",
  "https://a.localhost/",
  "https://0.0.0.0/",
  "https://10.1.2.3/",
  "https://172.20.0.1/",
  "https://192.168.1.1/",
  "https://100.100.100.200/",
  "https://169.254.169.254/latest/meta-data/",
  "https://[::ffff:169.254.169.254]/",
  "https://[64:ff9b::a9fe:a9fe]/",
  "https://[2002:a9fe:a9fe::]/",
  "https://[fd00::1]/",
  "https://[fe80::1]/",
  "https://metadata.google.internal/",
  "https://redis/",
  "ftp://idp.test/",
  "javascript:alert(1)",
  "/token",
  "",
];

/** A world whose metadata have another URL for one endpoint, and that remembers where requests went. */
function openMisled(
  change: Record<string, unknown>,
  { issuer = "https://idp.test", ...provider }: Partial<OIDCConfig> = {},
): { readonly world: World; readonly asked: string[] } {
  const asked: string[] = [];
  const world = open({
    idp: { issuer },
    provider: { idToken: false, ...provider },
  });
  const { fetch } = world.platform;
  world.platform.fetch = (input: string, init?: RequestInit) => (asked.push(input), fetch(input, init));
  world.idp.tamper = { metadata: change };
  return { world, asked };
}

for (const [endpoint, option] of Object.entries(ENDPOINTS)) {
  test(`Auth() refuses a discovered ${endpoint} inside its own network, in every spelling (OA-30)`, async () => {
    for (const url of INSIDE) {
      const { world, asked } = openMisled({ [endpoint]: url });
      await assertRefused(world, await world.signIn(), "ProviderResponseError");
      assert.deepEqual(asked, ["https://idp.test/.well-known/openid-configuration"], url);
      assert.equal(world.browser.visited.some((visited) => !visited.startsWith(APP)), false, url);
      assert.ok(world.log().includes(`"${endpoint}" is ${JSON.stringify(url)}`), world.log());
      assert.ok(world.log().includes(`write it as \`${option}\` of the provider "idp"`), world.log());
    }
  });
}

test("Auth() refuses a discovered endpoint that is not text", async () => {
  for (const url of [7, {}, ["https://idp.test/token"], true]) {
    const { world } = openMisled({ token_endpoint: url });
    await assertRefused(world, await world.signIn(), "ProviderResponseError");
  }
});

test("Auth() ignores a discovered endpoint that the application has written itself", async () => {
  const { world } = openMisled({ token_endpoint: "http://127.0.0.1/" }, { token: "https://idp.test/token" });
  assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
});

test("Auth() signs in where an application has named a provider in a private network", async () => {
  for (
    const issuer of [
      "https://10.0.0.5",
      "https://keycloak",
      "https://sso.corp.internal",
      "http://localhost:8080",
    ]
  ) {
    const { world } = openMisled({}, { issuer });
    assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
  }
});

test("Auth() lets an https provider in a private network name no http endpoint (OA-30)", async () => {
  for (const token_endpoint of ["http://10.0.0.5/token", "http://127.0.0.1/token"]) {
    const { world } = openMisled({ token_endpoint }, { issuer: "https://10.0.0.5" });
    await assertRefused(world, await world.signIn(), "ProviderResponseError");
    assert.match(world.log(), /is not an https URL/);
  }
});

test("Auth() lets a provider on this machine name no http endpoint elsewhere (OA-30)", async () => {
  const { world } = openMisled({ token_endpoint: "http://10.0.0.5/token" }, {
    issuer: "http://localhost:8080",
  });
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
});

const KEYCLOAK = "http://keycloak:8080";

test("Auth() refuses to run with an http provider elsewhere, and names the option that permits it", async () => {
  for (
    const written of [{ issuer: KEYCLOAK }, { token: `${KEYCLOAK}/token` }, {
      jwks_endpoint: `${KEYCLOAK}/jwks`,
    }]
  ) {
    const world = open({ provider: written });
    assert.equal((await world.browser.fetch(`${APP}/auth/csrf`)).status, 500);
    assert.match(world.log(), /InvalidEndpoints: .*"http:\/\/keycloak:8080.*`allowInsecureRequests: true`/);
  }
});

test("Auth() names that option for no URL that could not be asked anyway", async () => {
  const world = open({ provider: { token: "ftp://idp.test/token", allowInsecureRequests: true } });
  assert.equal((await world.browser.fetch(`${APP}/auth/csrf`)).status, 500);
  assert.doesNotMatch(world.log(), /allowInsecureRequests/);
});

test("Auth() signs in at an http provider with allowInsecureRequests, and warns once", async () => {
  const { world } = openMisled({}, { issuer: KEYCLOAK, allowInsecureRequests: true });
  assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
  await world.signIn();
  const warnings = world.log().split("\n").filter((line) => line.startsWith("warn"));
  assert.equal(warnings.length, 1, world.log());
  assert.match(
    warnings[0]!,
    /insecure-provider: the provider "idp" is asked at "http:\/\/keycloak:8080.*without encryption/,
  );
});

test("Auth() warns of no provider that is secure all the same", async () => {
  const { world } = openMisled({}, { allowInsecureRequests: true });
  assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
  assert.doesNotMatch(world.log(), /without encryption/);
});

test("Auth() lets no https provider name an http endpoint, whatever allowInsecureRequests says", async () => {
  for (const endpoint of Object.keys(ENDPOINTS)) {
    const { world } = openMisled({ [endpoint]: "http://idp.test/x" }, { allowInsecureRequests: true });
    await assertRefused(world, await world.signIn(), "ProviderResponseError");
  }
});

test("Auth() lets a public http provider name no private endpoint", async () => {
  const idp = fakeProvider({ issuer: "http://idp.test", signingAlgorithm: "ES256" });
  const world = open({
    providers: () => [oidc(idp, { allowInsecureRequests: true } as Partial<OIDCConfig>)],
  });
  world.platform.sites[idp.origin] = idp.fetch;
  idp.tamper = { metadata: { jwks_uri: "http://169.254.169.254/" } };
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
  assert.match(world.log(), /is in a private network/);
});

test("users sign in at once after a restart of the provider of tests, of which the keys are others", async () => {
  const world = open();
  await world.signIn();
  const restarted = fakeProvider({ now: world.platform.now, signingAlgorithm: "ES256" });
  restarted.login({ sub: "grace", name: "Grace Hopper" });
  world.platform.sites[restarted.origin] = restarted.fetch;
  await world.signIn();
  assert.equal((await world.session())?.user.name, "Grace Hopper");
});
