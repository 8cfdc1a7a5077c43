import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBase64Url } from "../../src/crypto/bytes.ts";
import { openOAuth, openWatched } from "./_oauth.ts";
import { APP, start } from "./_world.ts";

test("Auth() signs in with OAuth 2 and returns to where the user was", async () => {
  const { signIn, session, idp } = openOAuth();
  idp.login({ id: "7", name: "Grace Hopper", email: "grace@example.com", picture: "https://pics.test/7" });
  const page = await signIn({ callbackUrl: "/home?tab=2" });
  assert.equal(page.url, `${APP}/home?tab=2`);
  assert.equal(page.text, "Hello Grace Hopper");
  const { id, ...user } = (await session())!.user;
  assert.match(String(id), /^[\da-f-]{36}$/);
  assert.deepEqual(user, {
    name: "Grace Hopper",
    email: "grace@example.com",
    image: "https://pics.test/7",
  });
});

test("Auth() sends state and an S256 challenge, of 256 bits each, and never the same twice (OA-01)", async () => {
  const world = openOAuth();
  const requests = [await start(world), await start(world)];
  for (const { searchParams } of requests) {
    assert.equal(searchParams.get("code_challenge_method"), "S256");
    assert.equal(parseBase64Url(searchParams.get("code_challenge")!)?.length, 32);
    assert.match(searchParams.get("state")!, /^[\da-f]{64}$/);
  }
  for (const name of ["code_challenge", "state"]) {
    assert.notEqual(requests[0]!.searchParams.get(name), requests[1]!.searchParams.get(name));
  }
});

test("Auth() sends the client secret in no URL (OA-02)", async () => {
  const { signIn, idp, browser } = openOAuth();
  await signIn();
  const urls = [...idp.requests.map(({ url }) => url), ...browser.visited].map((url) =>
    decodeURIComponent(url.replaceAll("+", " "))
  );
  assert.equal(urls.some((url) => url.includes(idp.clientSecret)), false);
});

test("Auth() lets the browser's query set nothing that changes who asks for what (OA-21)", async () => {
  const world = openOAuth({
    authorization: { url: "https://idp.test/authorize", params: { scope: "read" } },
  });
  const plain = await start(world);
  const query = {
    client_id: "evil",
    redirect_uri: "https://evil.test",
    response_type: "token",
    response_mode: "form_post",
    scope: "admin",
    state: "evil",
    nonce: "evil",
    code_challenge: "evil",
    code_challenge_method: "plain",
    claims: "{}",
    request: "evil",
    request_uri: "https://evil.test",
    resource: "https://evil.test",
  };
  const asked = await start(world, { query });
  assert.deepEqual([...asked.searchParams.keys()].sort(), [...plain.searchParams.keys()].sort());
  for (const [name, value] of Object.entries(query)) assert.notEqual(asked.searchParams.get(name), value);
});

test("Auth() lets the browser's query help the user along, by the parameters of OpenID Connect", async () => {
  const query = {
    acr_values: "2",
    claims_locales: "de",
    display: "page",
    id_token_hint: "t",
    login_hint: "ada@example.com",
    max_age: "60",
    prompt: "login",
    ui_locales: "de",
  };
  const { searchParams } = await start(openOAuth(), { query });
  for (const [name, value] of Object.entries(query)) assert.equal(searchParams.get(name), value);
});

test("Auth() lets the browser's query set what the provider's signInParams name, but no protocol parameter", async () => {
  const world = openOAuth({ signInParams: ["org", "state", "redirect_uri", "code_challenge"] });
  const query = { org: "acme", state: "evil", redirect_uri: "https://evil.test", code_challenge: "evil" };
  const { searchParams } = await start(world, { query });
  assert.equal(searchParams.get("org"), "acme");
  assert.equal(searchParams.get("redirect_uri"), `${APP}/auth/callback/idp`);
  assert.notEqual(searchParams.get("state"), "evil");
  assert.notEqual(searchParams.get("code_challenge"), "evil");
});

test("Auth() shows neither code nor tokens to the browser afterwards (OA-23)", async () => {
  const { signIn, idp, browser, session } = openOAuth();
  const tokens: string[] = [];
  idp.tamper = {
    authorization: ({ code, ...rest }) => (tokens.push(code as string), { code, ...rest }),
    tokens: (
      answer,
    ) => (tokens.push(answer.access_token as string), { ...answer, refresh_token: "fake-refresh" }),
  };
  const page = await signIn();
  const seen = [
    page.url,
    page.html,
    JSON.stringify(await session()),
    ...browser.cookies(APP).map((c) => c.value),
  ];
  assert.equal(tokens.length, 2);
  for (const token of [...tokens, "fake-refresh"]) {
    assert.equal(seen.some((text) => text.includes(token)), false);
  }
});

