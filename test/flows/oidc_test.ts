import assert from "node:assert/strict";
import { test } from "node:test";
import { customFetch, type JWTParams } from "../../mod.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import type { Tamper } from "../../src/testing/mod.ts";
import { assertRefused, count, grant, open, start } from "./_world.ts";

const HOUR = 3600;

/** A world whose one provider lies. */
function openTampered(tamper: Tamper, provider: Partial<OIDCConfig> = {}) {
  const world = open({ provider });
  world.idp.tamper = tamper;
  return world;
}

/** Asserts that a sign-in fails because the provider's answer breaks the protocol. */
async function assertBreach(tamper: Tamper, provider: Partial<OIDCConfig> = {}): Promise<void> {
  const world = openTampered(tamper, provider);
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
}

/** Asserts that a sign-in succeeds. */
async function assertAccepted(tamper: Tamper, provider: Partial<OIDCConfig> = {}): Promise<void> {
  const { signIn, log } = openTampered(tamper, provider);
  assert.equal((await signIn()).text, "Hello Ada Lovelace", log());
}

test("Auth() discovers the endpoints once an hour", async () => {
  const { signIn, idp, platform } = open();
  for (const seconds of [0, 1, HOUR - 2]) {
    platform.tick(seconds);
    await signIn();
  }
  assert.equal(count(idp, "metadata"), 1);
  platform.tick(1);
  await signIn();
  assert.equal(count(idp, "metadata"), 2);
});

test("Auth() sends one request to a provider for each sign-in after the metadata and keys are cached", async () => {
  const { signIn, idp } = open();
  await signIn();
  assert.deepEqual(idp.requests.map(({ endpoint }) => endpoint), [
    "metadata",
    "authorization",
    "token",
    "jwks",
  ]);
  idp.requests.length = 0;
  await signIn();
  assert.deepEqual(idp.requests.map(({ endpoint }) => endpoint), ["authorization", "token"]);
});

test("Auth() keeps keys for ten minutes", async () => {
  const { signIn, idp, platform } = open();
  await signIn();
  platform.tick(599);
  await signIn();
  assert.equal(count(idp, "jwks"), 1);
  platform.tick(1);
  await signIn();
  assert.equal(count(idp, "jwks"), 2);
});

test("Auth() reads the metadata from `wellKnown`, with or without an issuer to compare them with", async () => {
  const wellKnown = "https://idp.test/.well-known/oauth-authorization-server";
  for (const issuer of ["https://idp.test", undefined]) {
    const { signIn, idp } = open({ provider: { wellKnown, issuer } });
    assert.equal((await signIn()).text, "Hello Ada Lovelace");
    assert.deepEqual(
      idp.requests.filter(({ endpoint }) => endpoint === "metadata").map(({ url }) => url),
      [wellKnown],
    );
  }
});

test("Auth() treats an issuer with and without a final slash as equal", async () => {
  for (
    const [ours, theirs] of [["https://idp.test/", "https://idp.test"], [
      "https://idp.test",
      "https://idp.test/",
    ]]
  ) {
    const { signIn, log } = open({ idp: { issuer: theirs! }, provider: { issuer: ours! } });
    assert.equal((await signIn()).text, "Hello Ada Lovelace", log());
  }
});

test("Auth() refuses metadata that are another's when they are asked for again, mid-flow (OI-17)", async () => {
  const world = open();
  await start(world);
  world.platform.tick(HOUR - 1);
  const request = await start(world);
  world.idp.tamper = {
    metadata: { issuer: "https://evil.test", token_endpoint: "https://evil.test/token" },
    authorization: { iss: "https://evil.test" },
  };
  world.platform.tick(1);
  const callback = await grant(world.idp, request);
  await assertRefused(world, await world.browser.open(callback.href), "ProviderResponseError");
  assert.equal(count(world.idp, "token"), 0);
});

test("Auth() needs no discovery where all endpoints are given", async () => {
  const { signIn, idp } = open({
    idp: { signingAlgorithm: "RS256" },
    provider: {
      authorization: "https://idp.test/authorize",
      token: "https://idp.test/token",
      jwks_endpoint: "https://idp.test/jwks",
    },
  });
  assert.equal((await signIn()).text, "Hello Ada Lovelace");
  assert.equal(count(idp, "metadata"), 0);
});

test("Auth() prefers a given endpoint to the discovered one", async () => {
  await assertAccepted({ metadata: { token_endpoint: "https://elsewhere.test/token" } }, {
    token: "https://idp.test/token",
  });
});

