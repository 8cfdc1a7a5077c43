/**
 * A second factor that is turned off in one browser while another one is asked for it.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { codesIn, type FactorWorld, type Kit, openFactors } from "./_second_factor.ts";
import { send } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["database", "jwt"] as const);
const HOUR = 3600;

/** A world in which another browser of Ada has a second factor on, and this one is still at level 1. */
interface AskedWorld extends FactorWorld {
  readonly kit: Kit;
  /** Turns it off in the other browser. */
  turnOff(): Promise<void>;
  /** The same, in a session that has to prove first that it is Ada. */
  turnOffAfterProof(): Promise<void>;
}

async function openAsked(options: Parameters<typeof openFactors>[0]): Promise<AskedWorld> {
  const world = openFactors(options);
  await world.register();
  const other = world.visitor();
  await world.enter(undefined, other);
  const kit = await world.turnOn(other);
  const turnOff = async () => {
    const account = await other.open(`${APP}/auth/account`);
    const done = await account.submit("Turn off two-step verification");
    assert.match(done.url, /done=second-factor-off/, world.log());
  };
  return {
    ...world,
    kit,
    turnOff,
    async turnOffAfterProof() {
      const asked = await other.open(`${APP}/auth/second-factor?callbackUrl=/home`);
      await world.answer(asked, { code: world.nextCode(kit) }, other);
      await turnOff();
    },
  };
}

/** What leads a user who is signed in to the question. */
const DOORS: Readonly<Record<string, (browser: Browser) => Promise<Page>>> = {
  "require({ aal: 2 })": (browser) => browser.open(`${APP}/auth/second-factor?callbackUrl=/wanted`),
  "require({ maxAge })": (browser) => browser.open(`${APP}/auth/second-factor?lack=age&callbackUrl=/wanted`),
  "the removal of a way": async (browser) => {
    const fields = { action: "remove", id: "x", callbackUrl: "/wanted" };
    const answer = await send(browser, "account", fields);
    await answer.body?.cancel();
    return await browser.open(answer.headers.get("location")!);
  },
};

/** What the user does on the page that waits. */
const NEXT: Readonly<Record<string, (page: Page, world: AskedWorld) => Promise<Page>>> = {
  "sends a code": (page, { kit, nextCode }) => page.submit("/auth/second-factor", { code: nextCode(kit) }),
  "loads the page again": (page, { browser }) => browser.open(page.url),
};

/** The path of the button below recovery codes. */
function wayOn({ html }: Page): string {
  const [, href] = /class="button"[^>]*href="([^"]+)"/.exec(html) ?? [];
  assert.ok(href, html);
  return new URL(href, APP).pathname;
}

/** The page that sends the form of the account page again. */
const KEPT = `${APP}/auth/kept-form?callbackUrl=${encodeURIComponent(`${APP}/wanted`)}`;

const OFF = /Two-step verification is off\./;

