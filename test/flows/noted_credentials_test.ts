/**
 * The address of a user whom `authorize` has checked: a sign-in notes it, so that whoever has the next mailbox takes nobody over.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Credentials } from "../../src/providers/credentials.ts";
import { noteIdOf } from "../../src/shapes/security.ts";
import {
  changeRows,
  type DatabaseOptions,
  type DatabaseWorld,
  openDatabase,
  storeUser,
} from "./_database.ts";
import { testForms } from "./_password_forms.ts";
import { type FactorWorld, openFactors } from "./_second_factor.ts";
import { APP } from "./_world.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["database", "jwt"] as const);
const CHANGED = "changed@example.com";
const VERIFIED = { emailVerified: new Date(0) };

/** What `authorize` returns of the stored user. */
const RETURNED: Readonly<Record<string, (stored: AdapterUser) => object>> = {
  "the whole row": (stored) => stored,
  "id and name": ({ id, name }) => ({ id, name }),
  "another address, which it calls verified": ({ id }) => ({ id, email: "x@example.com", ...VERIFIED }),
};

const noteOf = async ({ db }: Pick<DatabaseWorld, "db">, id = "1") =>
  (await db.adapter.rows.find("security", { userId: noteIdOf(id) }))?.passwordHash ?? null;

/** Changes the address as the SQL of an application does: no adapter notes the one before. */
async function change({ db: { adapter } }: Pick<DatabaseWorld, "db">): Promise<void> {
  const before = (await adapter.rows.find("security", { userId: noteIdOf("1") }))!;
  await adapter.updateUser({ id: "1", emailVerified: null });
  await adapter.updateUser({ id: "1", email: CHANGED });
  assert.deepEqual(await adapter.rows.find("security", { userId: noteIdOf("1") }), before);
}

