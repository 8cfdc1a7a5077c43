/**
 * Tokens that an application revokes at their providers (RFC 7009).
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig } from "../../mod.ts";
import { ConfigError, ProviderUnavailable } from "../../src/entries/errors.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import { type Browser, fakeProvider } from "../../src/testing/mod.ts";
import { changeRows } from "./_database.ts";
import {
  answerRenewals,
  assertReconnect,
  openTokens,
  ownerOf,
  rejection,
  renewals,
  type TokenWorld,
} from "./_access_tokens.ts";
import { APP, oauth2 } from "./_world.ts";
import { revokeTokens } from "./_outside.ts";

const REVOKE = "https://idp.test/revoke";
const HOUR = 3600;

/** A world whose provider revokes tokens, after Ada has signed in. */
async function openRevocable(
  revocation: OAuthConfig["revocation"] = REVOKE,
  options: Parameters<typeof openTokens>[1] = {},
): Promise<TokenWorld & { revoke(wanted?: { provider?: string; account?: string }): Promise<void> }> {
  const world = await openTokens(revocation === undefined ? {} : { revocation }, options);
  return {
    ...world,
    revoke: (wanted = {}) => revokeTokens({ userId: world.user.id, ...wanted }, world.config as AuthConfig),
  };
}

/** What the provider has received at its revocation endpoint: kind and token. */
function revocations({ idp }: Pick<TokenWorld, "idp">): readonly (readonly (string | null)[])[] {
  return idp.requests.filter(({ endpoint }) => endpoint === "revocation")
    .map(({ params }) => [params.get("token_type_hint"), params.get("token")]);
}

/** Lets the revocation endpoint answer in this way. */
function answerRevocations(
  { idp }: Pick<TokenWorld, "idp">,
  answer: (request: Request, genuine: () => Promise<Response>) => Promise<Response>,
): void {
  idp.tamper = { respond: { revocation: answer } };
}

/** An answer that refuses. */
function refusal(error: string, status = 400): () => Promise<Response> {
  return () => Promise.resolve(Response.json({ error, error_description: "no" }, { status }));
}

async function stored(world: TokenWorld) {
  return (await world.db.adapter.rows.list("providerTokens", { userId: world.user.id })).length;
}

test("revokeTokens() revokes the refresh token, then the access token, and both are dead", async () => {
  const world = await openRevocable();
  const token = await world.token();
  assert.equal(await ownerOf(world, token), "ada");
  await world.revoke({ provider: "idp" });
  const [first, second] = revocations(world);
  assert.equal(first![0], "refresh_token");
  assert.match(first![1]!, /^fake-refresh-/);
  assert.deepEqual(second, ["access_token", token]);
  assert.equal(revocations(world).length, 2);
  assert.equal(await ownerOf(world, token), "status 401");
});

test("revokeTokens() authenticates the client as a token request does", async () => {
  for (const clientAuthentication of ["client_secret_basic", "client_secret_post"] as const) {
    const world = await openTokens({
      revocation: REVOKE,
      client: { token_endpoint_auth_method: clientAuthentication },
    }, { idp: { clientAuthentication, refreshTokens: "rotated" } });
    await revokeTokens({ userId: world.user.id }, world.config as AuthConfig);
    assert.equal(await ownerOf(world, revocations(world)[1]![1]!), "status 401", clientAuthentication);
  }
});

test("after revokeTokens(), the user has to connect again, and nothing is sent for them", async () => {
  const world = await openRevocable();
  await world.revoke();
  for (const seconds of [0, 30, HOUR, 400 * 24 * HOUR]) {
    world.platform.tick(seconds);
    await assertReconnect(world.token(), "Revoked");
  }
  assert.deepEqual(renewals(world), []);
  await world.revoke();
  assert.equal(revocations(world).length, 2);
});

test("after revokeTokens(), the session goes on, and a sign-in brings new tokens", async () => {
  const world = await openRevocable();
  await world.revoke();
  assert(await world.session());
  world.platform.tick(1);
  await world.signIn();
  assert.equal(await ownerOf(world, await world.token()), "ada");
  world.platform.tick(HOUR);
  assert.equal(await ownerOf(world, await world.token()), "ada");
});

test("revokeTokens() waits for a renewal that is under way, and revokes its tokens (TK-10)", async () => {
  const world = await openRevocable();
  world.platform.tick(HOUR);
  let revoking: Promise<void> | undefined;
  answerRenewals(world, async (genuine) => {
    const answer = await genuine();
    world.idp.tamper = {};
    revoking = world.revoke();
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(revocations(world), []);
    return answer;
  });
  const token = await world.token();
  await ticking(world, revoking!);
  const sent = renewals(world);
  assert.equal(sent.length, 1);
  assert.notEqual(revocations(world)[0]![1], sent[0]);
  assert.deepEqual(revocations(world)[1], ["access_token", token]);
  await assertReconnect(world.token(), "Revoked");
});

