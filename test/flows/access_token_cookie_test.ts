import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveSession } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { byRenewal, sendStandard } from "../../src/providers/_revocation.ts";
import { testBrowser } from "../../src/testing/mod.ts";
import { openCookies } from "./_cookie_tokens.ts";
import { openOAuth } from "./_oauth.ts";
import { APP } from "./_world.ts";
import { getAccessToken, revokeTokens } from "./_outside.ts";

const REVOKE = "https://idp.test/revoke";
const COOKIE = "__Host-latchkey.provider-tokens";

test("without a database, a sealed cookie keeps the tokens, and a renewal sets the next one", async () => {
  const world = openCookies();
  await world.signIn();
  const first = await world.token();
  assert.match(first, /^fake-access-/);
  assert(!JSON.stringify(world.browser.cookies(APP)).includes(first));
  for (let hour = 0; hour < 3; hour++) {
    world.platform.tick(3600);
    assert.match(await world.token(), /^fake-access-/);
    assert.match(await world.token(), /^fake-access-/);
  }
  assert.equal(world.renewals().length, 3);
});

test("requests at the same time, and one with the old cookie, share a renewal", async () => {
  const world = openCookies();
  await world.signIn();
  const old = world.browser.cookies(APP);
  world.platform.tick(3600);
  const tokens = await Promise.all(Array.from({ length: 10 }, () => world.token()));
  const late = await world.platform.fetch(`${APP}/token`, {
    headers: { cookie: old.map(({ name, value }) => `${name}=${value}`).join("; ") },
  });
  assert.equal(new Set([...tokens, await late.text()]).size, 1);
  assert.equal(world.renewals().length, 1);
});

test("where no cookie can be set, the token that still works is returned, and none is renewed", async () => {
  const world = openCookies();
  await world.signIn();
  const first = await world.token();
  world.platform.tick(3550);
  assert.equal(await world.token({ closed: "true" }), first);
  world.platform.tick(50);
  assert.equal(await world.token({ closed: "true" }), "TokenNotWritable");
  assert.equal(await world.token({ closed: "true", rejected: first }), "TokenNotWritable");
  assert.equal(world.renewals().length, 0);
  assert.notEqual(await world.token(), first);
});

for (
  const [code, answer] of Object.entries({
    Refused: () => Response.json({ error: "invalid_grant" }, { status: 400 }),
    AnswerLost: () => new Response("", { status: 504 }),
  })
) {
  test(`a renewal that ends with ${code} is not tried again, and leaves the session`, async () => {
    const world = openCookies();
    await world.signIn();
    world.platform.tick(3600);
    world.idp.tamper = { respond: { token: answer } };
    assert.equal(await world.token(), `ReconnectRequired ${code}`);
    assert.equal(await world.token(), `ReconnectRequired ${code}`);
    assert.equal(world.renewals().length, 1);
    assert(await world.session());
    world.idp.tamper = {};
    await world.signIn();
    assert.match(await world.token(), /^fake-access-/);
  });
}

test("a renewal whose answer is lost is tried again if the one before left the refresh token as it was", async () => {
  const world = openCookies({}, { idp: { refreshTokens: "kept" } });
  await world.signIn();
  world.platform.tick(3600);
  assert.match(await world.token(), /^fake-access-/);
  world.platform.tick(3600);
  world.idp.tamper = { respond: { token: () => new Response("<p>Back soon") } };
  assert.equal(await world.token(), "ProviderResponseError");
  world.idp.tamper = {};
  assert.match(await world.token(), /^fake-access-/);
});

