import assert from "node:assert/strict";
import { test } from "node:test";
import type { Callbacks, JWTParams } from "../../mod.ts";
import { parseBase64Url } from "../../src/crypto/bytes.ts";
import type { OAuthConfig } from "../../src/providers/types.ts";
import { fakeProvider, testBrowser } from "../../src/testing/mod.ts";
import {
  APP,
  assertRefused,
  count,
  grant,
  oauth2,
  open,
  start,
  type World,
  type WorldOptions,
} from "./_world.ts";

/** A world whose provider knows OAuth 2 alone. */
function openOAuth(
  provider: Partial<OAuthConfig> = {},
  options: Omit<WorldOptions, "providers"> = {},
): World {
  return open({ ...options, providers: (idp) => [oauth2(idp, provider)] });
}

/** A world that keeps what `callbacks.jwt` was given at the last sign-in. */
function openWatched(provider: Partial<OAuthConfig> = {}) {
  const seen: { last?: JWTParams } = {};
  const jwt = (params: JWTParams) => {
    if (params.trigger) seen.last = params;
    return params.token;
  };
  const world = openOAuth(provider, { callbacks: { jwt } });
  return { ...world, seen, world };
}

/** The flow cookies of the browser. */
function flows({ browser }: World) {
  return browser.cookies(APP).filter(({ name }) => name.startsWith("__Host-latchkey.flow."));
}

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

test("Auth() asks for a code for this client, to be sent to its own callback", async () => {
  const { pathname, searchParams } = await start(openOAuth());
  assert.equal(pathname, "/authorize");
  assert.equal(searchParams.get("response_type"), "code");
  assert.equal(searchParams.get("client_id"), "fake-client");
  assert.equal(searchParams.get("redirect_uri"), `${APP}/auth/callback/idp`);
  assert.equal(searchParams.has("client_secret"), false);
});

