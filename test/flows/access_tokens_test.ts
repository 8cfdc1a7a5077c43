import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import type { ReconnectRequired } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { setupOf } from "../../src/config/setup.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { SEALED_TOKENS } from "../../src/features/provider_tokens/reseal.ts";
import { withRows } from "../_with_rows.ts";
import { APP, SECRET } from "./_world.ts";
import { answerRenewals, assertReconnect, openTokens, rejection, renewals } from "./_access_tokens.ts";
import { openDatabase } from "./_database.ts";
import { getAccessToken } from "./_outside.ts";

test("an access token is returned as long as it works, and renewed if it ends within a minute", async () => {
  const world = await openTokens();
  const first = await world.token();
  assert.match(first, /^fake-access-/);
  world.platform.tick(3539);
  assert.equal(await world.token(), first);
  assert.deepEqual(renewals(world), []);
  world.platform.tick(2);
  const second = await world.token();
  assert.notEqual(second, first);
  assert.equal(await world.token(), second);
  assert.equal(renewals(world).length, 1);
});

test("fifty callers at the same time cause one renewal, and all get the new token (TK-01)", async () => {
  const world = await openTokens();
  world.platform.tick(3600);
  const tokens = await Promise.all(Array.from({ length: 50 }, () => world.token()));
  assert.equal(new Set(tokens).size, 1);
  assert.equal(renewals(world).length, 1);
});

test("a refresh token that the provider refuses is not sent twice, and the user has to connect again", async () => {
  const world = await openTokens();
  world.platform.tick(3600);
  answerRenewals(
    world,
    () => Response.json({ error: "invalid_grant" }, { status: 400 }),
  );
  await assertReconnect(world.token(), "Refused");
  const { code, provider } = await rejection(world.token()) as ReconnectRequired;
  assert.deepEqual([code, provider], ["Refused", "idp"]);
  assert.equal(renewals(world).length, 1);
  assert((await world.session())?.user, "the session goes on");
  assert.match(world.log(), /Cannot renew the access token: the provider answered "invalid_grant"/);
  assert.doesNotMatch(world.log(), /redirectUri/);
  world.idp.tamper = {};
  await world.signIn();
  for (let hour = 0; hour < 2; hour++) {
    assert.match(await world.token(), /^fake-access-/);
    world.platform.tick(3600);
  }
});

test("a refresh token is sent twice at most, and not after the grace of the provider (TK-02)", async () => {
  const grace = { token: { url: "https://idp.test/token", refreshGrace: 60 } };
  const lost = () => Promise.reject(new TypeError("connection reset"));
  const twice = await openTokens(grace);
  twice.platform.tick(3600);
  answerRenewals(twice, lost);
  await assertReconnect(twice.token(), "AnswerLost");
  assert.equal(renewals(twice).length, 2);

  const late = await openTokens(grace);
  late.platform.tick(3600);
  answerRenewals(late, () => {
    late.platform.tick(61);
    return lost();
  });
  await assertReconnect(late.token(), "AnswerLost");
  assert.equal(renewals(late).length, 1);
});

test("a provider that replaces no refresh tokens is asked again after each outage", async () => {
  const world = await openTokens(
    { token: { url: "https://idp.test/token", refreshGrace: Infinity } },
    { refreshTokens: "kept" },
  );
  world.platform.tick(3600);
  answerRenewals(world, () => Promise.reject(new TypeError("connection reset")));
  for (let tries = 0; tries < 4; tries++) {
    assert.equal((await rejection(world.token())).type, "ProviderUnavailable");
  }
  world.idp.tamper = {};
  assert.match(await world.token(), /^fake-access-/);
});

for (
  const [what, answer] of Object.entries<() => Promise<Response>>({
    "that never left this machine": () =>
      Promise.reject(
        new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) }),
      ),
    "that the provider puts off": () => Promise.resolve(new Response("", { status: 503 })),
    "that is too much for the provider": () => Promise.resolve(new Response("", { status: 429 })),
    "of an unknown client": () =>
      Promise.resolve(Response.json({ error: "invalid_client" }, { status: 401 })),
  })
) {
  test(`after a renewal ${what} the refresh token is as good as before (TK-03)`, async () => {
    const world = await openTokens();
    world.platform.tick(3600);
    answerRenewals(world, answer);
    const { type } = await rejection(world.token());
    assert.notEqual(type, "ReconnectRequired");
    world.idp.tamper = {};
    assert.match(await world.token(), /^fake-access-/);
    assert.equal(renewals(world).length, 2);
  });
}

test("while the provider is down, a token that still works is returned", async () => {
  const world = await openTokens();
  const first = await world.token();
  world.platform.tick(3550);
  answerRenewals(world, () => Promise.resolve(new Response("", { status: 503 })));
  assert.equal(await world.token(), first);
  world.platform.tick(50);
  assert.equal((await rejection(world.token())).type, "ProviderUnavailable");
});

