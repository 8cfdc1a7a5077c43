import assert from "node:assert/strict";
import { test } from "node:test";
import { customFetch, type JWTParams } from "../../mod.ts";
import type { OIDCConfig } from "../../src/model/provider.ts";
import type { Tamper } from "../../src/testing/mod.ts";
import { APP, assertRefused, count, grant, open, start } from "./_world.ts";

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

test("Auth() signs in with OpenID Connect and returns to where the user was", async () => {
  const { signIn, session, log } = open();
  const page = await signIn({ callbackUrl: "/home?tab=2" });
  assert.equal(page.url, `${APP}/home?tab=2`, log());
  assert.equal(page.text, "Hello Ada Lovelace");
  assert.equal((await session())?.user.email, "ada@example.com");
});

test("Auth() asks an OpenID provider for openid, profile and email, or what the application says", async () => {
  assert.equal((await start(open())).searchParams.get("scope"), "openid profile email");
  const authorization = { params: { scope: "openid groups" } };
  assert.equal(
    (await start(open({ provider: { authorization } }))).searchParams.get("scope"),
    "openid groups",
  );
});

test("Auth() reads the profile from the ID token, and does not request userinfo", async () => {
  let profile: unknown;
  const { signIn, idp } = open({
    callbacks: { jwt: (params: JWTParams) => (profile = params.profile ?? profile, params.token) },
  });
  await signIn();
  assert.equal((profile as { aud: string }).aud, idp.clientId);
  assert.equal(count(idp, "userinfo"), 0);
});

test("Auth() needs no userinfo endpoint of an OpenID provider", async () => {
  await assertAccepted({ metadata: { userinfo_endpoint: undefined } });
});

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

test("Auth() accepts a new key of the provider at once (OI-11)", async () => {
  const { signIn, idp } = open();
  await signIn();
  idp.rotateKeys();
  assert.equal((await signIn()).text, "Hello Ada Lovelace");
  assert.equal(count(idp, "jwks"), 2);
});

test("Auth() accepts the key of an emergency seconds after an ordinary rotation (OI-11)", async () => {
  const { signIn, idp, platform } = open();
  await signIn();
  idp.rotateKeys();
  await signIn();
  platform.tick(5);
  idp.rotateKeys();
  assert.equal((await signIn()).text, "Hello Ada Lovelace");
  assert.equal(count(idp, "jwks"), 3);
});