for (const strategy of STRATEGIES) {
  const options = { session: { strategy } } as const;
  for (const [what, go] of Object.entries(NEXT)) {
    testForms(
      `require({ aal: 2 }) leads on to the set-up if a user ${what} after it was turned off (${strategy})`,
      async () => {
        const world = await openAsked(options);
        const asked = await DOORS["require({ aal: 2 })"]!(world.browser);
        assert.match(asked.text, /Verify again that it's you/, world.log());
        await world.turnOff();
        const page = await go(asked, world);
        assert.match(page.url, /\/auth\/second-factor-setup\?.*lack=level/, world.log());
        assert.equal(new URL(page.url).searchParams.get("callbackUrl"), `${APP}/wanted`);
        assert.match(page.text, /What you want to do needs the second step, too/);
        assert.equal(OFF.test(page.text), what === "sends a code");
        const { kit, page: shown } = await world.setUp(page);
        assert.equal(kit.codes.length, 10);
        const href = /class="button"[^>]*href="([^"]+)"/.exec(shown.html)?.[1] ?? "";
        assert.equal(new URL(href, APP).pathname, "/wanted", shown.html);
        assert.equal(
          (await world.session<{ aal: number; user: Record<string, unknown>; expires: string }>())?.aal,
          2,
        );
      },
    );

    testForms(
      `require({ maxAge }) asks to sign in if a user ${what} after it was turned off (${strategy})`,
      async () => {
        const world = await openAsked(options);
        world.platform.tick(600);
        const asked = await DOORS["require({ maxAge })"]!(world.browser);
        assert.match(asked.text, /Verify again that it's you/, world.log());
        await world.turnOff();
        const page = await go(asked, world);
        assert.match(page.url, /\/auth\/signin\?.*error=SessionNotFresh/, world.log());
        assert.match(page.text, /Please verify that it's you/);
        const done = await page.submit("/auth/callback/password", { email: ADA, password: GOOD });
        assert.equal(done.url, `${APP}/wanted`);
      },
    );

    testForms(
      `the removal of a way returns if a user ${what} after it was turned off (${strategy})`,
      async () => {
        for (const isStale of [false, true]) {
          const world = await openAsked(options);
          const asked = await DOORS["the removal of a way"]!(world.browser);
          assert.match(asked.text, /Verify again that it's you/, world.log());
          await world.turnOff();
          if (isStale) world.platform.tick(HOUR);
          const page = await go(asked, world);
          if (!isStale) {
            assert.equal(page.url.replace(/&at=\d+$/, ""), KEPT, world.log());
            continue;
          }
          assert.match(page.url, /\/auth\/signin\?.*error=SessionNotFresh/, world.log());
          const done = await page.submit("/auth/callback/password", { email: ADA, password: GOOD });
          // The form is kept for ten minutes.
          assert.equal(done.url, `${APP}/wanted`);
        }
      },
    );

    testForms(`a sign-in begins again if a user ${what} after it was turned off (${strategy})`, async () => {
      const world = await openAsked(options);
      await world.signOut();
      const asked = await world.enter();
      assert.match(asked.url, /\/auth\/second-factor\?.*question=/, world.log());
      await world.turnOff();
      const page = await go(asked, world);
      assert.match(page.url, /\/auth\/signin\?.*error=UserChanged/, world.log());
      assert.doesNotMatch(world.log(), /InvalidSecondFactor/);
      const done = await page.submit("/auth/callback/password", { email: ADA, password: GOOD });
      assert.equal(done.url, `${APP}/home`);
    });
  }

  testForms(`a wrong code keeps what the page is for (${strategy})`, async () => {
    for (const [door, open] of Object.entries(DOORS)) {
      const world = await openAsked(options);
      const asked = await open(world.browser);
      const wrong = await asked.submit("/auth/second-factor", { code: "000000" });
      assert.match(wrong.text, /That code isn't right/, world.log());
      await world.turnOff();
      const page = await NEXT["sends a code"]!(wrong, world);
      const [lack] =
        /second-factor-setup\?|error=SessionNotFresh|(?:\/|%2F)wanted(?=$|&at=)/.exec(page.url) ?? [];
      assert.equal(lack, AFTER[door], page.url);
    }
  });

  testForms(`a page of the application returns to the page that was wanted (${strategy})`, async () => {
    const world = await openAsked({ ...options, pages: { secondFactor: "/prove" } });
    await world.turnOff();
    const answer = await send(world.browser, "second-factor", { callbackUrl: "/wanted", code: "123456" });
    await answer.body?.cancel();
    assert.equal(answer.headers.get("location"), `${APP}/wanted`);
    const fields = { callbackUrl: "/wanted", code: "123456", json: "true" };
    const script = await send(world.browser, "second-factor", fields);
    assert.match((await script.json()).url, /second-factor-setup\?.*error=SecondStepRequired/);
  });

  testForms(
    `a required factor that was turned off by then is set up in the sign-in (${strategy})`,
    async () => {
      let isRequired = false;
      const world = await openAsked({ ...options, secondFactor: { required: () => isRequired } });
      await world.signOut();
      const asked = await world.enter();
      await world.turnOff();
      isRequired = true;
      const page = await NEXT["sends a code"]!(asked, world);
      assert.match(page.url, /\/auth\/signin\?.*error=UserChanged/, world.log());
      const setup = await page.submit("/auth/callback/password", { email: ADA, password: GOOD });
      assert.match(setup.url, /second-factor-setup\?.*question=/);
      const { page: shown } = await world.setUp(setup);
      assert.equal(codesIn(shown).length, 10);
      assert.equal(wayOn(shown), "/home");
    },
  );
}

for (const freshAge of [0, 60]) {
  testForms(
    `a proof for the set-up leads back to it in a session that it takes (freshAge ${freshAge})`,
    async () => {
      for (const isStale of [false, true]) {
        const world = await openAsked({ session: { strategy: "jwt", freshAge } });
        world.platform.tick(100);
        const wanted = `${APP}/auth/second-factor-setup?callbackUrl=${encodeURIComponent(`${APP}/home`)}`;
        const asked = await world.browser.open(wanted);
        assert.match(asked.url, /\/auth\/second-factor\?.*lack=proof/, world.log());
        await world.turnOffAfterProof();
        if (isStale) world.platform.tick(200);
        const page = await asked.submit("/auth/second-factor", { code: "123456" });
        if (isStale) assert.match(page.url, /\/auth\/signin\?.*error=SessionNotFresh/);
        else assert.equal(page.url, wanted);
      }
    },
  );
}

/** Where a user is led, by door. */
const AFTER: Readonly<Record<string, string>> = {
  "require({ aal: 2 })": "second-factor-setup?",
  "require({ maxAge })": "error=SessionNotFresh",
  "the removal of a way": "%2Fwanted",
};
