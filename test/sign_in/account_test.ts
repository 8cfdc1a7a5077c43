import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";
import {
  AdapterError,
  OAuthAccountNotLinked,
  UserChanged,
  UserNotVerified,
} from "../../src/errors/errors.ts";
import { applyDecision } from "../../src/sign_in/account.ts";
import type { AccountContext } from "../../src/sign_in/applied.ts";
import { ADA, GRACE, MAIL, OAUTH, open, PROVEN, toStored, VOUCHED } from "./_identities.ts";
import { withoutRows } from "../_with_rows.ts";

test("applyDecision() returns a user who was found, and emits no event", async () => {
  const { context, told } = open();
  assert.deepEqual(await applyDecision(OAUTH, { kind: "found", user: ADA }, context), settledAs(ADA));
  assert.deepEqual(told, []);
});

test("applyDecision() verifies the address of a user who was found if the provider vouches for that very address", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  await adapter.linkAccount({ ...toStored(VOUCHED), userId: "ada" });
  const other = { ...VOUCHED, user: { ...VOUCHED.user, email: "grace@example.com" } };
  assert.deepEqual(await applyDecision(other, { kind: "found", user: ADA }, context), settledAs(ADA));
  const verified = { ...ADA, emailVerified: new Date(context.platform.now()) };
  assert.deepEqual(await applyDecision(VOUCHED, { kind: "found", user: ADA }, context), settledAs(verified));
  assert.deepEqual(told, [["updateUser", { user: verified }]]);
  assert.deepEqual(await applyDecision(VOUCHED, { kind: "found", user: PROVEN }, context), settledAs(PROVEN));
  assert.equal(told.length, 1);
});

test("applyDecision() lets nobody in whose account a takeover has removed while the address was being verified (AL-04)", async () => {
  const memory = Memory();
  const { context } = open({
    ...memory,
    async updateUser(change) {
      await memory.unlinkAccount({ provider: "idp", providerAccountId: "sub" });
      return await memory.updateUser(change);
    },
  });
  await memory.createUser(ADA);
  await memory.linkAccount({ ...toStored(VOUCHED), userId: "ada" });
  await assert.rejects(applyDecision(VOUCHED, { kind: "found", user: ADA }, context), UserChanged);
  // Another request may also have linked it to another user.
  const other = open({
    ...memory,
    async updateUser(change) {
      await memory.unlinkAccount({ provider: "idp", providerAccountId: "sub" });
      await memory.linkAccount({ ...toStored(VOUCHED), userId: "grace" });
      return await memory.updateUser(change);
    },
  });
  await memory.updateUser({ id: "ada", emailVerified: null });
  await memory.createUser(GRACE);
  await memory.linkAccount({ ...toStored(VOUCHED), userId: "ada" });
  await assert.rejects(applyDecision(VOUCHED, { kind: "found", user: ADA }, other.context), UserChanged);
});

test("applyDecision() stores new tokens of an account that was found, if there are any", async () => {
  const changes: unknown[] = [];
  const { context } = open({ ...Memory(), updateAccount: (account) => void changes.push(account) });
  await applyDecision(OAUTH, { kind: "found", user: ADA }, context);
  await applyDecision({ ...OAUTH, stored: {} }, { kind: "found", user: ADA }, context);
  assert.deepEqual(changes, [
    { provider: "idp", providerAccountId: "sub", access_token: "at", label: ADA.email, createdAt: undefined },
  ]);
});

test("applyDecision() finds a user without `updateAccount`", async () => {
  const { updateAccount: _, ...adapter } = Memory();
  const { context } = open(adapter);
  assert.deepEqual(await applyDecision(OAUTH, { kind: "found", user: ADA }, context), settledAs(ADA));
});

test("applyDecision() verifies a mailbox, and keeps accounts that are its user's own", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  await adapter.linkAccount({ ...toStored(OAUTH), userId: "ada" });
  const settled = await applyDecision(MAIL, { kind: "verified", user: ADA, ground: "session" }, context);
  const verified = { ...ADA, emailVerified: new Date(context.platform.now()) };
  assert.deepEqual(settled, settledAs(verified));
  assert.deepEqual(told, [["updateUser", { user: verified }]]);
  assert.equal((await adapter.listAccountsByUserId("ada")).length, 1);
});

test("applyDecision() keeps an address that the application has changed since the decision, and does not verify it", async () => {
  const { adapter, context, told } = open();
  const moved = { ...ADA, email: "ada@new.example" };
  await adapter.createUser(moved);
  await adapter.linkAccount({ ...toStored(VOUCHED), userId: "ada" });
  for (const [identity, kind] of [[MAIL, "verified"], [VOUCHED, "found"]] as const) {
    const decision = { kind, user: ADA, ground: "session" } as const;
    await assert.rejects(applyDecision(identity, decision, context), UserChanged);
  }
  assert.deepEqual([await adapter.getUser("ada"), told], [moved, []]);
});

test("applyDecision() removes all that a user signed in with when it is taken over (AL-04), and says what", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  await adapter.linkAccount({ ...toStored(OAUTH), userId: "ada" });
  await adapter.createSession({ sessionToken: "t", userId: "ada", expires: new Date(Date.UTC(2100, 0)) });
  const settled = await applyDecision(MAIL, { kind: "takenOver", user: ADA }, context);
  const verified = { ...ADA, emailVerified: new Date(context.platform.now()) };
  assert.deepEqual(settled, { ...settledAs(verified), removed: ["idp"] });
  assert.deepEqual(await adapter.listAccountsByUserId("ada"), []);
  assert.equal(await adapter.getSessionAndUser("t"), null);
  assert.deepEqual(told.map(([event]) => event), ["updateUser"]);
});

