import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AccountKey } from "../../src/adapters/contract/types.ts";
import { fromAuthJs } from "../../src/migrate/mod.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { setupOf } from "../../src/config/setup.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import type { FakeProvider } from "../../src/testing/mod.ts";
import type { Profile } from "../../src/values/types.ts";
import { withoutRows, withRows } from "../_with_rows.ts";
import { openLogout } from "./_provider_logout.ts";
import { APP, oidc } from "./_world.ts";
import { chosen } from "../_short.ts";

async function bodyOf(response: Response) {
  return [response.status, response.headers.get("cache-control"), await response.text()];
}

const NOT_CACHED = "private, no-cache, no-store";
const ENDED = [200, NOT_CACHED, ""];
const REFUSED = [400, NOT_CACHED, '{"error":"invalid_request"}'];
const LATER = [503, NOT_CACHED, '{"error":"temporarily_unavailable"}'];

/** Which of the sessions of Ada in two browsers a logout ends, by strategy. */
const ENDS = [
  ["the one session that `sid` names", { sub: "ada", sid: "s1" }, "database", [false, true]],
  ["all sessions of the account that `sub` names", { sub: "ada" }, "database", [false, false]],
  // A token has no row: they end by the generation of the user (KL-10).
  ["all sessions in tokens of the user whom `sid` names", { sid: "s1" }, "jwt", [false, false]],
] as const;

for (const [what, claims, strategy, left] of ENDS) {
  test(`POST backchannel-logout ends ${what}, and of no other user`, async () => {
    const events: unknown[] = [];
    const world = await openLogout({
      session: { strategy, revocationDelay: "always" },
      events: { providerSignOut: (message) => void events.push(message) },
    });
    const { signInAs, visitor, isSignedIn, logout, token, platform } = world;
    const [phone, other] = [visitor(), visitor()];
    await signInAs("ada", "s1");
    await signInAs("ada", "s2", phone);
    await signInAs("grace", "s3", other);
    const userId = (await world.session<{ user: { id: string } }>())!.user.id;
    assert.deepEqual(await bodyOf(await logout(await token(claims))), ENDED, world.log());
    assert.deepEqual([await isSignedIn(), await isSignedIn(phone), await isSignedIn(other)], [...left, true]);
    assert.deepEqual(events[0], { userId, provider: "idp", providerAccountId: "ada" });
    // A logout of all ends what has begun in its second.
    if (!("sid" in claims)) platform.tick(1);
    await signInAs("ada", "s4");
    platform.tick(1);
    assert.equal(await isSignedIn(), true);
  });
}

for (const strategy of chosen(["jwt", "database"] as const)) {
  test(`POST backchannel-logout with \`sid\` and \`sub\` ends a session whose ID token had no \`sid\`, with strategy ${strategy}`, async () => {
    const world = await openLogout({ session: { strategy } });
    const [other, bob] = [world.visitor(), world.visitor()];
    await world.signInAs("bob", undefined, bob);
    await world.signInAs("ada");
    assert.equal((await world.logout(await world.token({ sid: "session-1" }))).status, 200);
    assert(await world.isSignedIn());
    if (strategy === "database") await world.signInAs("ada", "session-2", other);
    assert.equal((await world.logout(await world.token({ sub: "ada", sid: "session-1" }))).status, 200);
    assert(!await world.isSignedIn());
    assert(await world.isSignedIn(bob));
    assert.equal(await world.isSignedIn(other), strategy === "database");
  });
}

for (
  const [what, more] of [
    ["another claim", { profile: ({ email }: Profile) => ({ id: email, email }) }],
    ["a former id", {
      profile: ({ sub, email }: Profile) => ({ id: sub, email }),
      formerAccountId: () => "old",
    }],
  ] as const
) {
  test(`POST backchannel-logout compares \`sub\` with that of the ID token, where the account has the id of ${what}`, async () => {
    const events: unknown[] = [];
    const adapter = Memory();
    const { signInAs, visitor, isSignedIn, logout, token } = await openLogout({
      adapter,
      ...{ providers: (idp: FakeProvider) => [oidc(idp, more as never)] } as object,
      events: { providerSignOut: ({ providerAccountId }) => void events.push(providerAccountId) },
    });
    const id = what === "a former id" ? "old" : "ada@example.com";
    await adapter.createUser({ id: "1", name: "Ada", email: null, emailVerified: null });
    await adapter.linkAccount({ type: "oidc", provider: "idp", providerAccountId: id, userId: "1" });
    const other = visitor();
    await signInAs("ada");
    if (what === "another claim") await signInAs("grace", undefined, other);
    assert.equal((await logout(await token({ sub: id }))).status, 200);
    assert.equal(await isSignedIn(), true, "the id of the account is not its user's name at the provider");
    assert.equal((await logout(await token({ sub: "ada" }))).status, 200);
    assert.deepEqual([await isSignedIn(), await isSignedIn(other)], [false, what === "another claim"]);
    assert.deepEqual(events, [id], "the application knows the account by its id");
  });
}

