/**
 * Attacks on `Administration()`: bans amid everything else, races of administrators, and odd inputs.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { runCall } from "../../src/core/functions.ts";
import { outside } from "../../src/core/outside.ts";
import { AccountDeletion } from "../../src/entries/account_deletion.ts";
import { Administration } from "../../src/entries/administration.ts";
import { SecondFactor } from "../../src/entries/second_factor.ts";
import type { AuthConfig } from "../../src/model/auth_config.ts";
import { STORES } from "./_account_page.ts";
import { GRACE, openAdministration } from "./_administration.ts";
import { seenCalls } from "./_database.ts";
import { ADA } from "./_kept_passwords.ts";
import { testForms } from "./_password_forms.ts";
import { WAYS } from "./_sign_up.ts";
import { APP, cookieHeader, SECRET } from "./_world.ts";

/** A database in which something happens once, before a call. */
function interrupted(adapter: Adapter) {
  const state = { at: "", after: "", run: (): unknown => undefined, adapter };
  let isReached = false;
  state.adapter = seenCalls(adapter, async (call, run) => {
    const isNow = call === state.at && (isReached || !state.after);
    if (isNow) {
      state.at = "";
      await state.run();
    }
    const result = await run();
    if (call === state.after) isReached = true;
    return result;
  });
  return state;
}

for (const strategy of ["database", "jwt"] as const) {
  const session = { strategy, revocationDelay: 0 };

  for (const way of Object.keys(WAYS)) {
    testForms(
      `Who is banned while they are created gets no session: ${way}, ${strategy} (ADM-02)`,
      async () => {
        const created: string[] = [];
        let ban = (_id: string): unknown => undefined;
        const events = {
          async createUser({ user }: { user: { id: string } }) {
            created.push(user.id);
            await ban(user.id);
          },
        };
        const config = { session, oauth: { verifiedEmail: true }, events };
        const world = openAdministration(config as Parameters<typeof openAdministration>[0]);
        ban = world.administration.banUser;
        world.idp.login({ sub: "ada", email: ADA, email_verified: true });
        const visitor = world.visitor();
        await WAYS[way]!(world, visitor);
        assert.equal(await world.sessionIn(visitor), null, world.log());
        assert.equal(created.length, 1);
        assert.ok((await world.administration.getUser(created[0]!))!.ban);
      },
    );
  }

  for (const at of ["listAccountsByUserId", "store security", "takeOverUser"]) {
    testForms(`A ban amid a takeover stays, and ends it, before ${at}, ${strategy} (ADM-02)`, async () => {
      for (const open of Object.values(STORES)) {
        const amid = interrupted(await open());
        const world = openAdministration({ adapter: amid.adapter, session });
        await world.db.adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: null });
        Object.assign(amid, { at, after: "find bans", run: () => world.administration.banUser("1") });
        const visitor = world.visitor();
        await WAYS["a link by email"]!(world, visitor);
        assert.equal(amid.at, "", "it came to that");
        assert.ok((await world.administration.getUser("1"))!.ban);
        assert.equal(await world.sessionIn(visitor), null, world.log());
        world.platform.tick(61);
        assert.match((await WAYS["a link by email"]!(world, world.visitor())).url, /AccessDenied/);
      }
    });
  }
}

testForms("A ban that can't end stored sessions is refused at start (ADM-02)", async () => {
  const { deleteSessionsByUserId: _, ...adapter } = Memory();
  const config = {
    ...{ adapter, providers: [], secret: SECRET, url: APP },
    features: [Administration({ isAdmin: () => false })],
  } as const;
  const stored = outside({ ...config, session: { strategy: "database" } } satisfies AuthConfig<"database">);
  await assert.rejects(stored.administration.listUsers(), { type: "MissingAdapterMethods" });
  const tokens = outside({ ...config, session: { strategy: "jwt" } } satisfies AuthConfig<"jwt">);
  assert.deepEqual(await tokens.administration.listUsers(), { users: [], next: null });
});

testForms("Who becomes an administrator while they are removed stays (ADM-03)", async () => {
  const erase = () => void world.admins.add(ADA);
  const world = openAdministration({ features: [AccountDeletion({ erase })] });
  const id = await world.join();
  await assert.rejects(world.administration.removeUser(id), { type: "AccessDenied" });
  assert.ok(await world.db.adapter.getUser(id));
});

testForms("A ban that fails, or is refused, leaves the one that was there (ADM-02)", async () => {
  const world = openAdministration({
    isAdmin: ({ email }) => {
      if (failing && asked++ > 0) throw new Error("the roles are away");
      return email === GRACE || (rising && asked++ > 0);
    },
  });
  let [failing, rising, asked] = [false, false, 0];
  const id = await world.join();
  await world.administration.banUser(id, { reason: "first" });
  failing = true;
  await assert.rejects(world.administration.banUser(id, { reason: "second" }), /the roles are away/);
  failing = false;
  assert.equal((await world.administration.getUser(id))!.ban!.reason, "second", "it stays in doubt");
  [rising, asked] = [true, 0];
  await assert.rejects(world.administration.banUser(id, { reason: "third" }), { type: "AccessDenied" });
  rising = false;
  assert.equal((await world.administration.getUser(id))!.ban!.reason, "second");
});

