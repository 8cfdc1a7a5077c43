import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth, type AuthConfig, AuthError } from "../../mod.ts";
import { ReconnectRequired } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { OAuthConfig } from "../../src/model/provider.ts";
import { setupOf } from "../../src/config/setup.ts";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { SEALED_TOKENS } from "../../src/features/provider_tokens/reseal.ts";
import { withRows } from "../_with_rows.ts";
import { APP, SECRET } from "./_world.ts";
import { type DatabaseOptions, type DatabaseWorld, openDatabase } from "./_database.ts";
import { getAccessToken } from "./_outside.ts";

/** A world whose provider issues refresh tokens, after Ada has signed in. */
async function signedIn(
  oauth: Partial<OAuthConfig> = {},
  { refreshTokens = "rotated", ...options }: DatabaseOptions & { refreshTokens?: "kept" | "rotated" } = {},
) {
  const world = openDatabase({
    features: [AccessTokens()],
    idp: { refreshTokens },
    oauth,
    ...options,
  });
  await world.signIn();
  const [user] = await world.db.users();
  const token = (more: { rejected?: string; account?: string } = {}) =>
    getAccessToken({ userId: user!.id, provider: "idp", ...more }, world.config);
  return { ...world, user: user!, token };
}

/** The requests with a refresh token that the provider has got. */
function renewals({ idp }: Pick<DatabaseWorld, "idp">): readonly string[] {
  return idp.requests.flatMap(({ params }) =>
    params.get("grant_type") === "refresh_token" ? params.get("refresh_token")! : []
  );
}

/** Lets the provider answer requests with a refresh token in this way. */
function answerRenewals(
  { idp }: Pick<DatabaseWorld, "idp">,
  answer: (genuine: () => Promise<Response>) => Promise<Response>,
): void {
  const isRenewal = async (request: Request) => (await request.clone().text()).includes("refresh_token");
  idp.tamper = {
    respond: {
      token: async (request, genuine) => await isRenewal(request) ? await answer(genuine) : await genuine(),
    },
  };
}

async function rejection(promise: Promise<unknown>): Promise<AuthError> {
  const error = await promise.then(() => null, (thrown) => thrown);
  assert(error instanceof AuthError, String(error));
  return error;
}

async function assertReconnect(promise: Promise<unknown>, code: string): Promise<void> {
  const error = await rejection(promise);
  assert(error instanceof ReconnectRequired, String(error));
  assert.deepEqual([error.code, error.provider], [code, "idp"]);
}

test("an access token is returned as long as it works", async () => {
  const world = await signedIn();
  const first = await world.token();
  assert.match(first, /^fake-access-/);
  world.platform.tick(3539);
  assert.equal(await world.token(), first);
  assert.deepEqual(renewals(world), []);
});

test("an access token that ends within a minute is renewed, and the next one is kept", async () => {
  const world = await signedIn();
  const first = await world.token();
  world.platform.tick(3541);
  const second = await world.token();
  assert.notEqual(second, first);
  assert.equal(await world.token(), second);
  assert.equal(renewals(world).length, 1);
});

test("fifty callers at the same time cause one renewal, and all get the new token (TK-01)", async () => {
  const world = await signedIn();
  world.platform.tick(3600);
  const tokens = await Promise.all(Array.from({ length: 50 }, () => world.token()));
  assert.equal(new Set(tokens).size, 1);
  assert.equal(renewals(world).length, 1);
});

test("each renewal of a provider that rotates sends the newest refresh token", async () => {
  const world = await signedIn();
  for (let hour = 0; hour < 4; hour++) {
    world.platform.tick(3600);
    await world.token();
  }
  assert.equal(new Set(renewals(world)).size, 4);
});

test("a refresh token that the answer does not repeat is kept", async () => {
  const world = await signedIn({}, { refreshTokens: "kept" });
  for (let hour = 0; hour < 3; hour++) {
    world.platform.tick(3600);
    await world.token();
  }
  assert.equal(renewals(world).length, 3);
  assert.equal(new Set(renewals(world)).size, 1);
});

test("a token that the API has refused is replaced at once, and only it", async () => {
  const world = await signedIn();
  const first = await world.token();
  const second = await world.token({ rejected: first });
  assert.notEqual(second, first);
  assert.equal(await world.token({ rejected: first }), second);
  assert.equal(renewals(world).length, 1);
});

