/**
 * `Password()` beside published adapters of Auth.js, with the functions of one of ours in the same database.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { removalRules } from "../../src/testing/adapter/_removal.ts";
import { userListRules } from "../../src/testing/adapter/_user_lists.ts";
import { afterTests } from "../_after.ts";
import { isNightly } from "../_nightly.ts";
import { assertSignedIn, openDatabase } from "../flows/_database.ts";
import { GOOD, openPasswords } from "../flows/_kept_passwords.ts";
import { flowsWith, type Stores, testFaults, testOrphans } from "../flows/_password_faults.ts";
import { testForms as test } from "../flows/_password_forms.ts";
import { openPasskeys } from "../flows/_passkeys.ts";
import { APP, oauth2 } from "../flows/_world.ts";
import { openDrizzle, openPg, openPrisma, type Published } from "./_published.ts";

// All before the first test: Deno ends with success when a module fails that has tests already.
const published: Readonly<Record<string, Published>> = {
  "@auth/drizzle-adapter": await openDrizzle(),
  ...(isNightly && { "@auth/pg-adapter": await openPg(), "@auth/prisma-adapter": await openPrisma() }),
};
afterTests(() => Promise.all(Object.values(published).map(({ close }) => close())));

for (
  const [name, { adapter, security, takeover, removal, verifyInMicroseconds, rows, empty }] of Object.entries(
    published,
  )
) {
  const stores: Stores = {
    strategy: "jwt",
    async open() {
      await empty();
      return { ...adapter, ...security };
    },
  };

  test(`Password() beside ${name} stores a user in its tables, and the password beside them`, async () => {
    const world = openPasswords({ adapter: await stores.open(), session: { strategy: "jwt" } });
    await world.register();
    const [user, ...others] = await rows("users");
    assert.deepEqual([user!.email, others], ["ada@example.com", []]);
    const row = await security.rows.find("security", { userId: String(user!.id) });
    assert.match(row!.passwordHash!, /^\$scrypt\$/);
    const visitor = world.visitor();
    await world.enter(GOOD, visitor);
    assert.equal((await world.sessionIn(visitor))?.user.email, "ada@example.com", world.log());
  });

  testFaults(`the adapter ${name}`, stores, isNightly ? flowsWith("jwt") : ["a change of the password"]);
  testOrphans(`the adapter ${name}`, stores);
  if (removal) testRemoval(name, async () => ({ ...await stores.open(), ...removal }));
  if (takeover) {
    const open = async () => ({ ...await stores.open(), ...takeover });
    testTakeovers(name, { strategy: "jwt", open });
    testMicroseconds(name, { strategy: "database", open }, verifyInMicroseconds!);
  }
}

/** Tests the functions by which `docs/recipes/databases.md` removes ways to sign in. */
function testRemoval(name: string, open: () => Promise<Adapter>): void {
  for (const { name: rule, needs, run } of [...removalRules, ...userListRules]) {
    // An adapter of Auth.js does not have this one.
    if (needs.includes("prolongSession")) continue;
    test(`The functions of the page remove ways beside ${name}: ${rule}`, async () => {
      const adapter = await open() as Required<Adapter>;
      // The column of Auth.js ends at 2³¹.
      const createAuthenticator: typeof adapter.createAuthenticator = (passkey) =>
        adapter.createAuthenticator({ ...passkey, counter: 0 });
      await run({ ...adapter, createAuthenticator });
    });
  }

  test(`A user of ${name} removes a stolen passkey on the account page`, async () => {
    const adapter = await open() as Required<Adapter>;
    const world = openPasskeys({ adapter, session: { strategy: "jwt" } });
    await world.register({ email: "ada@example.com" });
    await world.register({ link: "true" }, {});
    const { user } = await world.session() as { user: { id: string } };
    const passkeys = async () =>
      (await (await world.browser.fetch(`${APP}/auth/account-data`)).json()).passkeys as readonly {
        readonly id: string;
        readonly name: string | null;
      }[];
    const [stolen, kept] = await passkeys();
    await world.post("account", { action: "rename", id: stolen!.id, name: "Old phone" });
    assert.equal((await passkeys())[0]!.name, "Old phone", world.log());
    await world.post("account", { action: "remove", id: stolen!.id });
    assert.deepEqual((await passkeys()).map(({ id }) => id), [kept!.id], world.log());
    assert.equal((await adapter.listAuthenticatorsByUserId(user.id)).length, 1);
  });

  test(`A way that a user of ${name} removes ends the stored sessions that it began`, async () => {
    const world = openDatabase({
      adapter: await open(),
      more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
    });
    await world.signIn();
    world.idp.login({ sub: "thief", name: "Thief", email: "thief@example.com" });
    await world.signIn({ provider: "other", link: true });
    const thief = world.visitor();
    await (await thief.open(`${APP}/auth/signin?callbackUrl=/home`)).submit("/auth/signin/other");
    const data = async () => await (await world.browser.fetch(`${APP}/auth/account-data`)).json();
    const { accounts, sessions } = await data();
    assert.equal(sessions.length, 2, world.log());
    const { id } = accounts.find(({ provider }: { provider: string }) => provider === "other");
    await world.post("account", { action: "remove", id });
    assert.deepEqual((await data()).sessions.length, 1, world.log());
    assert.equal(await world.sessionIn(thief), null);
    assert.ok(await world.session());
  });
}

