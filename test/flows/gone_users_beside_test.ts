/**
 * A user whom the database does not have any more, beside callbacks, credentials and outages: their sessions in tokens end.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { securityOf } from "../../src/model/security_of.ts";
import {
  ADAPTERS,
  type DatabaseOptions,
  type DatabaseWorld,
  openDatabase,
  PASSWORD,
  ReferenceAdapter,
} from "./_database.ts";
import { beside, NUMBERS } from "./_beside.ts";
import { APP, open } from "./_world.ts";

const DAY = 86_400;
const TOKENS = { session: { strategy: "jwt" } } as const;

const STORES: Readonly<Record<string, () => Adapter>> = {
  ...ADAPTERS,
  "an adapter of Auth.js with securityOf()": () =>
    Object.assign(new ReferenceAdapter(), securityOf(Memory())),
};

/** Ada, who has signed in at the provider. */
async function openAda(options: DatabaseOptions) {
  const world = openDatabase({ ...TOKENS, ...options });
  await world.signIn();
  const [user] = await world.db.users();
  assert.ok(user && await world.session(), world.log());
  const remove = async () => void await world.db.adapter.deleteUser(user.id);
  return { ...world, user, remove };
}

/** What `callbacks.jwt` does with a user of `authorize`. Returns the id in the token. */
const NAMED: Readonly<Record<string, (store: Adapter) => Promise<string>>> = {
  "stores under the same id": async (store) => {
    const user = await store.getUser!("ldap-7") ??
      await store.createUser!({ id: "ldap-7", email: "grace@example.com", emailVerified: null });
    return user.id;
  },
  "stores under another id": async (store) => {
    const user = await store.getUserByEmail!("grace@example.com") ??
      await store.createUser!({ id: "own-7", email: "grace@example.com", emailVerified: null });
    return user.id;
  },
};

/** Grace, whom `authorize` has found elsewhere, in two browsers. */
async function openNamed(adapter: Adapter, toSub: (store: Adapter) => Promise<string>) {
  const jwt = async ({ token, user }: { token: object; user?: object }) =>
    user ? { ...token, sub: await toSub(world.db.adapter) } : token;
  const world: DatabaseWorld = openDatabase({
    ...TOKENS,
    adapter,
    password: { authorize: () => ({ id: "ldap-7", name: "Grace" }) },
    callbacks: { jwt } as DatabaseOptions["callbacks"] & object,
  });
  const browsers = [world.browser, world.visitor()] as const;
  for (const browser of browsers) await world.typePassword(PASSWORD, browser);
  const id = await toSub(world.db.adapter);
  assert.equal((await world.sessionIn(browsers[1]))?.user.id, id, world.log());
  return { ...world, browsers, id };
}

for (const [name, adapter] of Object.entries(STORES)) {
  test(`A session whose callback changes the id ends with its user, with ${name} (SE-42)`, async () => {
    const callbacks = {
      jwt: ({ token }: { token: object }) => ({ ...token, sub: "own-7", latchkey_stored: undefined }),
    };
    const world = await openAda({
      adapter: adapter(),
      callbacks: callbacks as DatabaseOptions["callbacks"] & object,
    });
    world.platform.tick(DAY);
    assert.equal((await world.session())?.user.id, "own-7");
    await world.remove();
    world.platform.tick(DAY);
    assert.equal(await world.session(), null);
  });

  test(`A user of authorize who is in the database ends with their row, with ${name} (SE-42)`, async () => {
    const world = await openAda({
      adapter: adapter(),
      password: { authorize: async () => (await world.db.users())[0] ?? null },
    });
    const other = world.visitor();
    await world.typePassword(PASSWORD, other);
    assert.equal((await world.sessionIn(other))?.user.id, world.user.id);
    await world.remove();
    world.platform.tick(DAY);
    assert.equal(await world.sessionIn(other), null);
  });

  for (const [how, jwt] of Object.entries(NAMED)) {
    test(`A user of authorize whom callbacks.jwt ${how} ends with their row, with ${name} (SE-42)`, async () => {
      const world = await openNamed(adapter(), jwt);
      const [browser] = world.browsers;
      await world.db.adapter.deleteUser(world.id);
      world.platform.tick(DAY);
      assert.equal(await world.sessionIn(browser), null);
    });

    if (!adapter().rows) continue;
    test(`A user of authorize whom callbacks.jwt ${how} ends their other sessions alone, with ${name} (SE-25)`, async () => {
      const world = await openNamed(adapter(), jwt);
      const [browser, other] = world.browsers;
      const page = await browser.open(`${APP}/auth/account`);
      const done = await page.submit("/auth/account", { action: "sign-out-others" });
      assert.match(done.url, /\/auth\/account\?done=/, world.log());
      assert.equal((await world.sessionIn(browser))?.user.id, world.id);
      world.platform.tick(DAY);
      assert.equal((await world.sessionIn(browser))?.user.id, world.id);
      assert.equal(await world.sessionIn(other), null);
    });
  }

  test(`A session goes on after an outage during which its user could not be read, with ${name} (SE-42)`, async () => {
    const store = adapter();
    let isDown = false;
    const getUser = store.getUser!.bind(store);
    store.getUser = (id) => isDown ? Promise.reject(new Error("down")) : getUser(id);
    const world = await openAda({ adapter: store });
    world.platform.tick(DAY);
    isDown = true;
    assert.equal((await world.browser.fetch(`${APP}/auth/session`)).status, 503);
    isDown = false;
    assert.ok(await world.session());
  });
}

