/**
 * `GET account-data`: what belongs to the user who is signed in, and nothing else.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { AGENTS, enterWith, linkPassword, openAccount, STORES } from "./_account_page.ts";
import { ReferenceAdapter } from "./_database.ts";
import { APP, openPlain } from "./_world.ts";

const HOUR = 3600;
const START = "2030-01-01T00:00:00.000Z";

for (const [how, adapter] of Object.entries(STORES)) {
  test(`GET account-data lists accounts, passkeys and sessions of the user, ${how}`, async () => {
    const world = await openAccount({ adapter: await adapter() });
    await world.addOther();
    const passkey = await world.addPasskey();
    await world.addPasskey(["usb", "nfc"]);
    world.platform.tick(2 * HOUR);
    world.agent = AGENTS.safari;
    const phone = await world.elsewhere();
    const data = await world.data();
    assert.deepEqual(data.user, { name: "Ada Lovelace", email: "ada@example.com", image: null });
    assert.deepEqual([data.isFresh, data.mail, data.unavailable], [false, null, {}]);
    assert.deepEqual(data.accounts!.map(({ id: _, ...account }) => account), [
      {
        provider: "idp",
        name: "Fake",
        label: "ada@example.com",
        createdAt: START,
        isRemovable: true,
      },
      {
        provider: "other",
        name: "Other",
        label: "ada-other@other.example",
        createdAt: START,
        isRemovable: true,
      },
    ]);
    const shape = { isSynced: false, createdAt: START, usedAt: null, isRemovable: true };
    const passkeys = data.passkeys!.map(({ id: _, ...each }) => each);
    assert.deepEqual(passkeys.toSorted((a, b) => a.kind.localeCompare(b.kind)), [
      { ...shape, name: "Firefox on Linux", kind: "passkey" },
      { ...shape, name: null, kind: "security-key" },
    ]);
    const later = "2030-01-01T02:00:00.000Z";
    const unknown = { provider: null, location: null };
    const [firefox, safari] = [{ browser: "Firefox", system: "Linux" }, {
      browser: "Safari",
      system: "iPhone",
    }];
    assert.deepEqual(data.sessions!.map(({ id: _, expires: __, ...session }) => session), [
      { ...unknown, isCurrent: true, device: firefox, createdAt: START, usedAt: START },
      { ...unknown, isCurrent: false, device: safari, createdAt: later, usedAt: later },
    ]);
    assert.ok((await world.data(phone)).isFresh);
    assert.equal(passkey.credentials.length, 1);
  });

  test(`GET account-data shows when a passkey and a session were last used, ${how}`, async () => {
    const world = await openAccount({ adapter: await adapter(), session: { updateAge: HOUR } });
    const authenticator = await world.addPasskey();
    world.platform.tick(3 * HOUR);
    assert.equal((await world.data()).sessions![0]!.usedAt, "2030-01-01T03:00:00.000Z");
    const visitor = world.visitor();
    await enterWith(authenticator, visitor);
    assert.equal((await world.sessionIn(visitor))?.user.email, "ada@example.com", world.log());
    const [passkey] = (await world.data()).passkeys!;
    assert.deepEqual([passkey!.createdAt, passkey!.usedAt], [START, "2030-01-01T03:00:00.000Z"]);
  });
}

test("GET account-data contains no token and no key of the database (AC-06)", async () => {
  const world = await openAccount();
  await world.addPasskey();
  const [user] = await world.db.users();
  const { adapter } = world.db;
  const rows = [
    ...await adapter.listAccountsByUserId(user!.id),
    ...await adapter.listSessionsByUserId(user!.id),
    ...await adapter.listAuthenticatorsByUserId(user!.id),
  ];
  const text = JSON.stringify(await world.data());
  const fields = ["access_token", "refresh_token", "id_token", "sessionToken", "credentialID", "userHandle"];
  const secrets = rows.flatMap((row) => Object.entries(row)).filter(([field]) =>
    [...fields, "credentialPublicKey", "userId"].includes(field)
  ).map(([, value]) => value).filter(Boolean);
  assert.ok(secrets.length > 5);
  for (const secret of secrets) assert.ok(!text.includes(String(secret)), String(secret));
  const cookie = world.browser.cookies(APP).find(({ name }) => name.includes("session-token"))!.value;
  assert.ok(!text.includes(cookie));
});

test("GET account-data answers 401 if no one is signed in, and caches keep neither answer", async () => {
  const world = await openAccount();
  for (const browser of [world.browser, world.visitor()]) {
    const response = await browser.fetch(`${APP}/auth/account-data`);
    assert.equal(response.status, browser === world.browser ? 200 : 401);
    assert.match(response.headers.get("cache-control")!, /no-store/);
    const json = await response.json();
    if (browser !== world.browser) assert.deepEqual(json, { error: "SessionRequired" });
  }
});

test("GET account-data answers JSON if the database fails", async () => {
  const world = await openAccount();
  world.db.fault = { call: world.db.calls.length + 2, moment: "before", lasting: true };
  const response = await world.browser.fetch(`${APP}/auth/account-data`);
  assert.equal(response.status, 503);
  assert.deepEqual(await response.json(), { error: "ServerError" });
});

test("GET account-data counts mail as a way to sign in only for a verified address", async () => {
  const world = await openAccount();
  assert.equal((await world.data()).mail, null);
  assert.deepEqual((await world.data()).accounts!.map(({ isRemovable }) => isRemovable), [false]);
  await world.ask();
  await world.follow();
  const data = await world.data();
  assert.deepEqual(data.mail, { name: "Email", email: "ada@example.com", verifiedAt: START });
  assert.deepEqual(data.accounts!.map(({ isRemovable }) => isRemovable), [true]);
});

test("GET account-data lists an account whose provider is gone, and does not count it as a way to sign in", async () => {
  const adapter = Memory();
  const first = await openAccount({ adapter });
  await first.addOther();
  const world = await openAccount({ adapter, more: () => [] });
  const { accounts } = await world.data();
  assert.deepEqual(accounts!.map(({ name, isRemovable }) => [name, isRemovable]), [
    ["Fake", false],
    ["other", true],
  ]);
});

test("GET account-data counts a password only if it is linked as an account, and lets go of it only with revoke", async () => {
  for (const revoke of [undefined, () => true]) {
    const world = await openAccount({ password: { revoke } });
    await linkPassword(world);
    const { accounts } = await world.data();
    assert.deepEqual(accounts!.map(({ provider, isRemovable }) => [provider, isRemovable]), [
      ["idp", true],
      ["password", revoke !== undefined],
    ]);
  }
});

test("GET account-data lists nothing that an adapter returns of another user (AC-01)", async () => {
  const adapter = Memory();
  const world = await openAccount({ adapter });
  const others = await world.visitor().open(`${APP}/auth/signin`);
  world.idp.login({ sub: "grace", name: "Grace", email: "grace@example.com" });
  await others.submit("/auth/signin/idp");
  const users = await world.db.users();
  assert.equal(users.length, 2);
  const all = { ...adapter };
  const everyone = <T>(list: (id: string) => T[] | PromiseLike<T[]>) => async () =>
    (await Promise.all(users.map(({ id }) => list(id)))).flat();
  adapter.listAccountsByUserId = everyone(all.listAccountsByUserId);
  adapter.listSessionsByUserId = everyone(all.listSessionsByUserId);
  // `watch()` calls the methods that the adapter had when the world opened.
  const leaky = await openAccount({ adapter });
  const { accounts, sessions } = await leaky.data();
  assert.deepEqual(accounts!.map(({ label }) => label), ["ada@example.com"]);
  assert.equal(sessions!.length, (await all.listSessionsByUserId(users[0]!.id)).length);
});

test("GET account-data shows no session that has ended, and orders them by their last use", async () => {
  const world = await openAccount({ session: { maxAge: 4 * HOUR } });
  for (let hour = 0; hour < 3; hour++) {
    world.platform.tick(HOUR);
    await world.elsewhere();
  }
  const { sessions } = await world.data();
  const order = sessions!.map(({ isCurrent, usedAt }) => [isCurrent, usedAt!.slice(11, 13)]);
  assert.deepEqual(order, [[true, "03"], [false, "03"], [false, "02"], [false, "01"]]);
  world.platform.tick(2.5 * HOUR);
  assert.equal((await world.data()).sessions!.length, 3);
});

test("GET account-data lists ways beside an adapter of Auth.js that has no table of passkeys", async () => {
  const { listAccountsByUserId } = Memory();
  const missing = () =>
    Promise.reject(new TypeError("Cannot read properties of undefined (reading 'findMany')"));
  const adapter = Object.assign(new ReferenceAdapter(), {
    listAccountsByUserId: (userId: string) => listAccountsByUserId(userId),
    listAuthenticatorsByUserId: missing,
  });
  const world = openPlain({ adapter, session: { strategy: "jwt" } });
  await world.signIn();
  const answer = await world.browser.fetch(`${APP}/auth/account-data`);
  assert.equal(answer.status, 200, world.log());
  assert.deepEqual((await answer.json()).passkeys, []);
});

test("GET account-data shows a user whose adapter has another `emailVerified` than a date", async () => {
  for (const emailVerified of [true, 1, "2029-12-24T00:00:00.000Z"]) {
    const world = await openAccount();
    await world.ask();
    await world.follow();
    const { getSessionAndUser, getUser } = world.db.adapter;
    const changed = <User extends object>(user: User | null) => user && { ...user, emailVerified };
    Object.assign(world.db.adapter, {
      getUser: async (id: string) => changed(await getUser(id)),
      async getSessionAndUser(token: string) {
        const found = await getSessionAndUser(token);
        return found && { ...found, user: changed(found.user) };
      },
    });
    const { mail } = await world.data();
    assert.deepEqual(mail, { name: "Email", email: "ada@example.com", verifiedAt: null }, world.log());
    assert.equal((await world.browser.open(`${APP}/auth/account`)).status, 200);
  }
});
