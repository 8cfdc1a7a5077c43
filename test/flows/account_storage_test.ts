import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { assertFailed, assertSignedIn, type Method, openDatabase, ReferenceAdapter } from "./_database.ts";
import { APP } from "./_world.ts";

test("Auth() works with an adapter that is an instance of a class", async () => {
  const adapter = new ReferenceAdapter();
  const world = openDatabase({ adapter: new ReferenceAdapter() });
  const config = { ...world.config, adapter };
  world.platform.sites[APP] = async (request) => (await import("../../mod.ts")).Auth(request, config);
  await world.signIn();
  await assertSignedIn(world, "ada@example.com");
  assert.ok(await adapter.getUserByAccount({ provider: "idp", providerAccountId: "ada" }));
  await world.post("signout");
  assert.equal(await world.session(), null);
});

test("Auth() stores the provider's new tokens at each sign-in", async () => {
  const adapter = Memory();
  const world = openDatabase({ adapter });
  await world.signIn();
  const [user] = await world.db.users();
  const [first] = await adapter.listAccountsByUserId(user!.id);
  assert.ok(first!.access_token);
  world.platform.tick(3600);
  await world.signIn();
  const [second, ...others] = await adapter.listAccountsByUserId(user!.id);
  assert.deepEqual(others, []);
  assert.notEqual(second!.access_token, first!.access_token);
  assert.notEqual(second!.expires_at, first!.expires_at);
  assert.equal(second!.userId, user!.id);
});

test("Auth() stores of an account what `account()` picks, when it was linked, and how the user recognizes it", async () => {
  const adapter = Memory();
  const oauth = { account: ({ scope }: { scope?: string }) => ({ scope, userId: "1", provider: "x" }) };
  const world = openDatabase({ adapter, oauth });
  await world.signIn();
  const [user] = await world.db.users();
  const accounts = await adapter.listAccountsByUserId(user!.id);
  assert.equal(accounts.length, 1, world.log());
  const { scope: _, ...account } = accounts[0]!;
  assert.deepEqual(account, {
    userId: user!.id,
    provider: "idp",
    type: "oauth",
    providerAccountId: "ada",
    createdAt: new Date(world.platform.now()),
    label: "ada@example.com",
  });
});

test("Auth() updates how the user recognizes an account with its tokens, and never when it was linked", async () => {
  const adapter = Memory();
  const people = [{ email: "ada@example.com" }, { name: "Ada King", preferred_username: "ada" }, {
    name: " ",
  }];
  const profile = () => ({ id: "1", ...people[index] });
  let index = 0;
  const labels: unknown[] = [];
  const oauth = { profile, account: () => ({ scope: "openid", label: "Eve", createdAt: "now" }) };
  const world = openDatabase({ adapter, oauth });
  for (; index < people.length; index++) {
    await world.signIn();
    const [user] = await world.db.users();
    const [account] = await adapter.listAccountsByUserId(user!.id);
    labels.push(account!.label);
    assert.deepEqual(account!.createdAt, new Date(Date.UTC(2030, 0, 1)));
    world.platform.tick(3600);
  }
  assert.deepEqual(labels, ["ada@example.com", "Ada King", "Ada King"]);
});

test("Auth() passes an adapter of Auth.js no fields of accounts and sessions that it does not have", async () => {
  const rows: object[] = [];
  const adapter = new ReferenceAdapter();
  const keep = <T extends object>(row: T) => (rows.push(row), row);
  const { linkAccount, createSession, updateSession } = adapter;
  adapter.linkAccount = (account) => linkAccount.call(adapter, keep(account));
  adapter.createSession = (session) => createSession.call(adapter, keep(session));
  adapter.updateSession = (session) => updateSession.call(adapter, keep(session));
  const world = openDatabase({ adapter, oauth: { account: () => ({ scope: "openid" }) } });
  await world.signIn();
  world.platform.tick(2 * 86_400);
  assert.ok(await world.session());
  assert.deepEqual(rows.map((row) => Object.keys(row).sort().join()), [
    "provider,providerAccountId,scope,type,userId",
    "expires,sessionToken,userId",
    "expires,sessionToken",
  ]);
});

for (const [method, moment] of [["linkAccount", "before"], ["createUser", "after"]] as const) {
  test(`Auth() leaves no user behind if the connection is lost ${moment} ${method}() (RC-03, RC-05)`, async () => {
    const world = openDatabase({ adapter: new ReferenceAdapter() });
    world.db.fault = { call: await indexOf(method), moment };
    await assertFailed(world, await world.signIn(), ["error", "ServerError"]);
    assert.deepEqual(await world.db.users(), []);
    assert.ok(world.log().includes(`\`${method}\``) && world.log().includes("AdapterError: "), world.log());
    assert.equal((await world.signIn()).text, "Hello Ada Lovelace", world.log());
  });
}

test("Auth() logs that a user was left behind, if they cannot be removed (RC-05)", async () => {
  const adapter = new ReferenceAdapter();
  adapter.linkAccount = () => Promise.reject(new Error("disk full"));
  adapter.deleteUser = () => Promise.reject(new Error("disk still full"));
  const world = openDatabase({ adapter });
  await world.signIn();
  assert.equal(await world.session(), null);
  assert.match(world.log(), /`deleteUser` failed[\s\S]*disk still full/);
});

/** The index of a method among the calls of a first sign-in. */
async function indexOf(method: Method): Promise<number> {
  const { db, signIn } = openDatabase({ adapter: new ReferenceAdapter() });
  await signIn();
  return db.calls.indexOf(method);
}