test("the sign-in page offers the provider whose connection has ended, and no other way", async () => {
  const world = await openTokens();
  const query = new URLSearchParams({ error: "ReconnectRequired", provider: "idp", callbackUrl: "/home" });
  const page = await world.browser.open(`${APP}/auth/signin?${query}`);
  assert.match(page.text, /The connection to Fake has ended\. Sign in with Fake again\./);
  assert.match(page.text, /Ada Lovelace/);
  assert.doesNotMatch(page.html, /signin\/email|callback\/password|Continue as/);
  // A user who does not want to connect goes to the application, but not to the page that needs the connection.
  assert.match(page.html, new RegExp(`<a class="link" href="${APP}">Back to `));
  world.platform.tick(60);
  assert.equal((await page.submit("/auth/signin/idp")).url, `${APP}/home`);
});

test("an account that signed in before `AccessTokens()` was in the config works at once", async () => {
  const adapter = Memory();
  const before = openDatabase({ adapter, idp: { refreshTokens: "rotated" } });
  await before.signIn();
  const [user] = await before.db.users();
  const config = { ...before.config, features: [AccessTokens()] };
  const wanted = { userId: user!.id, provider: "idp" };
  assert.match(await getAccessToken(wanted, config), /^fake-access-/);
  before.platform.tick(3600);
  assert.match(await getAccessToken(wanted, config), /^fake-access-/);
  assert.equal(renewals(before).length, 1);
});

test("the tokens in the table of accounts stay as the sign-in has written them", async () => {
  const world = await openTokens();
  const rows = () => world.db.adapter.listAccountsByUserId(world.user.id);
  const before = await rows();
  world.platform.tick(3600);
  await world.token();
  assert.deepEqual(await rows(), before);
});

test("the table of tokens holds no token that can be read (TK-05)", async () => {
  const world = await openTokens();
  const token = await world.token();
  const rows = await world.db.adapter.rows.list("providerTokens", { userId: world.user.id });
  assert.equal(rows.length, 1);
  assert(!JSON.stringify(rows).includes(token));
});

test("tokens outlive a change of `secret`, with the old one behind the new one or after `reseal`", async () => {
  const world = await openTokens();
  const token = await world.token();
  const wanted = { userId: world.user.id, provider: "idp" };
  const next = SECRET.replace("forty", "fifty");
  const both = { ...world.config, secret: [next, SECRET] } as AuthConfig;
  const alone = { ...world.config, secret: next } as AuthConfig;
  assert.equal((await rejection(getAccessToken(wanted, alone))).type, "OldSecretMissing");
  const setup = setupOf(both, "https", { capabilities: ALL_CAPABILITIES });
  assert.deepEqual(await SEALED_TOKENS.count(setup), { newest: 0, older: 1, unreadable: 0 });
  assert.deepEqual(await SEALED_TOKENS.reseal(setup), { newest: 0, older: 1, unreadable: 0 });
  assert.deepEqual(await SEALED_TOKENS.count(setup), { newest: 1, older: 0, unreadable: 0 });
  assert.equal(await getAccessToken(wanted, alone), token);
});

test("each use of tokens seals them with the newest secret", async () => {
  const world = await openTokens();
  const both = { ...world.config, secret: [SECRET.replace("forty", "fifty"), SECRET] } as AuthConfig;
  await getAccessToken({ userId: world.user.id, provider: "idp" }, both);
  assert.deepEqual(await SEALED_TOKENS.count(setupOf(both, "https", { capabilities: ALL_CAPABILITIES })), {
    newest: 1,
    older: 0,
    unreadable: 0,
  });
});

test("tokens whose secret is lost are replaced by the next sign-in", async () => {
  const world = await openTokens();
  const config = { ...world.config, secret: SECRET.replace("forty", "fifty") } as AuthConfig;
  world.platform.sites[APP] = (request) => Auth(request, config);
  await world.signIn();
  assert.match(await getAccessToken({ userId: world.user.id, provider: "idp" }, config), /^fake-access-/);
});

test("an account that was removed gives no token, also if its tokens were left behind (TK-08)", async () => {
  const world = await openTokens();
  const [row] = await world.db.adapter.rows.list("providerTokens", { userId: world.user.id });
  await world.db.adapter.unlinkAccount({ provider: "idp", providerAccountId: "ada" });
  await assertReconnect(world.token(), "NotConnected");
  await world.db.adapter.rows.store("providerTokens", row!, null);
  await assertReconnect(world.token(), "NotConnected");
  assert.deepEqual(await world.db.adapter.rows.list("providerTokens", { userId: world.user.id }), []);
  assert.deepEqual(renewals(world), []);
});

test("a database that cuts the tokens is an error that names the column (TK-09)", async () => {
  const short = withRows(Memory(), "providerTokens", (sound) => ({
    store: (row, version) => sound.store({ ...row, tokens: row.tokens.slice(0, 255) }, version),
  }));
  const world = openDatabase({
    adapter: short,
    features: [AccessTokens()],
    idp: { refreshTokens: "rotated" },
  });
  await world.signIn();
  assert.equal(await world.session(), null);
  assert.match(world.log(), /Cannot store the tokens of "idp": the database has kept 255 of \d+ characters/);
});

test("a config without `AccessTokens()` says what to write", async () => {
  const world = openDatabase();
  const { message } = await rejection(getAccessToken({ userId: "1", provider: "idp" }, world.config));
  assert.match(message, /^Cannot use the functions of `accessTokens`: add `AccessTokens\(\)` to `features`/);
});