test("Auth() sends state and an S256 challenge, of 256 bits each, and never the same twice (OA-01)", async () => {
  const world = openOAuth();
  const requests = [await start(world), await start(world)];
  for (const { searchParams } of requests) {
    assert.equal(searchParams.get("code_challenge_method"), "S256");
    assert.equal(parseBase64Url(searchParams.get("code_challenge")!)?.length, 32);
    assert.equal(parseBase64Url(searchParams.get("state")!)?.length, 32);
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

test("Auth() redeems a code once, with the redirect URI of the request (OA-03)", async () => {
  const { signIn, idp } = openOAuth();
  await signIn();
  const [redemption, ...more] = idp.requests.filter(({ endpoint }) => endpoint === "token");
  assert.equal(redemption?.params.get("redirect_uri"), `${APP}/auth/callback/idp`);
  assert.equal(more.length, 0);
});

test("Auth() refuses a callback that nobody asked for, and asks the provider nothing (OA-04, OA-25, LG-07)", async () => {
  const world = open();
  const page = await world.browser.open(`${APP}/auth/callback/idp?code=c&state=s`);
  await assertRefused(world, page, "InvalidCheck");
  assert.equal(world.idp.requests.length, 0);
  assert.match(world.log(), /error \[latchkey\] InvalidCheck: .*no such sign-in/);
});

for (
  const [what, alter] of Object.entries({
    "is missing": (url: URL) => url.searchParams.delete("state"),
    "is empty": (url: URL) => url.searchParams.set("state", ""),
    "is altered": (url: URL) =>
      url.searchParams.set("state", url.searchParams.get("state")!.replace(/^./, "-")),
    "comes twice": (url: URL) => url.searchParams.append("state", "x"),
  })
) {
  test(`Auth() refuses a callback whose state ${what}, without a token request (OA-05, OA-14)`, async () => {
    const world = openOAuth();
    const callback = await grant(world.idp, await start(world));
    alter(callback);
    const page = await world.browser.open(callback.href);
    assert.match(page.url, /error=(InvalidCheck|ProviderResponseError)/);
    assert.equal(await world.session(), null);
    assert.equal(count(world.idp, "token"), 0);
  });
}

test("Auth() refuses a callback of another browser's flow, which can still be finished there (OA-05)", async () => {
  const world = openOAuth();
  const callback = await grant(world.idp, await start(world));
  const victim = testBrowser(world.platform.sites, { now: world.platform.now });
  await assertRefused({ ...world, browser: victim }, await victim.open(callback.href), "InvalidCheck");
  assert.equal(count(world.idp, "token"), 0);
  assert.equal((await world.browser.open(callback.href)).text, "Hello Ada Lovelace");
});

test("Auth() refuses a flow cookie that was altered, or that belongs to another state (OA-05)", async () => {
  const world = openOAuth();
  const callbacks = [await grant(world.idp, await start(world)), await grant(world.idp, await start(world))];
  const [first, second] = flows(world);
  world.browser.setCookie(APP, `${first!.name}=${second!.value}; Secure; Path=/`);
  world.browser.setCookie(APP, `${second!.name}=${second!.value.replace(/.$/, "-")}; Secure; Path=/`);
  for (const callback of callbacks) {
    await assertRefused(world, await world.browser.open(callback.href), "InvalidCheck");
  }
  assert.equal(count(world.idp, "token"), 0);
});

test("Auth() refuses a flow cookie that this secret has not sealed (OA-05)", async () => {
  const world = openOAuth();
  const foreign = openOAuth({}, { secret: "another-secret-of-forty-characters-here-" });
  const callback = await grant(foreign.idp, await start(foreign));
  const [planted] = flows(foreign);
  world.browser.setCookie(APP, `${planted!.name}=${planted!.value}; Secure; Path=/`);
  await assertRefused(world, await world.browser.open(callback.href), "InvalidCheck");
  assert.equal(world.idp.requests.length, 0);
});

test("Auth() keeps the verifier where the browser's owner cannot read it (OA-06)", async () => {
  const { signIn, idp, browser } = openOAuth();
  let cookie = "";
  idp.tamper = {
    respond: {
      authorization: (_, genuine) => {
        cookie = browser.cookies(APP).find(({ name }) => name.includes(".flow."))!.value;
        return genuine();
      },
    },
  };
  await signIn();
  const verifier = idp.requests.find(({ endpoint }) => endpoint === "token")!.params.get("code_verifier")!;
  assert.match(verifier, /^[\w-]{43}$/);
  const decoded = cookie.split(".").map((part) =>
    new TextDecoder().decode(parseBase64Url(part) ?? undefined)
  );
  assert.equal([cookie, ...decoded].some((text) => text.includes(verifier)), false);
});

test("Auth() redeems no code of somebody else's flow (OA-06)", async () => {
  const world = openOAuth();
  const attacker = { ...world, browser: testBrowser(world.platform.sites, { now: world.platform.now }) };
  const stolen = (await grant(world.idp, await start(attacker))).searchParams.get("code")!;
  const callback = await grant(world.idp, await start(world));
  callback.searchParams.set("code", stolen);
  await assertRefused(world, await world.browser.open(callback.href), "ProviderResponseError");
});

test("Auth() refuses the same callback a second time, without a token request (OA-07)", async () => {
  const world = openOAuth();
  const callback = await grant(world.idp, await start(world));
  assert.equal((await world.browser.open(callback.href)).text, "Hello Ada Lovelace");
  assert.deepEqual(flows(world), []);
  assert.match((await world.browser.open(callback.href)).url, /\/auth\/signin\?.*error=InvalidCheck/);
  assert.equal(count(world.idp, "token"), 1);
});

test("Auth() consumes a flow also when the callback fails", async () => {
  const world = openOAuth();
  world.idp.tamper = { respond: { token: () => new Response("busy", { status: 503 }) } };
  const callback = await grant(world.idp, await start(world));
  await assertRefused(world, await world.browser.open(callback.href), "ProviderResponseError");
  assert.deepEqual(flows(world), []);
  world.idp.tamper = {};
  await assertRefused(world, await world.browser.open(callback.href), "InvalidCheck");
});

test("Auth() accepts a callback for fifteen minutes (OA-08)", async () => {
  const world = openOAuth();
  const request = await start(world);
  world.platform.tick(899);
  const callback = await grant(world.idp, request);
  assert.equal((await world.browser.open(callback.href)).text, "Hello Ada Lovelace");
});

test("Auth() refuses a callback after fifteen minutes, even if the cookie was kept (OA-08)", async () => {
  const world = openOAuth();
  const request = await start(world);
  const [kept] = flows(world);
  world.platform.tick(900);
  assert.deepEqual(flows(world), []);
  world.browser.setCookie(APP, `${kept!.name}=${kept!.value}; Secure; Path=/`);
  const callback = await grant(world.idp, request);
  await assertRefused(world, await world.browser.open(callback.href), "InvalidCheck");
  assert.equal(count(world.idp, "token"), 0);
});

test("Auth() keeps a flow in a cookie for this host alone, unreadable by scripts, for 15 minutes (OA-09)", async () => {
  const world = openOAuth();
  await start(world);
  const [{ name, value: _, ...attributes }, ...others] = flows(world) as [ReturnType<typeof flows>[0]];
  assert.match(name, /^__Host-latchkey\.flow\.[\w-]{16}$/);
  assert.deepEqual(attributes, {
    domain: "app.test",
    hostOnly: true,
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Lax",
    expires: world.platform.now() + 900_000,
  });
  assert.equal(others.length, 0);
});

for (
  const [what, callbackUrl, end] of [
    ["long", `/${"a".repeat(2000)}`, `/${"a".repeat(2000)}`],
    ["too long", `/${"a".repeat(9000)}`, "/"],
    ["too long once it is encoded", `/${"é".repeat(2000)}`, "/"],
  ] as const
) {
  test(`Auth() keeps a flow within one cookie where the address to return to is ${what} (RD-23)`, async () => {
    const world = openOAuth();
    const callback = await grant(world.idp, await start(world, { callbackUrl }));
    assert.deepEqual(world.browser.refused, []);
    assert.equal((await world.browser.open(callback.href)).url, APP + end);
    assert.equal((await world.session())?.user.name, "Ada Lovelace");
  });
}

test("Auth() refuses a provider's answer at another provider, and accepts it then where it belongs (OA-10)", async () => {
  const other = fakeProvider({ issuer: "https://other.test", now: () => Date.UTC(2030, 0, 1) });
  const world = open({
    providers: (idp) => [oauth2(idp, { id: "a" }), oauth2(other, { id: "b", issuer: undefined })],
  });
  world.platform.sites[other.origin] = other.fetch;
  const callback = await grant(world.idp, await start(world, { provider: "a" }));
  const misled = new URL(callback);
  misled.pathname = "/auth/callback/b";
  await assertRefused(world, await world.browser.open(misled.href), "InvalidCheck");
  assert.equal(other.requests.length, 0);
  assert.equal((await world.browser.open(callback.href)).text, "Hello Ada Lovelace");
});

test("Auth() refuses another issuer's answer, without a token request (OA-11)", async () => {
  for (const world of [openOAuth(), open()]) {
    world.idp.tamper = { authorization: { iss: "https://evil.test" } };
    await assertRefused(world, await world.signIn(), "ProviderResponseError");
    assert.equal(count(world.idp, "token"), 0);
  }
});

test("Auth() refuses an answer without the iss that the metadata promise, without a token request (OA-11)", async () => {
  const world = open();
  world.idp.tamper = { authorization: { iss: undefined } };
  await assertRefused(world, await world.signIn(), "ProviderResponseError");
  assert.equal(count(world.idp, "token"), 0);
});

test("Auth() accepts an answer without iss where nobody promised one", async () => {
  const { signIn, idp } = openOAuth();
  idp.tamper = { authorization: { iss: undefined } };
  assert.equal((await signIn()).text, "Hello Ada Lovelace");
});

test("Auth() ignores iss where the provider has no issuer to compare it with", async () => {
  const { signIn } = openOAuth({ issuer: undefined });
  assert.equal((await signIn()).text, "Hello Ada Lovelace");
});

test("Auth() tells that the provider refused, and repeats nothing that it said (OA-12)", async () => {
  const world = openOAuth();
  world.idp.deny();
  world.idp.tamper = {
    authorization: { error_description: "<b>your fault</b>", error_uri: "https://evil.test" },
  };
  const page = await world.signIn({ callbackUrl: "/home" });
  await assertRefused(world, page, "OAuthCallbackError");
  assert.equal(new URL(page.url).searchParams.get("callbackUrl"), `${APP}/home`);
  assert.doesNotMatch(page.url + page.html, /your fault|evil\.test|access_denied/);
  assert.match(world.log(), /access_denied/);
  assert.equal(count(world.idp, "token"), 0);
});

for (
  const [what, answer] of Object.entries({
    "no code": { code: undefined },
    "an empty code": { code: "" },
    "two codes": { code: ["one", "two"] },
    "an ID token": { id_token: "t" },
    "a token": { token: "t" },
    "an access token": { access_token: "t" },
    "a JWT for an answer": { response: "t" },
  })
) {
  test(`Auth() refuses an answer with ${what}, without a token request (OA-13, OA-14)`, async () => {
    const world = openOAuth();
    world.idp.tamper = { authorization: answer };
    await assertRefused(world, await world.signIn(), "ProviderResponseError");
    assert.equal(count(world.idp, "token"), 0);
  });
}

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

test("Auth() refuses a sign-in whose profile() throws, and tells no code (OA-24)", async () => {
  const world = openOAuth({
    profile: () => {
      throw new Error("no such field");
    },
  });
  const page = await world.signIn();
  await assertRefused(world, page, "OAuthProfileParseError");
  assert.doesNotMatch(page.url, /code/);
  assert.match(world.log(), /no such field/);
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

for (
  const [what, user] of Object.entries({
    "a number": { id: 42 },
    "zero": { id: 0 },
    "text": { id: "42" },
    "sub before id": { sub: "42", id: "7" },
  })
) {
  test(`Auth() takes ${what} as the user's id at the provider`, async () => {
    const { signIn, idp, seen } = openWatched();
    idp.login(user as never);
    await signIn();
    assert.equal(seen.last?.account?.providerAccountId, what === "zero" ? "0" : "42");
  });
}

for (const id of [undefined, null, "", NaN, true, {}, { $ne: null }, ["ada"]]) {
  test(`Auth() refuses the user id ${JSON.stringify(id)} (OA-16, OA-17)`, async () => {
    const { signIn, world } = openWatched({ profile: () => ({ id: id as never, name: "Ada" }) });
    await assertRefused(world, await signIn(), "OAuthProfileParseError");
  });
}

test("Auth() gives a user the same id at each sign-in, and at each provider another (OI-15)", async () => {
  const idOf = async (id: string, sub = "ada") => {
    let given: string | undefined;
    const jwt = ({ token, user }: JWTParams) => (given = user?.id ?? given, token);
    const world = open({ callbacks: { jwt }, providers: (idp) => [oauth2(idp, { id })] });
    world.idp.login({ sub });
    await world.signIn({ provider: id });
    return given;
  };
  const first = await idOf("one");
  assert.match(first!, /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  assert.equal(await idOf("one"), first);
  assert.notEqual(await idOf("two"), first);
  assert.notEqual(await idOf("one", "grace"), first);
});

test("Auth() maps a profile by default: name, nickname or preferred_username, e-mail, picture", async () => {
  const users = [
    [{ id: "1", name: "Ada", nickname: "A.", email: "a@b.c", picture: "https://p.test" }, "Ada"],
    [{ id: "1", nickname: "A.", preferred_username: "ada" }, "A."],
    [{ id: "1", preferred_username: "ada" }, "ada"],
    [{ id: "1" }, null],
  ] as const;
  for (const [user, name] of users) {
    const { signIn, idp, seen } = openWatched();
    idp.login(user);
    await signIn();
    const { id: _, ...mapped } = seen.last!.user!;
    const { email = null, picture = null } = user as { email?: string; picture?: string };
    assert.deepEqual(mapped, { name, email, image: picture });
  }
});

test("Auth() lets the provider's profile() map the profile, with fields of its own, from profile and tokens", async () => {
  const { signIn, idp, seen } = openWatched({
    profile: ({ login }, { scope }) => Promise.resolve({ id: login, name: login.toUpperCase(), role: scope }),
  });
  idp.login({ login: "ada" });
  idp.tamper = { tokens: { scope: "read" } };
  await signIn();
  const { id: _, ...user } = seen.last!.user as Record<string, unknown>;
  assert.deepEqual(user, { name: "ADA", email: null, image: null, role: "read" });
  assert.deepEqual(seen.last!.profile, { login: "ada" });
});

test("Auth() gives the user its own id, whatever the profile says (AL-05, AL-14)", async () => {
  const { signIn, seen } = openWatched({ profile: () => ({ id: "admin", name: "Ada" }) });
  await signIn();
  assert.notEqual(seen.last!.user!.id, "admin");
  assert.equal(seen.last!.account!.providerAccountId, "admin");
});

test("Auth() lower-cases the ASCII letters of an e-mail address, and no others (AL-09)", async () => {
  const { signIn, idp, seen } = openWatched();
  idp.login({ id: "1", email: "Ada@EXAMPLE.com" });
  await signIn();
  assert.equal(seen.last!.user!.email, "ada@example.com");
  idp.login({ id: "1", email: "\u212Aim@example.com" });
  await signIn();
  assert.equal(seen.last!.user!.email, "\u212Aim@example.com");
});

test("Auth() takes claims of odd types for nothing (AL-10, OI-16)", async () => {
  const { signIn, idp, seen, session } = openWatched();
  idp.login({ id: "1", name: { first: "Ada" }, email: ["a@b.c"], picture: 5 } as never);
  assert.equal((await signIn()).url, `${APP}/home`);
  const { user } = seen.last!;
  assert.deepEqual(user, { id: user!.id, name: null, email: null, image: null });
  assert.deepEqual((await session())?.user, user);
});

test("Auth() tells the application of all tokens, token_type lower-cased, expires_at in seconds", async () => {
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

test("Auth() reads a lifetime that is written as text", async () => {
  const { signIn, idp, seen, platform } = openWatched();
  idp.tamper = { tokens: { expires_in: "60" } };
  await signIn();
  assert.equal(seen.last!.account!.expires_at, platform.now() / 1000 + 60);
});

test("Auth() keeps an ID token that an OAuth 2 provider sends, unread", async () => {
  const { signIn, idp, seen } = openWatched();
  idp.tamper = { tokens: { id_token: "not a JWT" } };
  assert.equal((await signIn()).text, "Hello Ada Lovelace");
  assert.equal(seen.last!.account!.id_token, "not a JWT");
});

test("Auth() takes endpoints with parameters in the query, as objects, and as functions of the client", async () => {
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

test("Auth() sends parameters that are objects as JSON, as `claims` wants it", async () => {
  const claims = { userinfo: { email: { essential: true } } };
  const url = "https://idp.test/authorize";
  const { searchParams } = await start(openOAuth({ authorization: { url, params: { claims } } }));
  assert.deepEqual(JSON.parse(searchParams.get("claims")!), claims);
});

test("Auth() leaves getting the profile to userinfo.request, which gets tokens and a fetch", async () => {
  const { signIn, idp } = openOAuth({
    userinfo: {
      url: "https://idp.test/userinfo",
      async request({ url, tokens, fetch }) {
        const response = await fetch(url!, { headers: { authorization: `Bearer ${tokens.access_token}` } });
        return { ...await response.json(), name: "Asked twice" };
      },
    },
  });
  assert.equal((await signIn()).text, "Hello Asked twice");
  assert.equal(count(idp, "userinfo"), 1);
});

test("Auth() needs no userinfo URL where userinfo.request gets the profile", async () => {
  const { signIn, idp } = openOAuth({ userinfo: { request: () => ({ id: 1, name: "Nowhere" }) } });
  assert.equal((await signIn()).text, "Hello Nowhere");
  assert.equal(count(idp, "userinfo"), 0);
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

test("Auth() prefers what the application writes in `options` to what the provider's module says", async () => {
  const { signIn, idp, browser } = openOAuth({
    clientId: "somebody else",
    authorization: { url: "https://idp.test/authorize", params: { scope: "read", prompt: "login" } },
    profile: () => ({ id: 1, name: "Module" }),
    options: {
      clientId: "fake-client",
      clientSecret: undefined,
      authorization: { params: { scope: "write" } },
      profile: () => ({ id: 1, name: "Application" }),
    },
  });
  assert.equal((await signIn()).text, "Hello Application");
  const [{ params }] = idp.requests as [typeof idp.requests[0]];
  assert.equal(params.get("scope"), "write");
  assert.equal(params.get("prompt"), "login");
  assert.equal(new URL(browser.visited.at(-1)!).pathname, "/home");
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

test("Auth() accepts a callback that nobody asked for only where checks are none", async () => {
  const finish = async (checks: OAuthConfig["checks"]) => {
    const world = openOAuth({ checks });
    const url = new URL(world.idp.metadata.authorization_endpoint);
    url.search = new URLSearchParams({
      response_type: "code",
      client_id: world.idp.clientId,
      redirect_uri: `${APP}/auth/callback/idp`,
    }).toString();
    await world.browser.open((await grant(world.idp, url)).href);
    return (await world.session())?.user.name;
  };
  assert.equal(await finish(["none"]), "Ada Lovelace");
  assert.equal(await finish([]), undefined);
  assert.equal(await finish(["state"]), undefined);
});

test("Auth() finishes a sign-in that began under the secret before", async () => {
  const before = openOAuth({}, { secret: "the-old-secret-of-forty-characters-here-" });
  const callback = await grant(before.idp, await start(before));
  const after = openOAuth({}, {
    secret: ["the-new-secret-of-forty-characters-here-", "the-old-secret-of-forty-characters-here-"],
  });
  before.platform.sites[APP] = after.platform.sites[APP]!;
  after.platform.sites[before.idp.origin] = before.idp.fetch;
  assert.equal((await before.browser.open(callback.href)).text, "Hello Ada Lovelace");
});

for (
  const [what, signIn] of Object.entries<NonNullable<Callbacks["signIn"]>>({
    "says no": () => false,
    "throws": () => Promise.reject(new Error("secret reason")),
  })
) {
  test(`Auth() signs nobody in whom callbacks.signIn ${what} to, and tells not why (AL-13)`, async () => {
    const { browser, session, ...world } = openOAuth({}, { callbacks: { signIn } });
    const page = await world.signIn();
    assert.equal(page.url, `${APP}/auth/error?error=AccessDenied`);
    assert.doesNotMatch(page.html, /secret reason/);
    assert.equal(await session(), null);
    assert.equal(browser.cookies(APP).some(({ name }) => name.includes("session-token")), false);
    assert.equal(browser.cookies(APP).some(({ name }) => name.includes("flow")), false);
  });
}
