/** Who is gone is gone: sessions in tokens end with their user, whatever has removed them. */

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { resolveSession } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { fromAuthJs } from "../../src/migrate/mod.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { Password } from "../../src/providers/password.ts";
import { encode } from "../../src/model/jwt.ts";
import type { JWT } from "../../mod.ts";
import { ADAPTERS, type DatabaseOptions, type DatabaseWorld, openDatabase, storeUser } from "./_database.ts";
import { APP } from "./_world.ts";

const DAY = 24 * 3600;

for (const [name, openAdapter] of Object.entries(ADAPTERS)) {
  test(`a session in a token ends within session.revocationDelay of the removal of its user, with ${name} (SE-42)`, async () => {
    const world = openDatabase({ adapter: openAdapter(), session: { strategy: "jwt" } });
    await world.signIn();
    const [user] = await world.db.users();
    assert.ok(await world.session());
    await world.db.adapter.deleteUser(user!.id);
    world.platform.tick(301);
    assert.equal(await world.session(), null, world.log());
    assert.equal(
      world.browser.cookies("https://app.test").filter(({ name }) => name.includes("session")).length,
      0,
    );
  });

  test(`a token of a removed user is never renewed, and opens no page, with ${name} (SE-42)`, async () => {
    const world = openDatabase({
      adapter: openAdapter(),
      session: { strategy: "jwt", revocationDelay: 90 * DAY },
    });
    await world.signIn();
    const [user] = await world.db.users();
    await world.db.adapter.deleteUser(user!.id);
    assert.match((await world.browser.open("https://app.test/auth/account")).url, /\/auth\/signin/);
    for (let day = 0; day < 3; day++) {
      world.platform.tick(DAY);
      assert.equal(await world.session(), null, world.log());
    }
  });

  test(`a token that callbacks.jwt changes is not renewed for a removed user, with ${name} (SE-42)`, async () => {
    for (const revocationDelay of [300, 90 * DAY]) {
      const world = openDatabase({
        adapter: openAdapter(),
        session: { strategy: "jwt", revocationDelay },
        callbacks: { jwt: countReads() },
      });
      await world.signIn();
      const [user] = await world.db.users();
      assert.ok(await world.session());
      await world.db.adapter.deleteUser(user!.id);
      assert.equal(await world.session(), null, world.log());
      const left = world.browser.cookies(APP).filter(({ name }) => name.includes("session"));
      assert.deepEqual(left, []);
    }
  });

  test(`the session of a user of the application's own goes on beside ${name} (SE-42)`, async () => {
    const world = openDatabase({
      adapter: openAdapter(),
      session: { strategy: "jwt" },
      password: { authorize: () => Promise.resolve({ id: "ldap-7", name: "Grace" }) },
    });
    await world.typePassword();
    for (let day = 0; day < 40; day++) {
      world.platform.tick(DAY);
      assert.equal((await world.session())?.user.id, "ldap-7", world.log());
    }
    await world.browser.open("https://app.test/auth/account");
    assert.ok(await world.session(), "a page that shows what is stored signs no one out");
  });
}

/** A world whose older tokens are the ids of their users. */
function migrating(options: DatabaseOptions): DatabaseWorld & { visit(userId: string): Promise<unknown> } {
  const decode = ({ token: sub = "" }) => ({ sub, iat: 1_800_000_000, exp: 4e9 });
  const migration = fromAuthJs({ secret: "f".repeat(40), until: "2099-01-01", jwt: { decode } });
  const world = openDatabase({ session: { strategy: "jwt" }, password: null, migration, ...options });
  return {
    ...world,
    async visit(userId) {
      const browser = world.visitor();
      browser.setCookie(APP, `__Secure-authjs.session-token=${userId}; Path=/; Secure; HttpOnly`);
      const before = (await world.sessionIn(browser))?.user.id;
      world.platform.tick(2 * DAY);
      return [before, (await world.sessionIn(browser))?.user.id];
    },
  };
}

test("a session of another library ends if its user was removed before it is read (SE-42)", async () => {
  for (const more of [[], [Password()]]) {
    const world = migrating({ more: () => more });
    await storeUser(world, { id: "ada" });
    await storeUser(world, { id: "bob", email: null });
    await world.db.adapter.deleteUser("bob");
    assert.deepEqual(await world.visit("ada"), ["ada", "ada"]);
    assert.deepEqual(await world.visit("bob"), [undefined, undefined], world.log());
    // An end like any other: the log has no error.
    assert.doesNotMatch(world.log(), /JWTSessionError/);
  }
});

/** A browser with a token of an earlier version: without the claims of this one. */
async function earlier({ sub, ...options }: DatabaseOptions & { readonly sub: string }) {
  const world = openDatabase({ session: { strategy: "jwt" }, password: null, ...options });
  const salt = "__Host-latchkey.session-token";
  const token = await encode({
    token: { sub },
    secret: world.config.secret as string,
    salt,
    maxAge: 3650 * DAY,
  });
  world.browser.setCookie(APP, `${salt}=${token}; Path=/; Secure; HttpOnly; SameSite=Lax`);
  return world;
}

