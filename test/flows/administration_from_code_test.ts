/**
 * What `Administration()` does for code outside of requests: sessions, imports, and a search by whatever names a user.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { ImportedUsers } from "../../src/entries/administration.ts";
import { DatabaseSync } from "node:sqlite";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { UserNames } from "../../src/entries/user_names.ts";
import { betterAuth, django } from "../../src/entries/password_hashes.ts";
import { hashPassword } from "../../src/crypto/password.ts";
import { resolveSession } from "../../src/core/resolve_session.ts";
import { outside } from "../../src/core/outside.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { STORES } from "./_account_page.ts";
import { administrationOf, GRACE, openAdministration } from "./_administration.ts";
import { ADA, GOOD } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Google } from "../../src/providers/google.ts";
import { APP } from "./_world.ts";

/** The providers that imported users have accounts at. */
const linked = () =>
  [GitHub, Google].map((provider) => provider({ clientId: "shop", clientSecret: "shop-secret" }));

/** Who was refused, and why. */
const whyIn = ({ refused }: ImportedUsers) => refused.map(({ index, id, reason }) => [index, id, reason]);

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
      const world = openAdministration({ adapter: await adapter(), more: linked });
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
        [2, "9", "AddressTaken"],
        [3, "10", "InvalidEmail"],
        [4, "11", "AccountTaken"],
        [5, "", "InvalidId"],
      ];
      const first = await administration.importUsers(users, { reason: "The old shop" });
      assert.deepEqual([first.imported, first.known, whyIn(first)], [2, 0, refused]);
      world.platform.tick(1);
      async function* again() {
        yield* users;
      }
      const second = await administration.importUsers(again());
      const again11 = refused.filter(([, id]) => id !== "11");
      assert.deepEqual([second.imported, second.known, whyIn(second)], [0, 3, again11]);
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
    const world = openAdministration({ more: linked });
    const { administration, db } = world;
    const { adapter } = db;
    const eve = { id: "1", email: "eve@example.com", emailVerified: true, accounts: { github: "42" } };
    // Somebody else has the id.
    await adapter.createUser({ id: "1", name: null, email: GRACE, emailVerified: new Date() });
    assert.deepEqual(whyIn(await administration.importUsers([eve])), [[0, "1", "IdTaken"]]);
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
    // One that broke off long ago: they may have signed in since.
    calls = 1;
    const joan = { id: "3", accounts: { github: "44" } };
    await assert.rejects(async () => await administration.importUsers([joan]), { type: "AdapterError" });
    world.platform.tick(86_400);
    assert.deepEqual(whyIn(await administration.importUsers([joan])), [[0, "3", "Unfinished"]]);
    assert.deepEqual(await adapter.listAccountsByUserId!("3"), []);
  },
);

testForms("Nothing is stored of a user who has a value that no user can have", async () => {
  const world = openAdministration({ more: linked, options: { hashes: [django(), betterAuth()] } });
  const { administration, db } = world;
  const passwordHash = await hashPassword(GOOD);
  const users: [unknown, string | null][] = [
    [null, "InvalidId"],
    [{ id: { toString: 1 } }, "InvalidId"],
    ["ab", "InvalidId"],
    [{ id: 7 }, "InvalidId"],
    [{ id: "\u0001staff" }, "InvalidId"],
    [{ id: " 1" }, "InvalidId"],
    [{ id: "a\nb" }, "InvalidId"],
    [{ id: "1", email: 5 }, "InvalidEmail"],
    [{ id: "1", email: "" }, "InvalidEmail"],
    [{ id: "1", email: ADA, emailVerified: "true" }, "InvalidField"],
    [{ id: "1", email: ADA, emailVerified: new Date() }, "InvalidField"],
    [{ id: "1", name: 5 }, "InvalidField"],
    [{ id: "1", name: "n".repeat(1025) }, "InvalidField"],
    [{ id: "1", plan: "\ud800" }, "InvalidField"],
    [{ id: "1", passwordHash: "xyz" }, "InvalidPasswordHash"],
    [{ id: "1", passwordHash: "" }, "InvalidPasswordHash"],
    [{ id: "1", passwordHash: `${passwordHash}${"x".repeat(512)}` }, "InvalidPasswordHash"],
    [{ id: "1", accounts: { nowhere: "1" } }, "InvalidAccount"],
    [{ id: "1", accounts: { password: "1" } }, "InvalidAccount"],
    [{ id: "1", accounts: { github: 7 } }, "InvalidAccount"],
    [{ id: "1", accounts: { github: "" } }, "InvalidAccount"],
    [{ id: "1", accounts: ["github"] }, "InvalidAccount"],
    [{ id: "1", accounts: "github" }, "InvalidAccount"],
    [{ id: "2", accounts: null, passwordHash: null, emailVerified: undefined }, null],
    [{ id: "3", passwordHash: `pbkdf2_sha256$600000$salt$${btoa("x".repeat(32))}` }, null],
    [{ id: "4", passwordHash }, null],
  ];
  const result = await administration.importUsers(users.map(([user]) => user) as never);
  assert.deepEqual(
    whyIn(result).map(([index, , reason]) => [index, reason]),
    users.flatMap(([, reason], index) => reason ? [[index, reason]] : []),
  );
  assert.equal(result.imported, 3);
  assert.match(result.refused[11]!.message, /write `name` as a text of at most 1024/);
  assert.equal(await db.adapter.getUser("1"), null);
  assert.deepEqual((await administration.listActions()).actions.map(({ userId }) => userId), ["4", "3", "2"]);
  const own = openAdministration({ more: linked, adapter: db.adapter }).administration;
  assert.deepEqual(whyIn(await own.importUsers([{ id: "5", passwordHash: "xyz" }])), [
    [0, "5", "InvalidPasswordHash"],
  ]);
  // A mistake of the config, and not of the user.
  const bare = administrationOf({ config: { ...world.config, providers: linked() } });
  await assert.rejects(
    async () => await bare.importUsers([{ id: "5", passwordHash }]),
    /add `Password\(\)` to `providers`/,
  );
});