test("a renewal waits for a revocation that is under way, and sends nothing", async () => {
  const world = await openRevocable();
  world.platform.tick(HOUR);
  let asked: Promise<string> | undefined;
  answerRevocations(world, async (_, genuine) => {
    world.idp.tamper = {};
    asked = world.token();
    asked.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 20));
    return await genuine();
  });
  await world.revoke();
  await assertReconnect(ticking(world, asked!), "Revoked");
  assert.deepEqual(renewals(world), []);
});

test("the tokens of a sign-in during a revocation stay", async () => {
  const world = await openRevocable();
  answerRevocations(world, async (_, genuine) => {
    world.idp.tamper = {};
    world.platform.tick(1);
    await world.signIn();
    return await genuine();
  });
  await world.revoke();
  assert.equal(await ownerOf(world, await world.token()), "ada");
  world.platform.tick(HOUR);
  assert.equal(await ownerOf(world, await world.token()), "ada");
});

for (
  const [what, answer] of [
    ["does not answer", () => Promise.reject(new TypeError("connection reset"))],
    ["does not answer now", refusal("temporarily_unavailable", 503)],
    ["refuses the request", refusal("invalid_request")],
    ["refuses the client", refusal("invalid_client", 401)],
    ["answers with a page", () => Promise.resolve(new Response("<h1>Oops</h1>", { status: 404 }))],
  ] as const
) {
  test(`if the provider ${what}, revokeTokens() fails, the tokens stay, and the next call works`, async () => {
    const world = await openRevocable();
    answerRevocations(world, answer);
    const error = await rejection(world.revoke());
    assert.equal(error instanceof ProviderUnavailable, what.startsWith("does not answer"));
    assert.equal(error instanceof ConfigError, what === "refuses the client");
    assert.doesNotMatch(world.log() + error.stack, /fake-(?:access|refresh)-/);
    world.idp.tamper = {};
    assert.equal(await ownerOf(world, await world.token()), "ada");
    await world.revoke();
    await assertReconnect(world.token(), "Revoked");
  });
}

test("a token that the provider repeats in its refusal is not in the log", async () => {
  const world = await openRevocable();
  answerRevocations(world, async (request) => {
    const token = new URLSearchParams(await request.text()).get("token");
    return Response.json({ error: "invalid_request", error_description: `what is ${token}?` }, {
      status: 400,
    });
  });
  const error = await rejection(world.revoke());
  assert.match(JSON.stringify(error.cause), /what is …\?/);
  assert.doesNotMatch(JSON.stringify(error.cause), /fake-/);
});

test("a refresh token that the provider repeats in its refusal of a renewal is not in the log", async () => {
  const world = await openRevocable();
  world.platform.tick(HOUR);
  world.idp.tamper = {
    respond: {
      token: async (request) => {
        const token = new URLSearchParams(await request.text()).get("refresh_token");
        const error_description = `${token} has ended`;
        return Response.json({ error: "invalid_grant", error_description }, { status: 400 });
      },
    },
  };
  await assertReconnect(world.token(), "Refused");
  assert.match(world.log(), /… has ended/);
  assert.doesNotMatch(world.log(), /fake-refresh-/);
});

test("without an endpoint at the provider, the application forgets the tokens, and the log warns", async () => {
  const world = await openTokens();
  const token = await world.token();
  await revokeTokens({ userId: world.user.id }, world.config as AuthConfig);
  await assertReconnect(world.token(), "Revoked");
  assert.equal(await ownerOf(world, token), "ada");
  assert.match(world.log(), /no-revocation-endpoint: the provider "idp" has no endpoint that revokes tokens/);
});

test("tokens of a provider that is no longer in the config stay, and the log says so", async () => {
  const world = await openTokens();
  const config = {
    ...world.config,
    providers: [oauth2(world.idp, { id: "other", name: "Other" })],
  } as AuthConfig;
  await revokeTokens({ userId: world.user.id }, config);
  assert.match(
    world.log(),
    /tokens-not-revoked: the config has no provider "idp", at which user "[^"]+" has tokens/,
  );
  assert.match(await world.token(), /^fake-access-/);
});

