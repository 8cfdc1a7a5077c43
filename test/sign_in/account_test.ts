import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/types.ts";
import { toStore } from "../../src/config/store.ts";
import type { Events } from "../../src/config/types.ts";
import { AdapterError, OAuthAccountNotLinked, ServerError } from "../../src/errors.ts";
import {
  type AccountContext,
  decide,
  type Decision,
  findByAddress,
  know,
  type Known,
  settle,
} from "../../src/sign_in/account.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import type { Identity } from "../../src/types.ts";

const ADA = user("ada", "ada@example.com");
const GRACE = user("grace", "grace@example.com");
const PROVEN = { ...ADA, emailVerified: new Date(0) };

/** What a provider proves of somebody with Ada's address. */
const OAUTH: Identity = {
  user: { id: "derived", name: "Ada", email: "ada@example.com", image: null },
  account: { provider: "idp", type: "oidc", providerAccountId: "sub", access_token: "at", expires_in: 60 },
  stored: { access_token: "at" },
  profile: { sub: "sub" },
  linksByEmail: false,
};

/** What a mailed link proves. */
const MAIL: Identity = {
  user: { id: "ada@example.com", email: "ada@example.com" },
  account: { provider: "email", type: "email", providerAccountId: "ada@example.com" },
  stored: {},
};

const NOBODY: Known = { owner: null, current: null, namesake: null };

function user(id: string, email: string | null): AdapterUser {
  return { id, name: id, email, emailVerified: null, image: null };
}

/** A store, what was told, and what was logged. */
function open(adapter: Adapter = Memory()) {
  const told: [keyof Events, unknown][] = [];
  const logged: Error[] = [];
  const context: AccountContext = {
    providers: new Map(),
    strategy: "database",
    store: toStore(adapter),
    platform: testPlatform(),
    emit: (event, message) => Promise.resolve(void told.push([event, message])),
    logger: { error: (error) => void logged.push(error), warn: () => {}, debug: () => {} },
  };
  return { adapter: adapter as Required<Adapter>, context, told, logged };
}

/** What is known, what is proven, and what becomes of it. */
const DECISIONS: readonly (readonly [what: string, Identity, Partial<Known>, Decision["kind"], string?])[] = [
  ["an unknown account", OAUTH, {}, "created"],
  ["a known account", OAUTH, { owner: ADA }, "found", "ada"],
  ["a known account of who is signed in", OAUTH, { owner: ADA, current: ADA }, "found", "ada"],
  ["a known account whose address another has", OAUTH, { owner: GRACE, namesake: ADA }, "found", "grace"],
  ["a known account of another than is signed in (AL-06)", OAUTH, { owner: GRACE, current: ADA }, "refused"],
  ["an unknown account of who is signed in", OAUTH, { current: GRACE }, "linked", "grace"],
  [
    "an unknown account whose address another has",
    OAUTH,
    { current: GRACE, namesake: ADA },
    "linked",
    "grace",
  ],
  ["an unknown account of a taken address (AL-01)", OAUTH, { namesake: ADA }, "refused"],
  ["an unknown account of a proven address (AL-01)", OAUTH, { namesake: PROVEN }, "refused"],
  ["an account that links by address", links(), { namesake: ADA }, "linked", "ada"],
  ["an account that links by a verified address", links(true), { namesake: ADA }, "linked", "ada"],
  ["an account that links by an unverified address (AL-03)", links(false), { namesake: ADA }, "refused"],
  ["an account that links by an address unverified in words (AL-03)", links("false"), {
    namesake: ADA,
  }, "refused"],
  ["an account that links by nobody's address", links(false), {}, "created"],
  ["a mailbox that nobody has", MAIL, {}, "created"],
  ["a mailbox that nobody has, of who is signed in", MAIL, { current: GRACE }, "created"],
  ["a mailbox that was proven before", MAIL, { namesake: PROVEN }, "found", "ada"],
  [
    "a mailbox that was proven before, of another than is signed in",
    MAIL,
    {
      namesake: PROVEN,
      current: GRACE,
    },
    "found",
    "ada",
  ],
];

for (const [what, identity, known, kind, id] of DECISIONS) {
  test(`decide() says "${kind}" to ${what}`, () => {
    const decision = decide(identity, { ...NOBODY, ...known });
    assert.equal(decision.kind, kind);
    assert.equal("user" in decision ? decision.user.id : undefined, id);
  });
}

test("decide() takes a mailbox over that nobody had proven, unless its user is signed in (AL-04)", () => {
  const takeover = (current: AdapterUser | null) => {
    const decision = decide(MAIL, { ...NOBODY, namesake: ADA, current });
    assert.ok(decision.kind === "proven");
    assert.equal(decision.user, ADA);
    return decision.isTakeover;
  };
  assert.deepEqual([takeover(null), takeover(GRACE), takeover(ADA)], [true, true, false]);
});

