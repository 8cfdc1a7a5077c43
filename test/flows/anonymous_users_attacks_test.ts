/**
 * Attacks on `AnonymousUsers()`: copies of the cookie, requests that are slow, sign-ups that are cut off, and the person before at the
 * same computer.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { AccountDeletion } from "../../src/entries/account_deletion.ts";
import { SecondFactor } from "../../src/entries/second_factor.ts";
import { SignUp } from "../../src/entries/sign_up.ts";
import { UserNames } from "../../src/entries/user_names.ts";
import { Webhooks } from "../../src/entries/webhooks.ts";
import type { CredentialsConfig } from "../../src/model/provider.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { type AnonymousWorld, copyCookies, openAnonymous, provide } from "./_anonymous_users.ts";
import { beside } from "./_beside.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms, testManyForms } from "./_password_forms.ts";
import { send } from "./_send.ts";
import { KEY, webhooksOf } from "./_webhooks.ts";
import { withFaults } from "./_with_faults.ts";
import { APP } from "./_world.ts";

const GRACE = { sub: "grace", email: "grace@example.com", email_verified: true };
const MALLORY = { sub: "mallory", email: "mallory@example.com", email_verified: true };

const byCode = async (world: AnonymousWorld, browser: Browser) => {
  const page = await world.ask(ADA, browser);
  return await page.submit("/auth/callback/email", { code: world.mails.at(-1)!.code });
};

/** A browser with a copy of the visitor's cookie. */
function thiefOf(world: AnonymousWorld): Browser {
  const thief = world.visitor();
  copyCookies(world.browser, thief);
  return thief;
}

const mergedIn = ({ events }: AnonymousWorld) => events.filter((each) => each.startsWith("anonymousMerged"));

const CONNECTION = "The connection was lost";

/** Replaces a function of the database at its next call. @param run Gets the function. */
function next<Name extends string>(
  holder: { [Each in Name]?: unknown },
  name: Name,
  run: (call: (...params: unknown[]) => unknown, params: unknown[]) => unknown,
): void {
  const own = holder[name] as (...params: unknown[]) => unknown;
  holder[name] = async (...params: unknown[]) => {
    holder[name] = own;
    return await run(own.bind(holder), params);
  };
}

/** The database is gone from now on, as for a process that ends. Returns what brings it back. */
function cutOff({ db }: AnonymousWorld): () => void {
  db.fault = { call: db.calls.length, moment: "before", lasting: true };
  return () => void (db.fault = null);
}

