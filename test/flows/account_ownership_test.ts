import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { AccountKey, AdapterUser } from "../../src/adapters/contract/types.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { withoutRows } from "../_with_rows.ts";
import {
  ADAPTERS,
  assertFailed,
  assertSignedIn,
  type DatabaseWorld,
  openDatabase,
  storeUser,
} from "./_database.ts";
import { APP } from "./_world.ts";

test("Auth() does not match an address that only the database considers equal (AL-09)", async () => {
  const adapter = Memory();
  const fold = (email: string) => email.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const world = openDatabase({
    adapter: { ...adapter, getUserByEmail: (email) => adapter.getUserByEmail(fold(email)) },
    oauth: { allowDangerousEmailAccountLinking: true },
  });
  await storeUser(world, { emailVerified: new Date(0) });
  // Mallory owns that mailbox, and proves it.
  await world.ask("ada@exämple.com");
  await world.follow();
  await assertSignedIn(world, "ada@xn--exmple-cua.com");
  await world.post("signout");
  world.idp.login({ sub: "mallory", name: "Mallory", email: "adá@example.com" });
  await world.signIn();
  await assertSignedIn(world, "adá@example.com");
  assert.deepEqual(await world.db.accounts(), [`idp/mallory: ${(await world.db.users())[2]!.id}`]);
});

/** An adapter of Auth.js on a database that equates capitals, accents and trailing blanks, as MySQL does. */
function equating({ snake = false } = {}) {
  const { exactIds: _, ...memory } = Memory();
  const ids = new Map<string, string>();
  const fold = (id: string) => id.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().trimEnd();
  const stored = (id: string) => ids.get(fold(id)) ?? id;
  return {
    ...memory,
    async createUserWithAccount(
      user: AdapterUser,
      account: Parameters<typeof memory.createUserWithAccount>[1],
    ) {
      const id = account.providerAccountId;
      if (ids.has(fold(id))) throw new Error(`Duplicate entry '${id}' for key 'PRIMARY'`);
      ids.set(fold(id), id);
      return await memory.createUserWithAccount(user, account);
    },
    getUserByAccount: (key: AccountKey) =>
      memory.getUserByAccount({ ...key, providerAccountId: stored(key.providerAccountId) }),
    async getAccount(id: string, provider: string) {
      const account = await memory.getAccount(stored(id), provider);
      if (!snake || !account) return account;
      const { providerAccountId: provider_account_id, ...others } = account;
      return { ...others, provider_account_id } as never;
    },
  };
}

for (const snake of [false, true]) {
  const rows = snake ? "rows in snake_case" : "rows";
  test(`Auth() gives no user to the account of another id that only the database considers equal (AL-09), with ${rows}`, async () => {
    for (
      const [own, sub] of [["ada", "Ada"], ["ada", "adá"], ["ada", "ada "], ["7a", "7A"], [
        "a7",
        "A7",
      ]] as const
    ) {
      const world = openDatabase({ adapter: equating({ snake }) });
      world.idp.login({ sub: own, name: "Ada", email: "ada@example.com" });
      await world.signIn();
      await assertSignedIn(world, "ada@example.com");
      await world.post("signout");
      world.idp.login({ sub, name: "Mallory", email: "mallory@example.com" });
      await assertFailed(world, await world.signIn(), ["error", "ServerError"]);
      assert.ok(world.log().includes(`Duplicate entry '${sub}'`), world.log());
      // The same account signs in as before.
      world.idp.login({ sub: own, name: "Ada", email: "ada@example.com" });
      await world.signIn();
      await assertSignedIn(world, "ada@example.com");
    }
  });
}

test("Auth() signs a user in where getAccount() of the adapter finds no row, or one without an id", async () => {
  for (const row of [null, {}]) {
    const world = openDatabase({ adapter: { ...equating(), getAccount: () => row as never } });
    for (const _ of ["first", "second"]) {
      await world.signIn();
      await assertSignedIn(world, "ada@example.com");
      await world.post("signout");
    }
    assert.equal((await world.db.users()).length, 1);
  }
});

test("Auth() says in the log that getAccount() of the adapter fails, and signs in no one whose id it cannot compare", async () => {
  const getAccount = () => Promise.reject(new Error("Method not implemented"));
  const world = openDatabase({ adapter: { ...equating(), getAccount } });
  await world.signIn();
  await world.post("signout");
  await assertFailed(world, await world.signIn(), ["error", "ServerError"]);
  assert.match(world.log(), /Cannot ask the database: `getAccount` failed[^]*Method not implemented/);
  // An id of digits is the same in each collation.
  world.idp.login({ sub: "4711", name: "Grace", email: "grace@example.com" });
  for (const _ of ["first", "second"]) {
    await world.signIn();
    await assertSignedIn(world, "grace@example.com");
    await world.post("signout");
  }
});