test("Auth() asks for keys because of unknown ones three times a minute at most (OI-11)", async () => {
  const { signIn, idp, platform } = open();
  await signIn();
  idp.tamper = { header: { kid: "unknown" } };
  for (let i = 0; i < 5; i++) assert.match((await signIn()).url, /error=ProviderResponseError/);
  assert.equal(count(idp, "jwks"), 2);
  for (let i = 0; i < 5; i++) {
    platform.tick(10);
    await signIn();
  }
  assert.equal(count(idp, "jwks"), 4);
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

test("Auth() refuses metadata of another issuer, and does not redirect there (OA-19, OI-17)", async () => {
  const world = openTampered({ metadata: { issuer: "https://evil.test" } });
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
  assert.equal(count(world.idp, "authorization"), 0);
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

test("Auth() sends a nonce beside PKCE, whether or not the metadata announce S256 (OA-20)", async () => {
  for (const methods of [undefined, [], ["plain"], ["S256"]]) {
    const world = openTampered({ metadata: { code_challenge_methods_supported: methods } });
    const { searchParams } = await start(world);
    assert.match(searchParams.get("nonce") ?? "", /^[\w-]{43}$/);
    assert.equal(searchParams.get("code_challenge_method"), "S256");
    assert.equal((await world.signIn()).text, "Hello Ada Lovelace");
  }
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

for (
  const [what, id_token] of Object.entries({
    "none": undefined,
    "null": null,
    "an object": { sub: "ada" },
    "empty text": "",
    "no JWT": "token",
    "a JWT of nothing": "..",
    "a JWT without base64url": "a.b.c",
    "five parts": "e30.e30.e30.e30.e30",
  })
) {
  test(`Auth() refuses an OpenID token response whose ID token is ${what} (OI-01, OI-12)`, async () => {
    await assertBreach({ tokens: { id_token } });
  });
}

const now = Date.UTC(2030, 0, 1) / 1000;

for (
  const [what, claims] of Object.entries<Tamper["claims"]>({
    "iss is another's (OI-02)": { iss: "https://evil.test" },
    "iss is ours with a slash (OI-02)": { iss: "https://idp.test/" },
    "iss is missing (OI-02)": { iss: undefined },
    "iss is no text (OI-02)": { iss: ["https://idp.test"] },
    "aud is another's (OI-03)": { aud: "other-client" },
    "aud is missing (OI-03)": { aud: undefined },
    "aud is a list without us (OI-03)": { aud: ["other-client"] },
    "aud is empty (OI-03)": { aud: [] },
    "aud has others, and there is no azp (OI-04)": { aud: ["fake-client", "other-client"] },
    "azp is another's (OI-04)": { aud: ["fake-client", "other-client"], azp: "other-client" },
    "azp is another's beside our aud alone (OI-04)": { azp: "other-client" },
    "exp is past (OI-05)": { exp: now - 31 },
    "exp is missing (OI-05)": { exp: undefined },
    "exp is no number (OI-05)": { exp: "tomorrow" },
    "iat is missing (OI-05)": { iat: undefined },
    "iat is in the future (OI-05)": { iat: now + 31 },
    "iat is no number (OI-05)": { iat: "now" },
    "nbf is in the future (OI-05)": { nbf: now + 31 },
    "sub is missing (OI-06)": { sub: undefined },
    "sub is empty (OI-06)": { sub: "" },
    "sub is a number (OI-06)": { sub: 42 },
    "sub is an object (OI-06)": { sub: { $ne: null } },
    "at_hash is another token's (OI-20)": { at_hash: "AAAAAAAAAAAAAAAAAAAAAA" },
    "claims are no object (OI-12)": () => "[]",
    "claims are no JSON (OI-12)": () => "claims",
  })
) {
  test(`Auth() refuses an ID token whose ${what}`, async () => {
    await assertBreach({ claims });
  });
}

for (
  const [what, claims] of Object.entries<Tamper["claims"]>({
    "that ended less than 30 seconds ago": { exp: now - 29 },
    "from a clock 30 seconds ahead": { iat: now + 30, nbf: now + 30 },
    "for several clients, authorized for this one": {
      aud: ["fake-client", "other-client"],
      azp: "fake-client",
    },
    "for this client alone, in a list": { aud: ["fake-client"] },
    "without at_hash": { at_hash: undefined },
    "with claims of odd types (OI-16)": { email: { $ne: 1 }, picture: 7, email_verified: "yes", address: [] },
  })
) {
  test(`Auth() accepts an ID token ${what}`, async () => {
    await assertAccepted({ claims });
  });
}

for (
  const [what, claims] of Object.entries({
    "missing": { nonce: undefined },
    "null": { nonce: null },
    "another's": { nonce: "another" },
    "empty": { nonce: "" },
  })
) {
  test(`Auth() refuses an ID token whose nonce is ${what} (OI-07)`, async () => {
    await assertBreach({ claims }, { checks: ["nonce"] });
  });
}

test("Auth() refuses an ID token of an earlier sign-in (OI-07)", async () => {
  const world = open({ provider: { checks: ["nonce"] } });
  let first: unknown;
  world.idp.tamper = { tokens: (answer) => ({ ...answer, id_token: first ??= answer.id_token }) };
  await world.signIn();
  await world.post("signout");
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
});

test("Auth() refuses an ID token with a nonce if the request had none (OI-07)", async () => {
  await assertBreach({ claims: { nonce: "another sign-in's" } });
});

for (const alg of ["none", "None", "NONE", "nOnE"]) {
  test(`Auth() refuses an ID token of the algorithm ${alg}, even if it is announced (OI-08)`, async () => {
    await assertBreach({ header: { alg } });
    await assertBreach({
      header: { alg },
      metadata: { id_token_signing_alg_values_supported: ["ES256", alg] },
    });
    await assertBreach({ header: { alg } }, { client: { id_token_signed_response_alg: alg } });
  });
}

test("Auth() refuses an ID token signed with the client secret, even if it is announced (OI-09)", async () => {
  await assertBreach({ header: { alg: "HS256" } });
  await assertBreach({
    header: { alg: "HS256" },
    metadata: { id_token_signing_alg_values_supported: ["ES256", "HS256"] },
  });
});

test("Auth() refuses an ID token signed with the provider's public key for a secret (OI-09)", async () => {
  const world = open();
  const keys = await (await world.idp.fetch("https://idp.test/jwks")).text();
  world.idp.tamper = { header: { alg: "HS256" }, signingKey: new TextEncoder().encode(keys) };
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
});

test("Auth() accepts an ID token signed with the client secret where that is registered", async () => {
  const client = { id_token_signed_response_alg: "HS256" };
  await assertAccepted({ header: { alg: "HS256" } }, { client });
  await assertBreach({ header: { alg: "HS256" }, signingKey: new Uint8Array(32) }, { client });
  await assertBreach({}, { client });
});

test("Auth() refuses an ID token of an algorithm that the provider does not announce", async () => {
  await assertBreach({ metadata: { id_token_signing_alg_values_supported: ["RS256"] } });
  await assertBreach({ metadata: { id_token_signing_alg_values_supported: [] } });
});

test("Auth() refuses an ID token signed with a key that is not published (OI-10)", async () => {
  await assertBreach({ signingKey: "unpublished" });
});

test("Auth() refuses an ID token whose claims were changed after it was signed (OI-10)", async () => {
  const forged = btoa(JSON.stringify({ sub: "admin" })).replaceAll("=", "");
  await assertBreach({
    tokens: (answer) => {
      const [header, , signature] = String(answer.id_token).split(".");
      return { ...answer, id_token: `${header}.${forged}.${signature}` };
    },
  });
});

test("Auth() refuses an ID token without signature (OI-10)", async () => {
  await assertBreach({
    tokens: (answer) => ({ ...answer, id_token: String(answer.id_token).replace(/[^.]+$/, "") }),
  });
});

test("Auth() uses the only key for an ID token without kid, but not one of several (OI-10)", async () => {
  await assertAccepted({ header: { kid: undefined } });
  const world = openTampered({ header: { kid: undefined } });
  world.idp.rotateKeys();
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
});

test("Auth() ignores a key in the ID token itself (OI-10)", async () => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(
    { name: "ECDSA", namedCurve: "P-256" },
    true,
    ["sign", "verify"],
  );
  const jwk = await crypto.subtle.exportKey("jwk", publicKey);
  await assertBreach({ signingKey: privateKey, header: { kid: undefined, jwk } });
  await assertBreach({ signingKey: privateKey, header: { jku: "https://evil.test/jwks", kid: "evil" } });
});

test("Auth() refuses an ID token with an unknown critical extension (OI-13)", async () => {
  await assertBreach({ header: { crit: ["exp2"], exp2: 1 } });
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

for (const sub of ["grace", undefined, "", 42, null]) {
  test(`Auth() refuses a userinfo answer with sub ${JSON.stringify(sub)} for the user "ada" (OI-14)`, async () => {
    await assertBreach({ userinfo: { sub } }, { idToken: false });
  });
}

test("Auth() also refuses the profile of another user from userinfo.request (OI-14)", async () => {
  await assertBreach({}, { idToken: false, userinfo: { request: () => ({ sub: "grace" }) } });
});

test("Auth() refuses to go on without a userinfo endpoint with `idToken: false`", async () => {
  await assertBreach({ metadata: { userinfo_endpoint: undefined } }, { idToken: false });
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

test("Auth() refuses an answer whose iss is not that of the ID token of the user's tenant (OA-11)", async () => {
  await assertBreach({
    metadata: template,
    authorization: { iss: "https://idp.test/t2" },
    claims: { tid: "t1", iss: "https://idp.test/t1" },
  }, tenants);
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