test("Auth() sends all requests to a provider through its customFetch", async () => {
  const sent: string[] = [];
  const strays: string[] = [];
  const world = open({
    provider: {
      idToken: false,
      [customFetch]: (input, init) => {
        sent.push(new URL(input).pathname);
        return world.idp.fetch(input, init);
      },
    },
  });
  const { idp, platform, signIn } = world;
  platform.sites[idp.origin] = (request) => {
    if (request.headers.get("sec-fetch-mode") !== "navigate") strays.push(request.url);
    return idp.fetch(request);
  };
  assert.equal((await signIn()).text, "Hello Ada Lovelace");
  assert.deepEqual(sent, ["/.well-known/openid-configuration", "/token", "/jwks", "/userinfo"]);
  assert.deepEqual(strays, []);
});

for (
  const [checks, sent] of [
    [undefined, { pkce: true, nonce: true }],
    [["pkce"], { pkce: true, nonce: true }],
    [["nonce"], { pkce: false, nonce: true }],
    [["state"], { pkce: false, nonce: true }],
    [["pkce", "state", "nonce"], { pkce: true, nonce: true }],
    [["none"], { pkce: false, nonce: false }],
    [[], { pkce: false, nonce: true }],
  ] as const
) {
  test(`Auth() signs in with OpenID checks [${checks ?? "by default"}], with state whatever they are`, async () => {
    const { signIn, idp } = open({ provider: { checks } });
    assert.equal((await signIn()).text, "Hello Ada Lovelace");
    const { params } = idp.requests.find(({ endpoint }) => endpoint === "authorization")!;
    assert.equal(params.has("code_challenge"), sent.pkce);
    assert.equal(params.has("nonce"), sent.nonce);
    assert.equal(params.has("state"), true);
  });
}

test("Auth() accepts an ID token with claims of odd types (OI-16)", async () => {
  await assertAccepted({
    claims: { email: { $ne: 1 }, picture: 7, email_verified: "yes", address: [] },
  });
});

test("Auth() refuses an ID token of any algorithm where the provider announces none", async () => {
  await assertBreach({ metadata: { id_token_signing_alg_values_supported: [] } });
});

test("Auth() reads the profile from the userinfo endpoint with `idToken: false`", async () => {
  const { signIn, idp } = openTampered({ userinfo: { name: "Ada at the endpoint" } }, { idToken: false });
  assert.equal((await signIn()).text, "Hello Ada at the endpoint");
  assert.equal(count(idp, "userinfo"), 1);
});

test("Auth() verifies the ID token also with `idToken: false`", async () => {
  await assertBreach({ signingKey: "unpublished" }, { idToken: false });
  await assertBreach({ tokens: { id_token: undefined } }, { idToken: false });
});

test("Auth() also refuses the profile of another user from userinfo.request (OI-14)", async () => {
  await assertBreach({}, { idToken: false, userinfo: { request: () => ({ sub: "grace" }) } });
});

/** A provider of many tenants, as Microsoft's: the metadata have a template, the ID token the user's tenant. */
const tenants: Partial<OIDCConfig> = {
  issuers: (claims) => [`https://idp.test/${claims ? claims.tid : "{tenantid}"}`],
};
const template = { issuer: "https://idp.test/{tenantid}" };

test("Auth() accepts the issuer of the user's tenant where the provider's issuers say so", async () => {
  const claims = { tid: "t1", iss: "https://idp.test/t1" };
  for (const iss of [undefined, "https://idp.test/t1"]) {
    await assertAccepted({
      metadata: { ...template, authorization_response_iss_parameter_supported: undefined },
      authorization: { iss },
      claims,
    }, tenants);
  }
});

test("Auth() refuses the issuer of another tenant than the user's", async () => {
  const metadata = { ...template, authorization_response_iss_parameter_supported: undefined };
  const authorization = { iss: undefined };
  await assertBreach({ metadata, authorization, claims: { tid: "t1", iss: "https://idp.test/t2" } }, tenants);
  await assertBreach({ metadata, authorization, claims: { tid: "t1", iss: "https://idp.test" } }, tenants);
});

test("Auth() refuses metadata with a template where the provider's issuers do not say so", async () => {
  await assertBreach({ metadata: template });
});

test("Auth() passes the ID token and the session state to the application", async () => {
  let account: JWTParams["account"];
  const { signIn, idp } = open({
    callbacks: { jwt: (params: JWTParams) => (account = params.account ?? account, params.token) },
  });
  idp.tamper = { tokens: { session_state: "s" } };
  await signIn();
  assert.equal(account?.id_token?.split(".").length, 3);
  assert.equal(account?.session_state, "s");
  assert.equal(account?.type, "oidc");
  assert.equal(account?.providerAccountId, "ada");
});