test("Auth() finds a user whose address was stored in capitals, where the database does", async () => {
  const adapter = Memory();
  const users = new Map<string, AdapterUser>();
  const world = openDatabase({
    adapter: {
      ...adapter,
      getUserByEmail: (email) => users.get(email.toLowerCase()) ?? adapter.getUserByEmail(email),
    },
  });
  users.set("ada@example.com", await storeUser(world, { email: "Ada@Example.com" }));
  await world.ask();
  await world.follow();
  assert.equal((await world.db.users()).length, 1);
  await assertSignedIn(world, "Ada@Example.com");
});

/** Attacks that an owner finds when she proves her mailbox: a stranger is signed in as the user of her address. */
const SQUATS: Readonly<Record<string, (world: DatabaseWorld, squatter: Browser) => Promise<unknown>>> = {
  async "an earlier version"(world, squatter) {
    world.idp.login({ sub: "mallory", name: "Mallory", email: "ada@example.com" });
    await (await squatter.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
    // Stored with the address, as before, and by Auth.js.
    const [mallory] = await world.db.users();
    await world.db.adapter.updateUser({ id: mallory!.id, email: "ada@example.com" });
  },
  async password(world, squatter) {
    // The application registers whoever types an address and a password: that leaves no account.
    await storeUser(world, { id: "1" });
    await world.typePassword(undefined, squatter);
  },
};

for (const [way, squat] of Object.entries(SQUATS)) {
  test(`Auth() ends the token that an attacker got by ${way}, in a takeover (AL-04)`, async () => {
    const world = openDatabase({ session: { strategy: "jwt" } });
    const squatter = world.visitor();
    await squat(world, squatter);
    assert.ok(await world.sessionIn(squatter));
    await world.ask();
    await world.follow();
    assert.equal(await world.sessionIn(squatter), null);
    await assertSignedIn(world, "ada@example.com");
    assert.deepEqual(await world.db.accounts(), []);
    // The token of the owner has the new generation.
    world.platform.tick(3600);
    await assertSignedIn(world, "ada@example.com");
    assert.equal(await world.sessionIn(squatter), null);
  });

  test(`Auth() refuses a takeover if no generation could end the token that an attacker got by ${way} (AL-04)`, async () => {
    const world = openDatabase({ session: { strategy: "jwt" }, adapter: withoutRows(Memory()) });
    const squatter = world.visitor();
    await squat(world, squatter);
    assert.ok(await world.sessionIn(squatter));
    const before = [await world.db.users(), await world.db.accounts()];
    await world.ask();
    await assertFailed(world, await world.follow(), ["signin", "UserNotVerified"]);
    assert.deepEqual([await world.db.users(), await world.db.accounts()], before);
  });
}

for (const options of [{}, { session: { strategy: "jwt" }, password: null }] as const) {
  test(`Auth() keeps a user who was only invited, when they prove their mailbox: ${JSON.stringify(options)}`, async () => {
    const world = openDatabase(options);
    const invited = await storeUser(world, { name: "Ada, invited" });
    await world.ask();
    assert.equal((await world.follow()).url, `${APP}/home`, world.log());
    const emailVerified = new Date(world.platform.now());
    assert.deepEqual(await world.db.users(), [{ ...invited, emailVerified }]);
    await assertSignedIn(world, "ada@example.com");
  });
}

test("Auth() lets a user in who was only invited, without generations, once the application has verified the address", async () => {
  const adapter = withoutRows(Memory());
  const world = openDatabase({ session: { strategy: "jwt" }, password: null, adapter });
  const invited = await storeUser(world, { name: "Ada, invited" });
  await world.ask();
  await assertFailed(world, await world.follow(), ["signin", "UserNotVerified"]);
  assert.deepEqual(await world.db.users(), [invited]);
  const verified = await world.db.adapter.updateUser({ id: invited.id, emailVerified: new Date(0) });
  await world.ask();
  assert.equal((await world.follow()).url, `${APP}/home`, world.log());
  assert.deepEqual(await world.db.users(), [verified]);
  await assertSignedIn(world, "ada@example.com");
});

test("Auth() keeps all credentials in a takeover if the email provider allows it", async () => {
  for (const adapter of Object.values(ADAPTERS)) {
    const world = openDatabase({ adapter: adapter(), email: { allowDangerousEmailAccountLinking: true } });
    await world.signIn();
    const [ada] = await world.db.users();
    await world.post("signout");
    await world.ask();
    await world.follow();
    assert.deepEqual((await world.db.users()).map(({ id }) => id), [ada!.id]);
    assert.deepEqual(await world.db.accounts(), [`idp/ada: ${ada!.id}`]);
  }
});

test("Auth() refuses a sign-in by mail if earlier credentials cannot be removed (AL-04)", async () => {
  for (const missing of ["takeOverUser", "addCredentials", "createUserWithAccount"]) {
    const { [missing as "takeOverUser"]: _, ...adapter } = Memory();
    const world = openDatabase({ adapter });
    const ada = await storeUser(world);
    await world.ask();
    await assertFailed(world, await world.follow(), ["signin", "UserNotVerified"]);
    assert.deepEqual(await world.db.users(), [ada]);
    assert.ok(world.log().includes(`the adapter has no \`${missing}\` (`), world.log());
  }
});
