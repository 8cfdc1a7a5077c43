/**
 * A database that hands out the highest id and one, beside tables of the library: what they have about a deleted user opens
 * nothing for the next one with the same id, and no token of the former user counts.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { securityOf } from "../../src/model/security_of.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { testSession } from "../../src/testing/mod.ts";
import { noteIdOf } from "../../src/shapes/security.ts";
import { beside, besideWithTakeover, NUMBERS } from "./_beside.ts";
import type { DatabaseWorld } from "./_database.ts";
import { ADA, BETTER, GOOD, openPasswords } from "./_kept_passwords.ts";
import { toPerson } from "./_passkeys.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, openPlain } from "./_world.ts";
import { getAccessToken } from "./_outside.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["jwt", "database"] as const);

/** Stores what a former user can leave: one row of each kind. */
async function leaveRows({ db: { adapter }, platform }: DatabaseWorld, userId = "1"): Promise<void> {
  const row = { userId, generation: 3, passwordHash: "a hash", passwordIsProven: true, passwordSetAt: null };
  await adapter.rows.store("security", row, null);
  await adapter.rows.store("security", {
    ...row,
    userId: noteIdOf(userId),
    passwordHash: "former@example.com",
  }, null);
  const factor = { totpSecret: "sealed", totpStep: 7, recoveryCodes: "a b", devices: "[]" };
  await adapter.rows.store("secondFactors", { userId, version: 5, enabledAt: new Date(0), ...factor }, null);
  const account = { userId, provider: "idp", providerAccountId: "former" };
  await adapter.rows.store(
    "providerTokens",
    { ...account, version: 1, leaseUntil: null, tokens: "sealed" },
    null,
  );
  const expires = new Date(platform.now() + 1e9);
  await adapter.rows.store("providerSessions", {
    ...account,
    id: "key",
    sub: "former",
    sid: "s",
    idToken: null,
    expires,
  });
}

/** Asserts that nothing of them is left for a user, whose generation no one has had. */
async function assertEmpty({ db: { adapter }, log }: DatabaseWorld, userId = "1"): Promise<void> {
  const row = await adapter.rows.find("security", { userId });
  assert.notEqual(row?.passwordHash, "a hash", log());
  assert.ok(row!.generation > 1e9, `${row!.generation}`);
  assert.notEqual(
    (await adapter.rows.find("security", { userId: noteIdOf(userId) }))?.passwordHash,
    "former@example.com",
  );
  assert.equal(await adapter.rows.find("secondFactors", { userId }), null);
  const tokens = await adapter.rows.list("providerTokens", { userId });
  assert.deepEqual(tokens.filter(({ providerAccountId }) => providerAccountId === "former"), []);
  assert.equal(await adapter.rows.find("providerSessions", { id: "key" }), null);
}

/** Opens a world with all that has tables, beside such an adapter. */
function openBeside(
  { adapter = beside(), ...options }: Parameters<typeof openFactors>[0] = {},
): ReturnType<typeof openFactors> {
  return openFactors({
    adapter,
    features: [AccessTokens(), ProviderLogout({ backchannel: true })],
    more: () => [Passkey()],
    ...options,
  });
}

type Opened = ReturnType<typeof openFactors>;

/** Grace has confirmed her address with a mail. @returns Her browser. */
async function comeByMail(world: Opened, browser = world.visitor(), address = "grace@example.com") {
  await world.ask(address, browser);
  await world.follow(browser);
  return browser;
}

/** The ways in which a sign-in creates a user. */
const WAYS: Readonly<Record<string, (world: Opened) => Promise<unknown>>> = {
  "a provider": (world) => world.signIn(),
  "a mail": (world) => comeByMail(world),
  "a password": async (world) => {
    const page = await world.signUp({ email: "grace@example.com", password: BETTER });
    await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
  },
  "a passkey": (world) => toPerson(world.browser, "passkey").register({ email: "grace@example.com" }),
};

