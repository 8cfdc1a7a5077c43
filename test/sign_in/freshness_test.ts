import assert from "node:assert/strict";
import { test } from "node:test";
import { openSetup, requestOf } from "../second_factor/_factor_setup.ts";
import type { Decision } from "../../src/model/decision.ts";
import {
  factorsOf,
  freshnessOf,
  hasFactor,
  lacksLevel,
  lacksSecondStep,
  proofUrl,
} from "../../src/sign_in/freshness.ts";
import type { Identity } from "../../src/model/identity.ts";
import { rulesOf } from "../../src/features/second_factor/rules.ts";
import { rowOf } from "../../src/features/second_factor/stored.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { SECOND_FACTOR } from "../../src/features/second_factor/options.ts";
import type { SessionRead } from "../../src/model/session.ts";
import { entry, typedMap } from "../../src/values/typed_map.ts";
import { withRows } from "../_with_rows.ts";

const HOME = "https://app.test/home";
const FRESH_AGE = 3600;

/** A world in which Ada has turned a second factor on, Bob has turned his off, and Cleo never had one. */
async function world(config: Parameters<typeof openSetup>[0] = {}) {
  const opened = openSetup({ session: { freshAge: FRESH_AGE }, ...config });
  const { memory, platform } = opened;
  await memory.rows.store("secondFactors", { ...noSecondFactor("ada"), enabledAt: new Date(1) }, null);
  await memory.rows.store("secondFactors", noSecondFactor("bob"), null);
  const sessionOf = (userId: string | null, fields: Partial<SessionRead> = {}): SessionRead => ({
    session: {},
    userId,
    signedInAt: platform.now(),
    amr: [],
    aal: 1,
    ...fields,
  });
  return { ...opened, sessionOf };
}

test("hasFactor() and lacksLevel() look at what is turned on, and at the level of the session", async () => {
  const { setup, sessionOf } = await world();
  for (const [userId, isOn] of [["ada", true], ["bob", false], ["cleo", false]] as const) {
    assert.equal(await hasFactor(userId, setup), isOn, userId);
    assert.equal(await lacksLevel(sessionOf(userId), setup), isOn, userId);
    assert.equal(await lacksLevel(sessionOf(userId, { aal: 2 }), setup), false, userId);
  }
  assert.equal(await lacksLevel(sessionOf(null), setup), false);
  assert.equal(await hasFactor("ada", { ...setup, capabilities: new Set<never>() }), false);
  assert.equal(await lacksLevel(sessionOf("ada"), { ...setup, capabilities: new Set<never>() }), false);
});

test("lacksLevel() asks the database only about a user at level 1", async () => {
  const { setup, sessionOf } = await world();
  const down = () => Promise.reject(new Error("down"));
  const own = rulesOf(setup);
  const store = withRows(own.store, "secondFactors", { find: down });
  const rules = typedMap([entry(SECOND_FACTOR, { ...own, store })]);
  assert.equal(await lacksLevel(sessionOf("ada", { aal: 2 }), { ...setup, rules }), false);
  assert.equal(await lacksLevel(sessionOf(null), { ...setup, rules }), false);
  await assert.rejects(lacksLevel(sessionOf("ada"), { ...setup, rules }), /down/);
});

test("freshnessOf() needs a recent sign-in, and the level of the user", async () => {
  const { setup, sessionOf, platform } = await world();
  const isFresh = async (session: SessionRead) => (await freshnessOf(session, setup)).isFresh;
  const both = sessionOf("ada", { aal: 2 });
  assert.equal(await isFresh(both), true);
  assert.equal(await isFresh(sessionOf("bob")), true);
  assert.equal(await isFresh(sessionOf("ada")), false);
  platform.tick(FRESH_AGE);
  assert.equal(await isFresh(both), false);
  assert.equal(await isFresh(sessionOf("bob")), true);
});

test("freshnessOf() counts five minutes in place of a freshAge of 0, and a short one as it is", async () => {
  const { sessionOf, platform, memory } = await world();
  const setups = [0, 60].map((freshAge) => openSetup({ session: { freshAge } }, { memory, platform }).setup);
  const session = sessionOf("bob");
  const areFresh = async () =>
    await Promise.all(setups.map(async (setup) => (await freshnessOf(session, setup)).isFresh));
  platform.tick(59);
  assert.deepEqual(await areFresh(), [true, true]);
  platform.tick(2);
  assert.deepEqual(await areFresh(), [true, false]);
  platform.tick(240);
  assert.deepEqual(await areFresh(), [false, false]);
});