for (const strategy of ["database", "jwt"] as const) {
  const session = { strategy };

  for (const meanwhile of [byCode, (_: AnonymousWorld, browser: Browser) => send(browser, "signout", {})]) {
    const isSignOut = meanwhile !== byCode;
    // A token is valid after a sign-out.
    if (isSignOut && strategy === "jwt") continue;
    testForms(
      `While a thief of the cookie signs in, the visitor ${
        isSignOut ? "signs out" : "signs up"
      }: nothing of theirs is the thief's (AN-04), ${strategy}`,
      async () => {
        for (const isKnown of [true, false]) {
          let wait: (() => Promise<unknown>) | null = null;
          const signIn = async () => {
            const run = wait;
            wait = null;
            await run?.();
            return true;
          };
          const world = openAnonymous({ session, callbacks: { signIn } });
          if (isKnown) await provide(world, world.visitor(), MALLORY);
          const id = await world.enterShop();
          const thief = thiefOf(world);
          wait = () => meanwhile(world, world.browser);
          await provide(world, thief, MALLORY);
          const { id: seen, isAnonymous } = await world.see(thief);
          assert.equal(isAnonymous, false, world.log());
          assert.notEqual(seen, id);
          if (isSignOut) continue;
          assert.deepEqual(await world.see(), { id, isAnonymous: false });
          assert.deepEqual(mergedIn(world), []);
        }
      },
    );
  }

  testForms(
    `A sign-up that was held up takes nothing from the one after it (AN-05), ${strategy}`,
    async () => {
      const unverified = { ...GRACE, email_verified: undefined };
      const ways = [byCode, (...of: [AnonymousWorld, Browser]) => provide(...of, unverified)];
      for (const [way, fails] of ways.flatMap((each) => [[each, false], [each, true]] as const)) {
        const world = openAnonymous({ session });
        const id = await world.enterShop();
        const thief = thiefOf(world);
        const { adapter } = world.db;
        next(adapter, "addCredentials", async (call, params) => {
          world.platform.tick(31);
          await way(world, world.browser);
          if (fails) throw new Error(CONNECTION);
          return await call(...params);
        });
        await provide(world, thief, MALLORY).catch(() => {});
        assert.deepEqual(await world.see(), { id, isAnonymous: false }, world.log());
        assert.notEqual((await world.see(thief)).id, id, world.log());
        assert.equal((await adapter.getUser(id))!.email, way === byCode ? ADA : GRACE.email);
        const accounts = await adapter.listAccountsByUserId(id);
        const own = way === byCode ? [] : ["grace"];
        assert.deepEqual(accounts.map(({ providerAccountId }) => providerAccountId), own, world.log());
      }
    },
  );

  testForms(
    `An address that is stored too late does not stay, and lets no one in (AN-05), ${strategy}`,
    async () => {
      const world = openAnonymous({ session });
      const id = await world.enterShop();
      const thief = thiefOf(world);
      next(world.db.adapter, "updateUser", async (call, params) => {
        world.platform.tick(31);
        await provide(world, world.browser, GRACE);
        return await call(...params);
      });
      await byCode(world, thief).catch(() => {});
      assert.deepEqual(await world.see(), { id, isAnonymous: false }, world.log());
      assert.notEqual((await world.see(thief)).id, id);
      const late = world.visitor();
      await byCode(world, late);
      assert.notEqual((await world.see(late)).id, id);
    },
  );

  testForms(
    `After a sign-up that was cut off, the next sign-in ends copies and stores the rest (AN-03), ${strategy}`,
    async () => {
      const world = openAnonymous({ session });
      const id = await world.enterShop();
      const thief = thiefOf(world);
      let back: (() => void) | null = null;
      next(world.db.adapter, "addCredentials", async (call, params) => {
        const added = await call(...params);
        back = cutOff(world);
        return added;
      });
      await provide(world, world.browser, GRACE).catch(() => {});
      back!();
      await provide(world, world.browser, GRACE);
      assert.deepEqual(await world.see(), { id, isAnonymous: false }, world.log());
      assert.equal((await world.see(thief)).id, null);
      world.platform.tick(31);
      await provide(world, world.browser, GRACE);
      assert.equal((await world.db.adapter.getUser(id))!.email, GRACE.email);
      assert.equal(await world.db.adapter.rows.find("anonymousUsers", { userId: id }), null);
      assert.equal((await world.see()).id, id);
    },
  );

  testForms(
    `A copy of the cookie opens nothing after a merge, nor where the application finds the user (AN-03), ${strategy}`,
    async () => {
      const own: CredentialsConfig = {
        ...{ id: "own", name: "Own", type: "credentials", credentials: {} },
        authorize: async () => await world.db.adapter.getUser(id),
      };
      const world = openAnonymous({ session, more: () => [own] });
      for (const each of [GRACE, MALLORY]) await provide(world, world.visitor(), each);
      let id = await world.enterShop();
      const thief = thiefOf(world);
      await provide(world, world.browser, GRACE);
      assert.equal((await world.see(thief)).id, null);
      await provide(world, thief, MALLORY);
      assert.equal(mergedIn(world).length, 1);
      await send(world.browser, "signout", {});
      id = await world.enterShop();
      const second = thiefOf(world);
      await send(world.browser, "callback/own", { callbackUrl: "/home" });
      assert.equal((await world.see()).id, id, world.log());
      assert.equal((await world.see(second)).id, null);
    },
  );

  testForms(
    `The session of a visitor begins with any ages, and is never fresh (AN-08), ${strategy}`,
    async () => {
      for (const ages of [{ absoluteMaxAge: 3600 }, { absoluteMaxAge: 3600, freshAge: 8 * 86_400 }]) {
        const [adapter, features] = [Memory(), [SecondFactor()]];
        const world = openAnonymous({ adapter, session: { strategy, ...ages }, features });
        const id = await world.enterShop();
        // In another program of the same application, too.
        const other = openAnonymous({ adapter, session: { strategy, freshAge: 86_400_000 }, features });
        const browser = other.visitor();
        copyCookies(world.browser, browser);
        const page = await browser.open(`${APP}/auth/second-factor-setup`);
        assert.match(page.text, /New here\? Create an account/);
        world.platform.tick(3500);
        assert.deepEqual(await world.see(), { id, isAnonymous: true });
        world.platform.tick(101);
        assert.deepEqual(await world.see(), { id: null, isAnonymous: false });
      }
    },
  );
}

