/**
 * Between the first and the second step nobody is signed in, nothing is written and no one is told, whatever the first step was.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { sessionCookie } from "./_database.ts";
import { testForms } from "./_password_forms.ts";
import {
  FIRST_STEPS,
  type FirstStep,
  openWays,
  pendingCookie,
  plantCookie,
  questionOf,
  send,
  storedOf,
  verifiedPasskey,
  WANTED,
  type WaysWorld,
} from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";

const STRATEGIES = ["jwt", "database"] as const;

/** Asserts that every door of the library finds nobody signed in. */
async function assertNobody(world: WaysWorld, browser: Browser, name: string): Promise<void> {
  assert.equal(sessionCookie(browser), undefined, name);
  assert.equal(await world.sessionIn(browser), null, name);
  assert.equal((await browser.open(APP)).text, "Nobody is signed in", name);
  assert.match((await browser.open(`${APP}/auth/account`)).url, /\/auth\/signin/, name);
  const data = await browser.fetch(`${APP}/auth/account-data`);
  assert.deepEqual(await data.json(), { error: "SessionRequired" }, name);
  const updated = await send(browser, "session", { data: "{}" });
  assert.equal(await updated.text(), "null", name);
  for (const path of ["account", "link", "second-factor-setup", "password"]) {
    const fields = { action: "sign-out-others", choice: "link" };
    const to = (await send(browser, path, fields)).headers.get("location");
    assert.match(to ?? "", /\/auth\/signin\?/, `${name}: POST ${path} leads to ${to}`);
  }
  const link = await browser.open(`${APP}/auth/second-factor-setup`);
  assert.match(link.url, /\/auth\/signin/, name);
}

/** Takes the first step, and asserts that it has done nothing but to store the pending row. */
async function assertFirstStep(world: WaysWorld, step: FirstStep, browser: Browser): Promise<Page> {
  const { db, events, platform } = world;
  platform.tick(1200);
  const before = await storedOf(world);
  events.length = 0;
  db.calls.length = 0;
  const page = await step.take(world, browser);
  const { pathname, searchParams } = new URL(page.url);
  assert.equal(pathname, "/auth/second-factor", `${step.name}: ${page.url}\n${world.log()}`);
  assert.equal(searchParams.get("callbackUrl"), WANTED, step.name);
  const counts = ["countAttempts", "forgetAttempts", "setPendingSignIn"];
  const writes = db.calls.filter((call) => !/^(get|list)/.test(call) && !counts.includes(call));
  assert.deepEqual(
    writes.filter((call) => !step.writes.includes(call)),
    [],
    `${step.name} writes ${writes}`,
  );
  assert.equal(db.calls.filter((call) => call === "setPendingSignIn").length, 1, step.name);
  await assertNobody(world, browser, step.name);
  assert.deepEqual(await storedOf(world), before, step.name);
  assert.deepEqual(events, [], step.name);
  return page;
}

for (const strategy of STRATEGIES) {
  testForms(
    `after the first step nobody is signed in, and the second one finishes once (SF-03, SF-07, ${strategy})`,
    async () => {
      const world = await openWays({ session: { strategy } });
      for (const step of FIRST_STEPS) {
        const browser = world.visitor();
        const page = await assertFirstStep(world, step, browser);
        const question = questionOf(page);
        const cookie = pendingCookie(browser)!;
        const fields = { question, code: world.code(world.kit), callbackUrl: "https://evil.example/" };
        world.events.length = 0;
        const twice = await Promise.all([1, 2].map(() => send(browser, "second-factor", fields)));
        const places = twice.map(({ headers }) => headers.get("location")!);
        assert.equal(
          places.filter((to) => to === WANTED).length,
          1,
          `${step.name}: ${places}\n${world.log()}`,
        );
        const begun = twice.filter(({ headers }) => headers.get("set-cookie")?.includes("session-token="));
        assert.equal(begun.length, 1, step.name);
        assert.equal(world.events.filter((event) => event === "signIn").length, 1, step.name);
        const session = await world.sessionIn(browser) as unknown as { aal: number; amr: string[] };
        assert.deepEqual([session?.aal, session?.amr], [2, step.amr], step.name);
        assert.equal(pendingCookie(browser), null, step.name);
        // The row is gone: the cookie is of no use in any browser, with any code.
        plantCookie(browser, cookie);
        const late = await send(browser, "second-factor", { question, code: world.nextCode(world.kit) });
        assert.match(late.headers.get("location")!, /error=InvalidCheck/, step.name);
        if (strategy === "database") assert.equal((await world.db.sessions()).length, 1, step.name);
        await world.signOut(browser);
      }
    },
  );

  testForms(`a passkey that has verified its user counts as both steps (SF-19, ${strategy})`, async () => {
    const world = await openWays({ session: { strategy } });
    const browser = world.visitor();
    assert.equal((await verifiedPasskey(world, browser)).url, WANTED, world.log());
    const session = await world.sessionIn(browser) as unknown as { aal: number; amr: string[] };
    assert.deepEqual([session?.aal, session?.amr], [2, ["hwk", "user", "mfa"]]);
    assert.ok(!world.db.calls.includes("setPendingSignIn"));
  });
}
