/**
 * What happens to a user between the two steps of a sign-in, and what the second step then does.
 *
 * @module
 */

import assert from "node:assert/strict";
import { changeRows, sessionCookie } from "./_database.ts";
import { ADA, BETTER, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import {
  factorOf,
  isFactorOn,
  openFactors,
  openRequired,
  proveMailbox,
  secretIn,
  submitApp,
} from "./_second_factor.ts";
import { FIRST_STEPS, openWays, questionOf, send, WANTED, type WaysWorld } from "./_second_factor_ways.ts";
import { APP } from "./_world.ts";
import { resetSecondFactor } from "./_outside.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["jwt", "database"] as const);

/** First steps that are of different kinds: an account, a mailbox, a password, a user whom the application has found. */
const KINDS = FIRST_STEPS.filter(({ name }) =>
  /OAuth account|^the code of a mail|library keeps|application checks/.test(name)
);

/** What happens to Ada meanwhile; and the first steps after which it does not matter. */
const EVENTS: Readonly<
  Record<string, {
    readonly happen: (world: WaysWorld) => unknown;
    readonly matters?: RegExp;
  }>
> = {
  "the user is removed": { happen: ({ db, userId }) => db.adapter.deleteUser(userId) },
  "the user is removed, but for the records of security": {
    async happen({ db, userId }) {
      const { adapter } = db;
      const [factor, security] = [
        await adapter.rows.find("secondFactors", { userId }),
        await adapter.rows.find("security", { userId }),
      ];
      await adapter.deleteUser(userId);
      await adapter.rows.store("secondFactors", factor!, null);
      await adapter.rows.store("security", security!, null);
    },
  },
  "the address is changed": {
    happen: ({ db, userId }) => db.adapter.updateUser({ id: userId, email: "other@example.com" }),
    // An account is the same user's under any address.
    matters: /mail|password/,
  },
  "the account is removed": {
    happen: ({ db }) => db.adapter.unlinkAccount({ provider: "idp", providerAccountId: "ada" }),
    matters: /OAuth/,
  },
  "the password is changed": {
    async happen({ forget, mails, visitor, answer, nextCode, kit }) {
      const browser = visitor();
      const page = await forget(browser);
      const second = await page.submit("/auth/callback/password", {
        code: mails.at(-1)!.code,
        password: BETTER,
      });
      await answer(second, { code: nextCode(kit) }, browser);
    },
  },
  "support resets the second factor": {
    happen: ({ config, userId }) => resetSecondFactor(userId, config),
  },
};

/** The first steps of Ada, each in a browser of its own. None of them has a second one yet. */
async function takeFirst(world: WaysWorld, steps: typeof KINDS) {
  const pending = [];
  for (const step of steps) {
    const browser = world.visitor();
    pending.push({ step, browser, page: await step.take(world, browser) });
    world.platform.tick(30);
  }
  return pending;
}

for (const strategy of STRATEGIES) {
  for (const [event, { happen, matters = /./ }] of Object.entries(EVENTS)) {
    testForms(`a second step is refused if ${event} after the first one (SF-17, ${strategy})`, async () => {
      const world = await openWays({ session: { strategy }, url: APP });
      const pending = await takeFirst(world, KINDS.filter(({ name }) => matters.test(name)));
      await happen(world);
      for (const { step, browser, page } of pending) {
        world.events.length = 0;
        const done = await world.answer(page, { code: world.nextCode(world.kit) }, browser);
        assert.match(done.url, /error=/, `${step.name}: ${done.url}`);
        assert.equal(sessionCookie(browser), undefined, `${step.name}: ${done.url}`);
        assert.equal(await world.sessionIn(browser), null, step.name);
        assert.ok(!world.events.includes("signIn"), step.name);
      }
    });
  }

  testForms(
    `each of several second steps of one user signs in if nothing happens (SF-17, ${strategy})`,
    async () => {
      const world = await openWays({ session: { strategy }, url: APP });
      for (const { step, browser, page } of await takeFirst(world, KINDS)) {
        const done = await world.answer(page, { code: world.nextCode(world.kit) }, browser);
        assert.equal(done.url, WANTED, step.name);
        assert.ok(await world.sessionIn(browser), step.name);
      }
    },
  );
}

testForms(
  "a stranger who must set up a factor loses the sign-in when the owner takes the user over (SF-11)",
  async () => {
    for (const strategy of STRATEGIES) {
      const world = openFactors({
        session: { strategy },
        secondFactor: { required: true },
        email: { notices: false, mails: "link" },
        more: () => [{
          id: "typed",
          name: "Typed",
          type: "credentials",
          credentials: { word: { type: "password" } },
          authorize: ({ word }) => word === "right" ? { id: "1", name: "Ada" } : null,
          revoke: () => true,
        }],
      });
      await world.db.adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: null });
      const stranger = world.visitor();
      const form = await stranger.open(`${APP}/auth/signin?callbackUrl=/home`);
      const page = await form.submit("/auth/callback/typed", { word: "right" });
      assert.match(page.url, /second-factor-setup\?/, world.log());
      // Ada proves her mailbox, and sets up her own.
      await world.ask();
      const { kit } = await world.setUp(await world.follow());
      assert.equal((await world.session())?.user.email, ADA, world.log());
      const before = await factorOf(world);
      const done = await submitApp(world, page);
      assert.match(done.url, /error=/, done.url);
      assert.equal(await world.sessionIn(stranger), null);
      assert.deepEqual(await factorOf(world), before);
      assert.equal(kit.codes.length, 10);
    }
  },
);

