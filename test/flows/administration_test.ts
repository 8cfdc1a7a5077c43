/**
 * `Administration()`: what administrators and scripts do with users, and who is banned.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { AccountDeletion } from "../../src/entries/account_deletion.ts";
import { outside } from "../../src/core/outside.ts";
import { Administration } from "../../src/entries/administration.ts";
import { DataExport, type DataExportFeature } from "../../src/entries/data_export.ts";
import { SecondFactor } from "../../src/entries/second_factor.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { STORES } from "./_account_page.ts";
import { administrationOf, GRACE, openAdministration } from "./_administration.ts";
import { ADA, BETTER, GOOD, importUser } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { WAYS } from "./_sign_up.ts";
import { APP } from "./_world.ts";

type Config = AuthConfig & { readonly features: readonly [DataExportFeature] };

/** A day, in seconds. */
const DAY = 86_400;

for (const [how, adapter] of Object.entries(STORES)) {
  testForms(`Users are created, found, listed, changed and removed, ${how}`, async () => {
    const { administration, db } = openAdministration({ adapter: await adapter() });
    const ada = (await administration.createUser({ email: " ADA@example.com", name: "Ada Lovelace" }))!;
    assert.deepEqual([ada.email, ada.emailVerified, ada.name], [ADA, null, "Ada Lovelace"]);
    assert.equal(await administration.createUser({ email: ADA }), null, "the address is taken");
    await assert.rejects(administration.createUser({ email: "no address" }), { type: "InvalidEmail" });
    const bare = (await administration.createUser({ email: null, name: "Charles" }))!;
    const bob = (await administration.createUser({ email: "bob@example.com", emailVerified: true }))!;
    assert.ok(bob.emailVerified);
    const listed = async (query = {}) => {
      const ids: string[] = [];
      for (let after: string | null = null;;) {
        const { users, next } = await administration.listUsers({ after, limit: 2, ...query });
        ids.push(...users.map(({ user }) => user.id));
        if (next === null) return ids.toSorted();
        after = next;
      }
    };
    assert.deepEqual(await listed(), [ada.id, bare.id, bob.id].toSorted());
    assert.deepEqual(await listed({ search: "LOVE" }), [ada.id]);
    assert.deepEqual(await listed({ search: bob.id }), [bob.id], "an id");
    assert.deepEqual(await listed({ search: bob.id, by: { name: "Charles" } }), []);
    assert.deepEqual(await listed({ search: bare.id, by: { name: "Charles" } }), [bare.id]);
    assert.deepEqual(await listed({ by: { email: null } }), [bare.id]);
    await db.adapter.createUser({ id: "0", email: "not-ada@example.com", emailVerified: null });
    const [first] = (await administration.listUsers({ search: " Ada@Example.com", limit: 1 })).users;
    assert.equal(first!.user.id, ada.id, "the whole address comes first");
    assert.deepEqual(await listed({ search: ADA, limit: 1 }), ["0", ada.id], "each once");
    assert.deepEqual(await listed({ search: ADA, by: { name: "Charles" } }), []);
    assert.equal(await administration.removeUser("0"), true);
    const changed = await administration.updateUser(ada.id, { name: "Ada King" });
    assert.equal(changed!.name, "Ada King");
    assert.deepEqual(await administration.getUser(ada.id), { user: changed, ban: null, identifier: null });
    for (const field of ["id", "email", "emailVerified"]) {
      await assert.rejects(administration.updateUser(ada.id, { [field]: null }), { type: "Configuration" });
    }
    assert.equal(await administration.updateUser("nobody", { name: "x" }), null);
    assert.equal(await administration.getUser("\0"), null);
    assert.equal(await administration.removeUser(ada.id), true);
    assert.equal(await administration.removeUser(ada.id), false);
    assert.equal(await db.adapter.getUser(ada.id), null);
    assert.deepEqual(await listed(), [bare.id, bob.id].toSorted());
  });
}

