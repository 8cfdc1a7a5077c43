/**
 * Two changes of a second factor, the second of which begins while the mail of the first is sent. The sessions end before the mails are
 * sent: what was there before counts again, in whichever order the changes end, and what a session that goes on has stored stays.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { decode } from "../../src/entries/jwt.ts";
import { seenCalls } from "./_database.ts";
import { GOOD } from "./_kept_passwords.ts";
import { type Person, toPerson } from "./_passkeys.ts";
import { testManyForms } from "./_password_forms.ts";
import {
  codesIn,
  type FactorWorld,
  type Kit,
  openFactors,
  openSetup,
  proveMailbox,
  secretIn,
  signOutOthers,
  submitApp,
} from "./_second_factor.ts";
import { send } from "./_send.ts";
import { openSlow } from "./_slow_mails.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

const SETUP = "/auth/second-factor-setup";

/** A world whose mails about second factors wait, in their order, until they are released. */
interface Held extends FactorWorld {
  /** Begins a change, and waits for its mail. @returns Releases the mail. The answer to the change comes then. */
  begin(change: () => Promise<Page>): Promise<() => Promise<Page>>;
  /** Whether a sign-in asks for a second factor. */
  isRequired: boolean;
  /** Runs once, before the next row of a second factor is stored. */
  amidStore: (() => Promise<unknown>) | null;
  /** Runs once, after the next row of a second factor is stored. */
  afterStore: (() => Promise<unknown>) | null;
  /** How the database fails: at the next call, after it has stored the next row of a second factor, or before it stores any. */
  fault: "next call" | "answer" | "each store" | null;
}

function openHeld(strategy: "jwt" | "database"): Held {
  let hold: ((release: () => void) => void) | null = null;
  const adapter = seenCalls(Memory(), async (method, call) => {
    if (held.fault === "next call") {
      held.fault = null;
      throw new Error("down");
    }
    if (method !== "store secondFactors") return await call();
    if (held.fault === "each store") throw new Error("down");
    const run = held.amidStore;
    held.amidStore = null;
    await run?.();
    const stored = await call();
    const runAfter = held.afterStore;
    held.afterStore = null;
    await runAfter?.();
    if (held.fault !== "answer") return stored;
    held.fault = null;
    throw new Error("The connection is lost");
  });
  const world: FactorWorld = openFactors({
    adapter,
    secondFactor: { required: () => held.isRequired },
    session: { strategy, revocationDelay: "always" },
    more: () => [Passkey()],
    email: {
      mails: "both",
      async sendVerificationRequest(mail) {
        world.mails.push(mail as (typeof world.mails)[number]);
        const asked = hold;
        hold = null;
        if (asked) await new Promise<void>((release) => asked(release));
      },
    },
  });
  const held: Held = {
    ...world,
    isRequired: false,
    amidStore: null,
    afterStore: null,
    fault: null,
    async begin(change) {
      let answer: Promise<Page> | undefined;
      const release = await new Promise<() => void>((resolve, reject) => {
        hold = resolve;
        answer = change();
        answer.then(({ url }) => reject(new Error(`No mail was sent: ${url}`)), reject);
      });
      return () => (release(), answer!);
    },
  };
  return held;
}

/** Sends a form of the set-up that has no field. */
async function post(browser: Browser, action: string): Promise<Page> {
  const { headers } = await send(browser, "second-factor-setup", { action, callbackUrl: "/home" });
  return await browser.open(headers.get("location")!);
}

/** Changes by a thief of a session of Ada, one or two, which the owner, in another browser, may end. */
interface Begun {
  /** Release the mails. */
  readonly release: readonly (() => Promise<Page>)[];
  /** Answers the second step; `null` if none may be asked for. */
  readonly answer: (() => Readonly<Record<string, string>>) | null;
}

/** Signs the owner in, and the thief in other browsers. @returns What the owner has. */
async function enterAll(world: Held, browsers: readonly Browser[]): Promise<Kit> {
  const kit = await world.registerWithFactor();
  for (const each of browsers) {
    await world.answer(await world.enter(GOOD, each), { code: world.nextCode(kit) }, each);
  }
  return kit;
}