test("a session of an earlier version ends if its user was removed before it is read (SE-42)", async () => {
  for (const more of [[], [Password()], [Password]]) {
    for (const [sub, isThere] of [["ada", true], ["bob", false]] as const) {
      const world = await earlier({ sub, more: () => more });
      await storeUser(world, { id: "ada" });
      assert.equal((await world.session())?.user.id, isThere ? "ada" : undefined, world.log());
      world.platform.tick(2 * DAY);
      assert.equal((await world.session())?.user.id, isThere ? "ada" : undefined);
      if (!isThere) continue;
      await world.db.adapter.deleteUser("ada");
      world.platform.tick(301);
      assert.equal(await world.session(), null);
    }
  }
});

/** Where nobody can say whether a user who isn't stored is gone. */
const ELSEWHERE: Readonly<Record<string, DatabaseOptions>> = {
  "authorize finds users": { password: {} },
  "authorize of a provider that is listed as a function finds users": {
    more: () => [() => Credentials({ id: "ldap", credentials: {}, authorize: () => null })] as never,
  },
  "callbacks.jwt may have changed the id": { callbacks: { jwt: ({ token }) => token } },
  "the database refuses the id": {
    adapter: {
      ...Memory(),
      getUser: () => Promise.reject(new Error("invalid input syntax for type uuid")),
    },
  },
};

for (const [what, options] of Object.entries(ELSEWHERE)) {
  test(`a session of another library, or of an earlier version, goes on without a stored user where ${what}`, async () => {
    assert.deepEqual(await migrating(options).visit("ldap-7"), ["ldap-7", "ldap-7"]);
    const world = await earlier({ sub: "ldap-7", ...options });
    for (let day = 0; day < 3; day++) {
      assert.equal((await world.session())?.user.id, "ldap-7", world.log());
      world.platform.tick(DAY);
    }
  });
}

test("a session goes on without a stored user where a config without providers checks it", async () => {
  const { browser, config, platform } = await earlier({ sub: "ldap-7" });
  const cookie = browser.cookies(APP).map(({ name, value }) => `${name}=${value}`).join("; ");
  const request = new Request(`${APP}/page`, { headers: { cookie } });
  const { session } = await resolveSession(request, { ...config, platform, providers: [] });
  assert.equal(session?.user.id, "ldap-7");
});

/** A callback that changes a claim at each read. */
function countReads() {
  let reads = 0;
  return ({ token }: { readonly token: JWT }) => ({ ...token, reads: reads++ });
}

test("a token that callbacks.jwt changes is not renewed after another process has ended it (SE-42)", async () => {
  const session = { strategy: "jwt", revocationDelay: 90 * DAY } as const;
  const world = openDatabase({ session, callbacks: { jwt: countReads() } });
  await world.signIn();
  const [user] = await world.db.users();
  assert.ok(await world.session());
  const { adapter } = world.db;
  const row = await adapter.rows.find("security", { userId: user!.id });
  const none = { userId: user!.id, passwordHash: null, passwordIsProven: true, passwordSetAt: null };
  await adapter.rows.store("security", { ...none, generation: 5 }, row && row.generation);
  assert.equal(await world.session(), null, world.log());
});

test("a token of an earlier version that callbacks.jwt changes is marked, and ends with its user (SE-42)", async () => {
  const world = await earlier({ sub: "ada", callbacks: { jwt: countReads() } });
  await storeUser(world, { id: "ada" });
  assert.ok(await world.session());
  await world.db.adapter.deleteUser("ada");
  assert.equal(await world.session(), null, world.log());
});

test("a session check asks the database again for a token that callbacks.jwt changes, and for no other", async () => {
  for (
    const [jwt, calls] of [[countReads(), 2], [({ token }: { token: JWT }) => ({ ...token }), 0]] as const
  ) {
    const world = openDatabase({ session: { strategy: "jwt" }, callbacks: { jwt } });
    await world.signIn();
    assert.ok(await world.session());
    world.db.calls.length = 0;
    assert.ok(await world.session());
    assert.equal(world.db.calls.length, calls, world.db.calls.join());
  }
});

test("a session check looks the user up once in session.revocationDelay", async () => {
  const world = openDatabase({ session: { strategy: "jwt" } });
  await world.signIn();
  world.platform.tick(301);
  world.db.calls.length = 0;
  for (let i = 0; i < 5; i++) assert.ok(await world.session());
  assert.deepEqual(world.db.calls, ["find security", "getUser"]);
  world.platform.tick(301);
  assert.ok(await world.session());
  assert.deepEqual(world.db.calls.length, 4);
});

test("a user whom the application's own SQL removes signs in again, also where no foreign keys are enforced", async () => {
  for (const enforced of ["ON", "OFF"]) {
    const db = new DatabaseSync(":memory:");
    db.exec(`PRAGMA foreign_keys = ${enforced}`);
    const adapter = Sqlite(db);
    await adapter.migrate();
    const world = openDatabase({ adapter });
    await world.signIn();
    const before = await world.session();
    db.exec("DELETE FROM auth_users");
    await world.signIn();
    const after = await world.session();
    assert.ok(after && after.user.id !== before?.user.id, `${enforced}\n${world.log()}`);
    // The same account, added to a user.
    db.exec("DELETE FROM auth_users");
    const { id: userId } = await storeUser(world);
    const [account] = db.prepare("SELECT provider_account_id AS id FROM auth_accounts").all();
    const key = { provider: "idp", providerAccountId: String(account?.id ?? "ada") };
    await adapter.linkAccount({ ...key, userId, type: "oidc" });
    assert.equal((await adapter.getUserByAccount(key))?.id, userId, enforced);
    db.close();
  }
});