for (const strategy of ["database", "jwt"] as const) {
  testForms(
    `Who is banned is signed out at once, and gets in by no way, until the ban ends, ${strategy} (ADM-01)`,
    async () => {
      const world = openAdministration({
        oauth: { verifiedEmail: true },
        session: { strategy, revocationDelay: 0 },
      });
      const { administration, browser, platform } = world;
      const id = await world.join(ADA, browser);
      world.idp.login({ sub: "ada", email: ADA, email_verified: true });
      await world.signIn({ provider: "idp", link: true });
      const other = world.visitor();
      await WAYS["a provider"]!(world, other);
      assert.ok(await world.session() && await world.sessionIn(other), world.log());
      const until = new Date(platform.now() + DAY * 1000);
      assert.equal(await administration.banUser(id, { reason: "Spam", until }), true);
      assert.deepEqual([await world.session(), await world.sessionIn(other)], [null, null]);
      assert.deepEqual((await administration.getUser(id))!.ban, {
        reason: "Spam",
        bannedAt: new Date(platform.now()).toISOString(),
        until: until.toISOString(),
        bannedBy: null,
      });
      const refused = await world.enter();
      assert.match(refused.url, /error\?error=AccessDenied/, world.log());
      assert.match(refused.text, /You don't have access/);
      assert.match(world.log(), new RegExp(`Cannot sign in: user "${id}" is banned`));
      const forgotten = await world.forget();
      await forgotten.submit("/auth/callback/password", { code: world.mails.at(-1)!.code, password: BETTER });
      assert.match((await world.enter(GOOD)).url, /AccessDenied/, "the password stays");
      for (const way of ["a provider", "a link by email", "a code by email"]) {
        platform.tick(61);
        const visitor = world.visitor();
        assert.match((await WAYS[way]!(world, visitor)).url, /AccessDenied/, way);
        assert.equal(await world.sessionIn(visitor), null, way);
      }
      assert.equal(await administration.unbanUser(id), true);
      assert.equal(await administration.unbanUser(id), false);
      assert.equal((await world.enter()).url, `${APP}/home`, world.log());
      await administration.banUser(id, { until: new Date(platform.now() + 1000) });
      platform.tick(2);
      assert.equal((await administration.getUser(id))!.ban, null);
      assert.equal(await administration.unbanUser(id), false, "it has ended");
      assert.equal((await world.enter()).url, `${APP}/home`, world.log());
    },
  );

  testForms(
    `A ban amid a sign-in counts, and so does one amid its second half, ${strategy} (ADM-02)`,
    async () => {
      for (const where of ["signIn", "session"] as const) {
        let ban = async () => {};
        const world = openAdministration({
          session: { strategy, revocationDelay: 0 },
          callbacks: {
            async signIn() {
              if (where === "signIn") await ban();
              return true;
            },
            async session({ session }: { session: object }) {
              if (where === "session") await ban();
              return session;
            },
          },
        });
        const id = await world.join();
        ban = async () => {
          ban = async () => {};
          await world.administration.banUser(id);
        };
        const visitor = world.visitor();
        await world.enter(GOOD, visitor);
        assert.equal(await world.sessionIn(visitor), null, where);
      }
    },
  );
}

testForms("A ban isn't left by a takeover, nor by another way that is added (ADM-01)", async () => {
  const world = openAdministration();
  const { administration, db } = world;
  await importUser(world);
  await db.adapter.linkAccount({ userId: "1", type: "oauth", provider: "idp", providerAccountId: "eve" });
  await administration.banUser("1");
  const asked = await WAYS["a link by email"]!(world, world.visitor());
  assert.match(asked.url, /keep-password/);
  assert.match((await asked.submit("/auth/keep-password", { choice: "never" })).url, /AccessDenied/);
  world.idp.login({ sub: "another", email: ADA, email_verified: true });
  assert.match((await WAYS["a provider"]!(world, world.visitor())).url, /error=/);
  assert.ok((await administration.getUser("1"))!.ban);
  assert.equal((await db.adapter.listAccountsByUserId("1")).length, 1);
});

testForms(
  "No one bans or removes an administrator, also one who became it a moment ago (ADM-03)",
  async () => {
    const world = openAdministration();
    const { administration, admins } = world;
    const [ada, grace] = [await world.join(), await world.join(GRACE)];
    for (const change of [administration.banUser, administration.removeUser]) {
      await assert.rejects(change(grace), { type: "AccessDenied" });
    }
    const browser = world.visitor();
    await world.enter(GOOD, browser, GRACE);
    for (const name of ["banUser", "removeUser"]) {
      await assert.rejects(world.call(browser, name, grace), { type: "AccessDenied" }, "oneself");
    }
    assert.equal((await administration.getUser(grace))!.ban, null);
    let asked = 0;
    const rising = openAdministration({
      adapter: world.db.adapter,
      isAdmin: () => asked++ > 0,
    });
    await assert.rejects(rising.administration.banUser(ada), { type: "AccessDenied" });
    assert.equal((await administration.getUser(ada))!.ban, null);
    admins.delete(GRACE);
    assert.equal(await administration.banUser(grace), true);
  },
);

testForms(
  "In a request, only an administrator who has signed in a short time ago changes anything (ADM-04)",
  async () => {
    for (const strategy of ["database", "jwt"] as const) {
      const world = openAdministration({ session: { strategy, revocationDelay: 0 } });
      const { admins, platform } = world;
      const id = await world.join();
      await world.join(GRACE);
      const [visitor, user, grace] = [world.visitor(), world.visitor(), world.visitor()];
      assert.equal(await world.call(visitor, "listUsers"), "session");
      await world.enter(GOOD, user);
      await assert.rejects(world.call(user, "listUsers"), { type: "AccessDenied" });
      await assert.rejects(world.call(user, "unbanUser", id), { type: "AccessDenied" });
      await world.enter(GOOD, grace, GRACE);
      const { users } = await world.call(grace, "listUsers") as { users: unknown[] };
      assert.equal(users.length, 2);
      assert.equal(await world.call(grace, "banUser", id, { reason: "Spam" }), true);
      const actor = (await world.db.adapter.getUserByEmail(GRACE))!;
      assert.equal((await world.administration.getUser(id))!.ban!.bannedBy, actor.id);
      assert.equal(await world.call(user, "listUsers"), "session", "who is banned has no session");
      platform.tick(2 * DAY);
      assert.equal(await world.call(grace, "unbanUser", id), "age");
      assert.equal((await world.call(grace, "getUser", id) as { user: { id: string } }).user.id, id);
      admins.delete(GRACE);
      await assert.rejects(world.call(grace, "getUser", id), { type: "AccessDenied" }, "no longer one");
    }
  },
);

testForms("Roles of staff decide about each function, and protect no less (ADM-04)", async () => {
  const asked: unknown[] = [];
  const world = openAdministration({
    may({ staff, isAdmin, action, user }) {
      asked.push([staff.email, isAdmin, action, user?.email ?? null]);
      if (action === "banUser") return Promise.resolve(user?.email === ADA);
      return (action === "listUsers" ? "yes" : isAdmin) as boolean;
    },
  });
  const [ada, grace] = [await world.join(), await world.join(GRACE)];
  const support = world.visitor();
  await world.join("support@example.com", support);
  await assert.rejects(world.call(support, "listUsers"), { type: "AccessDenied" }, "only `true` is a yes");
  await assert.rejects(world.call(support, "unbanUser", ada), { type: "AccessDenied" });
  await assert.rejects(world.call(support, "banUser", grace), { type: "AccessDenied" });
  assert.equal(await world.call(support, "banUser", ada), true);
  await assert.rejects(world.call(support, "banUser", "nobody"), { type: "AccessDenied" });
  const self = (await world.db.adapter.getUserByEmail("support@example.com"))!.id;
  assert.deepEqual(asked, [
    ["support@example.com", false, "listUsers", null],
    ["support@example.com", false, "unbanUser", ADA],
    ["support@example.com", false, "banUser", GRACE],
    ["support@example.com", false, "banUser", ADA],
    ["support@example.com", false, "banUser", null],
  ]);
  const allowing = openAdministration({ adapter: world.db.adapter, may: () => true });
  const visitor = allowing.visitor();
  await allowing.enter(GOOD, visitor, "support@example.com");
  for (const id of [grace, self]) {
    for (const name of ["removeUser", "banUser"]) {
      await assert.rejects(allowing.call(visitor, name, id), { type: "AccessDenied" }, `${name} ${id}`);
    }
  }
});

testForms(
  "Where there are second factors, an administrator needs a session of level 2 (ADM-04)",
  async () => {
    const world = openAdministration({ features: [SecondFactor()] });
    await world.join(GRACE, world.browser);
    for (const name of ["listUsers", "banUser"]) {
      assert.equal(await world.call(world.browser, name, "1"), "level");
    }
  },
);

testForms("Sessions are listed, and ended, one or all (ADM-05)", async () => {
  const world = openAdministration({ session: { strategy: "database" } });
  const { administration, browser } = world;
  const id = await world.join(ADA, browser);
  const other = world.visitor();
  await world.enter(GOOD, other);
  const sessions = (await administration.listSessions(id))!;
  assert.equal(sessions.length, 2);
  const stored = await world.db.adapter.listSessionsByUserId(id);
  for (const { sessionToken } of stored) assert.ok(!JSON.stringify(sessions).includes(sessionToken));
  assert.equal(await administration.endSession("nobody", sessions[0]!.id), false);
  assert.equal(await administration.endSession(id, sessions[0]!.id), true);
  assert.equal(await administration.endSession(id, sessions[0]!.id), false);
  const left = [await world.session(), await world.sessionIn(other)].filter((each) => each !== null);
  assert.equal(left.length, 1);
  assert.equal(await administration.endSessions(id), true);
  assert.deepEqual([await world.session(), await world.sessionIn(other)], [null, null]);
  assert.deepEqual(await administration.listSessions(id), []);
  assert.deepEqual(await administration.endSessions("nobody"), false);
  const tokens = openAdministration({ session: { strategy: "jwt", revocationDelay: 0 } });
  const user = await tokens.join(ADA, tokens.browser);
  assert.equal(await tokens.administration.listSessions(user), null);
  assert.equal(await tokens.administration.endSessions(user), true);
  assert.equal(await tokens.session(), null);
});

testForms(
  "What the application has of a user goes first, and nothing goes if that fails (ADM-06)",
  async () => {
    const erased: string[] = [];
    let fails = true;
    const erase = ({ id }: { id: string }) => {
      if (fails) throw new Error("the application's database is away");
      erased.push(id);
    };
    const world = openAdministration({ features: [AccountDeletion({ erase }), DataExport()] });
    const { administration, db } = world;
    const id = await world.join();
    await administration.banUser(id, { reason: "Spam" });
    const file = await new Response(
      await outside(world.config as Config).dataExport.read(id),
    ).json();
    assert.deepEqual([file.ban.reason, "bannedBy" in file.ban], ["Spam", false]);
    await assert.rejects(administration.removeUser(id), { type: "ServerError" });
    assert.ok(await db.adapter.getUser(id));
    fails = false;
    assert.equal(await administration.removeUser(id), true);
    assert.deepEqual(erased, [id]);
    assert.equal(await db.adapter.getUser(id), null);
    assert.equal(await db.adapter.rows.find("bans", { userId: id }), null);
    // Another user of the address starts anew.
    assert.ok(await world.join());
  },
);

testForms("Options, bans and adapters are checked, with a message that says what to write", async () => {
  const { administration: none } = openAdministration({ isAdmin: true as never });
  await assert.rejects(none.listUsers(), /write `isAdmin`, a function/);
  // JavaScript may leave out the options.
  const bare = { ...openAdministration().config, features: [Administration(undefined as never)] };
  await assert.rejects(administrationOf({ config: bare }).listUsers(), /write `isAdmin`, a function/);
  const world = openAdministration();
  const id = await world.join();
  const wrong = [{ reason: "x".repeat(1001) }, { reason: 7 }, { until: new Date(0) }, { until: "never" }];
  for (const each of wrong) {
    await assert.rejects(world.administration.banUser(id, each as never), { type: "Configuration" });
  }
  assert.equal((await world.administration.getUser(id))!.ban, null);
  const { listUsers: _, deleteUser: __, ...adapter } = Memory();
  const lacking = openAdministration({ adapter });
  for (const call of [lacking.administration.listUsers, () => lacking.administration.removeUser(id)]) {
    await assert.rejects(call(), { type: "MissingAdapterMethods" });
  }
});

testForms("Users who are banned are listed, a part at a time, and found among them", async () => {
  for (const open of Object.values(STORES)) {
    const world = openAdministration({ adapter: await open() });
    const { administration, db, platform } = world;
    for (let n = 1; n <= 7; n++) {
      const user = {
        id: `u${n}`,
        name: n % 2 ? "Odd" : "Even",
        email: `${n}@example.com`,
        emailVerified: null,
      };
      await db.adapter.createUser(user);
      if (n !== 3) {
        await administration.banUser(`u${n}`, n === 4 ? { until: new Date(platform.now() + 1000) } : {});
      }
    }
    platform.tick(2);
    const list = async (query: object) => {
      const ids: string[] = [];
      for (let after: string | null = null;;) {
        const { users, next } = await administration.listUsers({ limit: 2, after, ...query });
        ids.push(...users.map(({ user }) => String(user.id)));
        if (next === null) return ids.toSorted();
        after = next;
      }
    };
    assert.deepEqual(await list({ banned: true }), ["u1", "u2", "u5", "u6", "u7"]);
    assert.deepEqual(await list({ banned: false }), ["u3", "u4"], "a ban that has ended is none");
    assert.deepEqual(await list({ banned: true, search: "odd" }), ["u1", "u5", "u7"]);
    assert.deepEqual(await list({ banned: true, by: { name: "Even" } }), ["u2", "u6"]);
    assert.deepEqual(await list({ banned: true, search: "u3" }), []);
    assert.deepEqual(await list({ banned: true, search: "u2" }), ["u2"]);
    await administration.unbanUser("u2");
    assert.deepEqual(await list({ banned: true }), ["u1", "u5", "u6", "u7"]);
  }
});