testForms("Where no one can list accounts, who has signed up is not anonymous (AN-05)", async () => {
  const world = openAnonymous({ adapter: beside() });
  await provide(world, world.visitor(), MALLORY);
  const id = await world.enterShop();
  const { rows } = world.db.adapter;
  const { remove } = rows;
  rows.remove = () => Promise.reject(new Error(CONNECTION));
  await provide(world, world.browser, { sub: "ada", email: null });
  rows.remove = remove;
  world.platform.tick(31);
  assert.deepEqual(await world.see(), { id, isAnonymous: false }, world.log());
  await provide(world, world.browser, MALLORY);
  assert.deepEqual(mergedIn(world), []);
});

testForms("Where no one can list accounts, that of a sign-up that fails does not stay (AN-07)", async () => {
  for (const isCutOff of [false, true]) {
    const world = openAnonymous({ adapter: beside(), session: { strategy: "jwt" } });
    const id = await world.enterShop();
    const thief = thiefOf(world);
    let back = () => {};
    next(world.db.adapter, "updateUser", () => {
      if (isCutOff) back = cutOff(world);
      throw new Error(CONNECTION);
    });
    await provide(world, world.browser, GRACE).catch(() => {});
    back();
    world.platform.tick(31);
    assert.deepEqual(await world.see(), { id, isAnonymous: !isCutOff }, world.log());
    assert.equal((await world.see(thief)).id, id);
    // Another person at the same computer.
    await provide(world, world.browser, MALLORY);
    const grace = world.visitor();
    await provide(world, grace, GRACE);
    const { id: own } = await world.see(grace);
    for (const each of [world.browser, thief]) assert.notEqual((await world.see(each)).id, own);
  }
});

testForms("A sign-up that fails leaves no field and no consent to the next person (AN-07)", async () => {
  const adapter = Memory();
  const links = { terms: "/terms", privacy: "/privacy" };
  const oauth = {
    profile: ({ sub, email }: { readonly sub: string; readonly email: string }) => ({
      ...{ id: sub, email },
      role: sub === "grace" ? "admin" : "user",
    }),
  };
  const open = (terms: string) =>
    openAnonymous({ adapter, oauth, features: [SignUp({ terms })], theme: { name: "Acme", links } } as never);
  const world = open("2026-11");
  const id = await world.enterShop();
  const asked = await provide(world, world.browser, GRACE);
  const { deleteSessionsByUserId } = world.db.adapter;
  world.db.adapter.deleteSessionsByUserId = () => Promise.reject(new Error(CONNECTION));
  await asked.submit("/auth/finish-signup", { acceptedTerms: "2026-11" }).catch(() => {});
  world.db.adapter.deleteSessionsByUserId = deleteSessionsByUserId;
  assert.deepEqual(await world.see(), { id, isAnonymous: true }, world.log());
  const later = open("2026-12");
  copyCookies(world.browser, later.browser);
  const second = await provide(later, later.browser, MALLORY);
  await second.submit("/auth/finish-signup", { acceptedTerms: "2026-12" });
  const { email, role, termsVersion } = await later.db.adapter.getUser(id) as unknown as Record<
    string,
    unknown
  >;
  assert.deepEqual([email, role, termsVersion], [MALLORY.email, "user", "2026-12"], later.log());
});