test("know() asks for the account's owner, the current user and the namesake", async () => {
  const { adapter, context: { store } } = open();
  for (const each of [ADA, GRACE]) await adapter.createUser(each);
  await adapter.linkAccount({ ...toStored(OAUTH), userId: "grace" });
  assert.deepEqual(await know(OAUTH, "ada", store), { owner: GRACE, current: ADA, namesake: ADA });
  assert.deepEqual(await know(OAUTH, "gone", store), { owner: GRACE, current: null, namesake: ADA });
  const nameless = { ...OAUTH, user: { id: "x", email: null } };
  assert.deepEqual(await know(nameless, null, store), { owner: GRACE, current: null, namesake: null });
});

test("know() takes no linked account for a proof of a mailbox", async () => {
  const { adapter, context: { store } } = open();
  await adapter.createUser(GRACE);
  await adapter.linkAccount({ ...toStored(MAIL), userId: "grace" });
  assert.deepEqual(await know(MAIL, null, store), NOBODY);
});

test("findByAddress() takes only the very address, case aside", async () => {
  const stored = user("1", "Ada@Example.com");
  const { store } = open({ ...Memory(), getUserByEmail: () => stored }).context;
  for (const address of ["Ada@Example.com", "ada@example.com", "ADA@EXAMPLE.COM"]) {
    assert.equal(await findByAddress(address, store), stored);
  }
  for (
    const address of ["adá@example.com", "ada@example.com ", "\u212Ada@example.com", "ada@example.co", ""]
  ) {
    assert.equal(await findByAddress(address, store), null, address);
  }
  const without = open({ ...Memory(), getUserByEmail: () => user("2", null) }).context;
  assert.equal(await findByAddress("", without.store), null);
});

test("settle() creates a user with a random id, and tells of user and account", async () => {
  const { adapter, context, told } = open();
  const { user: created, isNewUser } = await settle(OAUTH, { kind: "created" }, context);
  assert.equal(isNewUser, true);
  assert.match(created.id, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  assert.deepEqual(created, {
    id: created.id,
    name: "Ada",
    email: ADA.email,
    emailVerified: null,
    image: null,
  });
  assert.deepEqual(await adapter.listAccountsByUserId(created.id), [{
    ...toStored(OAUTH),
    userId: created.id,
  }]);
  assert.deepEqual(told, [
    ["createUser", { user: created }],
    ["linkAccount", { user: created, account: toStored(OAUTH), profile: OAUTH.user }],
  ]);
});

test("settle() creates a user for a mailbox, proven now, without an account", async () => {
  const { adapter, context, told } = open();
  const { user: created, isNewUser } = await settle(MAIL, { kind: "created" }, context);
  assert.equal(isNewUser, true);
  assert.deepEqual(created, {
    id: created.id,
    email: ADA.email,
    emailVerified: new Date(context.platform.now()),
  });
  assert.deepEqual(await adapter.listAccountsByUserId(created.id), []);
  assert.deepEqual(told, [["createUser", { user: created }]]);
});

test("settle() returns a user who was found, and tells nobody", async () => {
  const { context, told } = open();
  assert.deepEqual(await settle(OAUTH, { kind: "found", user: ADA }, context), {
    user: ADA,
    isNewUser: false,
  });
  assert.deepEqual(told, []);
});

test("settle() stores new tokens of an account that was found, if there are any", async () => {
  const changes: unknown[] = [];
  const { context } = open({ ...Memory(), updateAccount: (account) => void changes.push(account) });
  await settle(OAUTH, { kind: "found", user: ADA }, context);
  await settle({ ...OAUTH, stored: {} }, { kind: "found", user: ADA }, context);
  assert.deepEqual(changes, [{ provider: "idp", providerAccountId: "sub", access_token: "at" }]);
});

test("settle() finds a user without `updateAccount`", async () => {
  const { updateAccount: _, ...adapter } = Memory();
  const { context } = open(adapter);
  assert.deepEqual(await settle(OAUTH, { kind: "found", user: ADA }, context), {
    user: ADA,
    isNewUser: false,
  });
});

test("settle() proves a mailbox, and keeps accounts that are its user's own", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  await adapter.linkAccount({ ...toStored(OAUTH), userId: "ada" });
  const settled = await settle(MAIL, { kind: "proven", user: ADA, isTakeover: false }, context);
  const verified = { ...ADA, emailVerified: new Date(context.platform.now()) };
  assert.deepEqual(settled, { user: verified, isNewUser: false });
  assert.deepEqual(told, [["updateUser", { user: verified }]]);
  assert.equal((await adapter.listAccountsByUserId("ada")).length, 1);
});