for (const id of ["nobody", "__proto__", "constructor", "toString", "%2e%2e", "a%2fb", "%00", "IDP"]) {
  test(`Auth() refuses the provider "${id}" (OA-26)`, async () => {
    const world = openOAuth();
    const page = await world.browser.open(`${APP}/auth/callback/${id}?code=c&state=s`);
    const signIn = await world.post(`signin/${id}`);
    for (const location of [page.url, signIn.headers.get("location") ?? signIn.url]) {
      assert.equal(new URL(location).origin, APP);
    }
    assert(signIn.status === 303 || signIn.status === 404, String(signIn.status));
    assert.equal(await world.session(), null);
    assert.equal(world.idp.requests.length, 0);
  });
}

test("Auth() passes all tokens to the application, token_type in lower case, expires_at in seconds", async () => {
  const { signIn, idp, seen, platform } = openWatched();
  idp.tamper = {
    tokens: {
      access_token: "a",
      token_type: "BEARER",
      expires_in: 60,
      refresh_token: "r",
      scope: "read",
      x: 1,
    },
    respond: { userinfo: () => Response.json({ id: "ada" }) },
  };
  await signIn();
  assert.deepEqual(seen.last!.account, {
    access_token: "a",
    token_type: "bearer",
    expires_in: 60,
    expires_at: platform.now() / 1000 + 60,
    refresh_token: "r",
    scope: "read",
    x: 1,
    provider: "idp",
    type: "oauth",
    providerAccountId: "ada",
  });
});

test("Auth() computes no expires_at where the provider names no lifetime", async () => {
  const { signIn, idp, seen } = openWatched();
  idp.tamper = { tokens: { expires_in: undefined } };
  await signIn();
  assert.equal("expires_at" in seen.last!.account!, false);
});

test("Auth() keeps an ID token that an OAuth 2 provider sends, unread", async () => {
  const { signIn, idp, seen } = openWatched();
  idp.tamper = { tokens: { id_token: "not a JWT" } };
  assert.equal((await signIn()).text, "Hello Ada Lovelace");
  assert.equal(seen.last!.account!.id_token, "not a JWT");
});

test("Auth() accepts endpoints with parameters in the query, as objects, and as functions of the client", async () => {
  const world = openOAuth({
    authorization: "https://idp.test/authorize?scope=read&prompt=none",
    token: {
      url: "https://idp.test/token",
      params: ({ clientId }) => ({ client_key: clientId, tries: 1, gone: undefined }),
    },
    userinfo: { url: "https://idp.test/userinfo?v=2", params: { fields: "id,name" } },
  });
  assert.equal((await world.signIn()).text, "Hello Ada Lovelace");
  const [authorization, token, userinfo] = world.idp.requests.map(({ params }) => params);
  assert.deepEqual(authorization!.getAll("scope"), ["read"]);
  assert.equal(authorization!.get("prompt"), "none");
  assert.equal(token!.get("client_key"), "fake-client");
  assert.equal(token!.get("tries"), "1");
  assert.equal(token!.has("gone"), false);
  assert.equal(userinfo!.toString(), "v=2&fields=id%2Cname");
});

test("Auth() lets token.conform mend the answer before it is read", async () => {
  const { signIn, idp } = openOAuth({
    token: {
      url: "https://idp.test/token",
      conform: async (response) => Response.json({ ...await response.json(), token_type: "bearer" }),
    },
  });
  idp.tamper = { tokens: { token_type: undefined } };
  assert.equal((await signIn()).text, "Hello Ada Lovelace");
});

for (
  const [checks, sent] of [
    [["pkce"], { pkce: true, nonce: false }],
    [["state"], { pkce: false, nonce: false }],
    [["pkce", "state"], { pkce: true, nonce: false }],
    [[], { pkce: false, nonce: false }],
    [["none"], { pkce: false, nonce: false }],
  ] as const
) {
  test(`Auth() signs in with checks [${checks}], with state whatever they are`, async () => {
    const { signIn, idp } = openOAuth({ checks });
    assert.equal((await signIn()).text, "Hello Ada Lovelace");
    const [{ params }] = idp.requests as [typeof idp.requests[0]];
    assert.equal(params.has("code_challenge"), sent.pkce);
    assert.equal(params.has("nonce"), sent.nonce);
    assert.equal(params.has("state"), true);
  });
}
