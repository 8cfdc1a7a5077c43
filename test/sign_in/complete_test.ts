import assert from "node:assert/strict";
import { test } from "node:test";
import type { ConfigOfAnyStrategy } from "../../src/model/auth_config.ts";
import { complete } from "../../src/sign_in/complete.ts";
import { AccessDenied, type AuthError, OAuthCallbackError } from "../../src/errors/errors.ts";
import type { Identity } from "../../src/model/identity.ts";
import { parseRequest } from "../../src/http/incoming.ts";
import { NO_INTENT } from "../../src/model/intent.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import { setupOf } from "../../src/config/setup.ts";

const identity: Identity = {
  user: { id: "1", name: "Ada", email: "ada@example.com", image: null },
  account: { provider: "idp", type: "oauth", providerAccountId: "ada", access_token: "a" },
  stored: {},
  profile: { id: "ada" },
};
const returnTo = "https://app.test/home";

async function run(config: Partial<ConfigOfAnyStrategy> = {}, cookie = "", proven = identity) {
  const platform = testPlatform();
  const secret = "a-secret-of-forty-characters-for-tests-0";
  const setup = setupOf({ providers: [], secret, trustHost: true, platform, ...config }, "https");
  const incoming = await parseRequest(
    new Request("https://app.test/auth/callback/idp", { headers: { cookie } }),
    "/auth",
  );
  return { platform, outcome: await complete(proven, { incoming, returnTo, intent: NO_INTENT }, setup) };
}

test("complete() begins a session and sends the user back", async () => {
  const { outcome } = await run();
  const { redirect, cookies } = outcome;
  assert.equal(redirect, returnTo);
  assert.deepEqual(cookies?.map(({ name }) => name), ["__Host-latchkey.session-token"]);
});

test("complete() needs no database for an account that had another id before", async () => {
  const { outcome } = await run({}, "", { ...identity, formerAccount: { id: "old", isAccepted: true } });
  assert.equal(outcome.redirect, returnTo);
  assert.equal(outcome.cookies?.length, 1);
});

test("complete() calls callbacks.signIn, callbacks.jwt and events.signIn in this order, with the same sign-in", async () => {
  const calls: [string, unknown][] = [];
  const { user, account, profile } = identity;
  await run({
    callbacks: {
      signIn: (params) => {
        calls.push(["signIn", { ...params }]);
        return true;
      },
      jwt: ({ token, ...params }) => {
        calls.push(["jwt", params]);
        return token;
      },
    },
    events: { signIn: (message) => void calls.push(["event", { ...message }]) },
  });
  assert.deepEqual(calls, [
    ["signIn", { user, account, profile }],
    ["jwt", { user, account, profile, isNewUser: false, trigger: "signIn" }],
    ["event", { user, account, profile, isNewUser: false }],
  ]);
});

test("complete() creates no session, and emits no event, if callbacks.signIn returns a URL (RD-21)", async () => {
  let told = false;
  const { outcome } = await run({
    callbacks: { signIn: () => "/welcome?a=b" },
    events: { signIn: () => void (told = true) },
  });
  assert.deepEqual(outcome, { redirect: "https://app.test/welcome?a=b" });
  assert.equal(told, false);
});

test("complete() does not redirect to a URL that callbacks.redirect rejects", async () => {
  for (const url of ["https://evil.test", "//evil.test", "javascript:alert(1)", "\\\\evil.test"]) {
    const { outcome } = await run({ callbacks: { signIn: () => url } });
    assert.equal(new URL(outcome.redirect!).origin, "https://app.test");
    assert.equal(outcome.cookies, undefined);
  }
});

test("complete() throws AccessDenied if callbacks.signIn says anything but yes", async () => {
  for (const verdict of [false, null, 0, 1, {}, []]) {
    await assert.rejects(run({ callbacks: { signIn: () => verdict as never } }), AccessDenied);
  }
});

test("complete() throws AccessDenied with the cause if callbacks.signIn throws, but an AuthError unchanged", async () => {
  const reason = new Error("the database is down");
  await assert.rejects(run({ callbacks: { signIn: () => Promise.reject(reason) } }), (error) => {
    assert(error instanceof AccessDenied);
    assert.equal(error.message, "the database is down");
    assert.equal(error.cause?.err, reason);
    return true;
  });
  const own: AuthError = new OAuthCallbackError("mine");
  await assert.rejects(run({ callbacks: { signIn: () => Promise.reject(own) } }), (error) => error === own);
});

test("complete() ends the earlier session, and emits no event, if callbacks.jwt returns null", async () => {
  let told = false;
  const { outcome } = await run(
    { callbacks: { jwt: () => null }, events: { signIn: () => void (told = true) } },
    "__Host-latchkey.session-token=old",
  );
  assert.equal(outcome.redirect, returnTo);
  assert.deepEqual(outcome.cookies?.map(({ value, options }) => [value, options.maxAge]), [["", 0]]);
  assert.equal(told, false);
});

test("complete() signs in even if events.signIn throws, and logs it", async () => {
  const { outcome, platform } = await run({
    events: {
      signIn: () => {
        throw new Error("the queue is full");
      },
    },
  });
  assert.equal(outcome.cookies?.length, 1);
  assert.match(platform.lines[0]!.text, /EventError: .*signIn[\s\S]*the queue is full/);
});