test("settle() removes all that a user signed in with before it is taken over (AL-04)", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  await adapter.linkAccount({ ...toStored(OAUTH), userId: "ada" });
  await adapter.createSession({ sessionToken: "t", userId: "ada", expires: new Date(Date.UTC(2100, 0)) });
  const settled = await settle(MAIL, { kind: "proven", user: ADA, isTakeover: true }, context);
  assert.equal(settled.user.id, "ada");
  assert.deepEqual(await adapter.listAccountsByUserId("ada"), []);
  assert.equal(await adapter.getSessionAndUser("t"), null);
  assert.deepEqual(told.map(([event]) => event), ["updateUser"]);
});

test("settle() makes the user anew where an adapter cannot remove what it signed in with (AL-04)", async () => {
  const { takeOverUser: _, ...without } = Memory();
  const { adapter, context, told } = open(without);
  await adapter.createUser(ADA);
  await adapter.linkAccount({ ...toStored(OAUTH), userId: "ada" });
  const settled = await settle(MAIL, { kind: "proven", user: ADA, isTakeover: true }, context);
  assert.notEqual(settled.user.id, "ada");
  assert.equal(settled.isNewUser, true);
  assert.equal(await adapter.getUser("ada"), null);
  assert.equal(await adapter.getUserByAccount({ provider: "idp", providerAccountId: "sub" }), null);
  assert.deepEqual(told.map(([event]) => event), ["createUser"]);
});

test("settle() takes nobody over whom the adapter cannot remove (AL-04)", async () => {
  const { takeOverUser: _, deleteUser: __, ...without } = Memory();
  const { adapter, context } = open(without);
  await adapter.createUser(ADA);
  const settling = settle(MAIL, { kind: "proven", user: ADA, isTakeover: true }, context);
  await assert.rejects(settling, ServerError);
  assert.deepEqual(await adapter.getUser("ada"), ADA);
});

test("settle() throws what a refusal says", async () => {
  const { context } = open();
  const refusal = { kind: "refused", reason: "because" } as const;
  await assert.rejects(settle(OAUTH, refusal, context), (error) => {
    assert.ok(error instanceof OAuthAccountNotLinked);
    assert.match(error.message, /because/);
    return true;
  });
});

test("settle() decides again if somebody was faster, and finds their user", async () => {
  const { adapter, context, told } = open();
  const faster = await settle(OAUTH, { kind: "created" }, context);
  told.length = 0;
  const { user: found, isNewUser } = await settle(OAUTH, { kind: "created" }, context);
  assert.deepEqual([found, isNewUser], [faster.user, false]);
  assert.deepEqual(told, []);
  assert.equal((await adapter.listAccountsByUserId(faster.user.id)).length, 1);
});

test("settle() refuses if somebody was faster who has the address only", async () => {
  const { adapter, context } = open();
  await adapter.createUser(ADA);
  await assert.rejects(settle(OAUTH, { kind: "created" }, context), OAuthAccountNotLinked);
});

test("settle() throws what the database threw if that changes nothing", async () => {
  const down = () => Promise.reject(new Error("down"));
  const { context } = open({ ...Memory(), createUserWithAccount: down });
  const settling = settle(OAUTH, { kind: "created" }, context);
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
  await assert.rejects(settle(OAUTH, { kind: "created" }, all.context), /createUserWithAccount/);
});

test("settle() removes a user whose account could not be stored (RC-05)", async () => {
  const { createUserWithAccount: _, ...without } = Memory();
  const { adapter, context, told, logged } = open({
    ...without,
    linkAccount: () => Promise.reject(new Error("down")),
  });
  await assert.rejects(settle(OAUTH, { kind: "created" }, context), /linkAccount/);
  assert.equal(await adapter.getUserByEmail("ada@example.com"), null);
  assert.deepEqual([told, logged], [[], []]);
});

test("settle() logs a user who could not be removed, and throws what came first (RC-05)", async () => {
  const down = () => Promise.reject(new Error("down"));
  const { createUserWithAccount: _, ...without } = Memory();
  const { context, logged } = open({
    ...without,
    linkAccount: down,
    deleteUser: down,
    getUserByAccount: down,
  });
  await assert.rejects(settle(OAUTH, { kind: "created" }, context), /linkAccount/);
  assert.match(String(logged[0]), /AdapterError: .*deleteUser/);
});

test("settle() works where an adapter can remove no user", async () => {
  const { createUserWithAccount: _, deleteUser: __, ...without } = Memory();
  const { context } = open(without);
  assert.equal((await settle(OAUTH, { kind: "created" }, context)).isNewUser, true);
});

function links(email_verified?: unknown): Identity {
  return { ...OAUTH, linksByEmail: true, profile: { sub: "sub", email_verified: email_verified as boolean } };
}

/** An account as it is stored. */
function toStored({ account: { provider, type, providerAccountId }, stored: { access_token } }: Identity) {
  return { ...(access_token && { access_token }), type, provider, providerAccountId };
}