/** Tests the functions of `docs/recipes/databases.md`. */
function testTakeovers(name: string, stores: Stores): void {
  testFaults(`the adapter ${name}`, stores, ["a takeover from a stranger"]);

  test(`A passkey beside ${name} signs in again, and goes with the stranger who has registered it`, async () => {
    for (const isAdded of [false, true]) {
      const adapter = await stores.open() as Required<Adapter>;
      const world = openPasskeys({ adapter, session: { strategy: "jwt" } });
      if (isAdded) {
        await world.register({ email: "ada@example.com" });
        await world.register({ link: "true" }, {});
      } else await world.register({ email: "ada@example.com" });
      const { user } = await world.session() as { user: { id: string } };
      assert.equal((await adapter.listAuthenticatorsByUserId(user.id)).length, isAdded ? 2 : 1, world.log());
      await world.signOut();
      assert.equal((await world.authenticate()).headers.get("location"), `${APP}/home`, world.log());
      assert.ok(await world.session());

      await adapter.takeOverUser({ id: user.id, email: "ada@example.com", emailVerified: new Date(0) });
      assert.deepEqual(await adapter.listAuthenticatorsByUserId(user.id), []);
    }
  });

  test(`An imported password of a user of ${name} stays when its address is confirmed`, async () => {
    const world = openPasswords({ adapter: await stores.open(), session: { strategy: "jwt" } });
    const { adapter } = world.db;
    const user = { id: "", name: "Ada", email: "ada@example.com", emailVerified: null };
    const { id } = await adapter.createUser(user);
    const passwordHash = await hashPassword(GOOD);
    const row = { userId: id, generation: 0, passwordIsProven: false, passwordHash, passwordSetAt: null };
    await adapter.rows.store("security", row, null);
    const page = await world.enter();
    assert.equal(await world.session(), null);
    await page.submit("/auth/callback/password", { code: world.mails.at(-1)!.code });
    assert.equal((await world.session())?.user.email, "ada@example.com", world.log());
    const visitor = world.visitor();
    await world.enter(GOOD, visitor);
    assert.ok(await world.sessionIn(visitor), world.log());
  });

  test(`takeOverUser() beside ${name} gives a user to one of ten callers, and removes what was stored at the same time`, async () => {
    const { adapter } = openPasswords({ adapter: await stores.open(), session: { strategy: "jwt" } }).db;
    const email = "ada@example.com";
    const { id } = await adapter.createUserWithAccount(
      { id: crypto.randomUUID(), name: "Ada", email, emailVerified: null },
      accountNumber(0),
    );
    const off = { enabledAt: null, totpSecret: null, totpStep: 0, recoveryCodes: null, devices: null };
    await adapter.rows.store("secondFactors", { ...off, userId: id, version: 1 }, null);
    const emailVerified = new Date("2026-01-01T00:00:00Z");
    const stored = Array.from({ length: 10 }, async (_, n) => {
      const account = { ...accountNumber(n + 1), userId: id };
      return await adapter.addCredentials({ userId: id, emailVerified: null, account }) && account;
    });
    const taken = Array.from(
      { length: 10 },
      async () => await adapter.takeOverUser({ id, email, emailVerified }),
    );
    const owners = (await Promise.all(taken)).filter((user) => user !== null);
    assert.deepEqual(owners.map((user) => [user.id, user.emailVerified]), [[id, emailVerified]]);
    await Promise.all(stored);
    assert.equal(await adapter.rows.find("secondFactors", { userId: id }), null);
    const ownerOf = async (n: number) =>
      (await adapter.getUserByAccount({ provider: "idp", providerAccountId: String(n) }))?.id;
    for (let n = 0; n <= 10; n++) assert.equal(await ownerOf(n), undefined);
    const account = { ...accountNumber(11), userId: id };
    assert.equal(await adapter.addCredentials({ userId: id, emailVerified: null, account }), false);
    assert.equal(await adapter.addCredentials({ userId: id, emailVerified, account }), true);
    assert.equal(await ownerOf(11), id);
  });
}

/** Tests them where the database stores dates more finely than JavaScript reads them. */
function testMicroseconds(name: string, { strategy, open }: Stores, verify: () => Promise<void>): void {
  test(`A user of ${name} signs in where SQL of the application has written microseconds`, async () => {
    const world = openDatabase({ adapter: await open(), session: { strategy }, password: null });
    await world.db.adapter.createUser({ id: "", name: "Ada", email: "ada@example.com", emailVerified: null });
    await verify();
    await world.ask();
    await world.follow();
    await assertSignedIn(world, "ada@example.com");
    const { id, emailVerified } = (await world.db.adapter.getUserByEmail("ada@example.com"))!;
    const account = { ...accountNumber(1), userId: id };
    for (const other of [new Date(emailVerified!.getTime() + 1), null]) {
      assert.equal(
        await world.db.adapter.addCredentials({ userId: id, emailVerified: other, account }),
        false,
      );
    }
  });
}

function accountNumber(n: number) {
  return { type: "oauth", provider: "idp", providerAccountId: String(n) } as const;
}