test("a refresh token that the provider refuses asks the user to connect again, and is not sent twice", async () => {
  const world = await signedIn();
  world.platform.tick(3600);
  answerRenewals(
    world,
    async () => await Promise.resolve(Response.json({ error: "invalid_grant" }, { status: 400 })),
  );
  await assertReconnect(world.token(), "Refused");
  await assertReconnect(world.token(), "Refused");
  assert.equal(renewals(world).length, 1);
  assert((await world.session())?.user, "the session goes on");
  assert.match(world.log(), /Cannot renew the access token: the provider answered "invalid_grant"/);
  assert.doesNotMatch(world.log(), /redirectUri/);
});

test("a sign-in with the provider makes a refused connection work again", async () => {
  const world = await signedIn();
  world.platform.tick(3600);
  answerRenewals(
    world,
    async () => await Promise.resolve(Response.json({ error: "invalid_grant" }, { status: 400 })),
  );
  await assertReconnect(world.token(), "Refused");
  world.idp.tamper = {};
  await world.signIn();
  assert.match(await world.token(), /^fake-access-/);
  world.platform.tick(3600);
  assert.match(await world.token(), /^fake-access-/);
});

for (
  const [what, answer] of Object.entries<() => Promise<Response>>({
    "is lost": () => Promise.reject(new TypeError("connection reset")),
    "is that of a gateway": () => Promise.resolve(new Response("", { status: 504 })),
    "cannot be read": () => Promise.resolve(new Response("<html>")),
  })
) {
  test(`a renewal whose answer ${what} is not sent again, and asks the user to connect again`, async () => {
    const world = await signedIn();
    world.platform.tick(3600);
    answerRenewals(world, async (genuine) => {
      await genuine();
      return await answer();
    });
    await assertReconnect(world.token(), "AnswerLost");
    world.idp.tamper = {};
    await assertReconnect(world.token(), "AnswerLost");
    assert.equal(renewals(world).length, 1);
    assert((await world.session())?.user);
  });

  test(`within the grace of a provider, a refresh token whose answer ${what} is sent once more`, async () => {
    const world = await signedIn({ token: { url: "https://idp.test/token", refreshGrace: 60 } }, {
      refreshTokens: "kept",
    });
    world.platform.tick(3600);
    let answers = 0;
    answerRenewals(world, async (genuine) => answers++ === 0 ? await answer() : await genuine());
    assert.match(await world.token(), /^fake-access-/);
    assert.equal(renewals(world).length, 2);
  });
}

test("a refresh token is sent twice at most, and not after the grace of the provider (TK-02)", async () => {
  const grace = { token: { url: "https://idp.test/token", refreshGrace: 60 } };
  const lost = () => Promise.reject(new TypeError("connection reset"));
  const twice = await signedIn(grace);
  twice.platform.tick(3600);
  answerRenewals(twice, lost);
  await assertReconnect(twice.token(), "AnswerLost");
  assert.equal(renewals(twice).length, 2);

  const late = await signedIn(grace);
  late.platform.tick(3600);
  answerRenewals(late, () => {
    late.platform.tick(61);
    return lost();
  });
  await assertReconnect(late.token(), "AnswerLost");
  assert.equal(renewals(late).length, 1);
});

