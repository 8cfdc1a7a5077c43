/**
 * Sessions that end while a request of the same user is under way, above all while it sends a mail, which may take a while: what it
 * begins or says must be true afterwards.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Passkey } from "../../src/providers/passkey.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { interruptible } from "./_interruptible.ts";
import { ADA, BETTER, GOOD, importUser, openPasswords } from "./_kept_passwords.ts";
import { resetSecondFactor } from "./_outside.ts";
import { testForms, testManyForms } from "./_password_forms.ts";
import {
  codesIn,
  type FactorWorld,
  isFactorOn,
  type Kit,
  openFactors,
  openSetup,
  signOutOthers,
  submitApp,
} from "./_second_factor.ts";
import { send } from "./_send.ts";
import { openSlow, type SlowMails } from "./_slow_mails.ts";
import { APP, oauth2 } from "./_world.ts";
import { chosen } from "../_short.ts";

/** Runs in `callbacks.signIn` of the next sign-in. */
let amidCallback: (() => Promise<unknown>) | null = null;

const signIn = async () => {
  const run = amidCallback;
  amidCallback = null;
  await run?.();
  return true;
};

/** Runs in `callbacks.session` of the next session that is read. */
let amidSession: ((shown: unknown) => Promise<unknown>) | null = null;

async function session<T>({ session }: { readonly session: T }): Promise<T> {
  const run = amidSession;
  amidSession = null;
  await run?.(session);
  return session;
}

const STRATEGIES = chosen(["jwt", "database"] as const);

function open(options: NonNullable<Parameters<typeof openFactors>[0]>): SlowMails {
  return openSlow({
    ...options,
    callbacks: { signIn, session },
    more: (idp) => [
      oauth2(idp, { id: "dangerous", name: "Same", allowDangerousEmailAccountLinking: true }),
      Passkey(),
    ],
  });
}

/** Posts a form of the account page. @returns Where it leads. */
async function change(browser: Browser, fields: Readonly<Record<string, string>>): Promise<string | null> {
  return (await send(browser, "account", { callbackUrl: "/settings", ...fields })).headers.get("location");
}

/** Registers Ada, who has a second factor, and stays signed in. */
async function signedInWithFactor(world: FactorWorld): Promise<Kit> {
  const kit = await world.registerWithFactor();
  await world.answer(await world.enter(GOOD), { code: world.nextCode(kit) });
  return kit;
}

