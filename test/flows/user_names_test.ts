/**
 * `UserNames()`: names that users sign in with, chosen at sign-up and on the account page.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { UserProfile } from "../../src/entries/user_profile.ts";
import { STORES } from "./_account_page.ts";
import { ADA, BETTER, GOOD, type PasswordWorld } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { WAYS } from "./_sign_up.ts";
import { namesOf, openNames } from "./_user_names.ts";
import { APP } from "./_world.ts";

/** A day, in seconds. */
const DAY = 86_400;

/** Signs a user up with a password, and a name. */
async function register(world: PasswordWorld, username: string, email = ADA, visitor = world.visitor()) {
  const page = await visitor.open(`${APP}/auth/signup?callbackUrl=/home`);
  const sent = await page.submit("/auth/signup", { username, email, password: GOOD });
  const { code } = world.mails.at(-1) ?? {};
  return await sent.submit("/auth/callback/password", { code: code ?? "" });
}

for (const [how, adapter] of Object.entries(STORES)) {
  testForms(`A new user chooses a name, and signs in with it in any case, ${how}`, async () => {
    const world = openNames({}, { adapter: await adapter() });
    const done = await register(world, "Ada_Lovelace");
    assert.equal(done.url, `${APP}/home`, world.log());
    const id = String((await world.db.adapter.getUserByEmail(ADA))!.id);
    assert.equal(await namesOf(world).find("ada_lovelace"), id);
    assert.equal((await namesOf(world).get(id))!.name, "Ada_Lovelace");
    for (const typed of ["Ada_Lovelace", "ADA_LOVELACE ", ADA]) {
      const visitor = world.visitor();
      assert.equal((await world.enter(GOOD, visitor, typed)).url, `${APP}/home`, world.log());
      assert.equal((await world.sessionIn(visitor))!.user.email, ADA);
    }
  });
}

testForms("A name tells no one its address, nor whether it has a user (UN-06)", async () => {
  const world = openNames();
  await register(world, "ada_lovelace");
  const wrong = await world.enter(BETTER, world.visitor(), "ada_lovelace");
  const unknown = await world.enter(GOOD, world.visitor(), "ada_byron");
  assert.match(wrong.text, /Email or username/);
  assert.equal(wrong.text, unknown.text);
  const before = world.mails.length;
  const signIn = await world.visitor().open(`${APP}/auth/signin`);
  for (
    const page of [
      await world.forget(world.visitor(), "ada_lovelace"),
      await signIn.submit("/auth/signin/email", { email: "ada_lovelace" }),
    ]
  ) {
    assert.match(page.text, /email address/);
    assert.doesNotMatch(page.html, new RegExp(ADA));
  }
  assert.equal(world.mails.length, before);
});

testForms("In an unknown browser, a name and its password tell no one the address (UN-06)", async () => {
  const world = openNames({}, { options: { unknownBrowsers: "prove" } });
  await register(world, "ada", ADA, world.browser);
  const visitor = world.visitor();
  const asked = await world.enter(GOOD, visitor, "ada");
  assert.match(asked.text, /enter the code we sent to •••@•••/, world.log());
  assert.doesNotMatch(asked.html, new RegExp(ADA));
  const done = await asked.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
  assert.equal(done.url, `${APP}/home`, world.log());
});

testForms("No user stays whom nobody can sign in as, if another one was faster (UN-07)", async () => {
  const adapter = Memory();
  const { createUser, rows } = adapter;
  const world = openNames({ address: "optional" }, {
    adapter: {
      ...adapter,
      async createUser(user) {
        const row = { userId: "1", version: 1, takenAt: new Date(0), heldUntil: null };
        await rows.store("userNames", { ...row, key: "ada", shown: "ada" }, null);
        return await createUser(user);
      },
    },
  });
  const page = await world.browser.open(`${APP}/auth/signup`);
  const done = await page.submit("/auth/signup", { username: "ada", email: "", password: GOOD });
  assert.match(done.url, /error=/, world.log());
  assert.deepEqual(await world.db.users(), []);
  assert.equal(await world.session(), null);
});

