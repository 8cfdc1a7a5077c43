/**
 * What `Administration()` does for code outside of requests: sessions, imports, and a search by whatever names a user.
 *
 * @module
 */

import assert from "node:assert/strict";
import { UserNames } from "../../src/entries/user_names.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { resolveSession } from "../../src/core/resolve_session.ts";
import { outside } from "../../src/core/outside.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { STORES } from "./_account_page.ts";
import { GRACE, openAdministration } from "./_administration.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { APP } from "./_world.ts";

for (const strategy of ["database", "jwt"] as const) {
  const session = { strategy, revocationDelay: 0 };

  testForms(
    `Code begins a session of a user whom it has recognized, never of a banned one: ${strategy} (ADM-20)`,
    async () => {
      const callbacks: Record<string, unknown> = {};
      const world = openAdministration({ session, callbacks, url: APP });
      const { administration } = world;
      const ada = await world.join();
      const begun = (await administration.createSession(ada, { reason: "Handover to the app" }))!;
      const cookie = begun.setCookie.map((each) => each.split(";")[0]).join("; ");
      const request = new Request(APP, { headers: { cookie } });
      const read = async () => (await resolveSession(request, world.config as AuthConfig)).session;
      const see = async () => (await read())?.user?.email;
      assert.equal(await see(), ADA, world.log());
      assert.equal(Date.parse(begun.expires) > world.platform.now(), true);
      assert.deepEqual(
        (await administration.listActions({ userId: ada })).actions.map((each) => [
          each.action,
          each.reason,
          each.error,
        ]),
        [["createSession", "Handover to the app", null]],
      );
      await administration.banUser(ada);
      assert.equal(await see(), undefined);
      await assert.rejects(async () => await administration.createSession(ada), { type: "AccessDenied" });
      await administration.unbanUser(ada);
      assert.equal(await administration.createSession("nobody"), null);
      // A ban while a callback runs.
      callbacks.session = async ({ session }: { session: object }) => {
        await administration.banUser(ada);
        return session;
      };
      callbacks.jwt = async ({ token }: { token: object }) => {
        await administration.banUser(ada);
        return token;
      };
      const slow = openAdministration({ session, callbacks, url: APP, adapter: world.db.adapter });
      await assert.rejects(async () => await slow.administration.createSession(ada), {
        type: "AccessDenied",
      });
      if (strategy === "database") assert.deepEqual(await administration.listSessions(ada), []);
    },
  );
}

testForms("All sessions of a user end but one", async () => {
  const world = openAdministration({ session: { strategy: "database" } });
  const { administration } = world;
  const [first, second] = [world.visitor(), world.visitor()];
  const ada = await world.join(ADA, first);
  world.platform.tick(1);
  await world.enter(GOOD, second);
  const [latest, ...others] = (await administration.listSessions(ada))!;
  assert.equal(others.length, 1);
  await assert.rejects(
    async () => await administration.endSessions(ada, { except: "another" }),
    /no session with this id/,
  );
  assert.equal((await administration.listSessions(ada))!.length, 2, "a wrong id ends none");
  assert.equal(await administration.endSessions(ada, { except: latest!.id }), true);
  assert.deepEqual((await administration.listSessions(ada))!.map(({ id }) => id), [latest!.id]);
  assert.equal(await world.sessionIn(first), null);
  assert.notEqual(await world.sessionIn(second), null);
  const tokens = openAdministration({ session: { strategy: "jwt" }, adapter: world.db.adapter });
  await assert.rejects(
    async () => await tokens.administration.endSessions(ada, { except: latest!.id }),
    /they are in tokens/,
  );
});

for (const [how, adapter] of Object.entries(STORES)) {
  testForms(
    `Users of another system are imported with what they sign in with, again without a change, ${how}`,
    async () => {
      const world = openAdministration({ adapter: await adapter() });
      const { administration, db } = world;
      const passwordHash = await hashPassword(GOOD);
      const users = [
        {
          id: "7",
          email: "Grace@Example.com",
          emailVerified: true,
          name: "Grace",
          passwordHash,
          accounts: { github: "42" },
        },
        { id: "8", email: "joan@example.com" },
        { id: "9", email: "grace@example.com" },
        { id: "10", email: "no address" },
        { id: "11", accounts: { github: "42" } },
        { id: "" },
      ];
      const refused = [
        { id: "9", reason: "AddressTaken" },
        { id: "10", reason: "InvalidEmail" },
        { id: "11", reason: "AccountTaken" },
        { id: "", reason: "InvalidId" },
      ];
      assert.deepEqual(await administration.importUsers(users, { reason: "The old shop" }), {
        imported: 2,
        known: 0,
        refused,
      });
      world.platform.tick(1);
      async function* again() {
        yield* users;
      }
      const second = await administration.importUsers(again());
      const again11 = refused.filter(({ id }) => id !== "11");
      assert.deepEqual([second.imported, second.known, second.refused], [0, 3, again11]);
      const grace = (await db.adapter.getUserByAccount({ provider: "github", providerAccountId: "42" }))!;
      assert.deepEqual([grace.id, grace.email, grace.name, grace.emailVerified instanceof Date], [
        "7",
        "grace@example.com",
        "Grace",
        true,
      ]);
      const entered = await world.enter(GOOD, world.visitor(), "grace@example.com");
      assert.equal(entered.url, `${APP}/home`, world.log());
      const { rows } = db.adapter as {
        rows: { find(kind: string, key: object): Promise<Record<string, unknown>> };
      };
      const row = await rows.find("security", { userId: "7" });
      assert.equal(row.passwordIsProven, true);
      const { actions } = await administration.listActions();
      assert.deepEqual(actions.map(({ userId, reason }) => [userId, reason]).toReversed(), [
        ["7", "The old shop"],
        ["8", "The old shop"],
        ["11", "The old shop"],
      ]);
      await assert.rejects(async () => await administration.importUsers(7 as never), /write a list of them/);
    },
  );
}