const STORES: Readonly<Record<string, () => Adapter>> = {
  "an adapter of Auth.js": () => beside(),
  "one whose ids are numbers": () => beside(NUMBERS),
  "one that can take users over": besideWithTakeover,
};

for (const [name, adapter] of Object.entries(STORES)) {
  for (const strategy of name === "an adapter of Auth.js" ? STRATEGIES : ["jwt"] as const) {
    for (const [way, come] of Object.entries(WAYS)) {
      testForms(
        `A user who comes by ${way} gets no row of a former user with the same id, beside ${name} (AL-28, ${strategy})`,
        async () => {
          const world = openBeside({ adapter: adapter(), session: { strategy } });
          await leaveRows(world);
          await come(world);
          assert.deepEqual((await world.db.users()).map(({ id }) => String(id)), ["1"], world.log());
          await assertEmpty(world);
        },
      );
    }
  }
}

testForms(
  "The owner of an address who gets a user of their own gets no row of a former one (AL-28)",
  async () => {
    const world = openBeside({ session: { strategy: "jwt" } });
    const first = await world.db.adapter.createUser({ id: "", name: "Ada", email: ADA, emailVerified: null });
    const note = { userId: noteIdOf(String(first.id)), generation: 0, passwordHash: "old@example.com" };
    await world.db.adapter.rows.store(
      "security",
      { ...note, passwordIsProven: true, passwordSetAt: null },
      null,
    );
    await leaveRows(world, "2");
    await world.ask(ADA);
    await world.follow();
    assert.equal((await world.session())?.user.id, "2", world.log());
    await assertEmpty(world, "2");
  },
);

for (const strategy of STRATEGIES) {
  testForms(`The password of a deleted user does not open the next one (AL-28, ${strategy})`, async () => {
    const world = openPasswords({ adapter: beside(), session: { strategy } });
    await world.register();
    await world.db.adapter.deleteUser("1");
    const grace = await comeByMail(world as Opened);
    assert.equal((await world.sessionIn(grace))?.user.email, "grace@example.com", world.log());
    const thief = world.visitor();
    await world.enter(GOOD, thief, "grace@example.com");
    assert.equal(await world.sessionIn(thief), null, world.log());
    // She sets one of her own, which works.
    await world.forget(grace, "grace@example.com");
    await grace.open(`${APP}/auth/new-password`).then((page) =>
      page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password: BETTER })
    );
    await world.enter(BETTER, thief, "grace@example.com");
    assert.equal((await world.sessionIn(thief))?.user.email, "grace@example.com", world.log());
  });

  testForms(
    `The second factor of a deleted user does not lock the next one out (AL-28, ${strategy})`,
    async () => {
      const world = openBeside({ session: { strategy } });
      await world.registerWithFactor();
      await world.db.adapter.deleteUser("1");
      const grace = await comeByMail(world);
      for (const browser of [grace, await comeByMail(world)]) {
        assert.equal((await world.sessionIn(browser))?.user.email, "grace@example.com", world.log());
      }
      // She turns on her own.
      await world.turnOn(grace);
      assert.ok((await world.db.adapter.rows.find("secondFactors", { userId: "1" }))?.enabledAt, world.log());
    },
  );

  testForms(`A sign-in that waits for its second step ends with its user (AL-28, ${strategy})`, async () => {
    const world = openBeside({ session: { strategy } });
    const kit = await world.registerWithFactor();
    const question = await world.enter();
    assert.match(question.url, /\/auth\/second-factor\?/);
    await world.db.adapter.deleteUser("1");
    // Another person, or the same one, comes by the same address.
    const next = await comeByMail(world, world.visitor(), ADA);
    assert.ok(await world.sessionIn(next), world.log());
    await world.answer(question, { code: world.nextCode(kit) });
    assert.equal(await world.session(), null, world.log());
    const again = await world.enter();
    assert.doesNotMatch(again.url, /second-factor/);
  });
}