test("A deleted user cannot update their session (SE-42)", async () => {
  const world = await openAda({ adapter: new ReferenceAdapter() });
  await world.remove();
  const response = await world.post("session", { data: {} }, { json: true });
  assert.equal(await response.json(), null);
});

test("A user of authorize whose id the database refuses signs in, and stays (SE-42)", async () => {
  const store = new ReferenceAdapter();
  const getUser = store.getUser.bind(store);
  store.getUser = (id) => /^\d+$/.test(id) ? getUser(id) : Promise.reject(new Error("not an integer"));
  const world = openDatabase({
    ...TOKENS,
    adapter: store,
    password: { authorize: () => ({ id: "ldap-7", name: "Grace" }) },
  });
  await world.typePassword(PASSWORD);
  for (let day = 0; day < 3; day++) {
    assert.equal((await world.session())?.user.id, "ldap-7", world.log());
    world.platform.tick(DAY);
  }
});

test("The log says once that an adapter without generations ends tokens late (SE-42)", async () => {
  for (const [adapter, times] of [[new ReferenceAdapter(), 1], [Memory(), 0]] as const) {
    const world = open({ ...TOKENS, adapter });
    await world.signIn();
    assert.ok(await world.session());
    assert.equal(world.log().split("tokens-end-late:").length - 1, times, world.log());
  }
});

test("The log does not say that a mail is refused which signs in whoever has the address (SE-42)", async () => {
  const adapter = new ReferenceAdapter();
  const world = openDatabase({ ...TOKENS, adapter, email: { allowDangerousEmailAccountLinking: true } });
  await adapter.createUser({ id: "7", name: "Ada", email: "ada@example.com", emailVerified: null });
  await world.ask("ada@example.com");
  await world.follow();
  assert.equal((await world.session())?.user.email, "ada@example.com", world.log());
  assert.doesNotMatch(world.log(), /mail-refuses-unverified/);
  assert.match(world.log(), /tokens-end-late/);
});

/** A world whose callback names another user of the database for who signs in at the provider. */
async function openMain(options: DatabaseOptions): Promise<DatabaseWorld> {
  const jwt = ({ token, account }: { token: object; account?: { provider: string } | null }) =>
    account?.provider === "idp" ? { ...token, sub: "main" } : token;
  const world = openDatabase({
    ...options,
    callbacks: { jwt } as DatabaseOptions["callbacks"] & object,
    password: { authorize: () => ({ id: "main" }) },
  });
  await world.db.adapter.createUser({ id: "main", email: "main@example.com", emailVerified: new Date(0) });
  return world;
}

for (const ends of ["sign-out-others", "deletion"] as const) {
  test(`A session whose callback names another user of the database ends with that user, by ${ends} (SE-25, SE-42)`, async () => {
    const world = await openMain({ session: { strategy: "jwt", revocationDelay: "always" } });
    const [phone, tablet] = [world.visitor(), world.visitor()];
    await world.signIn();
    await (await phone.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/idp");
    // Their own session, which no callback has named.
    await world.typePassword(PASSWORD, tablet);
    for (const each of [phone, tablet]) {
      assert.equal((await world.sessionIn(each))?.user.id, "main", world.log());
    }
    if (ends === "deletion") await world.db.adapter.deleteUser("main");
    else {
      const page = await world.browser.open(`${APP}/auth/account`);
      await page.submit("/auth/account", { action: "sign-out-others" });
      assert.equal((await world.session())?.user.id, "main", world.log());
    }
    world.platform.tick(DAY);
    assert.equal((await world.session())?.user.id, ends === "deletion" ? undefined : "main", world.log());
    for (const each of [phone, tablet]) assert.equal(await world.sessionIn(each), null);
  });
}

test("A session whose callback names another user begins in that user's generation (SE-25)", async () => {
  const world = await openMain(TOKENS);
  for (const _ of ["first", "second"]) {
    await world.signIn();
    const page = await world.browser.open(`${APP}/auth/account`);
    await page.submit("/auth/account", { action: "sign-out-others" });
    await world.post("signout");
  }
  // In another process, of which this one has not heard yet.
  const { rows } = world.db.adapter;
  const row = (await rows.find("security", { userId: "main" }))!;
  await rows.store("security", { ...row, generation: row.generation + 1 }, row.generation);
  await world.signIn();
  world.platform.tick(DAY);
  assert.equal((await world.session())?.user.id, "main", world.log());
});

test("A user of authorize whom a callback names by an id of its own ends with their row (SE-42)", async () => {
  const jwt = ({ token, user }: { token: object; user?: object }) =>
    user ? { ...token, sub: "crm-7" } : token;
  const world = openDatabase({
    ...TOKENS,
    callbacks: { jwt } as DatabaseOptions["callbacks"] & object,
    password: { authorize: () => ({ id: "bob" }) },
  });
  await world.db.adapter.createUser({ id: "bob", email: "bob@example.com", emailVerified: null });
  await world.typePassword(PASSWORD);
  assert.equal((await world.session())?.user.id, "crm-7", world.log());
  await world.db.adapter.deleteUser("bob");
  world.platform.tick(DAY);
  assert.equal(await world.session(), null);
});

test("A session whose callback writes its id as a number goes on where it ends the others (SE-25)", async () => {
  const jwt = ({ token, user }: { token: object; user?: { id: unknown } }) =>
    user ? { ...token, sub: user.id } : token;
  const world = await openAda({
    adapter: beside(NUMBERS),
    callbacks: { jwt } as DatabaseOptions["callbacks"] & object,
  });
  const page = await world.browser.open(`${APP}/auth/account`);
  await page.submit("/auth/account", { action: "sign-out-others" });
  assert.ok(await world.session(), world.log());
});