test("the endpoint comes from the metadata, if it is one that may be used (TK-12)", async () => {
  for (
    const [endpoint, pattern] of [
      ["https://idp.test/revoke", null],
      ["https://10.0.0.1/revoke", /"https:\/\/10\.0\.0\.1\/revoke", which is in a private network/],
      ["http://idp.test/revoke", /which is not an https URL/],
      [7, /which is not a URL/],
    ] as const
  ) {
    const world = await openTokens({ issuer: "https://idp.test", token: undefined as never });
    world.idp.tamper = { metadata: { revocation_endpoint: endpoint } };
    const revoking = revokeTokens({ userId: world.user.id }, freshConfig(world));
    if (pattern) assert.match((await rejection(revoking)).message, pattern);
    else await revoking;
    assert.equal(revocations(world).length, pattern ? 0 : 2);
  }
});

/** The config with a new object for the provider, whose metadata are fetched anew. */
function freshConfig({ config, idp }: TokenWorld): AuthConfig {
  const provider = { ...oauth2(idp), token: undefined, issuer: idp.issuer } as OAuthConfig;
  return { ...config as AuthConfig, providers: [provider] };
}

test("a database that fails after the revocation loses nothing: the next call ends well", async () => {
  const world = await openRevocable();
  let writes = 0;
  changeRows(world.db.adapter, "providerTokens", (sound) => ({
    store: (...args) => ++writes === 2 ? Promise.reject(new Error("disk full")) : sound.store(...args),
  }));
  const error = await rejection(world.revoke());
  assert.equal(error.type, "AdapterError");
  world.platform.tick(31);
  await world.revoke();
  await assertReconnect(world.token(), "Revoked");
});

test("`account` revokes the tokens of one account, without it those of all accounts at all providers", async () => {
  const other = fakeProvider({ issuer: "https://other.test", refreshTokens: "kept" });
  const world = await openRevocable(REVOKE, {
    more: () => [{ ...oauth2(other), id: "other", name: "Other", revocation: "https://other.test/revoke" }],
  });
  world.platform.sites[other.origin] = other.fetch;
  world.idp.login({ sub: "work", name: "Ada", email: "work@example.com" });
  await world.signIn({ link: true });
  await world.signIn({ provider: "other", link: true });
  assert.equal(await stored(world), 3);
  await world.revoke({ provider: "idp", account: "work" });
  assert.equal(revocations(world).length, 2);
  await assertReconnect(world.token({ account: "work" }), "Revoked");
  assert.equal(await ownerOf(world, await world.token({ account: "ada" })), "ada");
  await world.revoke({ account: "nobody" });
  assert.equal(revocations(world).length, 2);
  await world.revoke();
  assert.equal(revocations(world).length, 4);
  assert.equal(other.requests.filter(({ endpoint }) => endpoint === "revocation").length, 2);
});

test("revokeTokens() revokes tokens that only the table of accounts has, also beside those of another account (TK-10)", async () => {
  const world = await openRevocable();
  world.idp.login({ sub: "work", name: "Ada", email: "work@example.com" });
  await world.signIn({ link: true });
  await world.db.adapter.rows.remove("providerTokens", { provider: "idp", providerAccountId: "ada" });
  await world.revoke();
  assert.equal(revocations(world).length, 4);
  await assertReconnect(world.token({ account: "ada" }), "Revoked");
});

test("if one of two providers fails, the tokens at the other one are revoked", async () => {
  const other = fakeProvider({ issuer: "https://other.test", refreshTokens: "kept" });
  const world = await openRevocable(REVOKE, {
    more: () => [{ ...oauth2(other), id: "other", name: "Other", revocation: "https://other.test/revoke" }],
  });
  world.platform.sites[other.origin] = other.fetch;
  await world.signIn({ provider: "other", link: true });
  answerRevocations(world, refusal("server_error", 500));
  await rejection(world.revoke());
  await assertReconnect(world.token({ provider: "other" } as never), "Revoked");
  assert.match(await world.token(), /^fake-access-/);
});

test("the tokens of another user stay", async () => {
  const world = await openRevocable();
  const browser: Browser = world.visitor();
  world.idp.login({ sub: "bob", name: "Bob", email: "bob@example.com" });
  const page = await browser.open(`${APP}/auth/signin`);
  await page.submit("/auth/signin/idp");
  await world.revoke();
  const bob = (await world.db.users()).find(({ name }) => name === "Bob")!;
  const token = await world.token({ userId: bob.id } as never);
  assert.equal(await ownerOf(world, token), "bob");
});

