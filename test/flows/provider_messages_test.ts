import assert from "node:assert/strict";
import { test } from "node:test";
import type { OIDCConfig } from "../../src/model/provider.ts";
import type { Tamper } from "../../src/testing/mod.ts";
import { APP, errorPage, open } from "./_world.ts";

const CALLBACK = `${APP}/auth/callback/my-idp`;

/** Signs in at a provider that lies, and returns the world and the URL of the page that tells so. */
async function failing(tamper: Tamper, provider: Partial<OIDCConfig> = {}) {
  const world = open({ provider: { id: "my-idp", ...provider } });
  world.idp.tamper = tamper;
  const { url, html } = await world.signIn({ provider: "my-idp" });
  assert.equal(await world.session(), null);
  return { world, url, html, log: world.log() };
}

/** An answer of the token endpoint. */
const token = (body: unknown, init: ResponseInit): Tamper => ({
  respond: { token: () => Response.json(body, init) },
});

/** An answer of the authorization endpoint. */
const authorization = (error: string, error_description?: string): Tamper => ({
  authorization: ({ state, iss }) => ({ state, iss, error, error_description }),
});

const rejections: Readonly<Record<string, Tamper>> = {
  "invalid_client": token({ error: "invalid_client" }, { status: 401 }),
  "invalid_client, with a challenge": token(
    { error: "invalid_client", error_description: "no such secret" },
    { status: 401, headers: { "www-authenticate": 'Basic realm="idp"' } },
  ),
  "a challenge and no body": {
    respond: {
      token: () => new Response(null, { status: 401, headers: { "www-authenticate": 'Basic realm="idp"' } }),
    },
  },
  "unauthorized_client": token({ error: "unauthorized_client" }, { status: 400 }),
  "incorrect_client_credentials": token({ error: "incorrect_client_credentials" }, { status: 400 }),
  "unauthorized_client at the authorization endpoint": authorization("unauthorized_client"),
};

for (const [what, tamper] of Object.entries(rejections)) {
  test(`Auth() says which variables to check after ${what}, and does not accuse the provider`, async () => {
    const { url, html, log } = await failing(tamper);
    assert.equal(url, errorPage("Configuration"));
    assert.doesNotMatch(html, /trusted|invalid_client|unauthorized_client/);
    assert.match(log, /does not accept the client .*AUTH_MY_IDP_ID, AUTH_MY_IDP_SECRET/);
  });
}

const mismatches: Readonly<Record<string, Tamper>> = {
  "redirect_uri_mismatch": authorization("redirect_uri_mismatch", "The redirect_uri MUST match."),
  "invalid_redirect_uri": authorization("invalid_redirect_uri"),
  "invalid_request that names the redirect_uri": authorization(
    "invalid_request",
    "redirect_uri is not registered",
  ),
  "invalid_request that names the redirect URL": authorization("invalid_request", "Invalid redirect URL"),
  "redirect_uri_mismatch at the token endpoint": token({ error: "redirect_uri_mismatch" }, { status: 400 }),
  "bad_redirect_uri at the token endpoint": token({ error: "bad_redirect_uri" }, { status: 400 }),
};

for (const [what, tamper] of Object.entries(mismatches)) {
  test(`Auth() names the redirect URI that was sent after ${what}`, async () => {
    const { url, log } = await failing(tamper);
    assert.equal(url, errorPage("Configuration"));
    assert.ok(log.includes(`does not accept the redirect URI "${CALLBACK}"`), log);
    assert.match(log, /Register exactly this one/);
  });
}

test("Auth() logs error, description and status of the token endpoint, and the redirect URI", async () => {
  const { url, log } = await failing(
    token({ error: "invalid_grant", error_description: "DPoP proof JWT not provided" }, { status: 400 }),
  );
  assert.match(url, /error=ProviderResponseError/);
  assert.match(log, /Cannot redeem the code: the provider answered "invalid_grant" with status 400/);
  assert.match(log, /"description":"DPoP proof JWT not provided"/);
  assert.ok(log.includes(`"redirectUri":"${CALLBACK}"`), log);
});

test("Auth() logs the description of a challenge's body as well", async () => {
  const { log } = await failing(rejections["invalid_client, with a challenge"]!);
  assert.match(log, /"status":401,"error":"invalid_client","description":"no such secret"/);
});