test("POST backchannel-logout finds a session in a token that was renewed", async () => {
  const { signInAs, isSignedIn, logout, token, platform } = await openLogout({
    session: { strategy: "jwt", revocationDelay: "always", maxAge: 1000, updateAge: 10 },
  });
  await signInAs("ada", "s1");
  for (let i = 0; i < 5; i++) {
    platform.tick(600);
    assert.equal(await isSignedIn(), true);
  }
  assert.equal((await logout(await token({ sid: "s1" }))).status, 200);
  assert.equal(await isSignedIn(), false);
});

test("POST backchannel-logout finds a session in a token that `callbacks.jwt` has made anew, in a session of level 2", async () => {
  const { signInAs, isSignedIn, logout, token, config, browser } = await openLogout({
    session: { strategy: "jwt", revocationDelay: "always" },
    callbacks: { jwt: ({ token }) => ({ sub: token.sub, at: Math.random(), latchkey_sid: "forged" }) },
  });
  await signInAs("ada", "s1");
  for (let i = 0; i < 3; i++) assert.equal(await isSignedIn(), true);
  const { sessions, cookies } = setupOf(config as AuthConfig, "https");
  const sent = new Map(browser.cookies(APP).map(({ name, value }) => [name, value]));
  const key = await sessions.keyOf(sent);
  assert.ok(key);
  const raised = await sessions.raise(sent, { amr: ["fed", "otp"], signedInAt: 0 });
  assert.equal(await sessions.keyOf(new Map([[cookies.sessionToken.name, raised!.value]])), key);
  assert.equal((await logout(await token({ sid: "s1" }))).status, 200);
  assert.equal(await isSignedIn(), false);
});

test("POST backchannel-logout answers 200 for a user and a session that are unknown (LO-04)", async () => {
  const { signInAs, isSignedIn, logout, token } = await openLogout();
  await signInAs("ada", "s1");
  assert.deepEqual(await bodyOf(await logout(await token({ sub: "unknown" }))), ENDED);
  assert.deepEqual(await bodyOf(await logout(await token({ sid: "unknown" }))), ENDED);
  assert.equal(await isSignedIn(), true);
});

for (const [what, claims] of [["with `exp`", {}], ["without `exp`", { exp: undefined }]] as const) {
  test(`POST backchannel-logout accepts each token once, in two processes, ${what} (LO-03)`, async () => {
    const adapter = Memory();
    const first = await openLogout({ adapter });
    const replayed = await first.token({ sub: "ada", ...claims });
    const answers = [await first.logout(replayed), await first.logout(replayed)];
    assert.deepEqual(answers.map(({ status }) => status), [200, 400]);
    first.platform.tick(1);
    await first.signInAs("ada");
    // Another process has another copy of the config.
    const config = { ...first.config, providers: [...first.config.providers] };
    const body = new URLSearchParams({ logout_token: replayed });
    const url = `${APP}/auth/backchannel-logout/idp`;
    assert.equal((await Auth(new Request(url, { method: "POST", body }), config)).status, 400);
    assert.equal(await first.isSignedIn(), true);
    first.platform.tick(3_600);
    assert.equal((await first.logout(replayed)).status, 400);
  });
}

for (
  const [what, claims, header] of [
    ["another issuer", { sub: "ada", iss: "https://other.test" }, {}],
    ["another audience", { sub: "ada", aud: "other" }, {}],
    ["a nonce", { sub: "ada", nonce: "n" }, {}],
    ["no event", { sub: "ada", events: {} }, {}],
    ["no subject and no session", {}, {}],
    ["an unknown key", { sub: "ada" }, { kid: "2" }],
  ] as const
) {
  test(`POST backchannel-logout refuses a token with ${what}, and ends nothing`, async () => {
    const { signInAs, isSignedIn, logout, token } = await openLogout();
    await signInAs("ada", "s1");
    assert.deepEqual(await bodyOf(await logout(await token(claims, header))), REFUSED);
    assert.equal(await isSignedIn(), true);
  });
}

test("POST backchannel-logout refuses an ID token of the provider (LO-02)", async () => {
  const tokens: (string | null | undefined)[] = [];
  const { signInAs, isSignedIn, logout } = await openLogout({
    events: { signIn: ({ account }) => void tokens.push(account?.id_token as string) },
  });
  await signInAs("ada", "s1");
  assert.deepEqual(await bodyOf(await logout(tokens[0]!)), REFUSED);
  assert.equal(await isSignedIn(), true);
});

test("POST backchannel-logout refuses two tokens, none, JSON, and an unknown provider", async () => {
  const { logout, token, platform } = await openLogout();
  const logout_token = await token({ sub: "ada" });
  const two = new URLSearchParams([["logout_token", logout_token], ["logout_token", logout_token]]);
  assert.deepEqual(await bodyOf(await logout(two)), REFUSED);
  assert.deepEqual(await bodyOf(await logout(new URLSearchParams())), REFUSED);
  assert.deepEqual(await bodyOf(await logout(logout_token, "other")), REFUSED);
  const body = JSON.stringify({ logout_token });
  const headers = { "content-type": "application/json" };
  const url = `${APP}/auth/backchannel-logout/idp`;
  const json = await platform.sites[APP]!(new Request(url, { method: "POST", body, headers }));
  assert.deepEqual(await bodyOf(json), REFUSED);
});

