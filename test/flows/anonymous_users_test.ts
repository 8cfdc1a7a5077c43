/**
 * `AnonymousUsers()`: a visitor gets a user, and keeps its id at each way to sign up; who signs in to a user who is there is merged.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Administration } from "../../src/entries/administration.ts";
import { AccountDeletion } from "../../src/entries/account_deletion.ts";
import { EmailChange } from "../../src/entries/email_change.ts";
import { SecondFactor } from "../../src/entries/second_factor.ts";
import { SignUp } from "../../src/entries/sign_up.ts";
import { UserNames } from "../../src/entries/user_names.ts";
import { outside } from "../../src/core/outside.ts";
import type { Browser, Page } from "../../src/testing/mod.ts";
import { STORES } from "./_account_page.ts";
import { type AnonymousWorld, copyCookies, openAnonymous } from "./_anonymous_users.ts";
import type { CredentialsConfig } from "../../src/model/provider.ts";
import { createAuthenticator } from "./_authenticator.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms, testManyForms } from "./_password_forms.ts";
import { WAYS } from "./_sign_up.ts";
import { codeAt, proveMailbox, secretIn } from "./_second_factor.ts";
import { beside } from "./_beside.ts";
import { toPerson } from "./_passkeys.ts";
import { withFaults } from "./_with_faults.ts";
import { send } from "./_send.ts";
import { APP } from "./_world.ts";

/** Signs Ada up with a password, and types the code. */
async function signUp(world: AnonymousWorld, browser: Browser): Promise<Page> {
  const page = await world.signUp({}, browser);
  return await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
}

/** Registers a passkey as the account page does, which names no one. */
async function addPasskey(browser: Browser): Promise<string> {
  const asked = await browser.fetch(`${APP}/auth/webauthn-options/passkey?action=register&link=true`);
  const { options } = await asked.json();
  const data = JSON.stringify(await createAuthenticator(APP).create(options));
  const fields = { action: "register", link: "true", data, callbackUrl: "/home" };
  const { headers } = await send(browser, "callback/passkey", fields);
  return headers.get("location")!;
}

type Way = (world: AnonymousWorld, browser: Browser) => Promise<unknown>;

/** All of them. */
const ALL_WAYS: Readonly<Record<string, Way>> = {
  ...WAYS,
  "a password": signUp,
  "a provider, added on the account page": async (_, browser) => {
    const page = await browser.open(`${APP}/auth/signin?link=true&callbackUrl=/home`);
    return await page.submit("/auth/signin/idp");
  },
  "a passkey, added on the account page": async (_, browser) => {
    assert.equal(await addPasskey(browser), `${APP}/home`);
  },
};

for (const strategy of ["database", "jwt"] as const) {
  const session = { strategy };

  for (const [name, way] of Object.entries(ALL_WAYS)) {
    testForms(`A visitor who signs up keeps their id, ${strategy}: ${name}`, async () => {
      const world = openAnonymous({ session });
      const id = await world.enterShop();
      assert.deepEqual(await world.see(), { id, isAnonymous: true });
      assert.deepEqual(world.events, []);
      await way(world, world.browser);
      assert.deepEqual(await world.see(), { id, isAnonymous: false }, world.log());
      assert.deepEqual(world.events, [`createUser: ${id}`]);
      const { email } = (await world.db.adapter.getUser(id))!;
      assert.equal(email, name.startsWith("a passkey, added") ? null : ADA);
      assert.equal((await world.db.users()).length, 1);
      assert.equal(await world.db.adapter.rows.find("anonymousUsers", { userId: id }), null);
      const accounts = await world.db.adapter.listAccountsByUserId(id);
      assert.equal(accounts.length, /email|password/.test(name) ? 0 : 1);
      // The way signs in again.
      if (!name.includes("provider")) return;
      const other = world.visitor();
      await WAYS["a provider"]!(world, other);
      assert.equal((await world.see(other)).id, id);
    });
  }

  for (const [name, way] of Object.entries({ ...WAYS, "a password": signUp })) {
    if (name === "a passkey") continue;
    testForms(
      `A visitor who is there already signs in, and both are named (AN-04), ${strategy}: ${name}`,
      async () => {
        const world = openAnonymous({ session });
        await way(world, world.browser);
        const { id: ada } = await world.see();
        const before = await world.db.adapter.getUser(ada!);
        const visitor = world.visitor();
        const id = await world.enterShop(visitor);
        if (name === "a password") await world.enter(GOOD, visitor);
        else await way(world, visitor);
        assert.deepEqual(await world.see(visitor), { id: ada, isAnonymous: false }, world.log());
        assert.deepEqual(world.events, [`createUser: ${ada}`, `anonymousMerged: ${id} ${ada}`]);
        assert.deepEqual(await world.db.adapter.getUser(ada!), before);
        assert.equal(await world.anonymousUsers.isAnonymous(id), true);
      },
    );
  }

  testForms(
    `Whoever has stolen the session of a visitor is out when they sign up (AN-03), ${strategy}`,
    async () => {
      for (const way of [ALL_WAYS["a provider"]!, ALL_WAYS["a link by email"]!, signUp]) {
        const world = openAnonymous({ session });
        const id = await world.enterShop();
        const thief = world.visitor();
        copyCookies(world.browser, thief);
        assert.equal((await world.see(thief)).id, id);
        await way(world, world.browser);
        assert.equal((await world.see()).id, id, world.log());
        assert.equal((await world.see(thief)).id, null);
      }
    },
  );

  testForms(`Two tabs at once sign up as two users, and one has the id (AN-05), ${strategy}`, async () => {
    const world = openAnonymous({ session });
    const id = await world.enterShop();
    const tab = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
    const other = world.visitor();
    copyCookies(world.browser, other);
    await world.ask("grace@example.com", other);
    const { code } = world.mails.at(-1)!;
    await Promise.all([
      tab.submit("/auth/signin/idp"),
      (await other.open(`${APP}/auth/verify-request`)).submit("/auth/callback/email", { code }),
    ]);
    const ids = await Promise.all([world.browser, other].map(async (each) => (await world.see(each)).id));
    assert.equal(new Set(ids).size, 2, world.log());
    assert.equal(ids.includes(id), true);
    assert.equal((await world.db.users()).length, 2);
    assert.deepEqual(world.events.filter((each) => each.startsWith("anonymousMerged")), []);
  });
}