const FORMER: Readonly<Record<string, (world: Opened) => Promise<unknown>>> = {
  "who has no row": async (world) => {
    const { adapter } = world.db;
    const { id: userId } = await adapter.createUser({ id: "", email: ADA, emailVerified: null });
    const account = { provider: "idp", providerAccountId: "ada", type: "oauth" } as const;
    await adapter.linkAccount({ ...account, userId });
    await world.signIn();
  },
  "who has a password": (world) => world.register(),
  "whose rows the application has removed": (world) => world.register(),
};

for (const [whose, come] of Object.entries(FORMER)) {
  testForms(
    `A session in a token of a former user ${whose} ends, and not that of the next one (AL-28)`,
    async () => {
      const inner = Memory();
      const world = openBeside({
        adapter: Object.assign(beside(), securityOf(inner)),
        session: { strategy: "jwt" },
      });
      await come(world);
      assert.ok(await world.session(), world.log());
      await world.db.adapter.deleteUser("1");
      if (whose.includes("removed")) await inner.deleteUser("1");
      const grace = await comeByMail(world);
      assert.equal(await world.session(), null);
      for (let day = 0; day < 3; day++) {
        world.platform.tick(86_400);
        assert.equal(await world.session(), null);
        assert.equal((await world.sessionIn(grace))?.user.email, "grace@example.com", world.log());
      }
    },
  );
}

testForms(
  "A link that was mailed to a former user sets no password of the next one with the same address (AL-28)",
  async () => {
    const world = openBeside({ session: { strategy: "jwt" } });
    await world.register();
    await world.signOut();
    await world.forget();
    const { code } = world.mails.at(-1)!;
    await world.db.adapter.deleteUser("1");
    const next = world.visitor();
    await world.ask(ADA, next);
    await world.follow(next);
    const page = await world.browser.open(`${APP}/auth/new-password`);
    await page.submit("/auth/callback/password", { code, password: BETTER });
    assert.equal(await world.session(), null, world.log());
    assert.ok(await world.sessionIn(next));
  },
);

test("The tokens of a former user's account call no API for the next one (AL-28)", async () => {
  const world = openBeside({ session: { strategy: "jwt" }, idp: { refreshTokens: "rotated" } });
  const config = world.config as AuthConfig;
  await world.signIn();
  assert.ok(await getAccessToken({ userId: "1", provider: "idp" }, config));
  await world.db.adapter.deleteUser("1");
  await comeByMail(world);
  await assert.rejects(getAccessToken({ userId: "1", provider: "idp" }, config), /ReconnectRequired/);
});

test("A user who comes back with the same account gets its new tokens (AL-28)", async () => {
  const world = openBeside({ session: { strategy: "jwt" }, idp: { refreshTokens: "rotated" } });
  const config = world.config as AuthConfig;
  await world.signIn();
  const before = await getAccessToken({ userId: "1", provider: "idp" }, config);
  await world.db.adapter.deleteUser("1");
  await world.signIn();
  const after = await getAccessToken({ userId: "1", provider: "idp" }, config);
  assert.ok(after && after !== before, world.log());
});

testForms("A former user gets no mail about the next one (AL-28)", async () => {
  const world = openBeside({ session: { strategy: "jwt" } });
  await world.register();
  await world.db.adapter.deleteUser("1");
  world.mails.length = 0;
  await comeByMail(world);
  assert.deepEqual(world.mails.filter(({ identifier }) => identifier === ADA), []);
});

/** The calls that empty the rows, after the one that creates a user. @param most How many. Default: all up to the account. */
async function stepsOf(way: string, most?: number): Promise<readonly string[]> {
  const world = openBeside({ session: { strategy: "jwt" } });
  await leaveRows(world);
  world.db.calls.length = 0;
  await WAYS[way]!(world);
  const { calls } = world.db;
  const first = calls.indexOf("createUser") + 1;
  return calls.slice(first, most === undefined ? calls.indexOf("linkAccount") : first + most);
}

