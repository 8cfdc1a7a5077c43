/**
 * Rows of sessions that began at a provider, where the sessions end otherwise than by a sign-out: none stays, and none that is
 * needed goes.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { ProviderLogout } from "../../src/features/provider_logout/provider_logout.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { withRows } from "../_with_rows.ts";
import { DONE, openAccount, STORES } from "./_account_page.ts";
import { type DatabaseOptions, type DatabaseWorld, openDatabase } from "./_database.ts";
import { ADA, BETTER, GOOD, openPasswords, type PasswordWorld } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

type Rows = Pick<DatabaseWorld, "db" | "idp">;

/** Signs a user of the provider in. */
async function signInAt({ idp }: Rows, browser: Browser, sub: string, provider = "idp"): Promise<void> {
  idp.login({ sub, name: sub, email: `${sub}@example.com` });
  await (await browser.open(`${APP}/auth/signin`)).submit(`/auth/signin/${provider}`);
}

/** Where the sessions of each user began: `<provider>/<user there>`. */
async function rowsOf({ db }: Rows): Promise<readonly string[]> {
  const found = (await db.users()).map(({ id }) => db.adapter.rows.list("providerSessions", { userId: id }));
  return (await Promise.all(found)).flat().map(({ provider, providerAccountId }) =>
    `${provider}/${providerAccountId}`
  ).sort();
}

for (const [where, create] of Object.entries(STORES)) {
  for (const strategy of chosen(["database", "jwt"] as const)) {
    const how = `with strategy ${strategy}, ${where}`;
    const options = async (): Promise<DatabaseOptions & { readonly adapter: Adapter }> => ({
      adapter: await create(),
      session: { strategy, revocationDelay: "always" },
      features: [ProviderLogout()],
    });

    /** Ada with a password, in two browsers, and Grace: each has signed in at the provider. */
    const openThree = async (): Promise<{ readonly world: PasswordWorld; readonly phone: Browser }> => {
      const world = openPasswords(await options());
      await world.register();
      world.idp.login({ sub: "ada", name: "Ada", email: ADA });
      await world.signIn({ link: true });
      await world.post("signout");
      const phone = world.visitor();
      await signInAt(world, world.browser, "ada");
      await signInAt(world, phone, "ada");
      await signInAt(world, world.visitor(), "grace");
      assert.deepEqual(await rowsOf(world), ["idp/ada", "idp/ada", "idp/grace"], world.log());
      return { world, phone };
    };

    testForms(`A new password forgets the provider sessions of the other sessions, ${how}`, async () => {
      const { world, phone } = await openThree();
      const page = await world.browser.open(`${APP}/auth/password`);
      const done = await page.submit("/auth/password", { current: GOOD, password: BETTER });
      assert.equal(done.url, `${APP}/auth/account?done=password-changed`, world.log());
      assert.equal(await world.sessionIn(phone), null);
      assert.ok(await world.session());
      assert.deepEqual(await rowsOf(world), ["idp/ada", "idp/grace"]);
      await world.post("signout");
      assert.deepEqual(await rowsOf(world), ["idp/grace"], "the row that was left is that of this browser");
    });

    testForms(
      `A password that was forgotten forgets the provider sessions of all sessions, ${how}`,
      async () => {
        const { world, phone } = await openThree();
        const visitor = world.visitor();
        const page = await world.forget(visitor);
        await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password: BETTER });
        assert.equal((await world.sessionIn(visitor))?.user.email, ADA, world.log());
        assert.equal(await world.sessionIn(phone), null);
        assert.deepEqual(await rowsOf(world), ["idp/grace"]);
      },
    );

    testForms(
      `A first password that a mailed code confirms keeps the provider session of its browser, ${how}`,
      async () => {
        const world = openPasswords(await options());
        const phone = world.visitor();
        for (const browser of [world.browser, phone]) await signInAt(world, browser, "ada");
        assert.deepEqual(await rowsOf(world), ["idp/ada", "idp/ada"]);
        const page = await world.browser.open(`${APP}/auth/password`);
        const asked = await page.submit("/auth/password", { password: GOOD });
        await asked.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
        assert.ok((await world.db.users())[0]!.emailVerified, world.log());
        assert.ok(await world.session(), world.log());
        assert.equal(await world.sessionIn(phone), null);
        assert.deepEqual(await rowsOf(world), ["idp/ada"], "its provider can end it");
        await world.post("signout");
        assert.deepEqual(await rowsOf(world), []);
      },
    );

    test(`A takeover forgets the provider sessions of the stranger, ${how}`, async () => {
      const world = openDatabase({ ...await options(), password: null });
      const stranger = world.visitor();
      await world.db.adapter.createUserWithAccount(
        { id: "1", name: "Mallory", email: ADA, emailVerified: null, image: null },
        { type: "oauth", provider: "idp", providerAccountId: "mallory" },
      );
      await signInAt(world, stranger, "mallory");
      await signInAt(world, world.visitor(), "grace");
      assert.deepEqual(await rowsOf(world), ["idp/grace", "idp/mallory"]);
      await world.ask(ADA);
      await world.follow();
      assert.equal((await world.session())?.user.email, ADA, world.log());
      assert.equal(await world.sessionIn(stranger), null);
      assert.deepEqual(await rowsOf(world), ["idp/grace"]);
    });

    test(`The removal of a user removes their provider sessions, ${how}`, async () => {
      const world = openDatabase({ ...await options(), password: null });
      await signInAt(world, world.browser, "ada");
      await signInAt(world, world.visitor(), "grace");
      const [ada] = await world.db.users();
      await world.db.adapter.deleteUser(ada!.id);
      assert.deepEqual(await world.db.adapter.rows.list("providerSessions", { userId: ada!.id }), []);
      assert.deepEqual(await rowsOf(world), ["idp/grace"]);
    });

    test(`Sign out everywhere else forgets the provider sessions of the others, whatever began them, ${how}`, async () => {
      const world = await openAccount(await options());
      await world.addOther();
      const [laptop, phone] = [world.visitor(), world.visitor()];
      await signInAt(world, laptop, "ada-other", "other");
      await signInAt(world, phone, "ada");
      await signInAt(world, world.visitor(), "grace");
      assert.deepEqual(await rowsOf(world), ["idp/ada", "idp/ada", "idp/grace", "other/ada-other"]);
      assert.deepEqual(await world.change({ action: "sign-out-others" }), DONE("signed-out-others"));
      assert.deepEqual(await rowsOf(world), ["idp/ada", "idp/grace"]);
      assert.deepEqual([await world.sessionIn(laptop), await world.sessionIn(phone)], [null, null]);
      await world.post("signout");
      assert.deepEqual(await rowsOf(world), ["idp/grace"]);
    });

    test(`The removal of an account forgets its provider sessions and those of the others, ${how}`, async () => {
      const world = await openAccount(await options());
      await world.addOther();
      const laptop = world.visitor();
      await signInAt(world, laptop, "ada-other", "other");
      await signInAt(world, world.visitor(), "ada");
      const account = (await world.data()).accounts!.find(({ provider }) => provider === "other")!;
      assert.deepEqual(await world.change({ action: "remove", id: account.id }), DONE("removed"));
      assert.deepEqual(await rowsOf(world), ["idp/ada"], "that of this browser");
      assert.ok(await world.session());
      assert.equal(await world.sessionIn(laptop), null);
    });
  }
}