// SF-17
testForms("a stranger who must set up a factor writes nothing after the password is changed", async () => {
  const first = openFactors({ secondFactor: false });
  await first.register();
  const { adapter } = first.db;
  // Without mails of this kind, the mailbox is not asked for.
  const world = openFactors({
    adapter,
    secondFactor: { required: true },
    email: { notices: false, mails: "link" },
  });
  const stranger = world.visitor();
  const page = await world.enter(GOOD, stranger);
  const asked = await first.forget();
  await asked.submit("/auth/callback/password", { code: first.mails.at(-1)!.code, password: BETTER });
  world.db.calls.length = 0;
  const done = await submitApp(world, page);
  assert.match(done.url, /error=UserChanged/, done.url);
  assert.equal(await world.sessionIn(stranger), null);
  assert.ok(!world.db.calls.includes("store secondFactors"));
  assert.equal(await factorOf(world), null);
});

testForms(
  "of two answers to one question at the same moment, one signs in, and the other recovery code stays (SF-03)",
  async () => {
    for (const strategy of STRATEGIES) {
      const world = openFactors({ session: { strategy } });
      const { codes } = await world.registerWithFactor();
      const question = questionOf(await world.enter());
      const answer = (recoveryCode: string) =>
        send(world.browser, "second-factor", { question, recoveryCode });
      const answers = await Promise.all(codes.slice(0, 2).map(answer));
      const ends = answers.map(({ headers }) => headers.get("location")!.includes("error=InvalidCheck"));
      assert.deepEqual(ends.toSorted(), [false, true], world.log());
      const again = world.visitor();
      await world.answer(await world.enter(GOOD, again), { recoveryCode: codes[ends.indexOf(true)]! }, again);
      assert.ok(await world.sessionIn(again), world.log());
    }
  },
);

testForms("of two strangers' tabs that set up a factor, one does (SF-03)", async () => {
  const world = await openRequired({ email: { notices: false, mails: "link" } });
  const browsers = [world.visitor(), world.visitor()];
  const pages = await Promise.all(browsers.map((browser) => world.enter(GOOD, browser)));
  const done = await Promise.allSettled(pages.map((page) => world.setUp(page)));
  const sessions = await Promise.all(browsers.map((browser) => world.sessionIn(browser)));
  const both = JSON.stringify(done.map((each) => each.status === "fulfilled" && each.value.page.url));
  assert.equal(sessions.filter(Boolean).length, 1, `${both} ${world.log()}`);
});