/** Lets a call after the one that creates a user fail, once. */
function failAt(step: number, moment: "before" | "after", { db }: DatabaseWorld): void {
  const { adapter } = db;
  const { createUser } = adapter;
  adapter.createUser = async (user) => {
    const created = await createUser(user);
    adapter.createUser = createUser;
    db.fault = { call: db.calls.length + step, moment };
    return created;
  };
}

for (const way of ["a provider", "a mail"]) {
  for (const moment of ["before", "after"] as const) {
    testForms(
      `No user stays whose former rows could not be emptied, who comes by ${way} (AL-28, ${moment})`,
      async () => {
        const steps = await stepsOf("a provider");
        assert.deepEqual(steps, await stepsOf(way, steps.length));
        const writes = ["store security", "removeOwned"];
        assert.ok(writes.every((method) => steps.includes(method)), steps.join());
        for (const [step, method] of steps.entries()) {
          // A logout that a provider sends ends sessions, and opens nothing: a failure is in the log only.
          if (method.includes("providerSessions") || method === "getSessionAndUser") continue;
          const world = openBeside({ session: { strategy: "jwt" } });
          await leaveRows(world);
          failAt(step, moment, world);
          await WAYS[way]!(world);
          assert.deepEqual(await world.db.users(), [], `${method} ${world.log()}`);
          assert.equal(await world.session(), null);
          world.db.fault = null;
          world.platform.tick(120);
          await WAYS[way]!(world);
          assert.equal((await world.db.users()).length, 1, world.log());
          await assertEmpty(world);
        }
      },
    );
  }
}

test("Missing tables beside an adapter of Auth.js block no new user (AL-28)", async () => {
  const missing = () =>
    Promise.reject(Object.assign(new Error("no such table"), { name: "MissingTableError" }));
  const rows = Object.fromEntries(Object.keys(Memory().rows).map((name) => [name, missing])) as never;
  const world = openFactors({
    adapter: beside({ more: { rows } }),
    secondFactor: false,
    session: { strategy: "jwt" },
  });
  await world.signIn();
  assert.ok(await world.session(), world.log());
});

test("A new user beside an adapter of Auth.js costs two reads and two writes more, and one of the library nothing (AL-28)", async () => {
  const added = async (adapter: Adapter) => {
    const world = openFactors({ adapter, secondFactor: false, session: { strategy: "jwt" } });
    await comeByMail(world);
    const { calls } = world.db;
    return calls.slice(calls.indexOf("createUser") + 1).filter((method) =>
      /removeOwned|security|secondFactors|providerTokens/.test(method)
    );
  };
  const usual = await added(Memory());
  assert.deepEqual(await added(beside()), [
    ...["find security", "find security", "removeOwned", "store security"],
    ...usual,
  ]);
});

testForms(
  "A user whom the application creates has the rows of a former one with the same id (KL-29)",
  async () => {
    const world = openBeside({ session: { strategy: "jwt" } });
    await world.register();
    const { adapter } = world.db;
    await adapter.deleteUser("1");
    await adapter.createUser({
      id: "",
      name: "Grace",
      email: "grace@example.com",
      emailVerified: new Date(0),
    });
    // The session in a token, and the password.
    assert.equal((await world.session())?.user.id, "1", world.log());
    const other = world.visitor();
    await world.enter(GOOD, other, "grace@example.com");
    assert.equal((await world.sessionIn(other))?.user.email, "grace@example.com");
  },
);

test("Without generations, a token of a former user counts for the next one with the same id (KL-29)", async () => {
  const adapter = Object.assign(beside(), { rows: undefined });
  const world = openPlain({ adapter, session: { strategy: "jwt" } });
  await world.signIn();
  await adapter.deleteUser!("1");
  await adapter.createUser!({ id: "", name: "Grace", email: "grace@example.com", emailVerified: null });
  assert.equal((await world.session())?.user.name, "Ada Lovelace");
});

test("testSession() begins with no row of a former user (AL-28)", async () => {
  const world = openBeside({ session: { strategy: "jwt" } });
  await leaveRows(world);
  await testSession({ name: "Grace" }, { ...world.config, url: APP } as AuthConfig);
  await assertEmpty(world);
});
