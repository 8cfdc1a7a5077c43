import assert from "node:assert/strict";
import { test } from "node:test";
import type { OIDCConfig } from "../../src/model/provider.ts";
import { fakeProvider } from "../../src/testing/mod.ts";
import { APP, assertRefused, open, type World } from "./_world.ts";

/** Endpoints in the metadata, and the options that replace them. */
const ENDPOINTS = {
  authorization_endpoint: "authorization",
  token_endpoint: "token",
  userinfo_endpoint: "userinfo",
  jwks_uri: "jwks_endpoint",
} as const;

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
  // The conformance list has more such URLs, and \`test/oauth/private_host_test.ts\` each spelling.
  test(`Auth() refuses a discovered ${endpoint} inside its own network, and says which option names it (OA-30)`, async () => {
    for (const url of ["https://169.254.169.254/latest/meta-data/", "http://idp.test/plain", "/token"]) {
      const { world, asked } = openMisled({ [endpoint]: url });
      await assertRefused(world, await world.signIn(), "ProviderResponseError");
      assert.deepEqual(asked, ["https://idp.test/.well-known/openid-configuration"], url);
      assert.equal(world.browser.visited.some((visited) => !visited.startsWith(APP)), false, url);
      assert.ok(world.log().includes(`"${endpoint}" is ${JSON.stringify(url)}`), world.log());
      assert.ok(world.log().includes(`write it as \`${option}\` of the provider "idp"`), world.log());
    }
  });
}

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

const KEYCLOAK = "http://keycloak:8080";
const INSECURE = { allowInsecureRequests: true };

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

/** Endpoints that a provider may not name, by where it is itself. */
const TOO_FAR:
  readonly (readonly [issuer: string, change: Record<string, string>, log: RegExp, options?: object])[] = [
    // An https provider in a private network.
    ["https://10.0.0.5", { token_endpoint: "http://10.0.0.5/token" }, /is not an https URL/],
    ["https://10.0.0.5", { token_endpoint: "http://127.0.0.1/token" }, /is not an https URL/],
    // One on this machine.
    ["http://localhost:8080", { token_endpoint: "http://10.0.0.5/token" }, /"token_endpoint" is/],
    ...Object.keys(ENDPOINTS).map((endpoint) =>
      ["https://idp.test", { [endpoint]: "http://idp.test/x" }, /is not an https URL/, INSECURE] as const
    ),
    ["http://idp.test", { jwks_uri: "http://169.254.169.254/" }, /is in a private network/, INSECURE],
  ];

for (const [issuer, change, log, options] of TOO_FAR) {
  test(`Auth() lets the provider ${issuer} not name the endpoint ${Object.values(change)} for ${Object.keys(change)} (OA-30)`, async () => {
    const { world } = openMisled(change, { issuer, ...options });
    await assertRefused(world, await world.signIn(), "ProviderResponseError");
    assert.match(world.log(), log);
  });
}

test("users sign in at once after a restart of the provider of tests, of which the keys are others", async () => {
  const world = open();
  await world.signIn();
  const restarted = fakeProvider({ now: world.platform.now, signingAlgorithm: "ES256" });
  restarted.login({ sub: "grace", name: "Grace Hopper" });
  world.platform.sites[restarted.origin] = restarted.fetch;
  await world.signIn();
  assert.equal((await world.session())?.user.name, "Grace Hopper");
});