/** Signs the stranger in as somebody else. */
async function signInAsCat({ idp }: FactorWorld, stranger: Browser): Promise<void> {
  idp.login({ sub: "cat", name: "Cat", email: "cat@example.com" });
  await (await stranger.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
}

/** Sign-ins of a stranger. Each is interrupted once, and the sessions of Ada end at that moment. */
const CASES: Readonly<
  Record<string, (world: SlowMails, stranger: Browser) => Promise<Page>>
> = {
  "support resets the second factor amid a new password by mail (SF-17)": async (world, stranger) => {
    const kit = await world.registerWithFactor();
    const [{ id } = { id: "" }] = await world.db.users();
    const page = await world.forget(stranger);
    const second = await page.submit("/auth/callback/password", {
      code: world.mails.at(-1)!.code,
      password: BETTER,
    });
    world.amid(
      "passwordChanged",
      () => resetSecondFactor(id, { ...world.config as object, url: APP } as never),
    );
    return await world.answer(second, { code: world.nextCode(kit) }, stranger);
  },
  "the owner sets another password amid a new one by mail (PW-04)": async (world, stranger) => {
    await world.register();
    const page = await world.forget(stranger);
    const { code } = world.mails.at(-1)!;
    world.amid("passwordChanged", async () => {
      world.platform.tick(1);
      const own = await world.forget();
      await own.submit("/auth/callback/password", {
        code: world.mails.at(-1)!.code,
        password: "third purple teapots",
      });
    });
    return await page.submit("/auth/callback/password", { code, password: BETTER });
  },
  "the owner sets another password amid callbacks.signIn of a new one by mail (PW-04)": async (
    world,
    stranger,
  ) => {
    await world.register();
    const page = await world.forget(stranger);
    const { code } = world.mails.at(-1)!;
    const own = await world.browser.open(`${APP}/auth/password`);
    amidCallback = async () => {
      const done = await own.submit("/auth/password", { current: GOOD, password: "third purple teapots" });
      assert.match(done.url, /done=password-changed/);
    };
    const end = await page.submit("/auth/callback/password", { code, password: BETTER });
    const visitor = world.visitor();
    await world.enter("third purple teapots", visitor);
    assert.ok(await world.sessionIn(visitor), "the password of the owner stays");
    return end;
  },
  "the owner signs out everywhere else amid callbacks.signIn of a mailed link (PW-04)": async (
    world,
    stranger,
  ) => {
    await world.register();
    await world.ask(ADA, stranger);
    amidCallback = () => signOutOthers(world.browser);
    return await world.follow(stranger);
  },
  "the owner signs out everywhere else amid callbacks.signIn of a first step by password (PW-04)": async (
    world,
    stranger,
  ) => {
    const kit = await signedInWithFactor(world);
    amidCallback = () => signOutOthers(world.browser);
    const second = await world.enter(GOOD, stranger);
    return await world.answer(second, { code: world.nextCode(kit) }, stranger);
  },
  "the owner sets another password amid callbacks.signIn of a first step by mail (PW-04)": async (
    world,
    stranger,
  ) => {
    const kit = await signedInWithFactor(world);
    const own = await world.browser.open(`${APP}/auth/password`);
    await world.ask(ADA, stranger);
    amidCallback = async () => {
      const done = await own.submit("/auth/password", { current: GOOD, password: BETTER });
      assert.match(done.url, /done=password-changed/);
    };
    const second = await world.follow(stranger);
    return await world.answer(second, { code: world.nextCode(kit) }, stranger);
  },
  "the owner signs out everywhere else while the session of a stranger is read, who follows a mailed link (PW-04)":
    async (world, stranger) => {
      await world.register();
      await signInAsCat(world, stranger);
      await world.ask(ADA, stranger);
      amidSession = () => signOutOthers(world.browser);
      return await world.follow(stranger);
    },
  "the owner signs out everywhere else while the session of a stranger is read, who comes from a provider (PW-04)":
    async (world, stranger) => {
      await world.register();
      world.idp.login({ sub: "ada", name: "Ada", email: "other@example.com" });
      await world.signIn({ provider: "idp", link: true });
      await signInAsCat(world, stranger);
      world.idp.login({ sub: "ada", name: "Ada", email: "other@example.com" });
      const respond = (_request: Request, genuine: () => Promise<Response>) => {
        amidSession = () => signOutOthers(world.browser);
        return genuine();
      };
      const page = await stranger.open(`${APP}/auth/signin?callbackUrl=/home`);
      world.idp.tamper = { respond: { token: respond } };
      return await page.submit("/auth/signin/idp");
    },
  "the owner removes an account amid its linking by the address (AC-15)": async (world, stranger) => {
    await world.register();
    world.amid("wayAdded", async () => {
      const { accounts } = await (await world.browser.fetch(`${APP}/auth/account-data`)).json();
      const { id } = accounts.find(({ provider }: { provider: string }) => provider === "dangerous");
      assert.match((await change(world.browser, { action: "remove", id }))!, /done=removed/);
    });
    world.idp.login({ sub: "stranger", name: "Mal", email: ADA });
    const page = await stranger.open(`${APP}/auth/signin?callbackUrl=/home`);
    return await page.submit("/auth/signin/dangerous");
  },
};

for (const strategy of STRATEGIES) {
  for (const [name, run] of Object.entries(CASES)) {
    testForms(`${name}: no session begins, ${strategy}`, async () => {
      const world = open({ session: { strategy } });
      const stranger = world.visitor();
      assert.match((await run(world, stranger)).url, /error=(?:UserChanged|Verification)/);
      world.platform.tick(301);
      assert.notEqual((await world.sessionIn(stranger))?.user.email, ADA);
    });
  }

  testForms(
    `a way that is added stays, and its session, although a second tab signs the others out amid its mail, ${strategy}`,
    async () => {
      const world = open({ session: { strategy, revocationDelay: "always" } });
      await world.register();
      const tab = world.browser;
      if (strategy === "database") world.amid("wayAdded", () => signOutOthers(tab));
      world.idp.login({ sub: "ada", name: "Ada", email: "other@example.com" });
      await world.signIn({ provider: "idp", link: true });
      assert.equal((await world.db.accounts()).length, 1);
      assert.ok(await world.session(), world.log());
    },
  );

  testManyForms(
    `the codes of a second factor are shown, whenever the address is proven once more, ${strategy}`,
    async () => {
      for (let call = 0;; call++) {
        const db = interruptible();
        const world = openFactors({ adapter: db.adapter, session: { strategy, revocationDelay: "always" } });
        await world.register();
        const shown = await openSetup(world);
        const [{ id } = { id: "" }] = await world.db.users();
        db.count = 0;
        const emailVerified = new Date(world.platform.now() + 1);
        const run = () => world.db.adapter.updateUser({ id, emailVerified }) as Promise<unknown>;
        db.interrupt = { call, moment: "before", run };
        const done = await submitApp(world, shown);
        assert.equal(codesIn(done).length, 10, `call ${call}: ${db.methods[call]} ${done.url}`);
        if (db.interrupt) break;
      }
    },
  );

  testManyForms(
    `a second factor is on only if its codes were shown, whenever the session ends, ${strategy}`,
    async () => {
      let off = 0;
      for (let call = 0;; call++) {
        const db = interruptible();
        const world = openFactors({ adapter: db.adapter, session: { strategy, revocationDelay: "always" } });
        await world.register();
        const phone = world.visitor();
        await world.enter(GOOD, phone);
        const shown = await openSetup(world);
        db.count = 0;
        const run = () => change(phone, { action: "sign-out-others" });
        db.interrupt = { call, moment: "before", run };
        const done = await submitApp(world, shown);
        if (db.interrupt) {
          assert.equal(codesIn(done).length, 10);
          break;
        }
        const isOn = await isFactorOn(world);
        assert.equal(codesIn(done).length, isOn ? 10 : 0, `call ${call}: ${db.methods[call]}`);
        if (!isOn) off++;
      }
      assert.ok(off > 0);
    },
  );
}

for (const action of ["off", "codes"]) {
  testManyForms(
    `a session that has ended makes no change of the second factor: "${action}"`,
    async () => {
      let refused = 0;
      for (let call = 0;; call++) {
        const db = interruptible();
        const world = openFactors({ adapter: db.adapter, session: { strategy: "database" } });
        await world.register();
        await world.turnOn();
        const page = await world.browser.open(`${APP}/auth/account`);
        const [{ id: userId } = { id: "" }] = await world.db.users();
        const row = () => world.db.adapter.rows.find("secondFactors", { userId });
        const before = await row();
        db.count = 0;
        db.methods.length = 0;
        const run = () => world.db.adapter.deleteSessionsByUserId(userId) as Promise<unknown>;
        db.interrupt = { call, moment: "before", run };
        await page.submit("/auth/second-factor-setup", { action }).catch(() => null);
        if (db.interrupt || db.methods[call] === "store secondFactors") break;
        assert.deepEqual(await row(), before, `before call ${call}: ${db.methods[call]}`);
        refused++;
      }
      assert.ok(refused > 3, `${refused}`);
    },
  );
}

testManyForms(
  "a stored session that ends before it signs the others out does not say that it has",
  async () => {
    let refused = 0;
    for (let call = 0;; call++) {
      const db = interruptible();
      const world = openFactors({ adapter: db.adapter, session: { strategy: "database" } });
      await world.register();
      const thief = world.visitor();
      await world.enter(GOOD, thief);
      db.count = 0;
      const run = () => change(thief, { action: "sign-out-others" });
      db.interrupt = { call, moment: "before", run };
      const said = await change(world.browser, { action: "sign-out-others" });
      if (db.interrupt) break;
      const isIn = await world.sessionIn(thief) !== null;
      const isDone = said!.includes("done=");
      assert.ok(!isIn || !isDone, `call ${call}: ${said}`);
      // It ends no newer session: this one may be that of the owner.
      if (said!.includes("error=UserChanged")) {
        assert.ok(isIn, `call ${call}`);
        refused++;
      }
    }
    assert.ok(refused > 0);
  },
);

for (const strategy of STRATEGIES) {
  testForms(
    `who signs out everywhere else before "Is this password yours?" is asked ends that sign-in, too, ${strategy}`,
    async () => {
      const world = openPasswords({
        session: { strategy, revocationDelay: "always" },
        callbacks: { signIn },
      });
      await importUser(world);
      const account = { provider: "idp", providerAccountId: "ada", type: "oauth", userId: "1" } as const;
      await world.db.adapter.linkAccount(account);
      world.idp.login({ sub: "ada", name: "Ada" });
      await world.signIn();
      const stranger = world.visitor();
      await world.ask(ADA, stranger);
      amidCallback = () => signOutOthers(world.browser);
      const page = await world.follow(stranger);
      assert.match((await page.submit("/auth/keep-password", { current: GOOD })).url, /error=UserChanged/);
      assert.equal(await world.sessionIn(stranger), null);
    },
  );

  testForms(
    `a password that was typed right stays although the application changes the address meanwhile (PW-08), ${strategy}`,
    async () => {
      const world = openPasswords({ session: { strategy }, callbacks: { signIn } });
      await importUser(world);
      const before = await world.db.adapter.rows.find("security", { userId: "1" });
      await world.ask(ADA);
      const page = await world.follow();
      const changed = { id: "1", email: "countess@example.com", emailVerified: new Date(1) };
      amidCallback = async () => await world.db.adapter.updateUser(changed);
      const done = await page.submit("/auth/keep-password", { current: GOOD });
      assert.match(done.url, /error=UserChanged/);
      const after = await world.db.adapter.rows.find("security", { userId: "1" });
      assert.deepEqual({ ...after, generation: 0 }, before, "nobody has proven the other mailbox");
    },
  );
}