testForms(
  "Who is there already gets nothing by an import, but for one that was cut off (ADM-19)",
  async () => {
    const world = openAdministration();
    const { administration, db } = world;
    const { adapter } = db;
    const eve = { id: "1", email: "eve@example.com", emailVerified: true, accounts: { github: "42" } };
    // Somebody else has the id.
    await adapter.createUser({ id: "1", name: null, email: GRACE, emailVerified: new Date() });
    assert.deepEqual(await administration.importUsers([eve]), {
      ...{ imported: 0, known: 0, refused: [{ id: "1", reason: "IdTaken" }] },
    });
    assert.equal(await adapter.getUserByAccount({ provider: "github", providerAccountId: "42" }), null);
    // Somebody has taken the account away since.
    const ada = { id: "2", email: ADA, emailVerified: true, accounts: { github: "43", google: "7" } };
    const { linkAccount } = adapter;
    let calls = 0;
    adapter.linkAccount = async (account) => {
      if (++calls === 2) throw new Error("The database is down");
      await linkAccount.call(adapter, account);
    };
    await assert.rejects(async () => await administration.importUsers([ada]), { type: "AdapterError" });
    assert.equal((await administration.importUsers([ada])).imported, 1, "it goes on where it was");
    const ways = async () =>
      (await adapter.listAccountsByUserId!("2")).map(({ provider }) => provider).toSorted();
    assert.deepEqual(await ways(), ["github", "google"]);
    await adapter.unlinkAccount!({ provider: "github", providerAccountId: "43" });
    assert.equal((await administration.importUsers([ada])).known, 1);
    assert.deepEqual(await ways(), ["google"]);
    assert.deepEqual(
      await administration.importUsers([null, { id: "\u0001staff" }, { id: "3", accounts: null }] as never),
      {
        ...{ imported: 1, known: 0 },
        refused: [{ id: "undefined", reason: "InvalidId" }, { id: "\u0001staff", reason: "InvalidId" }],
      },
    );
  },
);

testForms("An import spells an address as the sign-in by email will look it up (ADM-19)", async () => {
  const normalizeIdentifier = (address: string) => address.toLowerCase().replace(/\+[^@]*/, "");
  const { administration, db } = openAdministration({ email: { normalizeIdentifier } });
  const users = [{ id: "1", email: "Ada+shop@Example.com" }, { id: "2", email: "ada+home@example.com" }];
  assert.deepEqual(await administration.importUsers(users), {
    ...{ imported: 1, known: 0, refused: [{ id: "2", reason: "AddressTaken" }] },
  });
  assert.equal((await db.adapter.getUser("1"))?.email, "ada@example.com");
  assert.equal((await administration.importUsers(users)).known, 1, "an import can be repeated");
});

testForms("A session from code keeps to `absoluteMaxAge`, and is not dated long ago", async () => {
  const world = openAdministration({
    url: APP,
    session: { strategy: "database", absoluteMaxAge: 7 * 86_400 },
  });
  const ada = await world.join();
  const begun = await world.administration.createSession(ada);
  assert.equal(Date.parse(begun!.expires) > world.platform.now() + 86_400_000, true, begun!.expires);
  const sessions = (await world.administration.listSessions(ada))!;
  assert.equal(
    sessions.every(({ createdAt }) => Date.parse(createdAt!) > world.platform.now() - 86_400_000),
    true,
  );
  const short = openAdministration({
    ...{ url: APP, adapter: world.db.adapter },
    session: { strategy: "database", absoluteMaxAge: 60, maxAge: 3600, freshAge: 60 },
  });
  const brief = await short.administration.createSession(ada);
  assert.equal(Date.parse(brief!.expires), short.platform.now() + 60_000);
});

testForms("A search finds a user by the whole of their user name", async () => {
  const world = openAdministration({ features: [UserNames()] });
  const ada = await world.join();
  const { userNames } = outside(world.config as AuthConfig & { features: [ReturnType<typeof UserNames>] });
  await userNames.set(ada, "Countess");
  const found = async (search: string) =>
    (await world.administration.listUsers({ search })).users.map(({ user }) => String(user.id));
  assert.deepEqual(await found(" cOUNTESS "), [ada]);
  assert.deepEqual(await found("Countes"), []);
  assert.deepEqual(await found("ada@"), [ada]);
  const eve = await world.join("countess@example.com");
  assert.deepEqual(await found("countess"), [ada, eve], "a name hides nobody");
});