test("after a lost answer, another user keeps the connection until the provider answers (TK-13)", async () => {
  const world = openCookies();
  await world.signIn();
  const grace = testBrowser(world.platform.sites, { now: world.platform.now });
  await (await grace.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  world.platform.tick(3600);
  world.idp.tamper = { respond: { token: () => new Response("", { status: 504 }) } };
  assert.equal(await world.token(), "ReconnectRequired AnswerLost");
  assert.equal(await world.token({}, grace), "ProviderUnavailable");
  world.idp.tamper = {};
  world.platform.tick(6);
  assert.match(await world.token({}, grace), /^fake-access-/);
});

test("after an outage of the provider, the refresh token is sent again", async () => {
  const world = openCookies();
  await world.signIn();
  world.platform.tick(3600);
  world.idp.tamper = { respond: { token: () => new Response("", { status: 503 }) } };
  assert.equal(await world.token(), "ProviderUnavailable");
  world.idp.tamper = {};
  assert.match(await world.token(), /^fake-access-/);
});

test("the cookie serves its own user and provider alone", async () => {
  const world = openCookies();
  await world.signIn();
  assert.equal(await world.token({ user: "eve" }), "ReconnectRequired NotConnected");
  const eve = testBrowser(world.platform.sites, { now: world.platform.now });
  assert.equal(await world.token({}, eve), "ReconnectRequired NotConnected");
});

test("a sign-out removes the tokens (TK-08)", async () => {
  const world = openCookies();
  await world.signIn();
  assert(world.browser.cookies(APP).some(({ name }) => name === COOKIE));
  await world.post("signout");
  assert.equal(world.browser.cookies(APP).some(({ name }) => name.startsWith(COOKIE)), false);
});

test("tokens that do not fit beside the other cookies are an error of the sign-in", async () => {
  const world = openCookies();
  world.idp.tamper = { tokens: (tokens) => ({ ...tokens, refresh_token: "r".repeat(9000) }) };
  const page = await world.signIn();
  assert.equal(new URL(page.url).searchParams.get("error"), "Configuration");
  assert.match(
    world.log(),
    /Cannot keep the tokens of "idp" in a cookie: they are too large beside the other cookies/,
  );
  assert.equal(await world.session(), null);
  world.idp.tamper = { tokens: (tokens) => ({ ...tokens, refresh_token: "r".repeat(4000) }) };
  await world.signIn();
  assert.match(await world.token(), /^fake-access-/);
});

for (const length of [8500, 10_000, 100_000]) {
  test(`tokens that grow to ${length} characters at a renewal are given out, and lock no one out`, async () => {
    const world = openCookies();
    await world.signIn();
    world.platform.tick(3600);
    const long = "a".repeat(length);
    answerWith(world, () => ({ access_token: long, expires_in: 3600 }));
    assert(await world.token() === long);
    assert.equal(await world.token(), "ReconnectRequired NotConnected");
    assert.match(world.log(), /Cannot keep the tokens of "idp" in a cookie: they are too large/);
    assert(world.browser.cookies(APP).every(({ name }) => !name.startsWith(COOKIE)));
    assert(await world.session());
  });
}

test("getAccessToken() and revokeTokens() outside of a request say that a cookie keeps the tokens", async () => {
  const { config } = openCookies({ revocation: REVOKE });
  await assert.rejects(
    getAccessToken({ userId: "1", provider: "idp" }, config),
    /outside of a request: a cookie keeps it/,
  );
  await assert.rejects(
    revokeTokens({ userId: "1" }, config),
    /Cannot revoke tokens outside of a request: a cookie keeps them/,
  );
});

test("a config with a database refuses a cookie, and one without says what to write", async () => {
  const request = new Request(`${APP}/auth/session`);
  for (
    const [more, message] of [
      [{ adapter: Memory(), features: [AccessTokens({ keptIn: "cookie" })] }, /beside an `adapter`/],
      [
        { features: [AccessTokens()] },
        /set `adapter`, which stores the tokens, or write `AccessTokens\(\{ keptIn: "cookie" \}\)`/,
      ],
    ] as const
  ) {
    const { config } = openOAuth({}, more);
    assert.equal((await resolveSession(request, config)).session, null);
    await assert.rejects(getAccessToken({ userId: "1", provider: "idp" }, config), message);
  }
});

test("revokeTokens() revokes the tokens in the cookie, and removes it", async () => {
  const world = openCookies({ revocation: REVOKE });
  await world.signIn();
  const first = await world.token();
  assert.equal(await world.revoke(), "done");
  assert.match(world.revoked()[0]!, /^fake-refresh-/);
  assert.equal(world.revoked()[1], first);
  assert(!world.browser.cookies(APP).some(({ name }) => name.startsWith(COOKIE)));
  assert.equal(await world.token(), "ReconnectRequired NotConnected");
  assert.equal(await world.revoke(), "done");
  assert.equal(world.revoked().length, 2);
});

test("revokeTokens() with an old cookie revokes the newest tokens that this process knows", async () => {
  const world = openCookies({ revocation: REVOKE });
  await world.signIn();
  const cookie = world.browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
  const tokens = [await world.token()];
  for (let times = 0; times < 3; times++) tokens.push(await world.token({ rejected: tokens[times]! }));
  const answer = await world.platform.fetch(`${APP}/revoke`, { headers: { cookie } });
  assert.equal(await answer.text(), "done");
  assert.equal(world.revoked()[1], tokens[3]);
  assert(!world.renewals().includes(world.revoked()[0]!));
  world.platform.tick(3600);
  assert.equal(await world.token(), "ReconnectRequired Refused");
});

test("revokeTokens() revokes the tokens of an exchange at the second try, if the first one fails after it", async () => {
  const request = byRenewal("https://idp.test/token", sendStandard);
  const world = openCookies({ revocation: { url: REVOKE, request } });
  await world.signIn();
  world.idp.tamper = { respond: { revocation: () => Promise.resolve(new Response("", { status: 500 })) } };
  assert.match(await world.revoke(), /^ProviderUnavailable/);
  world.idp.tamper = {};
  assert.equal(await world.revoke(), "done");
  const sent = world.renewals();
  assert.deepEqual([sent.length, new Set(sent).size], [2, 2], "each refresh token once");
  assert.equal(await world.token(), "ReconnectRequired NotConnected");
});

test("revokeTokens() sends nothing where the answer can set no cookie, or for another provider, account or user", async () => {
  const world = openCookies({ revocation: REVOKE });
  await world.signIn();
  assert.equal(await world.revoke({ closed: "" }), "TokenNotWritable");
  assert.match(await world.revoke({ provider: "other" }), /^Configuration|^ConfigError/);
  assert.equal(await world.revoke({ user: "another" }), "done");
  assert.deepEqual(world.revoked(), []);
  assert.match(await world.token(), /^fake-access-/);
});

test("POST signout with `revokeTokens` revokes the tokens in the cookie", async () => {
  const world = openCookies({ revocation: REVOKE });
  await world.signIn();
  await world.post("signout", { revokeTokens: "true" });
  assert.equal(world.revoked().length, 2);
  assert.equal(await world.session(), null);
});

/** Changes the fields of all answers with tokens. */
function answerWith(
  { idp }: ReturnType<typeof openCookies>,
  fields: () => Readonly<Record<string, unknown>>,
): void {
  const respond = async (_: Request, genuine: () => Promise<Response>) =>
    Response.json({ ...await (await genuine()).json(), ...fields() });
  idp.tamper = { respond: { token: respond } };
}

for (const refreshTokens of ["kept", "rotated"] as const) {
  test(`no cookie gives a token that has ended or was refused, with refresh tokens that are ${refreshTokens}`, async () => {
    const world = openCookies({}, { idp: { refreshTokens } });
    await world.signIn();
    const old = world.browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
    const late = async (query = "") =>
      await (await world.platform.fetch(`${APP}/token${query}`, { headers: { cookie: old } })).text();
    world.platform.tick(3600);
    answerWith(world, () => ({ expires_in: 300 }));
    const first = await world.token();
    assert.equal(await late(), first);
    const second = await world.token({ rejected: first });
    assert.notEqual(second, first);
    assert.equal(await late(`?rejected=${first}`), second);
    world.platform.tick(300);
    const third = await world.token();
    assert(![first, second].includes(third));
    assert.equal(await late(), third);
    const sent = world.renewals();
    if (refreshTokens === "rotated") assert.equal(new Set(sent).size, sent.length);
  });
}

test("a provider that gives an earlier refresh token again makes no request endless", async () => {
  const world = openCookies({ revocation: REVOKE });
  await world.signIn();
  let count = 0;
  const answer = () => {
    const fields = { access_token: `access-${++count}`, refresh_token: `refresh-${count % 2}` };
    return Response.json({ ...fields, token_type: "bearer", expires_in: 1 });
  };
  world.idp.tamper = { respond: { token: answer } };
  for (let times = 1; times < 8; times++) {
    world.platform.tick(times < 4 ? 3600 : 2);
    assert.equal(await world.token(), `access-${times}`);
  }
  assert.equal(await world.revoke(), "done");
});

test("the cookie of a token without an end lasts as long as its session", async () => {
  const world = openCookies();
  answerWith(world, () => ({ expires_in: undefined }));
  await world.signIn();
  for (let day = 0; day < 40; day++) {
    world.platform.tick(86_400);
    assert(await world.session());
    assert.match(await world.token(day % 10 ? { closed: "true" } : {}), /^fake-access-/, `day ${day}`);
  }
  assert.equal(world.renewals().length, 0);
});