const CASES: Readonly<Record<string, (world: Held, owner: Browser) => Promise<Begun>>> = {
  "an app alone": async (world, owner) => {
    await world.register();
    await world.enter(GOOD, owner);
    const page = await openSetup(world);
    const release = [await world.begin(() => submitApp(world, page))];
    assert.ok(await world.session(), "other requests of the browser are still signed in");
    return { release, answer: null };
  },
  "recovery codes alone": async (world, owner) => {
    const kit = await enterAll(world, [owner, world.browser]);
    const release = [await world.begin(() => post(world.browser, "codes"))];
    return { release, answer: () => ({ recoveryCode: kit.codes[0]! }) };
  },
  "passkeys as a second factor alone": async (world, owner) => {
    await enterWithPasskey(world, owner);
    return { release: [await world.begin(() => post(world.browser, "passkeys"))], answer: null };
  },
  "an app, and another one on top": async (world, owner) => {
    await world.register();
    await world.enter(GOOD, owner);
    const page = await openSetup(world);
    const kit = { secret: secretIn(page) };
    const first = await world.begin(() => page.submit(SETUP, { code: world.code(kit) }));
    const thief = world.visitor();
    await world.answer(await world.enter(GOOD, thief), { code: world.code(kit, 1) }, thief);
    const next = await openSetup(world, thief);
    const second = await world.begin(() => submitApp(world, next));
    return { release: [first, second], answer: null };
  },
  "an app of a sign-in that asks for one, and another one on top": async (world, owner) => {
    await world.register();
    await world.enter(GOOD, owner);
    await world.signOut();
    world.isRequired = true;
    const page = await proveMailbox(await world.enter(), world);
    world.isRequired = false;
    const kit = { secret: secretIn(page) };
    const first = await world.begin(() => page.submit(SETUP, { code: world.code(kit) }));
    const thief = world.visitor();
    await world.answer(await world.enter(GOOD, thief), { code: world.code(kit, 1) }, thief);
    const next = await openSetup(world, thief);
    return { release: [first, await world.begin(() => submitApp(world, next))], answer: null };
  },
  "two apps in the place of the owner's": async (world, owner) => {
    const thief = world.visitor();
    const kit = await enterAll(world, [owner, thief, world.browser]);
    const release = [];
    for (const each of [thief, world.browser]) {
      const page = await openSetup(world, each);
      release.push(await world.begin(() => submitApp(world, page)));
    }
    return { release, answer: () => ({ code: world.nextCode(kit) }) };
  },
  "recovery codes, twice": async (world, owner) => {
    const kit = await enterAll(world, [owner, world.browser]);
    const change = () => post(world.browser, "codes");
    const release = [await world.begin(change), await world.begin(change)];
    return { release, answer: () => ({ recoveryCode: kit.codes[0]! }) };
  },
  "passkeys as a second factor, and recovery codes on top": async (world, owner) => {
    await enterWithPasskey(world, owner);
    const release = [
      await world.begin(() => post(world.browser, "passkeys")),
      await world.begin(() => post(world.browser, "codes")),
    ];
    return { release, answer: null };
  },
};

/** Signs the owner in, and a thief with a passkey of their own. */
async function enterWithPasskey(world: Held, owner: Browser): Promise<void> {
  await world.register();
  await world.enter(GOOD, owner);
  const thief = toPerson(world.browser, "passkey");
  await thief.register({ link: "true" });
  await world.signOut();
  await thief.authenticate();
  await openSetup(world);
}

/** Asserts that what the owner has counts. */
async function assertOwners(world: Held, { answer }: Pick<Begun, "answer">, what: string): Promise<void> {
  const visitor = world.visitor();
  world.platform.tick(60);
  const page = await world.enter(GOOD, visitor);
  assert.equal(page.url.includes("second-factor"), answer !== null, what);
  if (answer) await world.answer(page, answer(), visitor);
  assert.ok(await world.sessionIn(visitor), `${what} ${world.log()}`);
}

/** Ada in two browsers, at level 2 by the one passkey that she has. */
async function enterByPasskey(world: Held): Promise<readonly [Person, Person]> {
  await world.register();
  const [first, second] = [toPerson(world.browser, "passkey"), toPerson(world.visitor(), "passkey")];
  await first.register({ link: "true" });
  await world.signOut();
  for (const each of [first, second]) {
    const { options } = await each.ask({ action: "authenticate" });
    await each.answer("authenticate", await first.authenticator.get(options));
  }
  return [first, second];
}

