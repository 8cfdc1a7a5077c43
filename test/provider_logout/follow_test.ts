import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import type { Cookies, SetCookie } from "../../src/http/types.ts";
import type { FollowContext } from "../../src/model/provider_logout.ts";
import type { BrowserSessions, SessionStrategy, SignedIn } from "../../src/model/session.ts";
import { bindAdapter, type Store } from "../../src/model/store.ts";
import { follow, followInBrowser } from "../../src/provider_logout/follow.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const NAME = "latchkey.provider-session";
const OPTIONS = { httpOnly: true, path: "/", sameSite: "lax", secure: true } as const;

function contextOf(store: Store | null): FollowContext {
  return {
    store,
    secrets: ["a-secret-of-forty-characters-for-tests-0"],
    platform: testPlatform(),
    cookies: { providerSession: { name: NAME, options: OPTIONS } },
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  } as FollowContext;
}

function withoutRows(): Store {
  const { getProviderSession: _, ...adapter } = Memory();
  return bindAdapter(adapter);
}

test("follow() changes nothing where the database cannot store provider sessions", () => {
  const own = {} as SessionStrategy;
  for (const store of [null, withoutRows()]) assert.equal(follow(own, {}, contextOf(store)), own);
});

for (
  const [option, looks] of [[{}, 0], [{ backchannel: false }, 0], [
    { backchannel: true },
    1,
  ]] as const
) {
  test(`follow() stores rows, and looks for logouts ${looks} times, with ${JSON.stringify(option)}`, async () => {
    const store = bindAdapter(Memory());
    let asked = 0;
    const own = {
      issue: () => Promise.resolve({ value: "token", expires: 5000 }),
      keyOf: () => Promise.resolve("key"),
      isLive: () => Promise.resolve(Boolean(++asked)),
    } as unknown as SessionStrategy;
    const account = { provider: "idp", providerAccountId: "ada", type: "oidc" } as const;
    await follow(own, option, contextOf(store)).issue(
      { user: { id: "u1" }, account, isNewUser: false, previous: null } satisfies SignedIn,
    );
    assert.equal((await store.getProviderSession!("key"))!.provider, "idp");
    assert.equal(asked, looks);
  });
}

const SESSION = { name: "session", value: "token", options: OPTIONS } as SetCookie;

function browser(store: Store | null) {
  const own = { toCookies: () => [SESSION] } as unknown as BrowserSessions;
  const sessions = followInBrowser(own, contextOf(store));
  const set = (token: { value: string; expires: number } | null | undefined, sent: Record<string, string>) =>
    sessions.toCookies(token, new Map(Object.entries(sent)) as unknown as Cookies);
  return { own, sessions, set };
}

test("followInBrowser() sets the same value again, until the session ends", () => {
  const { set } = browser(null);
  const options = { ...OPTIONS, expires: new Date(9000) };
  assert.deepEqual(set({ value: "new", expires: 9000 }, { [NAME]: "sealed" }), [
    SESSION,
    { name: NAME, value: "sealed", options },
  ]);
  const long = "s".repeat(5000);
  const sent = { [`${NAME}.0`]: long.slice(0, 3000), [`${NAME}.1`]: long.slice(3000) };
  const [, ...chunks] = set({ value: "new", expires: 9000 }, sent);
  assert.equal(chunks.map(({ value }) => value).join(""), long);
});

test("followInBrowser() sets nothing more where the cookie is absent, and where the session is not prolonged", () => {
  const { set } = browser(withoutRows());
  assert.deepEqual(set({ value: "new", expires: 9000 }, { other: "value" }), [SESSION]);
  assert.deepEqual(set(undefined, { [NAME]: "sealed" }), [SESSION]);
  assert.deepEqual(set(null, { [NAME]: "sealed" }), [SESSION]);
});

test("followInBrowser() changes nothing where the database has the ID token", () => {
  const { own, sessions } = browser(bindAdapter(Memory()));
  assert.equal(sessions, own);
});