testForms("A ban of who is removed meanwhile leaves nothing", async () => {
  const amid = interrupted(Memory());
  const world = openAdministration({ adapter: amid.adapter });
  const id = await world.join();
  Object.assign(amid, { at: "store bans", run: () => world.administration.removeUser(id) });
  assert.equal(await world.administration.banUser(id, { reason: "x" }), false);
  assert.equal(await world.db.adapter.rows.find("bans", { userId: id }), null);
});

testForms("Two calls create one user of an address", async () => {
  for (const open of Object.values(STORES)) {
    const { administration } = openAdministration({ adapter: await open() });
    const created = await Promise.all([1, 2, 3].map(() => administration.createUser({ email: ADA })));
    assert.equal(created.filter((user) => user !== null).length, 1);
  }
});

testForms(
  "A user whom staff has created signs in with an email, and with a provider that vouches for it",
  async () => {
    for (const way of ["a link by email", "a code by email", "a provider"]) {
      const world = openAdministration({ oauth: { verifiedEmail: true } });
      world.idp.login({ sub: "ada", email: ADA, email_verified: true });
      const { id } = (await world.administration.createUser({ email: ADA, name: "Ada" }))!;
      const visitor = world.visitor();
      await WAYS[way]!(world, visitor);
      assert.ok(await world.sessionIn(visitor), `${way}: ${world.log()}`);
      assert.equal((await world.db.adapter.getUserByEmail(ADA))!.id, id);
    }
  },
);