/** Takes an app back beside which the only passkey is removed. */
async function assertNoEmptyFactor(world: Held, fault: Held["fault"]): Promise<void> {
  const [first, second] = await enterByPasskey(world);
  await openSetup(world, first.browser);
  await first.post("second-factor-setup", { action: "passkeys" });
  const page = await openSetup(world, first.browser);
  const release = await world.begin(() => submitApp(world, page));
  const { passkeys: [{ id }] } = await (await second.browser.fetch(`${APP}/auth/account-data`)).json();
  const removed = await second.post("account", { action: "remove", id });
  assert.match(removed.headers.get("location")!, /done=removed/);
  world.fault = fault;
  assert.match((await release()).url, /error=UserChanged/);
  assert.equal(world.mails.at(-1)!.purpose, "secondFactorOff");
  await assertOwners(world, { answer: null }, "nothing is left to ask for");
}

/** The orders in which two mails end. */
const ORDERS: Readonly<Record<string, (world: Held, release: Begun["release"]) => Promise<readonly Page[]>>> =
  {
    "the first first": async (_, [first, second]) => [await first!(), await second!()],
    "the second first": async (_, [first, second]) => [await second!(), await first!()],
    "the first while the second is taken back": async (world, [first, second]) => {
      const pages: Page[] = [];
      world.amidStore = async () => void pages.push(await first!());
      pages.push(await second!());
      return pages;
    },
  };

