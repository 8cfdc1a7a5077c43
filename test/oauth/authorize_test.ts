import assert from "node:assert/strict";
import { test } from "node:test";
import { ProviderResponseError } from "../../src/errors.ts";
import { authorizationUrl, setParams } from "../../src/oauth/authorize.ts";
import type { Flow } from "../../src/oauth/flow.ts";
import { resolveProvider } from "../../src/oauth/provider.ts";
import type { Server } from "../../src/oauth/server.ts";
import type { OAuthConfig } from "../../src/providers/types.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const FLOW: Flow = {
  provider: "idp",
  state: "st",
  redirectUri: "https://app.test/auth/callback/idp",
  returnTo: "https://app.test/",
  userId: null,
  link: "none",
};

async function urlFor(
  { more = {}, flow = {}, query = "", endpoint = "https://idp.test/authorize" as unknown } = {},
) {
  const definition: OAuthConfig = {
    id: "idp",
    name: "Fake",
    type: "oauth",
    clientId: "client",
    clientSecret: "s",
    authorization: "https://idp.test/authorize",
    token: "https://idp.test/token",
    userinfo: "https://idp.test/userinfo",
    ...more,
  };
  const provider = resolveProvider(definition, { platform: testPlatform() });
  const server = { authorization_endpoint: endpoint } as Server;
  return new URL(
    await authorizationUrl({ server, provider }, { ...FLOW, ...flow }, new URLSearchParams(query)),
  );
}

test("authorizationUrl() sends only the parameters of RFC 6749", async () => {
  const { origin, pathname, searchParams } = await urlFor();
  assert.equal(origin + pathname, "https://idp.test/authorize");
  assert.deepEqual(Object.fromEntries(searchParams), {
    response_type: "code",
    client_id: "client",
    redirect_uri: "https://app.test/auth/callback/idp",
    state: "st",
  });
});

test("authorizationUrl() sends the S256 challenge of RFC 7636, Appendix B", async () => {
  const { searchParams } = await urlFor({
    flow: { verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" },
  });
  assert.equal(searchParams.get("code_challenge"), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
  assert.equal(searchParams.get("code_challenge_method"), "S256");
  assert.equal(searchParams.has("code_verifier"), false);
});

test("authorizationUrl() sends the verifier as the challenge to a provider that knows only the method plain", async () => {
  const { searchParams } = await urlFor({
    more: { codeChallengeMethod: "plain" },
    flow: { verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" },
  });
  assert.equal(searchParams.get("code_challenge"), "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
  assert.equal(searchParams.get("code_challenge_method"), "plain");
});

test("authorizationUrl() sends the nonce of the flow", async () => {
  assert.equal((await urlFor({ flow: { nonce: "no" } })).searchParams.get("nonce"), "no");
});

test("authorizationUrl() keeps the query of a discovered endpoint", async () => {
  const { searchParams } = await urlFor({ endpoint: "https://idp.test/authorize?policy=b2c" });
  assert.equal(searchParams.get("policy"), "b2c");
  assert.equal(searchParams.get("client_id"), "client");
});

test("authorizationUrl() lets the application's parameters replace its own but for the flow's", async () => {
  const params = { client_id: "app", response_type: "code token", state: "x", redirect_uri: "x", nonce: "n" };
  const { searchParams } = await urlFor({
    more: { authorization: { url: "https://idp.test/authorize", params } },
  });
  assert.deepEqual(Object.fromEntries(searchParams), {
    client_id: "app",
    response_type: "code token",
    state: "st",
    redirect_uri: "https://app.test/auth/callback/idp",
    nonce: "n",
  });
});

test("authorizationUrl() adds the allowed parameters of the query, the last of equal names", async () => {
  const { searchParams } = await urlFor({
    query: "prompt=none&prompt=login&scope=admin&__proto__=x&PROMPT=x",
  });
  assert.deepEqual(searchParams.getAll("prompt"), ["login"]);
  assert.equal([...searchParams].length, 5);
});

test("authorizationUrl() refuses an endpoint that is not an https URL", async () => {
  for (const endpoint of [null, 5, "", "javascript:alert(1)", "http://idp.test", "/authorize"]) {
    await assert.rejects(urlFor({ endpoint }), ProviderResponseError);
  }
});

test("setParams() writes strings, numbers, booleans, and objects as JSON, and omits undefined", () => {
  const target = new URLSearchParams("kept=1&a=old");
  setParams(target, { a: "b c", b: 1, c: true, d: { e: [1] }, f: undefined });
  assert.equal(target.toString(), "kept=1&a=b+c&b=1&c=true&d=%7B%22e%22%3A%5B1%5D%7D");
});
