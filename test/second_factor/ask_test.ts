import assert from "node:assert/strict";
import { test } from "node:test";
import { openSetup, requestOf } from "./_factor_setup.ts";
import { knownUserId } from "../../src/sign_in/sign_in.ts";
import { askForSecondFactor } from "../../src/features/second_factor/ask.ts";
import type { Decision } from "../../src/model/decision.ts";
import { rememberDevice, toDevices } from "../../src/features/second_factor/devices.ts";
import { Email } from "../../src/providers/email.ts";
import { AdapterError, ServerError, UserChanged } from "../../src/errors/errors.ts";
import type { Identity, UserBefore } from "../../src/model/identity.ts";
import { type Intent, NO_INTENT } from "../../src/model/intent.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { findPending } from "../../src/features/second_factor/pending.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import type { Outcome } from "../../src/http/types.ts";
import type { SetCookie } from "../../src/values/cookie.ts";
import { withRows } from "../_with_rows.ts";

type SecondStep = NonNullable<Identity["secondStep"]>;

const ADA: AdapterUser = { id: "ada", name: "Ada", email: "ada@example.com", emailVerified: null };
const BOB: AdapterUser = { id: "bob", name: "Bob", email: "bob@example.com", emailVerified: null };
const HOME = "https://app.test/home";

const IDENTITY: Identity = {
  user: { id: "x", name: "From the provider", email: "x@example.com" },
  account: { provider: "idp", providerAccountId: "1", type: "oauth" },
  stored: {},
  amr: ["pwd"],
};

/** An application with two forms for passwords, and a provider of mails. */
const PROVIDERS = [
  {
    id: "typed",
    name: "Typed",
    type: "credentials" as const,
    credentials: { name: {}, pin: {}, word: { type: "password" }, team: {} },
    authorize: () => null,
  },
  Email({ notices: true, sendVerificationRequest: () => {} }),
];

/** A world in which Ada has turned the second factor on, and Bob has none. */
async function world(
  { providers = PROVIDERS, generations, ...config }: Parameters<typeof openSetup>[0] & {
    /** `null`: the database does not keep them. */
    readonly generations?: null;
  } = {},
) {
  const opened = openSetup({ providers, session: { strategy: "jwt" }, ...config });
  const { memory } = opened;
  const setup = { ...opened.setup, ...(generations === null && { generations }) };
  for (const user of [ADA, BOB]) await memory.createUser(user);
  await memory.rows.store("secondFactors", {
    ...noSecondFactor("ada"),
    enabledAt: new Date(1),
    totpSecret: "x",
  }, null);
  const ask = async (
    decision: Decision | null,
    identity: Partial<Identity> = {},
    { cookies = [], provenAt, intent = NO_INTENT }: {
      cookies?: readonly SetCookie[];
      provenAt?: number;
      intent?: Intent;
    } = {},
  ) => {
    const incoming = await requestOf({ cookies });
    const ending = {
      incoming,
      returnTo: HOME,
      intent,
      ...(provenAt !== undefined && { provenAt }),
    };
    const proven = { ...IDENTITY, ...identity };
    // As a sign-in reads it when its user is decided.
    const userId = knownUserId(decision, proven);
    const generation = userId === null
      ? undefined
      : await setup.generations?.current(userId, { isExact: true });
    return await askForSecondFactor(proven, { decision, ending, generation }, setup);
  };
  const raise = async (userId: string) => {
    const generation = (await memory.rows.find("security", { userId }))?.generation;
    const row = { userId, passwordHash: null, passwordIsProven: true, passwordSetAt: null };
    await memory.rows.store("security", { ...row, generation: (generation ?? 0) + 1 }, generation ?? null);
  };
  return { ...opened, setup, ask, raise };
}

/** Asserts that a page follows, and reads what it is about. */
async function pendingOf(
  answer: Outcome | Identity,
  setup: Parameters<typeof findPending>[1],
  path = "second-factor",
) {
  assert.ok("redirect" in answer, "a page follows");
  const { pathname, searchParams } = new URL(answer.redirect!);
  assert.equal(pathname, `/auth/${path}`);
  const found = (await findPending(await requestOf({ cookies: answer.cookies! }), setup))!;
  assert.equal(searchParams.get("question"), found.name);
  assert.equal(searchParams.get("callbackUrl"), HOME);
  return found.pending;
}

const found = (user = ADA): Decision => ({ kind: "found", user });
const IS_IDENTITY = (answer: Outcome | Identity) => assert.ok("account" in answer, JSON.stringify(answer));