test("a provider that replaces no refresh tokens is asked again after each outage", async () => {
  const world = await signedIn(
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
    const world = await signedIn();
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
  const world = await signedIn();
  const first = await world.token();
  world.platform.tick(3550);
  answerRenewals(world, () => Promise.resolve(new Response("", { status: 503 })));
  assert.equal(await world.token(), first);
  world.platform.tick(50);
  assert.equal((await rejection(world.token())).type, "ProviderUnavailable");
});

test("the sign-in page offers the provider whose connection has ended, and no other way", async () => {
  const world = await signedIn();
  const query = new URLSearchParams({ error: "ReconnectRequired", provider: "idp", callbackUrl: "/home" });
  const page = await world.browser.open(`${APP}/auth/signin?${query}`);
  assert.match(page.text, /The connection to Fake has ended\. Sign in with Fake again\./);
  assert.match(page.text, /Ada Lovelace/);
  assert.doesNotMatch(page.html, /signin\/email|callback\/password|Continue as/);
  // A user who does not want to connect goes to the application, but not to the page that needs the connection.
  assert.match(page.html, new RegExp(`<a class="link" href="${APP}">Back to `));
  const { html } = await world.visitor().open(`${APP}/auth/signin?${query}`);
  assert.doesNotMatch(html, /Back to /);
  world.platform.tick(60);
  assert.equal((await page.submit("/auth/signin/idp")).url, `${APP}/home`);
});

test("a user without an account at the provider has to connect", async () => {
  const world = await signedIn();
  const [wanted] = [{ userId: "nobody", provider: "idp" }];
  await assertReconnect(getAccessToken(wanted, world.config), "NotConnected");
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
  const world = await signedIn();
  const rows = () => world.db.adapter.listAccountsByUserId(world.user.id);
  const before = await rows();
  world.platform.tick(3600);
  await world.token();
  assert.deepEqual(await rows(), before);
});

test("the table of tokens holds no token that can be read (TK-05)", async () => {
  const world = await signedIn();
  const token = await world.token();
  const rows = await world.db.adapter.rows.list("providerTokens", { userId: world.user.id });
  assert.equal(rows.length, 1);
  assert(!JSON.stringify(rows).includes(token));
});

test("tokens outlive a change of `secret`, with the old one behind the new one or after `reseal`", async () => {
  const world = await signedIn();
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
  const world = await signedIn();
  const both = { ...world.config, secret: [SECRET.replace("forty", "fifty"), SECRET] } as AuthConfig;
  await getAccessToken({ userId: world.user.id, provider: "idp" }, both);
  assert.deepEqual(await SEALED_TOKENS.count(setupOf(both, "https", { capabilities: ALL_CAPABILITIES })), {
    newest: 1,
    older: 0,
    unreadable: 0,
  });
});

test("tokens whose secret is lost are replaced by the next sign-in", async () => {
  const world = await signedIn();
  const config = { ...world.config, secret: SECRET.replace("forty", "fifty") } as AuthConfig;
  world.platform.sites[APP] = (request) => Auth(request, config);
  await world.signIn();
  assert.match(await getAccessToken({ userId: world.user.id, provider: "idp" }, config), /^fake-access-/);
});

test("a row that was exchanged for that of another user gives no token (TK-06)", async () => {
  const world = await signedIn();
  const [row] = await world.db.adapter.rows.list("providerTokens", { userId: world.user.id });
  await world.db.adapter.rows.store(
    "providerTokens",
    { ...row!, userId: "eve", providerAccountId: "eve" },
    null,
  );
  const stolen = getAccessToken({ userId: "eve", provider: "idp" }, world.config);
  assert.equal((await rejection(stolen)).type, "OldSecretMissing");
});

test("a sign-in during a renewal loses neither of their refresh tokens (TK-04)", async () => {
  for (const brings of ["a refresh token", "none"]) {
    const world = await signedIn();
    world.platform.tick(3600);
    let isFirst = true;
    world.idp.tamper = {
      respond: {
        token: async (request, genuine) => {
          const isRenewal = (await request.clone().text()).includes("grant_type=refresh_token");
          if (!isRenewal) {
            const tokens = await (await genuine()).json();
            if (brings === "none") delete tokens.refresh_token;
            return Response.json(tokens);
          }
          const answer = await genuine();
          if (isFirst) {
            isFirst = false;
            await world.signIn();
          }
          return answer;
        },
      },
    };
    assert.match(await world.token(), /^fake-access-/, brings);
    for (let hour = 0; hour < 2; hour++) {
      world.platform.tick(3600);
      assert.match(await world.token(), /^fake-access-/, brings);
    }
    assert.equal(new Set(renewals(world)).size, renewals(world).length, brings);
  }
});

test("an account that was removed gives no token, also if its tokens were left behind (TK-08)", async () => {
  const world = await signedIn();
  const [row] = await world.db.adapter.rows.list("providerTokens", { userId: world.user.id });
  await world.db.adapter.unlinkAccount({ provider: "idp", providerAccountId: "ada" });
  await assertReconnect(world.token(), "NotConnected");
  await world.db.adapter.rows.store("providerTokens", row!, null);
  await assertReconnect(world.token(), "NotConnected");
  assert.deepEqual(await world.db.adapter.rows.list("providerTokens", { userId: world.user.id }), []);
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

test("a provider that is not in the config is named", async () => {
  const world = await signedIn();
  const { message } = await rejection(getAccessToken({ userId: "1", provider: "idq" }, world.config));
  assert.match(
    message,
    /^Cannot use tokens of "idq": no provider of `providers` with type `oauth` or `oidc`/,
  );
});