test("Sessions that the adapter cannot end keep the rows by which their provider ends them", async () => {
  const { deleteSessionsByUserId: _, ...adapter } = Memory();
  const world = await openAccount({
    adapter,
    session: { strategy: "database" },
    features: [ProviderLogout()],
  });
  await world.addOther();
  const laptop = world.visitor();
  await signInAt(world, laptop, "ada");
  const account = (await world.data()).accounts!.find(({ provider }) => provider === "other")!;
  assert.deepEqual(await world.change({ action: "remove", id: account.id }), DONE("removed"));
  assert.ok(await world.sessionIn(laptop), "it goes on");
  assert.deepEqual(await rowsOf(world), ["idp/ada", "idp/ada"]);
});

testForms(
  "A new password succeeds where the provider sessions cannot be removed, and the log says so",
  async () => {
    const adapter = await STORES["in memory"]!();
    let fails = false;
    const world = openPasswords({
      adapter: withRows(adapter, "providerSessions", (sound) => ({
        list(of, page) {
          if (fails) throw new Error("the table is gone");
          return sound.list(of, page);
        },
      })),
      features: [ProviderLogout()],
    });
    await world.register();
    fails = true;
    const page = await world.browser.open(`${APP}/auth/password`);
    const done = await page.submit("/auth/password", { current: GOOD, password: BETTER });
    assert.equal(done.url, `${APP}/auth/account?done=password-changed`, world.log());
    assert.match(world.log(), /Cannot forget the sessions at providers/);
  },
);