for (const strategy of chosen(["jwt", "database"] as const)) {
  for (const [what, begin] of Object.entries(CASES)) {
    testManyForms(
      `changes that are taken back show no codes, and leave what was there before: ${what} (SF-29, ${strategy})`,
      async () => {
        for (const [order, end] of Object.entries(ORDERS)) {
          const world = openHeld(strategy);
          const owner = world.visitor();
          const { release, answer } = await begin(world, owner);
          await signOutOthers(owner);
          const pages = release.length === 1 ? [await release[0]!()] : await end(world, release);
          assert.equal(pages.length, release.length);
          for (const page of pages) {
            assert.match(page.url, /error=UserChanged/, order);
            assert.deepEqual(codesIn(page), []);
          }
          const told = world.mails.map(({ purpose }) => purpose);
          assert.equal(
            told.includes("secondFactorOff"),
            told.includes("secondFactorOn") && !answer,
            told.join(),
          );
          await assertOwners(world, { answer }, order);
          if (release.length === 1) break;
        }
      },
    );
  }

  testManyForms(
    `a sign-in that sets an app up, and ends while its mail is sent, takes it back and shows no codes (SF-29, ${strategy})`,
    async () => {
      const world = openHeld(strategy);
      const owner = world.visitor();
      await world.register();
      await world.enter(GOOD, owner);
      await world.signOut();
      world.isRequired = true;
      const page = await proveMailbox(await world.enter(), world);
      const release = await world.begin(() => submitApp(world, page));
      await signOutOthers(owner);
      const done = await release();
      assert.match(done.url, /error=UserChanged/);
      assert.deepEqual(codesIn(done), []);
      assert.equal(world.mails.at(-1)!.purpose, "secondFactorOff");
      world.isRequired = false;
      await assertOwners(world, { answer: null }, "the owner has none");
    },
  );

  testManyForms(
    `an app that is taken back, beside a passkey that is removed meanwhile, leaves no factor without a way (SF-22, ${strategy})`,
    async () => {
      for (const fault of [null, "answer"] as const) await assertNoEmptyFactor(openHeld(strategy), fault);
    },
  );

  testManyForms(
    `an app is taken back although the database fails once after its mail (SF-29, ${strategy})`,
    async () => {
      const world = openHeld(strategy);
      const owner = world.visitor();
      const kit = await enterAll(world, [owner, world.browser]);
      const page = await openSetup(world);
      const release = await world.begin(() => submitApp(world, page));
      await signOutOthers(owner);
      world.fault = "next call";
      assert.match((await release()).url, /error=UserChanged/);
      await assertOwners(world, { answer: () => ({ code: world.nextCode(kit) }) }, "the owner's app");
    },
  );

  testManyForms(
    `an app that could not be taken back, and is used since, stays when a later change is taken back (SF-29, ${strategy})`,
    async () => {
      const world = openHeld(strategy);
      const owner = world.visitor();
      await enterAll(world, [owner, world.browser]);
      const page = await openSetup(world);
      const kit = { secret: secretIn(page) };
      const first = await world.begin(() => page.submit(SETUP, { code: world.code(kit) }));
      await signOutOthers(owner);
      world.fault = "each store";
      await first();
      assert.equal(world.mails.at(-1)!.purpose, "newAuthenticator", "it is on");
      assert.match(world.log(), /down/);
      world.fault = null;
      world.platform.tick(600);
      const [user, other] = [world.visitor(), world.visitor()];
      for (const each of [user, other]) {
        await world.answer(await world.enter(GOOD, each), { code: world.nextCode(kit) }, each);
        assert.ok(await world.sessionIn(each), world.log());
      }
      const second = await world.begin(() => post(user, "codes"));
      await signOutOthers(other);
      assert.match((await second()).url, /error=UserChanged/);
      await assertOwners(world, { answer: () => ({ code: world.nextCode(kit) }) }, "the app of now");
    },
  );

  testManyForms(
    `whose second factor is off by the last of two changes that are taken back is told that it is off (SF-29, ${strategy})`,
    async () => {
      const world = openHeld(strategy);
      const [owner, thief] = [world.visitor(), world.visitor()];
      await world.register();
      await world.enter(GOOD, owner);
      const page = await openSetup(world);
      const kit = { secret: secretIn(page) };
      const first = await world.begin(() => page.submit(SETUP, { code: world.code(kit) }));
      await world.answer(await world.enter(GOOD, thief), { code: world.code(kit, 1) }, thief);
      const next = await openSetup(world, thief);
      world.afterStore = async () => {
        await signOutOthers(owner);
        assert.match((await first()).url, /error=UserChanged/);
      };
      assert.match((await submitApp(world, next)).url, /error=UserChanged/);
      assert.equal(world.mails.at(-1)!.purpose, "secondFactorOff");
      await assertOwners(world, { answer: null }, "the owner has none");
    },
  );

  testManyForms(
    `an app that a session which goes on has set up stays when what it stands on is taken back (SF-29, ${strategy})`,
    async () => {
      const world = openHeld(strategy);
      const [thief, owner] = await enterByPasskey(world);
      await openSetup(world, thief.browser);
      const release = await world.begin(() => post(thief.browser, "passkeys"));
      await signOutOthers(owner.browser);
      const page = await openSetup(world, owner.browser);
      const kit = { secret: secretIn(page) };
      assert.match((await page.submit(SETUP, { code: world.code(kit) })).url, /done=new-authenticator/);
      const told = world.mails.length;
      assert.match((await release()).url, /error=UserChanged/);
      assert.equal(world.mails.length, told, "it is on");
      const account = await (await owner.browser.fetch(`${APP}/auth/account-data`)).json();
      assert.equal(account.secondFactor.recoveryCodesLeft, 0, "nobody has seen any");
      await assertOwners(world, { answer: () => ({ code: world.nextCode(kit) }) }, "the owner's app");
    },
  );
}

testManyForms(
  "who sets an app up goes on although `jwt.decode` fails once after the mail",
  async () => {
    let fails = false;
    const world = openSlow({
      secondFactor: { required: () => isRequired },
      session: { strategy: "jwt" },
      jwt: {
        async decode(params) {
          if (!fails) return await decode(params);
          fails = false;
          throw new Error("The service for keys is away");
        },
      },
      events: { signIn: () => void (fails = isRequired) },
    });
    let isRequired = false;
    await world.register();
    await world.signOut();
    isRequired = true;
    const { kit } = await world.setUp(await world.enter());
    assert.equal(kit.codes.length, 10, world.log());
    assert.equal(fails, false);
    assert.ok(await world.session());
    const page = await world.browser.open(`${APP}${SETUP}?callbackUrl=/home`);
    let isSent = false;
    world.amid("newAuthenticator", () => Promise.resolve(fails = isSent = true));
    const done = await submitApp(world, page);
    assert.match(done.url, /done=new-authenticator/, world.log());
    assert.deepEqual([isSent, fails], [true, false]);
  },
);