for (const [way, come] of Object.entries(WAYS)) {
  if (way === "a passkey") continue;
  testForms(`A new user chooses a name after the proof: ${way}`, async () => {
    const world = openNames();
    const page = await come(world, world.browser);
    assert.match(page.text, /Username/, world.log());
    const again = await page.submit("/auth/finish-signup", { username: "a" });
    assert.match(again.text, /That username is too short or too long\. Use 3 to 30 characters\./);
    const done = await again.submit("/auth/finish-signup", { username: "ada" });
    assert.equal(done.url, `${APP}/home`, world.log());
    const { id } = (await world.db.adapter.getUserByEmail(ADA))!;
    assert.equal(await namesOf(world).find("Ada"), String(id));
  });
}

testForms("No one gets a name that is taken, looks like one, or is reserved (UN-01, UN-02)", async () => {
  const world = openNames({ reserved: ["acme"] });
  await register(world, "paul");
  const eve = "eve@example.com";
  for (const name of ["Paul", "pau1", "admin", "acme"]) {
    const page = await world.visitor().open(`${APP}/auth/signup`);
    const before = world.mails.length;
    const sent = await page.submit("/auth/signup", { username: name, email: eve, password: GOOD });
    assert.match(sent.text, /That username is taken\. Choose another one\./, name);
    assert.equal(world.mails.length, before);
  }
  assert.equal((await register(world, "eve", eve)).url, `${APP}/home`, world.log());
  assert.equal(await namesOf(world).set("nobody", "eva").catch(({ type }) => type), "UserNotStored");
  const { id } = (await world.db.adapter.getUserByEmail(eve))!;
  assert.equal(await namesOf(world).set(String(id), "paul"), "taken");
  assert.equal(await namesOf(world).set(String(id), "admin"), null, "the staff may give a reserved one");
});

testForms("Of two who want one name at the same time, one gets it (UN-03)", async () => {
  const world = openNames();
  for (const id of ["1", "2"]) {
    await world.db.adapter.createUser({
      id,
      name: null,
      email: `${id}@example.com`,
      emailVerified: new Date(0),
    });
  }
  const names = namesOf(world);
  for (const name of ["ada", "Ada", "ADA"]) {
    const results = await Promise.all(["1", "2"].map((id) => names.set(id, name)));
    assert.ok(results.includes("taken"), String(results));
  }
  const owner = await names.find("ada");
  assert.ok(owner === "1" || owner === "2");
  assert.equal((await names.get(owner))!.name.toLowerCase(), "ada");
});