testForms("A value that its column can't hold is refused, is not lost, and stops no import", async () => {
  const adapter = Sqlite(new DatabaseSync(":memory:"), { userFields: { age: "integer", since: "date" } });
  await adapter.migrate();
  const { administration } = openAdministration({ adapter });
  const users = [
    { id: "1", age: "x" },
    { id: "2", since: "soon" },
    { id: "3", age: 7, since: new Date(0) },
    {
      ...{ id: "4", shoeSize: 7 },
    },
    { id: "5", shoeSize: 8 },
    { id: "6", shoeSize: null },
  ];
  const result = await administration.importUsers(users);
  assert.deepEqual(whyIn(result), [
    [0, "1", "InvalidField"],
    [1, "2", "NotStored"],
    [3, "4", "InvalidField"],
    [4, "5", "InvalidField"],
  ]);
  assert.equal(
    result.refused.at(-1)!.message,
    "Cannot create a user with `shoeSize`: the adapter does not store it. Add it to `userFields` of the adapter",
  );
  // The field was tried once.
  const tried = (await administration.listActions()).actions.map(({ userId }) => userId);
  assert.deepEqual(tried.toSorted(), ["1", "2", "3", "4", "6"]);
  assert.equal(result.imported, 2);
  const ageOf = async (id: string) =>
    (await administration.getUser(id))?.user as { age?: unknown } | undefined;
  await assert.rejects(
    async () => await administration.updateUser("3", { age: "old", name: "Ada" } as never),
    /write `age` as a value of the type of its column/,
  );
  assert.deepEqual([(await ageOf("3"))?.age, await ageOf("1")], [7, undefined]);
});

for (const [how, adapter] of Object.entries(STORES)) {
  testForms(`The same users can be imported by several processes at once: ${how} (ADM-19)`, async () => {
    const world = openAdministration({ adapter: await adapter(), more: linked });
    const { administration, db } = world;
    const passwordHash = await hashPassword(GOOD);
    const users = [
      { id: "1", email: ADA, emailVerified: true, passwordHash, accounts: { github: "42" } },
      { id: "2", email: GRACE },
    ];
    const results = await Promise.all([1, 2, 3].map(() => administration.importUsers(users)));
    assert.deepEqual(results.flatMap(whyIn), []);
    assert.equal(results.every(({ imported, known }) => imported + known === 2), true);
    assert.notEqual(await db.adapter.getUserByAccount({ provider: "github", providerAccountId: "42" }), null);
    // What they have taken away since stays away, whatever the log has of those that were late.
    await db.adapter.unlinkAccount!({ provider: "github", providerAccountId: "42" });
    assert.equal((await administration.importUsers(users)).known, 2);
    assert.deepEqual(await db.adapter.listAccountsByUserId!("1"), []);
  });
}

testForms("An import spells an address as the sign-in by email will look it up (ADM-19)", async () => {
  const normalizeIdentifier = (address: string) => address.toLowerCase().replace(/\+[^@]*/, "");
  const { administration, db } = openAdministration({ email: { normalizeIdentifier } });
  const users = [{ id: "1", email: "Ada+shop@Example.com" }, { id: "2", email: "ada+home@example.com" }];
  assert.deepEqual(whyIn(await administration.importUsers(users)), [[1, "2", "AddressTaken"]]);
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