testForms("Beside an adapter of Auth.js with ids of its own, a visitor keeps their id", async () => {
  for (const way of ["a provider", "a code by email", "a passkey"] as const) {
    const world = openAnonymous({ adapter: beside() });
    const id = await world.enterShop();
    await WAYS[way]!(world, world.browser);
    assert.deepEqual(await world.see(), { id, isAnonymous: false }, world.log());
    const remove = async () => await world.anonymousUsers.remove({ createdBefore: new Date() });
    await assert.rejects(remove, { type: "MissingAdapterMethods" });
  }
});

testForms("A visitor signs in with a passkey, or where the application finds its users (AN-04)", async () => {
  const provider: CredentialsConfig = {
    id: "own",
    name: "Own",
    type: "credentials",
    credentials: {},
    authorize: async () => await world.db.adapter.getUserByEmail(ADA),
  };
  const world = openAnonymous({ more: () => [provider] });
  const ada = toPerson(world.browser, "passkey");
  await ada.register();
  const { id: adaId } = await world.see();
  await ada.signOut();
  const ways = [
    () => ada.authenticate(),
    () => send(world.browser, "callback/own", { callbackUrl: "/home" }),
  ];
  for (const way of ways) {
    const id = await world.enterShop();
    await way();
    assert.equal((await world.see()).id, adaId, world.log());
    assert.equal(world.events.at(-1), `anonymousMerged: ${id} ${adaId}`);
    await ada.signOut();
  }
});

testForms("A request of another site creates no one (AN-02)", async () => {
  const world = openAnonymous();
  const ask = async (method: string, headers: Record<string, string>) => {
    const request = new Request(`${APP}/do?signIn`, { method, headers });
    return await (await world.platform.sites[APP]!(request)).json();
  };
  const foreign = { "sec-fetch-site": "cross-site" };
  for (
    const [method, headers] of [["POST", { ...foreign, origin: "https://evil.test" }], [
      "GET",
      foreign,
    ]] as const
  ) {
    assert.deepEqual(await ask(method, headers), { id: null, isAnonymous: false, error: "MissingCSRF" });
  }
  assert.deepEqual(await world.db.users(), []);
});