testForms("At level 2, an administrator may; a form of another site never does (ADM-04)", async () => {
  const world = openAdministration({ features: [SecondFactor()], session: { strategy: "database" } });
  const id = await world.join();
  await world.join(GRACE, world.browser);
  assert.equal(await world.call(world.browser, "banUser", id), "level");
  const forged = (headers: Record<string, string>) => {
    const request = {
      method: "POST",
      url: `${APP}/admin`,
      headers: new Headers({ cookie: cookieHeader(world.browser), ...headers }),
    };
    const door = { userId: () => Promise.resolve("x"), signInUrl: () => "", canSetCookies: () => true };
    const call = { name: "administration", call: "banUser", params: [id] };
    return runCall(request, call, door, world.config as AuthConfig);
  };
  for (
    const headers of [
      { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      { origin: "https://evil.example" },
      { origin: "null" },
    ] as Record<string, string>[]
  ) {
    await assert.rejects(forged(headers), { type: "MissingCSRF" }, JSON.stringify(headers));
  }
});

const ODD: readonly unknown[] = [
  undefined,
  null,
  "",
  "\0",
  "\ud800",
  Symbol("x"),
  NaN,
  {},
  [],
  JSON.parse('{"toString":1,"valueOf":1}'),
  Object.create(null),
  JSON.parse('{"__proto__":{"id":"1"}}'),
  () => "1",
];

testForms("Odd inputs find no one, or get an error that says what to write", async () => {
  for (const open of Object.values(STORES)) {
    const world = openAdministration({ adapter: await open() });
    const administration = world.administration as unknown as Record<
      string,
      (...params: unknown[]) => Promise<unknown>
    >;
    const id = await world.join();
    for (const odd of ODD) {
      const empty = {
        getUser: null,
        updateUser: null,
        removeUser: false,
        banUser: false,
        unbanUser: false,
        endSession: false,
        endSessions: false,
      };
      for (const [name, answer] of Object.entries(empty)) {
        assert.equal(
          await administration[name]!(odd, name === "updateUser" ? { name: "x" } : undefined),
          answer,
        );
      }
      for (const field of ["search", "after", "limit", "by"]) {
        await administration.listUsers!({ [field]: odd }).catch(({ type }) =>
          // A field that the table lacks.
          assert.match(type, field === "by" ? /^(Configuration|AdapterError)$/ : /^Configuration$/)
        );
      }
      await administration.listUsers!(odd);
      const rejected = (given: Promise<unknown>) => given.then(() => "done", ({ type }) => type as string);
      assert.match(await rejected(administration.createUser!(odd)), /^(InvalidEmail|Configuration)$/);
    }
    for (
      const by of [{ emailVerified: NaN }, { emailVerified: new Date(NaN) }, { constructor: () => 1 }, {
        name: {},
      }]
    ) {
      await assert.rejects(administration.listUsers!({ by }), { type: "Configuration" });
    }
    for (
      const [given, type] of [["Spam", "Configuration"], [{ until: new Date(8.64e15) }, "Configuration"]]
    ) {
      await assert.rejects(administration.banUser!(id, given), { type });
    }
    for (const fields of [{ name: 7 }, { image: {} }, { name: "\0" }, { emailVerified: new Date() }]) {
      await assert.rejects(administration.updateUser!(id, fields), { type: "Configuration" });
    }
    await assert.rejects(administration.createUser!({ email: null, emailVerified: "yes" }), {
      type: "Configuration",
    });
    assert.deepEqual(await administration.listUsers!({ search: "x".repeat(60_000) }), {
      users: [],
      next: null,
    });
    assert.equal(((await administration.listUsers!({ search: id })) as { users: unknown[] }).users.length, 1);
  }
});

testForms("A field that the adapter doesn't store is an error, not a role that is lost", async () => {
  const { createUser, updateUser, ...memory } = Memory();
  const known = ({ id, email, name, emailVerified, image }: Readonly<Record<string, unknown>>) => ({
    ...{ id, email, name, emailVerified, image },
  });
  const adapter = {
    ...memory,
    createUser: (user: never) => createUser(known(user) as never),
    updateUser: (user: { id: string; name?: string }) =>
      updateUser({ id: user.id, ...user.name !== undefined && { name: user.name } }),
  } as Adapter;
  const { administration } = openAdministration({ adapter });
  await assert.rejects(administration.createUser({ email: ADA, rol: "admin" }), /with `rol`: the adapter/);
  const { id } = (await administration.createUser({ email: ADA }))!;
  await assert.rejects(administration.updateUser(id, { rol: "admin" }), /with `rol`: the adapter/);
  assert.equal((await administration.updateUser(id, {}))!.id, id);
});

testForms(
  "A user whose creation loses its answer is created, with its event, and one that fails leaves nothing",
  async () => {
    const created: unknown[] = [];
    const events = { createUser: ({ user }: { user: { id: string } }) => void created.push(user.id) };
    const memory = Memory();
    const adapter = {
      ...memory,
      async createUser(user: Parameters<typeof memory.createUser>[0]) {
        await memory.createUser(user);
        throw new Error("the connection was lost after the call");
      },
    } as Adapter;
    const options = { adapter, events } as Parameters<typeof openAdministration>[0];
    const { id } = (await openAdministration(options).administration.createUser({ email: ADA }))!;
    assert.deepEqual(created, [id]);
  },
);

testForms("Two bans that are refused at the same time leave none (ADM-03)", async () => {
  let stored = 0;
  const gate = Promise.withResolvers<void>();
  let first: Promise<unknown> = Promise.resolve();
  const adapter = seenCalls(Memory(), async (call, run) => {
    const result = await run();
    if (call !== "store bans") return result;
    // The second one has read the first as the ban from before, and ends after it.
    if (++stored === 1) await gate.promise;
    else if (stored === 2) {
      gate.resolve();
      await first;
    }
    return result;
  });
  const world = openAdministration({ adapter, isAdmin: () => stored > 1 });
  const id = await world.join();
  const refused = (reason: string) =>
    assert.rejects(world.administration.banUser(id, { reason }), { type: "AccessDenied" });
  first = refused("first");
  while (stored === 0) await new Promise((resolve) => setTimeout(resolve));
  await refused("second");
  assert.equal((await world.administration.getUser(id))!.ban, null);
});

testForms(
  "Somebody of the staff makes no one an administrator, nor takes the role away (ADM-21)",
  async () => {
    const [boss, staff] = [{ role: "admin" }, "support@example.com"];
    const world = openAdministration({
      isAdmin(user) {
        assert.ok(user.id, "an application may read whatever a user has");
        return Promise.resolve((user as { role?: unknown }).role === "admin");
      },
      may: () => true,
    });
    const { administration, call } = world;
    const [support, grace] = [world.visitor(), world.visitor()];
    const [self, admin] = [await world.join(staff, support), await world.join(GRACE, grace)];
    await administration.updateUser(admin, boss);
    const makes = /Cannot make a user an administrator/;
    const tries: Readonly<Record<string, readonly [RegExp, string, ...unknown[]]>> = {
      "themselves": [makes, "updateUser", self, { name: "Joan", ...boss }],
      "a new one": [makes, "createUser", { email: "joan@example.com", ...boss }],
      "no longer": [/Cannot take the role .*from user/, "updateUser", admin, { role: null }],
    };
    for (const [what, [message, name, ...params]] of Object.entries(tries)) {
      await assert.rejects(call(support, name, ...params), { type: "AccessDenied", message }, what);
    }
    const roles = async () => (await world.db.users()).map((user) => [user.email, Object(user).role ?? null]);
    assert.deepEqual(await roles(), [[staff, null], [GRACE, "admin"]]);
    assert.ok(await call(support, "updateUser", self, { name: "Joan", role: "support" }));
    assert.ok(await call(support, "updateUser", admin, { name: "Grace" }), "all else stays as `may` says");
    assert.ok(await call(grace, "updateUser", self, boss), "an administrator does");
    assert.ok(await call(grace, "createUser", { email: "joan@example.com", ...boss }));
  },
);