test("freshnessOf() says whether a sign-in or a second factor would help", async () => {
  const { setup, sessionOf, platform, memory } = await world();
  const canBecomeFresh = async (session: SessionRead, of = setup) =>
    (await freshnessOf(session, of)).canBecomeFresh;
  const [ada, both, bob] = [sessionOf("ada"), sessionOf("ada", { aal: 2 }), sessionOf("bob")];
  assert.equal(await canBecomeFresh(ada), true);
  assert.equal(await canBecomeFresh(both), false);
  assert.equal(await canBecomeFresh(bob), false);
  const { setup: never } = openSetup({ session: { freshAge: 0 } }, { memory, platform });
  assert.equal(await canBecomeFresh(ada, never), true);
  assert.equal(await canBecomeFresh(both, never), false);
  platform.tick(FRESH_AGE);
  for (const session of [ada, both, bob]) assert.equal(await canBecomeFresh(session), true);
  assert.equal(await canBecomeFresh(both, never), true);
});

test("freshnessOf() reads the second factor once, and hands it on", async () => {
  const { setup, sessionOf } = await world();
  const reads: string[] = [];
  const own = rulesOf(setup);
  const store = withRows(own.store, "secondFactors", (sound) => ({
    find: (key) => (reads.push(key.userId), sound.find(key)),
  }));
  const counting = {
    ...setup,
    rules: typedMap([entry(SECOND_FACTOR, { ...own, store })]),
  };
  const { lacksLevel, factors } = await freshnessOf(sessionOf("ada"), counting);
  assert.deepEqual([lacksLevel, rowOf({ factors })?.userId, reads], [true, "ada", ["ada"]]);
  assert.deepEqual((await freshnessOf(sessionOf(null), counting)).factors, []);
  const off = { ...counting, capabilities: new Set<never>() };
  const none = await freshnessOf(sessionOf("ada"), off);
  assert.deepEqual([none.factors, none.lacksLevel, none.isFresh], [[], false, true]);
  assert.deepEqual(reads, ["ada"]);
});

test("lacksSecondStep() asks only for a user whom the first decision did not find", async () => {
  const { setup } = await world();
  const found = (id: string) => ({ kind: "found", user: { id } }) as Decision & { readonly kind: "found" };
  const identity = (amr?: Identity["amr"], isSecondStep = false) =>
    ({
      user: { id: "x" },
      ...(amr && { amr }),
      ...(isSecondStep && { secondStep: { userId: "cleo", before: {} } }),
    }) as unknown as Identity;
  const none = { kind: "created" } as unknown as Decision;
  const lacks = (again: string, decision: Decision, of = identity()) =>
    lacksSecondStep(of, { again: found(again), decision }, setup);
  assert.equal(await lacks("ada", none), true);
  assert.equal(await lacks("ada", found("bob")), true);
  assert.equal(await lacks("ada", found("ada")), false);
  assert.equal(await lacks("bob", none), false);
  assert.equal(await lacks("ada", none, identity(["pwd"])), true);
  // A passkey that has verified its user is both steps; a second step of somebody else proves nothing.
  assert.equal(await lacks("ada", none, identity(["hwk", "user", "mfa"])), false);
  assert.equal(await lacks("ada", none, identity(["pwd", "otp", "mfa"], true)), true);
});

test("proofUrl() leads to the second step of a user who has one, else to the sign-in page", async () => {
  const { setup } = await world();
  const incoming = await requestOf();
  const url = async (userId: string | null, locales?: string) => {
    const context = { incoming, returnTo: HOME, ...(locales && { locales }) };
    return new URL(proofUrl({ factors: await factorsOf(userId, setup) }, context, setup));
  };
  const second = await url("ada");
  assert.equal(second.pathname, "/auth/second-factor");
  assert.deepEqual(Object.fromEntries(second.searchParams), { callbackUrl: HOME, lack: "proof" });
  for (const userId of ["bob", "cleo", null]) {
    const { pathname, searchParams } = await url(userId);
    assert.equal(pathname, "/auth/signin");
    assert.deepEqual(Object.fromEntries(searchParams), { callbackUrl: HOME, error: "SessionNotFresh" });
  }
  assert.equal((await url("ada", "de")).searchParams.get("ui_locales"), "de");
});