testForms(
  "A stranger who creates users without end is stopped, and they can be removed (AN-01)",
  async () => {
    const world = openAnonymous({ limits: { address: () => "192.0.2.1" } });
    let last;
    for (let times = 0; times < 51; times++) last = await world.see(world.visitor(), "signIn");
    assert.deepEqual(last, { id: null, isAnonymous: false, error: "RateLimited" });
    const all = await world.db.users();
    assert.equal(all.length, 50);
    // Until their sessions have ended.
    world.platform.tick(31 * 86_400);
    const { anonymousUsers, platform } = world;
    const late = await world.enterShop();
    const createdBefore = new Date(platform.now());
    assert.equal(await anonymousUsers.remove({ createdBefore, limit: 20 }), 20);
    assert.equal(await anonymousUsers.remove({ createdBefore }), 30);
    assert.deepEqual((await world.db.users()).map(({ id }) => id), [late]);
    assert.equal((await world.see()).isAnonymous, true);
    for (const wrong of [{}, { createdBefore: new Date(NaN) }, { createdBefore, limit: 0 }]) {
      await assert.rejects(async () => await anonymousUsers.remove(wrong as never), {
        type: "Configuration",
      });
    }
  },
);

for (const [how, adapter] of Object.entries(STORES)) {
  testForms(`Nobody is removed who has signed up, or has got a way to sign in (AN-06), ${how}`, async () => {
    const world = openAnonymous({ adapter: await adapter() });
    const { db, anonymousUsers, platform } = world;
    const visitors = await Promise.all(Array.from({ length: 4 }, async () => {
      const browser = world.visitor();
      return { browser, id: await world.enterShop(browser) };
    }));
    const [ada, address, account, password] = visitors as [Visitor, Visitor, Visitor, Visitor];
    const row = (await db.adapter.rows.find("anonymousUsers", { userId: ada.id }))!;
    await WAYS["a provider"]!(world, ada.browser);
    // As if the last write of the sign-up had failed.
    await db.adapter.rows.store("anonymousUsers", row, null);
    await db.adapter.updateUser({ id: address.id, email: "grace@example.com" });
    await db.adapter.linkAccount({ ...IDP, userId: account.id, providerAccountId: "eve" });
    const security = { userId: password.id, generation: 0, passwordIsProven: true, passwordSetAt: null };
    await db.adapter.rows.store("security", { ...security, passwordHash: "hash" }, null);
    for (const { id } of visitors) assert.equal(await anonymousUsers.isAnonymous(id), false);
    assert.equal(await anonymousUsers.isAnonymous("nobody"), false);
    platform.tick(31 * 86_400);
    assert.equal(await anonymousUsers.remove({ createdBefore: new Date(platform.now()) }), 0);
    assert.equal((await db.users()).length, 4);
  });
}

/** A visitor. */
interface Visitor {
  readonly browser: Browser;
  readonly id: string;
}

/** An account at the provider. */
const IDP = { type: "oauth", provider: "idp" } as const;

testForms("A visitor who is banned or removed gets nothing of their own user", async () => {
  for (const removes of [false, true]) {
    const features = [Administration({ isAdmin: () => false })];
    const world = openAnonymous({ features });
    const id = await world.enterShop();
    const { administration } = outside(
      world.config as typeof world.config & { features: readonly [ReturnType<typeof Administration>] },
    );
    await (removes ? administration.removeUser(id) : administration.banUser(id));
    assert.equal((await world.see()).id, null);
    await world.signIn();
    const { id: ada, isAnonymous } = await world.see();
    assert.notEqual(ada, id);
    assert.equal(isAnonymous, false);
    assert.deepEqual(world.events, [`createUser: ${ada}`]);
  }
});

