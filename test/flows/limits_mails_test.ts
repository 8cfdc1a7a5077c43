/**
 * Mails that sign nobody in are counted apart from those that do, and no answer tells who has an account.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Page } from "../../src/testing/mod.ts";
import { type DatabaseOptions, sessionCookie, withoutAttempts } from "./_database.ts";
import { ADA, BETTER, GOOD, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, openFactors } from "./_second_factor.ts";
import { APP } from "./_world.ts";

/** In seconds. */
const MINUTE = 60;

const WITHOUT = withoutAttempts();

/** Asks for mails about a forgotten password as often as an hour allows, each time in another browser. */
async function forgetOften(world: PasswordWorld, email = ADA): Promise<readonly number[]> {
  const statuses: number[] = [];
  const ask = async () => void statuses.push((await world.forget(world.visitor(), email)).status);
  for (let time = 0; time < 6; time++) await ask();
  world.platform.tick(15 * MINUTE);
  for (let time = 0; time < 4; time++) await ask();
  return statuses;
}

const ALLOWED = [...Array(5).fill(200), 429, ...Array(3).fill(200), 429];

testForms("Mails to an address without an account keep nobody from signing up with it (LM-12)", async () => {
  for (const session of [{ strategy: "jwt" }, { strategy: "database" }] as const) {
    const world = openPasswords({ session });
    assert.deepEqual(await forgetOften(world), ALLOWED);
    assert.deepEqual(world.mails.map(({ purpose }) => purpose), Array(8).fill("noAccount"));
    const page = await world.signUp();
    const done = await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
    assert.equal(done.url, `${APP}/home`, world.log());
    const other = world.visitor();
    assert.equal((await world.ask(ADA, other)).status, 200);
    await world.follow(other);
    assert.equal((await world.sessionIn(other))?.user.email, ADA);
  }
});

testForms(
  "Whoever has signed up since can set a new password: what was mailed before does not count (LM-12)",
  async () => {
    const adapter = Memory();
    const world = openPasswords({ adapter });
    await forgetOften(world);
    await adapter.createUser!({ id: "1", name: "Ada", email: ADA, emailVerified: new Date(0) });
    const page = await world.forget(world.visitor());
    assert.equal(page.status, 200);
    const done = await page.submit("/auth/callback/password", {
      code: world.mails.at(-1)!.code,
      password: GOOD,
    });
    assert.equal(done.url, `${APP}/home`, world.log());
  },
);

testForms(
  "Mails for a forgotten password leave those that sign in, and the other way round (LM-12)",
  async () => {
    const world = openPasswords();
    await world.register();
    await world.post("signout");
    assert.deepEqual(await forgetOften(world), ALLOWED);
    const owner = world.visitor();
    assert.equal((await world.ask(ADA, owner)).status, 200);
    await world.follow(owner);
    assert.equal((await world.sessionIn(owner))?.user.email, ADA);
    // The owner has proven to be here: nothing counts any more.
    const page = await world.forget(world.visitor());
    assert.equal(page.status, 200);
    await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password: BETTER });
    assert.equal((await world.enter(BETTER, world.visitor())).url, `${APP}/home`, world.log());
  },
);

/** What a stranger sees of an answer. */
function seen({ status, url, text, headers }: Page, email: string): unknown {
  const cookies = headers.getSetCookie().map((cookie) =>
    [cookie.split("=", 1)[0], cookie.length, cookie.split(";").slice(1)].map(String)
  );
  return {
    status,
    url,
    text: text.replaceAll(email, "…"),
    headers: [...headers.keys()],
    wait: headers.get("retry-after"),
    cookies,
  };
}

testForms(
  "No answer tells who has an account, in whichever order mails are asked for (LM-04, LM-12)",
  async () => {
    const [KNOWN, UNKNOWN] = ["eve@example.com", "bob@example.com"];
    for (const options of [{}, { adapter: WITHOUT, session: { strategy: "jwt" } }] as DatabaseOptions[]) {
      const world = openPasswords(options as object);
      const page = await world.signUp({ email: KNOWN });
      await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
      await world.post("signout");
      const ways = [
        (email: string) => world.forget(world.visitor(), email),
        (email: string) => world.ask(email, world.visitor()),
        (email: string) => world.signUp({ email }, world.visitor()),
      ];
      for (
        const order of [[0, 0, 0, 0, 0, 0, 1, 2, 1, 1, 1, 1, 0], [1, 0, 2, 1, 0, 2, 1, 0, 2, 0, 0, 0, 1]]
      ) {
        for (const way of order) {
          const [known, unknown] = [await ways[way]!(KNOWN), await ways[way]!(UNKNOWN)];
          assert.deepEqual(seen(known, KNOWN), seen(unknown, UNKNOWN));
        }
        world.platform.tick(61 * MINUTE);
      }
    }
  },
);

/** Opens the page that mails a code with a stolen session alone, or in browsers that have signed in. */
async function mailCodes(world: FactorWorld, count: number, { isKnown = false } = {}): Promise<void> {
  for (let time = 0; time < count; time++) {
    const [thief, other] = [world.visitor(), world.visitor()];
    await world.enter(GOOD, thief);
    const { name, value } = sessionCookie(thief)!;
    other.setCookie(APP, `${name}=${value}; Path=/; Secure`);
    await (isKnown ? thief : other).open(`${APP}/auth/second-factor-setup`);
  }
}

testForms("Codes for a second factor use up no mail that signs in or sets a password (LM-12)", async () => {
  for (const session of [{ strategy: "jwt" }, { strategy: "database" }] as const) {
    const world = openFactors({ session, securityMails: false });
    await world.register();
    await world.signOut();
    const { length: before } = world.mails;
    await mailCodes(world, 9);
    assert.deepEqual(world.mails.slice(before).map(({ purpose }) => purpose), Array(3).fill("enrol"));
    await mailCodes(world, 12, { isKnown: true });
    assert.equal(world.mails.length - before, 3 + 8, "all known browsers have eight");
    const owner = world.visitor();
    const page = await world.forget(owner);
    assert.equal(page.status, 200);
    assert.equal((await world.ask(ADA, world.visitor())).status, 200);
    const { code } = world.mails.at(-2)!;
    await page.submit("/auth/callback/password", { code, password: BETTER });
    assert.equal((await world.sessionIn(owner))?.user.email, ADA, world.log());
  }
});
