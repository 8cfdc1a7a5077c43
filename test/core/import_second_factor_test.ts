import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { ADA, GOOD } from "../flows/_kept_passwords.ts";
import { testForms } from "../flows/_password_forms.ts";
import { openFactors } from "../flows/_second_factor.ts";
import { APP } from "../flows/_world.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { hasSecondFactor, importSecondFactor, resetSecondFactor } from "../flows/_outside.ts";

const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** A config with second factors, whose store is empty. */
function withFactors() {
  const adapter = Memory();
  const secret = "a-secret-of-forty-characters-for-tests-0";
  const config: AuthConfig = { providers: [], adapter, secret, url: APP, features: [SecondFactor()] };
  return { adapter, config };
}

testForms("importSecondFactor() lets a user go on with the app that they have", async () => {
  const world = openFactors({ url: APP });
  await world.register();
  await world.signOut();
  const [user] = await world.db.users();
  const now = Math.floor(world.platform.now() / 30_000);
  const app = { userId: user!.id, secret: "jbsw y3dp ehpk 3pxp jbsw y3dp ehpk 3pxp====", lastStep: now };
  const mails = world.lastPurpose();
  assert.equal(await importSecondFactor(app, world.config), true);
  assert.equal(await importSecondFactor(app, world.config), false, "it is on already");
  assert.equal(world.lastPurpose(), mails, "no mail is sent");
  const used = await world.answer(await world.enter(GOOD), { code: world.code({ secret: SECRET }) });
  assert.match(used.url, /error=InvalidSecondFactor/, "the last code was used in the old application");
  const done = await world.answer(used, { code: world.nextCode({ secret: SECRET }) });
  assert.equal(done.url, `${APP}/home`, world.log());
  assert.equal((await world.session())?.user?.email, ADA);
  const row = await world.db.adapter.rows.find("secondFactors", { userId: user!.id });
  assert.ok(!row!.totpSecret!.includes(SECRET), "the secret is sealed");
  // The account page makes the recovery codes that nobody has yet.
  assert.equal(row!.recoveryCodes, null);
});

test("importSecondFactor() refuses a secret that no app can have, and a config without second factors", async () => {
  const { config: { features: _, ...config } } = withFactors();
  for (const secret of ["", "JBSWY3DPEHPK3PX", "JBSWY3DPEHPK3PX1", "A".repeat(105)]) {
    await assert.rejects(
      importSecondFactor({ userId: "1", secret }, { ...config, features: [SecondFactor()] }),
      {
        message: /^Cannot import the second factor of user "1": write its secret in base32/,
      },
    );
  }
  const without = importSecondFactor({ userId: "1", secret: SECRET }, config);
  await assert.rejects(without, {
    message: /^Cannot use the functions of `secondFactor`: add `SecondFactor\(\)` to `features`/,
  });
});

// SF-04
test("importSecondFactor() stores the longest secret that it accepts, sealed, in the column", async () => {
  const { adapter, config } = withFactors();
  const { id: userId } = await adapter.createUser({
    id: crypto.randomUUID(),
    email: ADA,
    emailVerified: null,
  });
  assert.equal(await importSecondFactor({ userId, secret: "A".repeat(104) }, config), true);
  assert.ok((await adapter.rows.find("secondFactors", { userId }))!.totpSecret!.length <= 512);
});

test("importSecondFactor() changes nothing for a user whom the database does not have", async () => {
  const { adapter, config } = withFactors();
  const userId = crypto.randomUUID();
  assert.equal(await importSecondFactor({ userId, secret: SECRET }, config), false);
  assert.equal(await adapter.rows.find("secondFactors", { userId }), null);
  assert.equal(await resetSecondFactor(userId, config), false);
});