for (const strategy of STRATEGIES) {
  for (const [what, returned] of Object.entries(RETURNED)) {
    test(`the mailbox of a changed address takes over nobody for whom authorize returns ${what} (AL-04, ${strategy})`, async () => {
      const world = openDatabase({
        session: { strategy },
        password: { authorize: async () => returned((await world.db.adapter.getUser("1"))!) as never },
      });
      await storeUser(world, VERIFIED);
      await world.typePassword();
      assert.ok(await world.session(), world.log());
      assert.equal(await noteOf(world), "ada@example.com");
      await change(world);
      const owner = world.visitor();
      await world.ask(CHANGED, owner);
      await world.follow(owner);
      const session = await world.sessionIn(owner);
      assert.equal(session?.user.email, CHANGED, world.log());
      assert.notEqual(session?.user.id, "1");
    });
  }

  testForms(
    `a factor of a verified user of authorize stays after a change of the address (SF-11, ${strategy})`,
    async () => {
      const world: FactorWorld = openFactors({
        session: { strategy },
        secondFactor: { required: true },
        email: { notices: false, mails: "link" },
        more: () => [Credentials({
          id: "typed",
          credentials: { word: { type: "password" } },
          authorize: async ({ word }) => word === "right" ? await world.db.adapter.getUser("1") : null,
          revoke: () => false,
        })],
      });
      await world.db.adapter.createUser({ id: "1", name: "Ada", email: "ada@example.com", ...VERIFIED });
      const page = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home`);
      await world.setUp(await page.submit("/auth/callback/typed", { word: "right" }));
      assert.equal((await world.session())?.user.id, "1", world.log());
      await change(world);
      const owner = world.visitor();
      await world.ask(CHANGED, owner);
      await world.follow(owner);
      assert.notEqual((await world.sessionIn(owner))?.user.id, "1");
      assert.ok((await world.db.adapter.rows.find("secondFactors", { userId: "1" }))?.enabledAt, world.log());
    },
  );
}

/** Users for whom there is nothing to note, who sign in with tokens nevertheless. */
const NOTHING: Readonly<Record<string, [DatabaseOptions["password"], refuses?: boolean]>> = {
  "whom the database does not have": [{
    authorize: () => ({ id: "ldap-7", email: CHANGED, ...VERIFIED }) as never,
  }],
  "whose id the database refuses": [{ authorize: () => ({ id: "ldap-7", name: "Grace" }) }, true],
  "without an id": [{ authorize: () => ({ name: "Grace" }) as never }],
  "whose address is not verified": [{ authorize: () => ({ id: "1", email: CHANGED, ...VERIFIED }) as never }],
};

for (const [whose, [password, refuses]] of Object.entries(NOTHING)) {
  test(`authorize notes nothing of a user ${whose} (AL-04)`, async () => {
    const world = openDatabase({ session: { strategy: "jwt" }, password: password! });
    await storeUser(world);
    const { getUser } = world.db.adapter;
    const stored: string[] = [];
    Object.assign(world.db.adapter, {
      getUser: async (id: string) => {
        if (refuses && id !== "1") throw new Error("invalid input syntax for type integer");
        return await getUser(id);
      },
    });
    changeRows(world.db.adapter, "security", (sound) => ({
      async store(row, generation) {
        stored.push(row.userId);
        return await sound.store(row, generation);
      },
    }));
    await world.typePassword();
    assert.ok(await world.session(), world.log());
    assert.deepEqual(stored, []);
  });
}

test("authorize may return a number as the id of a user from elsewhere, which the columns of an adapter refuse", async () => {
  const world = openDatabase({
    session: { strategy: "jwt" },
    password: { authorize: () => ({ id: 7 }) as never },
  });
  // As Prisma with text: "Invalid value for argument: Int. Expected String".
  for (const method of ["getUser", "getUserByEmail"] as const) {
    const ask = world.db.adapter[method];
    Object.assign(world.db.adapter, {
      [method]: async (value: unknown) => {
        if (typeof value !== "string") throw new Error("Expected String");
        return await ask(value);
      },
    });
  }
  await world.typePassword();
  assert.ok(await world.session(), world.log());
});

test("authorize looks the user up once with stored sessions, and once more with tokens", async () => {
  for (const [strategy, most] of [["database", 1], ["jwt", 2]] as const) {
    const world = openDatabase({ session: { strategy }, password: { authorize: () => ({ id: "1" }) } });
    await storeUser(world, VERIFIED);
    world.db.calls.length = 0;
    await world.typePassword();
    const lookUps = world.db.calls.filter((method) => method === "getUser").length;
    assert.equal(lookUps, most, strategy);
  }
});

/** As a driver of MongoDB has ids: two of one user are two objects. */
class ObjectId {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  toString(): string {
    return this.#text;
  }
}

test("Auth() signs a user in whose id is an object, right after their address was verified", async () => {
  const id = "65a0000000000000000000aa";
  const memory = Memory();
  const world = openDatabase({
    adapter: { ...memory, getUser: (it: unknown) => memory.getUser(String(it)) },
    password: { authorize: () => ({ id: new ObjectId(id) as never, name: "Ada" }) },
  });
  const emailVerified = new Date(world.platform.now() - 1000);
  await world.db.adapter.createUser({ id, name: "Ada", email: "ada@example.com", emailVerified });
  await world.typePassword();
  assert.equal((await world.session())?.user.id, id, world.log());
});

for (const strategy of STRATEGIES) {
  testForms(
    `a user whose id authorize writes in another form than the database is asked for their second factor (SF-28, ${strategy})`,
    async () => {
      const memory = Memory();
      const stored = { id: "" };
      const world = openFactors({
        session: { strategy },
        // As a column of the type \`uuid\` finds them.
        adapter: { ...memory, getUser: (id) => memory.getUser(String(id).toLowerCase()) },
        more: () => [
          Credentials({
            id: "directory",
            credentials: { name: {} },
            authorize: () => ({ id: stored.id.toUpperCase(), name: "Ada" }),
          }),
        ],
      });
      const kit = await world.registerWithFactor();
      const [ada] = await world.db.users();
      stored.id = ada!.id;
      const browser = world.visitor();
      const page = await browser.open(`${APP}/auth/signin?callbackUrl=/home`);
      const asked = await page.submit("/auth/callback/directory", { name: "ada" });
      assert.match(asked.url, /\/auth\/second-factor\?/, world.log());
      assert.equal(await world.sessionIn(browser), null);
      await world.answer(asked, { code: world.nextCode(kit) }, browser);
      assert.equal((await world.sessionIn(browser))?.user.id, ada!.id, world.log());
    },
  );
}

test("a person whose id a collation takes for that of a user is not signed in as them (AL-29)", async () => {
  for (const strategy of STRATEGIES) {
    const memory = Memory();
    const world = openDatabase({
      session: { strategy },
      // As MySQL's default collation finds them.
      adapter: { ...memory, getUser: (id) => memory.getUser(id === "muller" ? "müller" : id) },
      password: { authorize: () => ({ id: "muller", name: "Bob" }) },
    });
    await world.db.adapter.createUser({
      id: "müller",
      name: "Ada",
      email: "ada@example.com",
      emailVerified: null,
    });
    await world.typePassword();
    const expected = strategy === "jwt" ? { id: "muller", name: "Bob" } : {};
    const { id, name } = Object((await world.session())?.user);
    assert.deepEqual({ ...(id && { id, name }) }, expected, world.log());
  }
});

test("a session under another form of a user's id adds no way to sign in, and one that begins anew does (SF-28)", async () => {
  const memory = Memory();
  let sub = "USERONE";
  const world = openFactors({
    session: { strategy: "jwt" },
    adapter: { ...memory, getUser: (id) => memory.getUser(id.toLowerCase()) },
    // As tokens from before the database was moved have it.
    callbacks: { jwt: ({ token }) => ({ ...token, sub }) },
    more: () => [],
  });
  await memory.createUser({
    id: "userone",
    name: "Ada",
    email: "ada@example.com",
    emailVerified: new Date(0),
  });
  const account = { provider: "idp", providerAccountId: "ada", type: "oauth" } as const;
  await memory.linkAccount({ ...account, userId: "userone" });
  await world.signIn();
  assert.equal((await world.session())?.user.id, sub, world.log());
  const asked = await world.browser.open(`${APP}/auth/second-factor-setup?callbackUrl=/home`);
  assert.match(asked.url, /\/auth\/signin\?/, world.log());
  assert.match((await world.browser.open(`${APP}/auth/account`)).url, /\/auth\/signin\?/);
  sub = "userone";
  const page = await asked.submit("/auth/signin/idp");
  assert.match(page.url, /\/auth\/second-factor-setup\?/, world.log());
});