test("tokens of an account that is no longer the user's are not sent", async () => {
  const world = await openRevocable();
  await world.db.adapter.unlinkAccount({ provider: "idp", providerAccountId: "ada" });
  await world.revoke();
  assert.deepEqual(revocations(world), []);
});

test("a provider of its own revokes with `revocation.request` and `params`", async () => {
  const received: unknown[] = [];
  const world = await openRevocable({
    url: REVOKE,
    params: { reason: "left", token_type_hint: undefined },
    async request({ url, params, headers, clientId, clientSecret, fetch }) {
      received.push([url, Object.fromEntries(params), clientId, clientSecret !== undefined]);
      assert.match(headers.authorization!, /^Basic /);
      return await fetch(url, { method: "POST", body: params.toString(), headers });
    },
  });
  const token = await world.token();
  await world.revoke();
  assert.equal(received.length, 2);
  const [, second] = received as [string, Record<string, string>, string, boolean][];
  assert.deepEqual(second, [REVOKE, { reason: "left", token }, world.idp.clientId, true]);
  assert.equal(await ownerOf(world, token), "status 401");
});

test("`revocation.request` without a URL is an error of the config", async () => {
  const world = await openTokens();
  const { idp } = world;
  const providers = [{
    ...oauth2(idp),
    revocation: { request: () => new Response() },
  }] as AuthConfig["providers"];
  const config = { ...world.config, providers, debug: false } as AuthConfig;
  const response = await Auth(new Request(`${APP}/auth/providers`), config);
  assert.equal(response.status, 500);
  assert.match(world.log(), /Cannot use provider "idp": `revocation\.request` needs `revocation\.url`/);
});

test("revokeTokens() names what is missing: the feature, the provider", async () => {
  const world = await openRevocable();
  const { features: _, ...without } = world.config;
  const userId = world.user.id;
  assert.match(
    (await rejection(revokeTokens({ userId }, without as AuthConfig))).message,
    /add `AccessTokens\(\)` to `features`/,
  );
  assert.match((await rejection(world.revoke({ provider: "none" }))).message, /Cannot use tokens of "none"/);
  assert.match(
    (await rejection(world.revoke({ provider: "email" }))).message,
    /Cannot use tokens of "email"/,
  );
  assert.deepEqual(revocations(world), []);
});

test("sixteen calls at the same time revoke the tokens once", async () => {
  const world = await openRevocable();
  const calls = Array.from({ length: 16 }, () => world.revoke());
  await ticking(world, Promise.all(calls));
  assert.equal(revocations(world).length, 2);
});

test("POST signout with `revokeTokens` ends the session, and revokes all tokens of the user", async () => {
  const world = await openRevocable();
  const response = await world.post("signout", { revokeTokens: "true" });
  assert.equal(response.status, 303);
  assert.equal(await world.session(), null);
  assert.equal(revocations(world).length, 2);
  await assertReconnect(world.token(), "Revoked");
});

test("POST signout without `revokeTokens` revokes nothing, and without a session as well", async () => {
  const world = await openRevocable();
  for (const fields of [{}, { revokeTokens: "false" }, { revokeTokens: "" }]) {
    await world.post("signout", fields);
    await world.signIn();
  }
  await world.post("signout");
  await world.post("signout", { revokeTokens: "true" });
  assert.deepEqual(revocations(world), []);
});

test("POST signout ends the session although the provider fails, or is slow, or the feature is off", async () => {
  for (const what of ["fails", "is slow", "off"]) {
    const world = await openRevocable(REVOKE, what === "off" ? { features: [] } : {});
    if (what === "fails") answerRevocations(world, refusal("server_error", 500));
    if (what === "is slow") answerRevocations(world, () => new Promise(() => {}));
    const posting = world.post("signout", { revokeTokens: "true" });
    const response = await ticking(world, posting);
    assert.equal(response.status, 303, what);
    assert.equal(await world.session(), null);
    assert.match(
      world.log(),
      what === "off"
        ? /missing-feature: A sign-out with `revokeTokens`: add `AccessTokens\(\)` to `features`/
        : /Cannot sign out with `revokeTokens`: the session has ended only here/,
    );
  }
});

/** Lets timers run, until a promise settles. */
async function ticking<T>({ platform }: TokenWorld, promise: Promise<T>, seconds = 60): Promise<T> {
  let isDone = false;
  void promise.finally(() => isDone = true).catch(() => {});
  for (let turns = 0; turns < seconds * 20 && !isDone; turns++) {
    await new Promise((resolve) => setTimeout(resolve));
    platform.tick(0.05);
  }
  assert(isDone, `pending after ${seconds} seconds`);
  return await promise;
}