testForms(
  "A user changes their name on the account page, after a while, and keeps the former one (UN-04)",
  async () => {
    const world = openNames();
    const { browser, platform } = world;
    await register(world, "ada", ADA, browser);
    const early = await browser.open(`${APP}/auth/account/profile`);
    assert.match(early.text, /Username ada .*You can change it again on/);
    platform.tick(31 * DAY);
    await world.enter(GOOD, browser);
    const page = await browser.open(`${APP}/auth/account/profile`);
    const refused = await page.submit("/auth/account", { action: "change-username", username: "a b" });
    assert.match(refused.text, /That username has characters that can't be used/, world.log());
    const done = await refused.submit("/auth/account", { action: "change-username", username: "countess" });
    assert.match(done.text, /Your username was changed\./, world.log());
    const former = await world.enter(GOOD, world.visitor(), "ada");
    assert.match(former.url, /error=CredentialsSignin/);
    assert.equal((await world.enter(GOOD, world.visitor(), "countess")).url, `${APP}/home`);
    const eve = await (await world.visitor().open(`${APP}/auth/signup`)).submit("/auth/signup", {
      ...{ username: "ada", email: "eve@example.com", password: GOOD },
    });
    assert.match(eve.text, /That username is taken/);
    platform.tick(31 * DAY);
    assert.equal((await register(world, "ada", "eve@example.com")).url, `${APP}/home`, world.log());
  },
);

testForms(
  "Guesses by a name are limited, and lock no one out who signs in by the address (UN-05)",
  async () => {
    const world = openNames();
    await register(world, "ada", ADA, world.browser);
    const stranger = world.visitor();
    for (let tries = 0; tries < 30 && !/RateLimited/.test(world.log()); tries++) {
      await world.enter(BETTER, stranger, "ada");
    }
    assert.match((await world.enter(GOOD, stranger, "ada")).text, /There were too many attempts/);
    const known = world.browser;
    assert.equal((await world.enter(GOOD, known, "ada")).url, `${APP}/home`, "in the browser of the user");
  },
);

testForms("The name goes with a user who is deleted, and is free for another one", async () => {
  const world = openNames();
  await register(world, "ada");
  const { id } = (await world.db.adapter.getUserByEmail(ADA))!;
  await world.db.adapter.deleteUser!(String(id));
  assert.equal(await namesOf(world).find("ada"), null);
  assert.equal((await register(world, "ada", "eve@example.com")).url, `${APP}/home`, world.log());
});

testForms("Who takes a user over keeps its name, also after a mistake in another field", async () => {
  const company = { label: "Company", type: "text", required: true } as const;
  const features = [UserProfile({ fields: { company } })];
  const world = openNames({}, { features, signUp: { fields: ["username", "company"] } });
  const { adapter } = world.db;
  const user = await adapter.createUser({ id: "1", name: null, email: ADA, emailVerified: null });
  await namesOf(world).set(user.id, "ada");
  const account = { userId: user.id, type: "oauth", provider: "other", providerAccountId: "eve" } as const;
  await adapter.linkAccount(account);
  const page = await WAYS["a link by email"]!(world, world.browser);
  const again = await page.submit("/auth/finish-signup", { username: "ada", company: "" });
  assert.match(again.url, /finish-signup/, world.log());
  assert.doesNotMatch(again.text, /That username is taken/);
  const done = await again.submit("/auth/finish-signup", { username: "ada", company: "Ada Ltd" });
  assert.match(done.url, /\/taken-over/, world.log());
  assert.equal(await namesOf(world).find("ada"), user.id);
});

for (const strategy of ["database", "jwt"] as const) {
  testForms(
    `A new user without an address signs up and in with a name, and adds one later, ${strategy}`,
    async () => {
      const world = openNames({ address: "optional" }, { session: { strategy } });
      const { browser, db, mails } = world;
      const page = await browser.open(`${APP}/auth/signup?callbackUrl=/home`);
      assert.match(
        page.text,
        /Username Email address \(optional\) .*Without an address, you can't get back in/,
      );
      const done = await page.submit("/auth/signup", { username: "ada", email: "", password: GOOD });
      assert.equal(done.url, `${APP}/home`, world.log());
      assert.equal(mails.length, 0);
      const id = (await namesOf(world).find("ada"))!;
      const user = (await db.adapter.getUser(id))!;
      assert.deepEqual([user.email, user.emailVerified], [null, null]);
      assert.deepEqual(await db.adapter.listAccountsByUserId!(id), []);
      assert.equal((await world.session())!.user.email ?? null, null);
      assert.equal((await world.enter(GOOD, world.visitor(), "ADA")).url, `${APP}/home`, world.log());
      assert.match((await world.enter(BETTER, world.visitor(), "ada")).url, /CredentialsSignin/);
      const change = await browser.open(`${APP}/auth/password`);
      const changed = await change.submit("/auth/password", { current: GOOD, password: BETTER });
      assert.match(changed.url, /password-changed/, world.log());
      assert.equal((await world.enter(BETTER, world.visitor(), "ada")).url, `${APP}/home`, world.log());
      const twice = await (await world.visitor().open(`${APP}/auth/signup`)).submit("/auth/signup", {
        ...{ username: "Ada", email: "", password: GOOD },
      });
      assert.match(twice.text, /That username is taken/);
      const empty = await (await world.visitor().open(`${APP}/auth/signup`)).submit("/auth/signup", {
        ...{ username: "", email: "", password: GOOD },
      });
      assert.match(empty.text, /That username is too short/);
      assert.equal((await db.users()).length, 1);
    },
  );
}
