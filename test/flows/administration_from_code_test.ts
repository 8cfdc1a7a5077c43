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
import { openAdministration } from "./_administration.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { APP } from "./_world.ts";

for (const strategy of ["database", "jwt"] as const) {
  const session = { strategy, revocationDelay: 0 };

  testForms(
    `Code begins a session of a user whom it has recognized, never of a banned one: ${strategy}`,
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
      assert.deepEqual([second.imported, second.known, second.refused], [0, 2, refused]);
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
      assert.deepEqual(actions.map(({ action, reason }) => [action, reason]).toReversed(), [
        ["importUsers", "The old shop"],
        ["importUsers", null],
      ]);
      await assert.rejects(async () => await administration.importUsers(7 as never), /write a list of them/);
    },
  );
}

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
});