testManyForms("If the database fails amid a sign-up by name, no one is lost or doubled (AN-05)", async () => {
  let id: string;
  const way = async (world: AnonymousWorld) => {
    const form = await world.browser.open(`${APP}/auth/signup?callbackUrl=/home`);
    return await form.submit("/auth/signup", { username: "ada", email: "", password: GOOD });
  };
  await withFaults(
    async () => {
      const features = [UserNames({ address: "optional" }), SignUp({ fields: ["username"] })];
      const world = openAnonymous({ features });
      id = await world.enterShop();
      return [world, () => way(world).catch(() => {})] as const;
    },
    async (given, where) => {
      const world = given as AnonymousWorld;
      if ((await world.see()).id === null) await world.enter(GOOD, world.browser, "ada").catch(() => {});
      if ((await world.see()).isAnonymous !== false || (await world.see()).id === null) await way(world);
      assert.deepEqual(await world.see(), { id, isAnonymous: false }, where);
      assert.deepEqual((await world.db.users()).map((each) => each.id), [id], where);
    },
  );
});

testForms("A visitor whose sign-up was cut off keeps the id half a minute later (AN-05)", async () => {
  const world = openAnonymous();
  const id = await world.enterShop();
  let back = () => {};
  next(world.db.adapter, "addCredentials", () => {
    back = cutOff(world);
    throw new Error(CONNECTION);
  });
  await provide(world, world.browser, GRACE).catch(() => {});
  back();
  assert.deepEqual(await world.see(), { id, isAnonymous: true });
  world.platform.tick(31);
  await provide(world, world.browser, GRACE);
  assert.deepEqual(await world.see(), { id, isAnonymous: false }, world.log());
});

testForms("No visitor is removed who is signed in, or whose data is being erased (AN-06)", async () => {
  let meanwhile: (() => Promise<unknown>) | null = null;
  const erased: string[] = [];
  const erase = async ({ id }: { readonly id: string }) => {
    erased.push(id);
    await meanwhile?.();
  };
  const world = openAnonymous({ features: [AccountDeletion({ erase } as never)] });
  const remove = async () =>
    await world.anonymousUsers.remove({ createdBefore: new Date(world.platform.now() - 60 * 86_400_000) });
  const id = await world.enterShop();
  for (let day = 0; day < 61; day++) {
    world.platform.tick(86_400);
    assert.equal((await world.see()).id, id);
  }
  assert.equal(await remove(), 0);
  assert.equal((await world.see()).id, id);
  const { adapter } = world.db;
  // They have come back since the job has looked.
  const { listSessionsByUserId } = adapter;
  adapter.listSessionsByUserId = () => [];
  meanwhile = () => Promise.reject(new Error("The application is down"));
  assert.equal(await remove(), 0);
  meanwhile = async () => {
    world.platform.tick(120);
    await byCode(world, world.browser);
  };
  assert.equal(await remove(), 1, world.log());
  adapter.listSessionsByUserId = listSessionsByUserId;
  assert.deepEqual(erased, [id, id]);
  const { id: now, isAnonymous } = await world.see();
  assert.deepEqual([now === id, isAnonymous, await adapter.getUser(id)], [false, false, null]);
});

testForms("Webhooks tell of a visitor when they sign up, and not before", async () => {
  let told: readonly string[] = [];
  const feature = Webhooks({ endpoints: [{ url: "https://crm.test/hooks", secret: KEY, name: "crm" }] });
  for (const adapter of [Memory(), beside()]) {
    const world = openAnonymous({ adapter, features: [feature] });
    world.platform.sites["https://crm.test"] = async (request) => {
      const { type, data } = JSON.parse(await request.text());
      told = [...told, `${type} ${data.email}`];
      return new Response(null, { status: 204 });
    };
    const { deliver } = webhooksOf(world as never);
    await world.enterShop();
    await deliver();
    assert.equal(told.length, 0);
    await provide(world, world.browser, GRACE);
    await deliver();
    assert.equal(told.filter((each) => each === `user.created ${GRACE.email}`).length, 1, told.join());
    assert.equal(told.some((each) => each.startsWith("user.updated")), false, told.join());
    told = [];
  }
});