test("askForSecondFactor() asks a user who has turned it on, with what was proven and stored", async () => {
  const { ask, setup, raise } = await world();
  const pending = await pendingOf(await ask(found()), setup);
  const expected = {
    identity: IDENTITY,
    returnTo: HOME,
    intent: NO_INTENT,
    allowed: { kind: "found", userId: "ada" },
    before: { generation: 0 },
    step: "ask",
    label: "ada@example.com",
  };
  assert.deepEqual(pending, expected);
  await raise("ada");
  const later = await pendingOf(await ask(found(), {}, { provenAt: 7 }), setup);
  assert.deepEqual(later, { ...expected, before: { generation: 1 }, provenAt: 7 });
});

test("askForSecondFactor() keeps the language in which the sign-in began", async () => {
  const { ask } = await world();
  const asked = await ask(found(), {}, { intent: { ...NO_INTENT, locales: "de" } });
  assert.ok("redirect" in asked);
  assert.equal(new URL(asked.redirect!).searchParams.get("ui_locales"), "de");
});

test("askForSecondFactor() asks a user whom the application has found, and keeps their address", async () => {
  const { ask, setup } = await world();
  const own = { user: { id: "ada" } };
  const pending = await pendingOf(await ask(null, own), setup);
  assert.deepEqual([pending.allowed, pending.before, pending.label], [
    { kind: null, userId: "ada" },
    { generation: 0, email: "ada@example.com" },
    "",
  ]);
  const named = await pendingOf(
    await ask(null, { ...own, storedUser: { ...ADA, email: null as never } }),
    setup,
  );
  assert.equal(named.label, "Ada");
});

test("askForSecondFactor() lets a user go on who has none, or whose passkey was both steps", async () => {
  const { ask } = await world();
  IS_IDENTITY(await ask(found(BOB)));
  IS_IDENTITY(await ask({ kind: "created" }));
  IS_IDENTITY(await ask(found(), { amr: ["hwk", "user", "mfa"] }));
  IS_IDENTITY(await ask({ kind: "linked", user: ADA, ground: "session" }));
  const demanding = await world({ secondFactor: { required: true } });
  IS_IDENTITY(await demanding.ask({ kind: "refused", reason: "OAuthAccountNotLinked" }));
  IS_IDENTITY(await ask({ kind: "takenOver", user: ADA }));
});

test("askForSecondFactor() rejects while the database fails, whatever the first step was", async () => {
  const down = withRows(Memory(), "secondFactors", { find: () => Promise.reject(new Error("down")) });
  const { ask } = await world({ adapter: down });
  for (const amr of [["pwd"], ["hwk", "user", "mfa"]] as const) {
    await assert.rejects(ask(found(), { amr }), AdapterError);
  }
});

test("askForSecondFactor() leaves the second step out on a remembered device, but not for a reset", async () => {
  const { ask, setup, memory } = await world();
  const { device, cookies } = await rememberDevice("ada", await requestOf(), setup);
  const row = (await memory.rows.find("secondFactors", { userId: "ada" }))!;
  await memory.rows.store("secondFactors", { ...row, version: 1, devices: toDevices([device]) }, 0);
  IS_IDENTITY(await ask(found(), {}, { cookies }));
  IS_IDENTITY(await ask(found(), { outcome: { hash: "x", isKept: true } }, { cookies }));
  await pendingOf(await ask(found()), setup);
  await pendingOf(await ask(found(), { outcome: { hash: "x" } }, { cookies }), setup);
  // A mailbox alone is not enough.
  await pendingOf(await ask({ kind: "verified", user: ADA, ground: "address" }, {}, { cookies }), setup);
});

test("askForSecondFactor() has a user set it up who must have it, after a proof of the mailbox", async () => {
  const asked: unknown[] = [];
  const required = (user: { id?: string }) => asked.push(user.id) > 0;
  const { ask, setup } = await world({ secondFactor: { required } });
  const path = "second-factor-setup";
  const bob = await pendingOf(await ask(found(BOB)), setup, path);
  assert.deepEqual([bob.step, bob.mailbox, bob.label], ["enrol", { address: BOB.email }, BOB.email]);
  const mail = { provider: "email", providerAccountId: "1", type: "email" } as const;
  for (
    const [decision, identity] of [
      // The mailbox is proven; there is no address; there is no user yet, or one of a stranger.
      [found(BOB), { account: mail }],
      [found({ ...BOB, email: "" }), {}],
      [{ kind: "created" }, {}],
      [{ kind: "takenOver", user: ADA }, {}],
    ] as const
  ) {
    const { step, mailbox } = await pendingOf(await ask(decision, identity), setup, path);
    assert.deepEqual([step, mailbox], ["enrol", undefined]);
  }
  assert.equal((await pendingOf(await ask(found()), setup)).mailbox, undefined);
  assert.deepEqual(asked, ["bob", "bob", "bob", "x", "ada"]);
  const without = await world({ secondFactor: { required: true }, providers: PROVIDERS.slice(0, 1) });
  assert.equal((await pendingOf(await without.ask(found(BOB)), without.setup, path)).mailbox, undefined);
});

