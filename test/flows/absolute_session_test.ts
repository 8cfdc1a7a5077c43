/**
 * Sessions that end however much they are used.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { SecondFactor } from "../../src/entries/second_factor.ts";
import { encodeWith } from "../../src/model/jwt.ts";
import { ADA, GOOD, openPasswords } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP, SECRET } from "./_world.ts";

const HOUR = 3600;

for (const strategy of ["database", "jwt"] as const) {
  const session = { strategy, absoluteMaxAge: 12 * HOUR, updateAge: 0, maxAge: 8 * HOUR } as const;

  testForms(`A session in use ends after session.absoluteMaxAge, and no earlier: ${strategy}`, async () => {
    const world = openPasswords({ session });
    await world.register();
    const began = world.platform.now();
    const end = new Date(began + 12 * HOUR * 1000);
    for (let hour = 1; hour < 12; hour++) {
      world.platform.tick(HOUR);
      const { expires } = (await world.session())!;
      const unused = began + (hour + 8) * HOUR * 1000;
      assert.equal(expires, new Date(Math.min(unused, end.getTime())).toISOString(), `hour ${hour}`);
    }
    const cookie = world.browser.cookies(APP).find(({ name }) => name.endsWith("session-token"))!;
    assert.equal(cookie.expires, end.getTime(), "the browser drops it then, too");
    world.platform.tick(HOUR - 1);
    assert.ok(await world.session());
    world.platform.tick(1);
    assert.equal(await world.session(), null, world.log());
    await world.enter(GOOD);
    assert.ok(await world.session(), "whoever signs in again goes on");
  });

  testForms(`A new proof begins the time anew: ${strategy}`, async () => {
    const world = openFactors({ session: { ...session, maxAge: 24 * HOUR } });
    await world.register();
    const kit = await world.turnOn();
    world.platform.tick(11 * HOUR);
    const page = await world.browser.open(`${APP}/auth/second-factor?callbackUrl=/home&lack=proof`);
    await page.submit("/auth/second-factor", { code: world.code(kit) });
    world.platform.tick(11 * HOUR);
    assert.ok(await world.session(), world.log());
    world.platform.tick(HOUR);
    assert.equal(await world.session(), null);
  });

  testForms(`It holds for the sessions that are there when it is turned on: ${strategy}`, async () => {
    const adapter = Memory();
    const before = openPasswords({ adapter, session: { strategy, maxAge: 30 * 24 * HOUR } });
    await before.register();
    const after = openPasswords({ adapter, session: { ...session, maxAge: 30 * 24 * HOUR } });
    const { name, value } = before.browser.cookies(APP).find(({ name }) => name.endsWith("session-token"))!;
    after.browser.setCookie(APP, `${name}=${value}; Path=/; Secure`);
    after.platform.tick((before.platform.now() - after.platform.now()) / 1000 + 11 * HOUR);
    const { expires } = (await after.session())!;
    assert.equal(Date.parse(expires) - after.platform.now(), HOUR * 1000);
    after.platform.tick(HOUR);
    assert.equal(await after.session(), null);
    const { status } = await after.post("account", { action: "sign-out-others" });
    assert.ok(status >= 300, "nothing is done in it");
  });
}

testForms("A token whose beginning is unknown is prolonged no more", async () => {
  const world = openPasswords({
    session: { strategy: "jwt", absoluteMaxAge: 12 * HOUR, updateAge: 0, maxAge: 8 * HOUR },
  });
  const { adapter } = world.db;
  await adapter.createUser({ id: "1", name: null, email: ADA, emailVerified: null });
  const salt = "__Host-latchkey.session-token";
  const token = { sub: "1", email: ADA };
  const params = { secret: [SECRET], salt, token, maxAge: 8 * HOUR };
  const value = await encodeWith(params, world.platform);
  world.browser.setCookie(APP, `${salt}=${value}; Path=/; Secure`);
  const first = (await world.session())!.expires;
  world.platform.tick(7 * HOUR);
  assert.equal((await world.session())!.expires, first);
  world.platform.tick(2 * HOUR);
  assert.equal(await world.session(), null);
});

testForms("A lifetime that is none is refused, and one in milliseconds warned of", async () => {
  const world = openPasswords({ session: { absoluteMaxAge: 0 } });
  assert.match((await world.browser.open(`${APP}/auth/signin`)).text, /set up correctly/);
  assert.match(world.log(), /session\.absoluteMaxAge.*must be a number of seconds, at least 1/);
  const long = openPasswords({ session: { absoluteMaxAge: 43_200_000_000 }, features: [SecondFactor()] });
  await long.browser.open(`${APP}/auth/signin`);
  assert.match(long.log(), /suspicious-age: The option `session\.absoluteMaxAge`/);
});
