import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { seal } from "../../src/crypto/seal.ts";
import { parseCookies } from "../../src/http/cookies.ts";
import type { SetCookie } from "../../src/values/cookie.ts";
import type { FollowContext } from "../../src/setup/wrapping.ts";
import type { BrowserSessions, SessionStrategy, SessionToken, SignedIn } from "../../src/model/session.ts";
import { bindAdapter, type Store } from "../../src/model/store.ts";
import { follow, followInBrowser } from "../../src/features/provider_logout/follow.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { withoutRows } from "../_with_rows.ts";

const NAME = "latchkey.provider-session";
const OPTIONS = { httpOnly: true, path: "/", sameSite: "lax", secure: true } as const;

function contextOf(store: Store | null): FollowContext {
  return {
    store,
    secrets: ["a-secret-of-forty-characters-for-tests-0"],
    platform: testPlatform(),
    cookies: { providerSession: { name: NAME, options: OPTIONS } },
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  } as unknown as FollowContext;
}

const rowless = (): Store => bindAdapter(withoutRows(Memory()));

test("follow() changes nothing where the database cannot store provider sessions", () => {
  const own = {} as SessionStrategy;
  for (const store of [null, rowless()]) assert.equal(follow(own, {}, contextOf(store)), own);
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
    assert.equal((await store.rows!.find("providerSessions", { id: "key" }))!.provider, "idp");
    assert.equal(asked, looks);
  });
}

const SESSION = { name: "session", value: "token", options: OPTIONS } as SetCookie;

/** Each method that may give the token with which a session goes on. */
const METHODS = ["issue", "identify", "read", "update", "carryOver", "raise"] as const;

function browser(
  store: Store | null,
  { token }: { token: SessionToken | null | undefined } = { token: { value: "new", expires: 9000 } },
) {
  const context = contextOf(store);
  const give = async (method: typeof METHODS[number]) =>
    await Promise.resolve(/^(?:issue|carryOver|raise)$/.test(method) ? token : { token, session: {} });
  const own = {
    ...Object.fromEntries(METHODS.map((method) => [method, () => give(method)])),
    toCookies: () => [SESSION],
  } as unknown as BrowserSessions;
  const sessions = followInBrowser(own, context);
  return {
    own,
    sessions,
    sealed: (text = "", maxAge = 9000) => seal({ text }, { purpose: "provider session", maxAge }, context),
    /** The cookies that are set after a method of the sessions. */
    async after(method: typeof METHODS[number], sent: string) {
      const cookies = parseCookies(sent);
      const call = sessions[method] as (...given: readonly unknown[]) => Promise<unknown>;
      await (method === "issue" ? call({ isContinued: true }, cookies) : call(cookies));
      return sessions.toCookies(token, cookies);
    },
  };
}

test("followInBrowser() sets the same value again, until the session ends", async () => {
  const options = { ...OPTIONS, expires: new Date(9000) };
  for (const method of METHODS) {
    const { after, sealed } = browser(null);
    const value = await sealed();
    assert.deepEqual(
      await after(method, `${NAME}=${value}`),
      [SESSION, { name: NAME, value, options }],
      method,
    );
  }
  const { after, sealed } = browser(null);
  const long = await sealed("s".repeat(3500));
  const [, ...chunks] = await after(
    "read",
    `${NAME}.0=${long.slice(0, 3000)}; ${NAME}.1=${long.slice(3000)}`,
  );
  assert.equal(chunks.map(({ value }) => value).join(""), long);
});

test("followInBrowser() leaves the cookie to a new sign-in, which replaces it", async () => {
  const { sessions, sealed } = browser(null);
  const cookies = parseCookies(`${NAME}=${await sealed()}`);
  const token = await sessions.issue({} as SignedIn, cookies);
  assert.deepEqual(sessions.toCookies(token, cookies), [SESSION]);
});

test("followInBrowser() goes on without an ID token for which the cookies of the application leave no room", async () => {
  const { after, sealed } = browser(null);
  const value = await sealed("s".repeat(1000));
  const set = async (bytes: number) => {
    const [, kept, ...more] = await after("read", `${NAME}=${value}; own=${"o".repeat(bytes)}`);
    assert.deepEqual(more, []);
    return kept!.value === value;
  };
  assert.equal(await set(9000), true);
  assert.equal(await set(11_000), false);
  // There is nothing more to leave out.
  const without = await seal(
    { idToken: null },
    { purpose: "provider session", maxAge: 9000 },
    contextOf(null),
  );
  const [, kept] = await after("read", `${NAME}=${without}; own=${"o".repeat(11_400)}`);
  assert.equal(kept!.value, without);
});

test("followInBrowser() sets no value again that does not open, and the newest of several", async () => {
  const { after, sealed } = browser(null);
  const [older, newer] = [await sealed(), await sealed("newer", 9001)];
  const values = async (...sent: readonly string[]) => {
    const [, ...set] = await after("read", sent.map((value) => `${NAME}=${value}`).join("; "));
    return set.map(({ value }) => value);
  };
  assert.deepEqual(await values("foreign"), []);
  for (const sent of [["foreign", older, newer], [newer, older, "foreign"]]) {
    assert.deepEqual(await values(...sent), [newer], sent.join());
  }
});

test("followInBrowser() sets nothing more where the cookie is absent, and where the session is not prolonged", async () => {
  const { after } = browser(rowless());
  assert.deepEqual(await after("read", "other=value"), [SESSION]);
  for (const token of [undefined, null]) {
    const { after, sealed } = browser(null, { token });
    assert.deepEqual(await after("read", `${NAME}=${await sealed()}`), [SESSION]);
  }
});

test("followInBrowser() changes nothing where the database has the ID token", () => {
  const { own, sessions } = browser(bindAdapter(Memory()));
  assert.equal(sessions, own);
});