test("askForSecondFactor() signs nobody in if the application cannot say who must have it", async () => {
  const required = () => {
    throw new Error("down");
  };
  const { ask, setup } = await world({ secondFactor: { required } });
  await assert.rejects(ask(found(BOB)), (error: ServerError) => {
    return error instanceof ServerError && /`SecondFactor\(\{ required \}\)` failed/.test(error.message) &&
      /down/.test(String((error.cause as { err?: Error } | undefined)?.err));
  });
  await pendingOf(await ask(found()), setup);
});

test("askForSecondFactor() keeps no password between the steps, whatever its field is called", async () => {
  const { ask, setup } = await world();
  const credentials = { name: "ada", pin: "1", word: "secret", team: "t", other: "typed", passphrase: "p" };
  const kept = async (provider: string) => {
    const account = { provider, providerAccountId: "1", type: "credentials" } as const;
    return (await pendingOf(await ask(found(), { account, credentials }), setup)).identity.credentials;
  };
  assert.deepEqual(await kept("typed"), { name: "ada", team: "t" });
  assert.deepEqual(await kept("gone"), {});
  assert.deepEqual(await kept("email"), {});
});

test("askForSecondFactor() goes on after the second step if nothing has changed since (SF-10, SF-17)", async () => {
  const { ask, raise, memory } = await world();
  const second = (step: SecondStep) => ({ secondStep: step, amr: ["pwd", "otp", "mfa"] as const });
  const step: SecondStep = { userId: "ada", before: { generation: 0 } };
  const gone = await ask(found(), second(step));
  // The session gets the generation.
  assert.deepEqual(gone, { ...IDENTITY, ...second(step), generation: 0 });
  const own: SecondStep = { userId: "ada", before: { generation: 0, email: ADA.email } };
  const user = { id: "ada" };
  const found2 = await ask(null, { ...second(own), user });
  assert.deepEqual(found2, { ...IDENTITY, ...second(own), user, generation: 0 });
  const password = { hash: "x" };
  const outcome = await ask(null, { ...second(own), user, outcome: password });
  assert.equal("generation" in outcome && outcome.generation, 0);

  const refused = (decision: Decision | null, identity: Partial<Identity>, reason: RegExp) =>
    assert.rejects(
      ask(decision, identity),
      (error: Error) => error instanceof UserChanged && reason.test(error.message),
    );
  await refused(found(BOB), second(step), /that of another user/);
  await refused({ kind: "created" }, second(step), /that of another user/);
  await refused(found(), second({ ...step, before: {} }), /changed, or their sessions have ended/);
  await refused(null, { ...second(step), user }, /has been removed or changed/);
  await memory.updateUser({ id: "ada", email: "other@example.com" });
  await refused(null, { ...second(own), user }, /has been removed or changed/);
  assert.ok(await ask(found(), second(step)));
  await raise("ada");
  await refused(found(), second(step), /has been removed or changed/);
});

test("askForSecondFactor() refuses a factor that is set up where the user has another one since", async () => {
  const { ask } = await world();
  const enrolled = { totpSecret: "y", totpStep: 1, recoveryCodes: "z" };
  const step = (userId: string | null, before: UserBefore = { generation: 0 }) => ({
    secondStep: { userId, before: userId === null ? {} : before, enrolled },
  });
  await assert.rejects(ask(found(), step("ada")), /has set up another one since/);
  const own = { ...step("ada", { generation: 0, email: ADA.email }), user: { id: "ada" } };
  await assert.rejects(ask(null, own), /has set up another one since/);
  IS_IDENTITY(await ask(found(BOB), step("bob")));
  IS_IDENTITY(await ask({ kind: "takenOver", user: ADA }, step("ada")));
  IS_IDENTITY(await ask({ kind: "created" }, step(null)));
});

test("askForSecondFactor() goes on without generations where the database does not keep them", async () => {
  const { ask, setup } = await world({ generations: null });
  assert.deepEqual((await pendingOf(await ask(found()), setup)).before, {});
  const secondStep: SecondStep = { userId: "ada", before: { email: ADA.email } };
  const user = { id: "ada" };
  assert.deepEqual(await ask(null, { secondStep, user }), { ...IDENTITY, secondStep, user });
});