/** Answers of a token endpoint that departs from RFC 6749 §5.1, with a status of success. */
const DEPARTURES: Readonly<Record<string, (tokens: object) => Response>> = {
  "a form": (tokens) => new Response(new URLSearchParams({ ...tokens })),
  "nothing": () => new Response(""),
  "a page": () => new Response("<p>ok", { headers: { "content-type": "text/html" } }),
  "the status 201": (tokens) => Response.json(tokens, { status: 201 }),
  "the status 202": (tokens) => Response.json(tokens, { status: 202 }),
  "the status 204": () => new Response(null, { status: 204 }),
  "an error that is an object": () => Response.json({ error: { code: 7 } }),
  "no ID token": (tokens) => Response.json({ ...tokens, id_token: undefined }),
  "a list": (tokens) => Response.json([tokens]),
  "no token type": (tokens) => Response.json({ ...tokens, token_type: undefined }),
};

for (const [what, depart] of Object.entries(DEPARTURES)) {
  test(`Auth() names token.conform where the token endpoint answers with ${what}`, async () => {
    const { log } = await failing({
      respond: { token: async (_request, genuine) => depart(await (await genuine()).json()) },
    });
    assert.match(log, /If the provider always answers so, `token\.conform` can change the answer/);
  });
}

for (const status of [302, 400, 500, 502]) {
  test(`Auth() does not name token.conform after a page with the status ${status}`, async () => {
    const { log } = await failing({ respond: { token: () => new Response("<h1>Sorry</h1>", { status }) } });
    assert.doesNotMatch(log, /token\.conform/);
  });
}

test("Auth() logs the status of an answer without JSON", async () => {
  const { log } = await failing({
    respond: { token: () => new Response("<h1>Sorry</h1>", { status: 502 }) },
  });
  assert.match(log, /"status":502/);
});

test("Auth() logs error and description of the authorization endpoint", async () => {
  const { url, log } = await failing(authorization("server_error", "try later"));
  assert.match(url, /error=OAuthCallbackError/);
  assert.match(log, /The provider answered "server_error"\n.*"description":"try later"/);
});

test("Auth() cuts a description that is very long", async () => {
  const { log } = await failing(
    token({ error: "x", error_description: "y".repeat(100_000) }, { status: 400 }),
  );
  assert.ok(log.length < 3000, String(log.length));
});

const now = Date.UTC(2030, 0, 1) / 1000;

const tokens: Readonly<Record<string, readonly [Tamper, RegExp]>> = {
  "that ended": [{ claims: { exp: now - 3600 } }, /its "exp" was 3600 seconds ago\. Check the clocks/],
  "that has not begun": [
    { claims: { nbf: now + 90 } },
    /its "nbf" is 90 seconds in the future\. Check the clocks/,
  ],
  "from the future": [
    { claims: { iat: now + 75 } },
    /its "iat" is 75 seconds in the future\. Check the clocks/,
  ],
  "for another client": [
    { claims: { aud: ["other"] } },
    /its "aud" is \["other"\], not the client id "fake-client"\. Check `clientId` \(AUTH_MY_IDP_ID\)/,
  ],
  "of another issuer": [
    { claims: { iss: "https://other.test" } },
    /its "iss" is "https:\/\/other\.test", not the provider's "https:\/\/idp\.test"\. Check `issuer`/,
  ],
  "without aud": [{ claims: { aud: undefined } }, /its "aud" is missing/],
  "of an unknown key": [{ header: { kid: "unknown" } }, /none of the provider's keys .*Check `issuer`/],
  "of a forged signature": [
    { signingKey: "unpublished", header: { kid: undefined } },
    /its signature is not/,
  ],
  "signed with the secret": [
    { header: { alg: "HS256" } },
    /set `client: \{ id_token_signed_response_alg \}`/,
  ],
  "that is encrypted": [{ tokens: { id_token: "e30.a.b.c.d" } }, /it is encrypted/],
};

for (const [what, [tamper, message]] of Object.entries(tokens)) {
  test(`Auth() logs what to check for an ID token ${what}`, async () => {
    const { url, log } = await failing(tamper);
    assert.match(url, /error=ProviderResponseError/);
    assert.match(log, message);
    assert.match(log, /ProviderResponseError: Cannot accept an ID token: /);
  });
}