// SF-12
testForms("a session of level 1 whose user turns a factor on meanwhile does not replace it", async () => {
  for (const action of ["", "codes", "off"]) {
    const world = openFactors();
    await world.register();
    const thief = world.visitor();
    await world.enter(GOOD, thief);
    const { adapter } = world.db;
    const opened = await thief.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
    const page = await proveMailbox(opened, world);
    // The thief's session is fresh, and Ada has no factor: until this request has been let through.
    let reads = 0;
    const takeBack = changeRows(adapter, "secondFactors", (sound) => ({
      async find(key) {
        const row = await sound.find(key);
        if (++reads === 1) {
          takeBack();
          await world.turnOn();
        }
        return row;
      },
    }));
    if (action) await send(thief, "second-factor-setup", { action, callbackUrl: "/home" });
    else await submitApp(world, page);
    assert.ok(await isFactorOn(world), action);
    const kept = await world.sessionIn<{ aal: number }>(thief);
    assert.notEqual(kept?.aal, 2, `${action}: ${world.log()}`);
    assert.equal(world.mails.filter(({ purpose }) => purpose === "secondFactorOff").length, 0, action);
  }
});

// SF-02
testForms("a code that has confirmed a secret again does not make a later one count twice", async () => {
  const world = openFactors();
  await world.register();
  const kit = await world.turnOn();
  const page = await world.browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
  const { kit: second } = await world.setUp(page);
  assert.notEqual(second.secret, kit.secret);
  world.platform.tick(30);
  const used = world.code(second);
  const raised = await send(world.browser, "second-factor", { code: used, callbackUrl: "/home" });
  assert.equal(raised.headers.get("location"), `${APP}/home`, world.log());
  // The same page once more, with the code of the step before.
  const fields = /name="setup" value="([^"]+)"/.exec(page.html)!;
  await send(world.browser, "second-factor-setup", { setup: fields[1]!, code: world.code(second, -1) });
  const again = await send(world.browser, "second-factor", { code: used, callbackUrl: "/home" });
  assert.match(again.headers.get("location")!, /error=InvalidSecondFactor/);
});

// SF-10
testForms("an account that is linked to a user while a stranger signs in with it is no way in", async () => {
  for (const strategy of STRATEGIES) {
    const world = openFactors({ session: { strategy } });
    await world.registerWithFactor();
    const { adapter, users } = world.db;
    const [ada] = await users();
    const create = adapter.createUserWithAccount;
    adapter.createUserWithAccount = async (user, account, passkey) => {
      adapter.createUserWithAccount = create;
      await adapter.linkAccount({ ...account, userId: ada!.id });
      return await create(user, account, passkey);
    };
    const stranger = world.visitor();
    world.idp.login({ sub: "stranger", name: "Eve", email: "eve@example.com" });
    const page = await (await stranger.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
    assert.equal(await world.sessionIn(stranger), null, page.url);
    const again = await (await stranger.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
    assert.match(again.url, /\/auth\/second-factor\?/);
  }
});

/** A first sign-in sets a factor up, and fails after another browser has done something with it. Returns what is left. */
async function failLate(meanwhile: "signs in" | "replaces the app") {
  let beforeSession: (() => Promise<void>) | null = null;
  let required = false;
  const world = openFactors({
    session: { strategy: "jwt" },
    secondFactor: { required: () => required },
    callbacks: {
      async jwt({ token, trigger }) {
        const run = trigger === "signIn" ? beforeSession : null;
        if (run) beforeSession = null;
        await run?.();
        return token;
      },
    },
  });
  await world.register();
  await world.signOut();
  required = true;
  const shown = await proveMailbox(await world.enter(), world);
  const secret = secretIn(shown);
  const other = world.visitor();
  beforeSession = async () => {
    await world.answer(await world.enter(GOOD, other), { code: world.nextCode({ secret }) }, other);
    if (meanwhile === "replaces the app") {
      const page = await other.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
      assert.match((await submitApp(world, page)).url, /done=new-authenticator/);
      assert.equal(world.lastPurpose(), "newAuthenticator");
    }
    throw new Error("down");
  };
  assert.equal((await submitApp(world, shown)).status, 500);
  return { isOn: await isFactorOn(world), session: await world.sessionIn(other) };
}

testForms(
  "an app that another tab has replaced or used stays on if the sign-in that set it up fails",
  async () => {
    for (const meanwhile of ["signs in", "replaces the app"] as const) {
      const { isOn, session } = await failLate(meanwhile);
      assert.equal((session as { aal?: number }).aal, 2);
      assert.ok(isOn, meanwhile);
    }
  },
);