test("POST backchannel-logout answers 503 while the keys of the provider cannot be fetched", async () => {
  const { idp, logout, token } = await openLogout();
  const same = await token({ sid: "s1" });
  const { tamper } = idp;
  for (
    const jwks of [() => Promise.reject(new Error("no network")), () => new Response("", { status: 503 })]
  ) {
    idp.tamper = { ...tamper, respond: { jwks } };
    assert.deepEqual(await bodyOf(await logout(same)), LATER);
  }
  idp.tamper = tamper;
  assert.deepEqual(await bodyOf(await logout(same)), ENDED);
});

test("A session ends, if the row of its session at the provider cannot be stored", async () => {
  const adapter = withRows(Memory(), "providerSessions", {
    store() {
      throw new Error("the database is down");
    },
  });
  const { signInAs, isSignedIn } = await openLogout({ adapter });
  const page = await signInAs("ada", "s1");
  assert.match(page.url, /error=/);
  assert.equal(await isSignedIn(), false);
});

test("A sign-in that fails after its session has begun leaves the session before to its provider (LO-05)", async () => {
  const memory = Memory();
  let calls = Infinity;
  const adapter = {
    ...memory,
    getUserByAccount(account: AccountKey) {
      // The second call is that after the session has begun.
      if (--calls === 0) throw new Error("the database is down");
      return memory.getUserByAccount(account);
    },
  };
  const { signInAs, isSignedIn, logout, token } = await openLogout({ adapter, session: { strategy: "jwt" } });
  await signInAs("ada", "s1");
  calls = 2;
  assert.match((await signInAs("ada", "s2")).url, /error=/);
  assert(await isSignedIn());
  await logout(await token({ sid: "s1" }));
  assert.equal(await isSignedIn(), false);
});

test("A sign-in forgets the session at the provider of the one before in its browser, also beside a migration (LO-05)", async () => {
  const migrations = [{}, { migration: fromAuthJs({ secret: "f".repeat(40), until: "2099-01-01" }) }];
  for (const strategy of chosen(["jwt", "database"] as const)) {
    for (const options of migrations) {
      const adapter = Memory();
      const { signInAs, log } = await openLogout({ adapter, session: { strategy }, ...options });
      const rows = async (sid: string) =>
        (await adapter.rows!.list("providerSessions", { provider: "idp", sid })).length;
      await signInAs("ada", "s1");
      await signInAs("ada", "s2");
      assert.deepEqual([await rows("s1"), await rows("s2")], [0, 1], log());
    }
  }
});

test("A row outlives the renewals of its session, and goes with it", async () => {
  const adapter = Memory();
  const { signInAs, isSignedIn, logout, token, platform, post } = await openLogout({
    adapter,
    session: { maxAge: 1000, updateAge: 10 },
  });
  const rows = async () =>
    (await adapter.rows!.list("providerSessions", { provider: "idp", sid: "s1" })).length;
  await signInAs("ada", "s1");
  for (let i = 0; i < 5; i++) {
    platform.tick(600);
    assert.equal(await isSignedIn(), true);
    await adapter.removeExpired!({ now: new Date(platform.now()) });
    assert.equal(await rows(), 1);
  }
  await post("signout");
  assert.equal(await rows(), 0);
  await signInAs("ada", "s1");
  await signInAs("ada", "s1");
  assert.equal(await rows(), 1);
  assert.equal((await logout(await token({ sid: "s1" }))).status, 200);
  assert.deepEqual([await rows(), await isSignedIn()], [0, false]);
});

test("Auth() refuses `backchannel` without a database that stores provider sessions", async () => {
  const without = await openLogout({ adapter: withoutRows(Memory()) });
  assert.equal((await without.logout("a")).status, 500);
  assert.match(
    without.log(),
    /Cannot use `ProviderLogout\(\{ backchannel \}\)`: the adapter has no `rows`/,
  );
  const none = await openLogout({ adapter: null, features: [ProviderLogout({ backchannel: true })] });
  assert.match((await none.logout("a"), none.log()), /ProviderLogout/);
});

test("POST backchannel-logout ends the session that a `sid` of any length names, with `sub` and without it", async () => {
  for (const length of [255, 256, 2000]) {
    for (const others of [{}, { sub: "ada" }]) {
      const world = await openLogout();
      const sid = "s".repeat(length);
      await world.signInAs("ada", sid);
      const { status } = await world.logout(await world.token({ sid, ...others }));
      assert.deepEqual([status, await world.isSignedIn()], [200, false], `${length}\n${world.log()}`);
    }
  }
});