testForms(
  "importSecondFactor() refuses a date and a step that can't be right, and stores nothing",
  async () => {
    const world = openFactors({ url: APP });
    await world.register();
    const [{ id: userId } = { id: "" }] = await world.db.users();
    const now = world.platform.now();
    for (
      const [fields, message] of [
        [{ enabledAt: new Date("never") }, /write `enabledAt` as a date that has been/],
        [{ enabledAt: new Date(now + 1) }, /write `enabledAt` as a date that has been/],
        [{ enabledAt: "2029-01-01" as never }, /write `enabledAt` as a date that has been/],
        [{ lastStep: now }, /write `lastStep` as the seconds since the epoch divided by 30/],
        [{ lastStep: Math.floor(now / 30_000) + 2 }, /write `lastStep`/],
        ...[NaN, -1, 1.5].map((lastStep) => [{ lastStep }, /write `lastStep`/] as const),
        [{ secret: null as never }, /write its secret in base32/],
      ] as const
    ) {
      const refused = importSecondFactor({ userId, secret: SECRET, ...fields }, world.config as AuthConfig);
      await assert.rejects(refused, { name: "Configuration", message });
    }
    assert.equal(await world.db.adapter.rows.find("secondFactors", { userId }), null);
    const none = { enabledAt: null as never, lastStep: null as never };
    assert.equal(
      await importSecondFactor({ userId: "none", secret: SECRET, ...none }, world.config as AuthConfig),
      false,
    );
    const last = { enabledAt: new Date(now), lastStep: Math.floor(now / 30_000) + 1 };
    assert.equal(
      await importSecondFactor({ userId, secret: SECRET, ...last }, world.config as AuthConfig),
      true,
    );
  },
);

test("resetSecondFactor() needs the address of the application, and no table of sessions", async () => {
  const { adapter, config } = withFactors();
  const { id } = await adapter.createUser({ id: "1", email: ADA, emailVerified: null });
  await importSecondFactor({ userId: id, secret: SECRET }, config);
  const { url: _, ...withoutUrl } = config;
  await assert.rejects(resetSecondFactor(id, { ...withoutUrl, trustHost: true }), {
    message: /^Cannot reset a second factor: set `url`/,
  });
  assert.ok((await adapter.rows.find("secondFactors", { userId: id }))!.enabledAt);
  const { deleteSessionsByUserId: _sessions, ...fewer } = adapter;
  const session = { strategy: "jwt" } as const;
  assert.equal(await resetSecondFactor(id, { ...config, adapter: fewer, session }), true);
  assert.equal((await adapter.rows.find("secondFactors", { userId: id }))!.enabledAt, null);
});

test("resetSecondFactor() finds the factor of a user whose id is written in another form", async () => {
  const { adapter, config } = withFactors();
  const { getUser } = adapter;
  // As a column of the type `uuid` finds them.
  adapter.getUser = (id) => getUser(id.toLowerCase());
  const { id } = await adapter.createUser({ id: crypto.randomUUID(), email: ADA, emailVerified: null });
  await importSecondFactor({ userId: id, secret: SECRET }, config);
  assert.equal(await resetSecondFactor(id.toUpperCase(), config), true);
  assert.equal((await adapter.rows.find("secondFactors", { userId: id }))!.enabledAt, null);
});

test("secondFactor.isOn() does not take a user who cannot be read for one without a second factor", async () => {
  const { adapter, config } = withFactors();
  const { id } = await adapter.createUser({ id: crypto.randomUUID(), email: ADA, emailVerified: null });
  assert.equal(await hasSecondFactor(id, config), false);
  await importSecondFactor({ userId: id, secret: SECRET }, config);
  adapter.getUser = () => Promise.reject(new Error("down"));
  assert.equal(await hasSecondFactor(id, config), true);
  adapter.rows.find = () => Promise.reject(new Error("down"));
  await assert.rejects(hasSecondFactor(id, config), { type: "AdapterError" });
  for (const odd of ["", "\u0000", "nobody"]) {
    assert.equal(await hasSecondFactor(odd, withFactors().config), false);
  }
});