testForms("A form for new users is asked for, and a name without an address is enough", async () => {
  const features = [UserNames({ address: "optional" }), SignUp({ fields: ["username"] })];
  const world = openAnonymous({ features });
  const id = await world.enterShop();
  const form = await world.browser.open(`${APP}/auth/signup?callbackUrl=/home`);
  const done = await form.submit("/auth/signup", { username: "ada", email: "", password: GOOD });
  assert.equal(done.url, `${APP}/home`, world.log());
  assert.deepEqual(await world.see(), { id, isAnonymous: false });
  const other = world.visitor();
  await world.enter(GOOD, other, "ada");
  assert.equal((await world.see(other)).id, id, world.log());
  const grace = world.visitor();
  const second = await world.enterShop(grace);
  world.idp.login({ sub: "grace", email: "grace@example.com", email_verified: true });
  const asked = await (await grace.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
  await asked.submit("/auth/finish-signup", { username: "grace" });
  assert.deepEqual(await world.see(grace), { id: second, isAnonymous: false }, world.log());
});

testForms(
  "A name that is gone a moment before the sign-up leaves the visitor as they were (UN-07)",
  async () => {
    const features = [UserNames({ address: "optional" }), SignUp({ fields: ["username"] })];
    const world = openAnonymous({ features });
    const id = await world.enterShop();
    const { rows } = world.db.adapter;
    const { store } = rows;
    rows.store =
      (async (kind: "userNames", row: never, version: null) =>
        kind === "userNames" ? false : await store(kind, row, version)) as typeof store;
    const form = await world.browser.open(`${APP}/auth/signup?callbackUrl=/home`);
    await form.submit("/auth/signup", { username: "ada", email: "", password: GOOD });
    rows.store = store;
    assert.equal((await world.db.users()).map((each) => each.id).join(), id, world.log());
    assert.deepEqual(await world.see(), { id, isAnonymous: true });
    await form.submit("/auth/signup", { username: "ada", email: "", password: GOOD });
    assert.deepEqual(await world.see(), { id, isAnonymous: false }, world.log());
  },
);

testForms("An email that is opened in another browser creates another user", async () => {
  const world = openAnonymous();
  const id = await world.enterShop();
  await world.ask();
  const other = world.visitor();
  const page = await world.follow(other);
  if (page.html.includes("/auth/callback/email")) await page.submit("/auth/callback/email");
  const { id: ada } = await world.see(other);
  assert.notEqual(ada, id);
  assert.deepEqual(await world.see(), { id, isAnonymous: true });
});

testForms("Where a second factor is demanded, the visitor keeps their id when it is set up", async () => {
  const world = openAnonymous({ features: [SecondFactor({ required: true })] });
  const id = await world.enterShop();
  const page = await proveMailbox(await world.signIn(), world);
  assert.deepEqual(await world.see(), { id, isAnonymous: true });
  const code = codeAt(secretIn(page), Math.floor(world.platform.now() / 30_000));
  await page.submit("/auth/second-factor-setup", { code });
  assert.deepEqual(await world.see(), { id, isAnonymous: false }, world.log());
});

testForms("Where a visitor would have to prove who they are, they sign up, and go on there", async () => {
  const features = [EmailChange(), AccountDeletion(), SecondFactor()];
  for (const path of ["second-factor", "second-factor-setup", "signin?link=true"]) {
    const world = openAnonymous({ features });
    const id = await world.enterShop();
    const page = await world.browser.open(`${APP}/auth/${path}`);
    assert.match(page.text, /New here\? Create an account/, page.url);
    await page.submit("/auth/signin/idp");
    assert.deepEqual(await world.see(), { id, isAnonymous: false });
  }
  const forms: readonly Record<string, string>[] = [
    { action: "change-email", email: "grace@example.com" },
    { action: "delete-account" },
  ];
  for (const fields of forms) {
    const world = openAnonymous({ features });
    const id = await world.enterShop();
    const { headers } = await send(world.browser, "account", fields);
    const page = await world.browser.open(headers.get("location")!);
    assert.match(page.text, /New here\? Create an account/, page.url);
    const next = await page.submit("/auth/signin/idp");
    assert.deepEqual(await world.see(), { id, isAnonymous: false });
    assert.match(next.html, /action="[^"]*\/auth\/account"/, next.url);
  }
});

testManyForms("If the database fails, no one is lost, and no one is there twice (AN-05)", async () => {
  const cases = [
    ["database", "a provider"],
    ["jwt", "a provider"],
    ["database", "a code by email"],
    ["jwt", "a code by email"],
  ] as const;
  for (const [strategy, way] of cases) {
    let id: string;
    await withFaults(
      async () => {
        const world = openAnonymous({ session: { strategy } });
        id = await world.enterShop();
        return [world, () => WAYS[way]!(world, world.browser).catch(() => {})] as const;
      },
      async (given, where) => {
        const world = given as AnonymousWorld;
        const { id: now, isAnonymous } = await world.see();
        // A session that has ended with the failure begins by the same way.
        if (isAnonymous || now === null) await WAYS[way]!(world, world.browser);
        assert.deepEqual(await world.see(), { id, isAnonymous: false }, where);
        assert.deepEqual((await world.db.users()).map((each) => each.id), [id], where);
        assert.equal(await world.anonymousUsers.remove({ createdBefore: new Date(8.64e15) }), 0, where);
      },
    );
  }
});

testManyForms(
  "If the database fails while a visitor gets a user, none stays without a session (AN-01)",
  async () => {
    await withFaults(
      () => {
        const world = openAnonymous({ session: { strategy: "database" } });
        return Promise.resolve([world, () => world.see(undefined, "signIn").catch(() => {})] as const);
      },
      async (given, where) => {
        const world = given as AnonymousWorld;
        const { id } = await world.see();
        assert.deepEqual((await world.db.users()).map((each) => each.id), id === null ? [] : [id], where);
      },
    );
  },
);