test("applyDecision() takes a user over for a provider that vouches, and links its account", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  await applyDecision(VOUCHED, { kind: "takenOver", user: ADA }, context);
  assert.deepEqual(await adapter.listAccountsByUserId("ada"), [
    { ...toStored(OAUTH), ...detailsOf(context), userId: "ada" },
  ]);
  assert.deepEqual((await adapter.getUser("ada"))!.emailVerified, new Date(context.platform.now()));
  assert.deepEqual(told.map(([event]) => event), ["updateUser", "linkAccount"]);
});

test("applyDecision() neither takes over, replaces nor removes a user where not all can be removed that opens it (AL-04)", async () => {
  const obstacles: [Adapter, Partial<AccountContext>][] = [
    [{ ...Memory(), takeOverUser: undefined } as Adapter, {}],
    [{ ...Memory(), addCredentials: undefined } as Adapter, {}],
    [withoutRows(Memory()), { strategy: "jwt" }],
    [Memory(), { providers: new Map([["password", { id: "password", type: "credentials" } as never]]) }],
  ];
  for (const [database, more] of obstacles) {
    const { adapter, context, told } = open(database, more);
    await adapter.createUser(ADA);
    await adapter.linkAccount({ ...toStored(OAUTH), userId: "ada" });
    const settling = applyDecision(MAIL, { kind: "takenOver", user: ADA }, context);
    await assert.rejects(
      settling,
      (error) => error instanceof UserNotVerified && error.providers.join() === "idp",
    );
    assert.deepEqual(await adapter.getUser("ada"), ADA);
    assert.equal((await adapter.listAccountsByUserId("ada")).length, 1);
    assert.deepEqual(told, []);
  }
});

test("applyDecision() links no account to, and takes over no, user who is no longer as the decision saw them (AL-16)", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(PROVEN);
  for (const [identity, kind] of [[OAUTH, "linked"], [MAIL, "takenOver"]] as const) {
    for (const user of [ADA, GRACE]) {
      await assert.rejects(applyDecision(identity, { kind, user, ground: "session" }, context), UserChanged);
    }
  }
  assert.deepEqual(await adapter.getUser("ada"), PROVEN);
  assert.deepEqual(await adapter.listAccountsByUserId("ada"), []);
  assert.deepEqual(told, []);
});

test("applyDecision() changes nothing for a user who has not been asked", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  await assert.rejects(applyDecision(OAUTH, { kind: "asked", user: ADA }, context), OAuthAccountNotLinked);
  assert.deepEqual([await adapter.listAccountsByUserId("ada"), told], [[], []]);
});

test("applyDecision() throws what a refusal says", async () => {
  const { context } = open();
  const refusal = { kind: "refused", reason: "because" } as const;
  await assert.rejects(applyDecision(OAUTH, refusal, context), (error) => {
    assert.ok(error instanceof OAuthAccountNotLinked);
    assert.match(error.message, /because/);
    return true;
  });
});

test("applyDecision() decides again if another request was faster, and finds its user", async () => {
  const { adapter, context, told } = open();
  const faster = await applyDecision(OAUTH, { kind: "created" }, context);
  told.length = 0;
  const { user: found, isNewUser } = await applyDecision(OAUTH, { kind: "created" }, context);
  assert.deepEqual([found, isNewUser], [faster.user, false]);
  assert.deepEqual(told, []);
  assert.equal((await adapter.listAccountsByUserId(faster.user.id)).length, 1);
});

test("applyDecision() refuses if another request was faster that has the address only", async () => {
  const { adapter, context } = open();
  await adapter.createUser(ADA);
  await assert.rejects(applyDecision(OAUTH, { kind: "created" }, context), OAuthAccountNotLinked);
});

test("applyDecision() throws what the database threw if that changes nothing", async () => {
  const down = () => Promise.reject(new Error("down"));
  const { context } = open({ ...Memory(), createUserWithAccount: down });
  const settling = applyDecision(OAUTH, { kind: "created" }, context);
  await assert.rejects(
    settling,
    (error) => error instanceof AdapterError && /createUserWithAccount/.test(error.message),
  );
  const all = open({
    ...Memory(),
    createUserWithAccount: down,
    getUserByAccount: down,
    getUserByEmail: down,
  });
  await assert.rejects(applyDecision(OAUTH, { kind: "created" }, all.context), /createUserWithAccount/);
});

test("applyDecision() takes no user over that the application was not asked about (AL-04)", async () => {
  const memory = Memory();
  await memory.createUser(ADA);
  let isTaken = false;
  const adapter = {
    ...memory,
    createUserWithAccount: () => Promise.reject(new Error("the address is stored already")),
    takeOverUser: (user: Parameters<typeof memory.takeOverUser>[0]) => {
      isTaken = true;
      return memory.takeOverUser(user);
    },
  };
  const decideAgain = () => Promise.resolve({ kind: "takenOver", user: ADA } as const);
  const { context } = open(adapter, { decideAgain });
  await assert.rejects(
    applyDecision(VOUCHED, { kind: "created" }, context),
    // The log says what the database has refused.
    (error) => error instanceof UserChanged && error.cause?.err instanceof AdapterError,
  );
  assert.equal(isTaken, false);
});

/** A user who signs in, and was there before. */
function settledAs(user: AdapterUser) {
  return { user, storedUser: user, isNewUser: false };
}

/** What is stored so that the user recognizes the account. */
function detailsOf({ platform }: AccountContext) {
  return { createdAt: new Date(platform.now()), label: ADA.email };
}
