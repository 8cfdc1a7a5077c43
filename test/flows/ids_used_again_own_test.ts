/**
 * The id of a deleted user that the application uses again, as with SCIM or staff numbers, with the adapters of the library.
 *
 * @module
 */

import assert from "node:assert/strict";
import sqlite from "node:sqlite";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { emptyRow } from "../../src/shapes/security.ts";
import { noteIdOf } from "../../src/shapes/security.ts";
import { type DatabaseWorld, openDatabase } from "./_database.ts";
import { GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { openFactors } from "./_second_factor.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["database", "jwt"] as const);
const ADA = { id: "1", name: "Ada", email: "ada@example.com", emailVerified: new Date(0) };
const BOB = { id: "1", name: "Bob", email: "bob@example.com", emailVerified: new Date(0) };

/** An adapter, and what its application deletes a user with. */
interface Opened {
  readonly adapter: Required<Adapter>;
  readonly remove: (id: string) => unknown;
}

async function openSqlite(): Promise<Opened & { readonly db: sqlite.DatabaseSync }> {
  const db = new sqlite.DatabaseSync(":memory:");
  const adapter = Sqlite(db);
  await adapter.migrate();
  return { db, adapter, remove: (id) => adapter.deleteUser(id) };
}

const WAYS: Readonly<Record<string, () => Promise<Opened>>> = {
  "deleteUser() in memory": () => {
    const adapter = Memory();
    return Promise.resolve({ adapter, remove: (id) => adapter.deleteUser(id) });
  },
  "deleteUser() in SQLite": openSqlite,
  "SQL of its own": async () => {
    const { db, adapter } = await openSqlite();
    return { adapter, remove: (id) => db.prepare("DELETE FROM auth_users WHERE id = ?").run(id) };
  },
  "SQL of its own, without foreign keys": async () => {
    const { db, adapter } = await openSqlite();
    db.exec("PRAGMA foreign_keys = OFF");
    return { adapter, remove: (id) => db.prepare("DELETE FROM auth_users WHERE id = ?").run(id) };
  },
};

/** How the application stores the next user. */
const CREATIONS: Readonly<Record<string, (adapter: Required<Adapter>, user: AdapterUser) => unknown>> = {
  createUser: (adapter, user) => adapter.createUser(user),
  createUserWithAccount: (adapter, user) =>
    adapter.createUserWithAccount(user, { type: "oauth", provider: "idp", providerAccountId: "bob" }),
};

async function storeWithPassword({ db: { adapter } }: Pick<DatabaseWorld, "db">): Promise<void> {
  await adapter.createUser(ADA);
  await adapter.rows.store("security", { ...emptyRow("1"), passwordHash: await hashPassword(GOOD) }, null);
}

/** Asserts that a browser shows nobody, and no account page. */
async function assertNobody({ browser, session, log }: DatabaseWorld): Promise<void> {
  assert.equal(await session(), null, log());
  const page = await browser.open(`${APP}/auth/account`);
  assert.match(page.url, /\/auth\/signin/);
  assert.doesNotMatch(page.html, /bob@example\.com/);
}

for (const [way, open] of Object.entries(WAYS)) {
  for (const strategy of STRATEGIES) {
    for (const [method, create] of Object.entries(CREATIONS)) {
      testForms(
        `a session of a user whom the application removes by ${way} is none of the next one's, by ${method} (AL-28, ${strategy})`,
        async () => {
          const { adapter, remove } = await open();
          const world = openDatabase({ session: { strategy }, adapter });
          await world.db.adapter.createUser(ADA);
          await world.ask();
          await world.follow();
          assert.equal((await world.session())?.user.id, "1", world.log());
          await remove("1");
          await create(world.db.adapter, BOB);
          world.platform.tick(86_400);
          await assertNobody(world);
          // Nor does the next one keep anybody in who comes after them.
          const bob = world.visitor();
          await world.ask(BOB.email, bob);
          await world.follow(bob);
          assert.equal((await world.sessionIn(bob))?.user.name, "Bob", world.log());
          await remove("1");
          await create(world.db.adapter, { ...ADA, email: "eve@example.com" });
          world.platform.tick(86_400);
          assert.equal(await world.sessionIn(bob), null);
        },
      );
    }

    testForms(
      `the password of a user whom the application removes by ${way} opens nothing of the next one (AL-28, ${strategy})`,
      async () => {
        const { adapter, remove } = await open();
        const world = openFactors({ session: { strategy }, adapter });
        await storeWithPassword(world);
        await world.enter(GOOD);
        const kit = await world.turnOn();
        assert.ok(kit);
        await remove("1");
        await world.db.adapter.createUser(BOB);
        const thief = world.visitor();
        await world.enter(GOOD, thief, BOB.email);
        assert.equal(await world.sessionIn(thief), null, world.log());
        assert.equal(await world.db.adapter.rows.find("security", { userId: noteIdOf("1") }), null);
        world.platform.tick(86_400);
        assert.equal(await world.session(), null);
        // The former one's factor locks the next one out of nothing.
        const bob = world.visitor();
        await world.ask(BOB.email, bob);
        await world.follow(bob);
        assert.equal((await world.sessionIn(bob))?.user.name, "Bob", world.log());
      },
    );
  }
}

test("a user whom SQL removes, and of whom no row is left, leaves tokens that count for the next one (KL-29)", async () => {
  const { db, adapter } = await openSqlite();
  const world = openDatabase({ session: { strategy: "jwt" }, adapter });
  await world.db.adapter.createUser({ ...ADA, emailVerified: null });
  await world.db.adapter.linkAccount({
    userId: "1",
    type: "oauth",
    provider: "idp",
    providerAccountId: "ada",
  });
  await world.signIn();
  assert.equal((await world.session())?.user.id, "1", world.log());
  db.exec("DELETE FROM auth_users");
  await world.db.adapter.createUser(BOB);
  world.platform.tick(86_400);
  assert.equal((await world.session())?.user.id, "1");
});

test("a user whom the application's own SQL stores gets what stands under the id (KL-29)", async () => {
  const { db, adapter } = await openSqlite();
  const world = openFactors({ session: { strategy: "jwt" }, adapter });
  await storeWithPassword(world);
  db.exec("DELETE FROM auth_users");
  db.exec(
    "INSERT INTO auth_users (id, name, email, email_verified) VALUES ('1', 'Bob', 'bob@example.com', 0)",
  );
  await world.enter(GOOD, world.browser, BOB.email);
  assert.equal((await world.session())?.user.name, "Bob");
});
