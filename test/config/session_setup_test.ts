import assert from "node:assert/strict";
import { test } from "node:test";
import { ALL_CAPABILITIES } from "../../src/core/capabilities.ts";
import { Auth, resolveSession } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { sessionSetupOf } from "../../src/config/session_setup.ts";
import { setupOf } from "../../src/config/setup.ts";
import { ConfigError } from "../../src/errors/errors.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const SECRET = "a-secret-of-forty-characters-for-tests-0";

/** A config that works, otherwise than so. */
function config(other: Record<string, unknown> = {}): AuthConfig {
  return { providers: [], secret: SECRET, trustHost: true, platform: testPlatform(), ...other } as AuthConfig;
}

/** Mistakes in what a session check reads, beside those of `flows/misconfiguration_test.ts`, and the error. */
const READ: readonly (readonly [mistake: Record<string, unknown>, message: RegExp])[] = [
  [{ url: "localhost:3000" }, /localhost:3000/],
  [{ providers: {} }, /Cannot use `providers`: list them in an array/],
  [{ session: { strategy: "cookie" } }, /Cannot use `session.strategy`/],
  [{ session: { strategy: "database" } }, /Cannot store sessions: set `adapter`/],
  [{ callbacks: { session: {} } }, /Cannot use `callbacks.session`: write a function/],
  [{ events: { session: "log" } }, /Cannot use `events.session`: write a function/],
  [{ adapter: {} }, /Cannot use the adapter/],
  [{ migration: {} }, /Cannot use `migration`/],
];

for (const [mistake, message] of READ) {
  test(`resolveSession() refuses what it cannot work with, with the error of Auth(): ${Object.keys(mistake)} ${message}`, async () => {
    const wrong = config(mistake);
    const request = new Request("https://app.test/");
    const isClear = (error: unknown) => error instanceof ConfigError && message.test(error.message);
    await assert.rejects(resolveSession(request, wrong), isClear);
    assert.throws(() => setupOf(wrong, "https"), isClear);
  });
}

test("resolveSession() reads the session whatever the rest of the config says, which Auth() refuses", async () => {
  const rest = [
    { theme: { brandColor: "no colour" } },
    { languages: ["tlh"] },
    { pages: { signIn: "mailto:x" } },
    { providers: [{}] },
    { providers: [{ id: "idp", type: "saml" }] },
    { raw: true },
  ];
  for (const mistake of rest) {
    const wrong = config({ ...mistake, logger: { error() {}, warn() {} } });
    const request = () => new Request("https://app.test/auth/session");
    assert.equal((await resolveSession(request(), wrong)).session, null);
    assert.equal((await Auth(request(), wrong)).status, 500, JSON.stringify(mistake));
  }
});

test("sessionSetupOf() and setupOf() share the sessions of a config, and of its copies", () => {
  const own = config({ adapter: Memory(), callbacks: { session: () => ({}) } });
  const sessions = sessionSetupOf(own, "https");
  assert.equal(sessionSetupOf({ ...own }, "https"), sessions);
  assert.equal(setupOf(own, "https").sessions, sessions.sessions);
  assert.equal(setupOf({ ...own }, "https"), setupOf(own, "https"));
  assert.notEqual(sessionSetupOf(own, "http"), sessions);
});

test("sessionSetupOf() notices callbacks that change, and keeps the rest", () => {
  const own = config({ callbacks: {} });
  const first = sessionSetupOf(own, "https");
  const callbacks = { session: () => ({}) };
  const second = sessionSetupOf({ ...own, callbacks }, "https");
  assert.equal(second.callbacks.session, callbacks.session);
  assert.equal(second.logger, first.logger);
  assert.notEqual(second.sessions, first.sessions);
  assert.equal(setupOf({ ...own, callbacks }, "https").sessions, second.sessions);
  assert.throws(() => sessionSetupOf({ ...own, callbacks: { jwt: 1 } as never }, "https"), /`callbacks.jwt`/);
});

const USE = { capabilities: ALL_CAPABILITIES };

test("setupOf() completes the providers once for all callbacks of a config", () => {
  let calls = 0;
  const provider =
    () => (calls++, { id: "p", name: "P", type: "credentials", authorize: () => null } as const);
  const own = config({ providers: [provider] });
  for (let n = 0; n < 5; n++) setupOf({ ...own, callbacks: { session: () => ({ n }) } }, "https", USE);
  setupOf(own, "https", USE);
  const before = calls;
  setupOf({ ...own, callbacks: { session: () => ({}) } }, "https", USE);
  assert.equal(calls, before);
});
