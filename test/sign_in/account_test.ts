import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/types.ts";
import { toStore } from "../../src/config/store.ts";
import type { Events } from "../../src/config/types.ts";
import { AdapterError, OAuthAccountNotLinked, UserChanged, UserNotVerified } from "../../src/errors.ts";
import { type AccountContext, settle } from "../../src/sign_in/account.ts";
import {
  type Consent,
  decide,
  type Decision,
  findByAddress,
  findKnown,
  type Known,
} from "../../src/sign_in/decision.ts";
import { testPlatform } from "../../src/testing/mod.ts";
import type { Identity } from "../../src/types.ts";

const ADA = user("ada", "ada@example.com");
const GRACE = user("grace", "grace@example.com");
const PROVEN = { ...ADA, emailVerified: new Date(0) };

/** What a provider proves of a user with Ada's address. */
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

/** The same, from a provider that has verified the address. */
const VOUCHED: Identity = { ...OAUTH, emailIsVerified: true };

const UNKNOWN: Known = { owner: null, current: null, sameAddress: null, isFree: false };
const UNASKED: Consent = { link: "none", isFresh: true };

function user(id: string, email: string | null): AdapterUser {
  return { id, name: id, email, emailVerified: null, image: null };
}

/** A store, what events were emitted, and what was logged. */
function open(adapter: Adapter = Memory(), more: Partial<AccountContext> = {}) {
  const told: [keyof Events, unknown][] = [];
  const logged: Error[] = [];
  const context: AccountContext = {
    providers: new Map(),
    strategy: "database",
    store: toStore(adapter),
    platform: testPlatform(),
    emit: (event, message) => Promise.resolve(void told.push([event, message])),
    logger: { error: (error) => void logged.push(error), warn: () => {}, debug: () => {} },
    decideAgain: async () => decide(OAUTH, await findKnown(OAUTH, null, toStore(adapter)), UNASKED),
    ...more,
  };
  return { adapter: adapter as Required<Adapter>, context, told, logged };
}

/** What is proven, what is known, whether the user wants to link, and what becomes of it. */
const DECISIONS: readonly (readonly [
  what: string,
  identity: Identity,
  known: Partial<Known> & Partial<Consent>,
  kind: Decision["kind"],
  id?: string,
])[] = [
  ["an unknown account", OAUTH, {}, "created"],
  ["a known account", OAUTH, { owner: ADA }, "found", "ada"],
  ["a known account of the user who is signed in", OAUTH, { owner: ADA, current: ADA }, "found", "ada"],
  [
    "a known account whose address another user has",
    OAUTH,
    {
      owner: GRACE,
      sameAddress: ADA,
    },
    "found",
    "grace",
  ],
  [
    "a known account of another user than is signed in",
    OAUTH,
    {
      owner: GRACE,
      current: ADA,
    },
    "found",
    "grace",
  ],
  ["a request to link a known account of another user than is signed in (AL-06)", OAUTH, {
    owner: GRACE,
    current: ADA,
    link: "requested",
  }, "refused"],
  ["consent to link a known account of another user than is signed in", OAUTH, {
    owner: GRACE,
    current: ADA,
    link: "agreed",
  }, "refused"],
  ["an unknown account while a user is signed in", OAUTH, { current: GRACE }, "asked", "grace"],
  [
    "an unknown account, vouched for, while a user is signed in",
    VOUCHED,
    {
      current: GRACE,
      sameAddress: ADA,
      isFree: true,
    },
    "asked",
    "grace",
  ],
  [
    "an account that links by address, while another user is signed in",
    links(true),
    {
      current: GRACE,
      sameAddress: ADA,
    },
    "asked",
    "grace",
  ],
  [
    "a fresh request to link an unknown account",
    OAUTH,
    {
      current: GRACE,
      link: "requested",
    },
    "linked",
    "grace",
  ],
  [
    "a request to link that is not fresh",
    OAUTH,
    {
      current: GRACE,
      link: "requested",
      isFresh: false,
    },
    "asked",
    "grace",
  ],
  [
    "consent to link that was given on the page, however old the session",
    OAUTH,
    {
      current: GRACE,
      link: "agreed",
      isFresh: false,
    },
    "linked",
    "grace",
  ],
  [
    "a request to link an account whose address another user has",
    OAUTH,
    {
      current: GRACE,
      sameAddress: ADA,
      link: "requested",
    },
    "linked",
    "grace",
  ],
  ["a request to link while no one is signed in", OAUTH, { link: "requested" }, "created"],
  ["an unknown account of a taken address (AL-01)", OAUTH, { sameAddress: ADA, isFree: true }, "refused"],
  ["an unknown account of a verified address (AL-01)", OAUTH, { sameAddress: PROVEN }, "refused"],
  [
    "an unknown account, vouched for, of a free address",
    VOUCHED,
    {
      sameAddress: ADA,
      isFree: true,
    },
    "takenOver",
    "ada",
  ],
  ["an unknown account, vouched for, of an address that is not free", VOUCHED, {
    sameAddress: ADA,
  }, "refused"],
  ["an unknown account, vouched for, of a verified address", VOUCHED, { sameAddress: PROVEN }, "refused"],
  ["an account that links by address", links(), { sameAddress: ADA }, "linked", "ada"],
  ["an account that links by a verified address", links(true), { sameAddress: ADA }, "linked", "ada"],
  ["an account that links by an unverified address (AL-03)", links(false), { sameAddress: ADA }, "refused"],
  ["an account that links by an address unverified in words (AL-03)", links("false"), {
    sameAddress: ADA,
  }, "refused"],
  ["an account that links by an address that no user has", links(false), {}, "created"],
  ["a mailbox that no user has", MAIL, {}, "created"],
  ["a mailbox that no user has, while a user is signed in", MAIL, { current: GRACE }, "created"],
  ["a mailbox that was verified before", MAIL, { sameAddress: PROVEN }, "found", "ada"],
  [
    "a mailbox that was verified before, of another user than is signed in",
    MAIL,
    {
      sameAddress: PROVEN,
      current: GRACE,
    },
    "found",
    "ada",
  ],
  ["a mailbox that was never verified (AL-04)", MAIL, { sameAddress: ADA }, "takenOver", "ada"],
  [
    "a mailbox that was never verified, of another user than is signed in",
    MAIL,
    {
      sameAddress: ADA,
      current: GRACE,
    },
    "takenOver",
    "ada",
  ],
  [
    "the mailbox of the user who is signed in",
    MAIL,
    {
      sameAddress: ADA,
      current: ADA,
    },
    "verified",
    "ada",
  ],
  [
    "a mailbox that was never verified, where mail links by address",
    { ...MAIL, linksByEmail: true },
    {
      sameAddress: ADA,
    },
    "verified",
    "ada",
  ],
];

for (const [what, identity, { link = "none", isFresh = true, ...known }, kind, id] of DECISIONS) {
  test(`decide() says "${kind}" to ${what}`, () => {
    const decision = decide(identity, { ...UNKNOWN, ...known }, { link, isFresh });
    assert.equal(decision.kind, kind);
    assert.equal("user" in decision ? decision.user.id : undefined, id);
  });
}

test("findKnown() asks for the account's owner, the current user and the user with the address", async () => {
  const { adapter, context: { store } } = open();
  for (const each of [ADA, GRACE]) await adapter.createUser(each);
  await adapter.linkAccount({ ...toStored(OAUTH), userId: "grace" });
  const known = { owner: GRACE, current: ADA, sameAddress: ADA, isFree: false };
  assert.deepEqual(await findKnown(OAUTH, "ada", store), known);
  assert.deepEqual(await findKnown(OAUTH, "gone", store), { ...known, current: null });
  const nameless = { ...OAUTH, user: { id: "x", email: null } };
  assert.deepEqual(await findKnown(nameless, null, store), { ...known, current: null, sameAddress: null });
});

test("findKnown() finds an address free that is not verified, of a user without an account at a provider", async () => {
  const isFree = async (adapter: Adapter, identity = VOUCHED) =>
    (await findKnown(identity, null, toStore(adapter))).isFree;
  const { listAccountsByUserId: _, ...mute } = Memory();
  for (const adapter of [Memory(), mute as Adapter]) await adapter.createUser!(ADA);
  assert.equal(await isFree(mute as Adapter), false);
  for (const type of ["oauth", "oidc", "webauthn", "credentials", "email"] as const) {
    const adapter = Memory();
    await adapter.createUser(ADA);
    assert.equal(await isFree(adapter), true);
    assert.equal(await isFree(adapter, OAUTH), false);
    await adapter.linkAccount({ provider: "other", type, providerAccountId: "1", userId: "ada" });
    assert.equal(await isFree(adapter), type !== "oauth" && type !== "oidc", type);
    await adapter.updateUser(PROVEN);
    assert.equal(await isFree(adapter), false);
  }
});

test("findKnown() takes no linked account for a proof of a mailbox", async () => {
  const { adapter, context: { store } } = open();
  await adapter.createUser(GRACE);
  await adapter.linkAccount({ ...toStored(MAIL), userId: "grace" });
  assert.deepEqual(await findKnown(MAIL, null, store), UNKNOWN);
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

test("settle() creates a user with a random id, and emits events of user and account", async () => {
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

test("settle() creates a user for a mailbox, verified now, without an account", async () => {
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

test("settle() creates a user whose address is verified if the provider vouches for it", async () => {
  const { context } = open();
  const { storedUser: created } = await settle(VOUCHED, { kind: "created" }, context);
  assert.deepEqual(created!.emailVerified, new Date(context.platform.now()));
  const nameless = {
    ...VOUCHED,
    user: { id: "x", email: null },
    account: { ...OAUTH.account, providerAccountId: "x" },
  };
  const { storedUser: other } = await settle(nameless, { kind: "created" }, context);
  assert.equal(other!.emailVerified, null);
});

test("settle() returns a user who was found, and emits no event", async () => {
  const { context, told } = open();
  assert.deepEqual(await settle(OAUTH, { kind: "found", user: ADA }, context), settledAs(ADA));
  assert.deepEqual(told, []);
});

test("settle() verifies the address of a user who was found if the provider vouches for that very address", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  const other = { ...VOUCHED, user: { ...VOUCHED.user, email: "grace@example.com" } };
  assert.deepEqual(await settle(other, { kind: "found", user: ADA }, context), settledAs(ADA));
  const verified = { ...ADA, emailVerified: new Date(context.platform.now()) };
  assert.deepEqual(await settle(VOUCHED, { kind: "found", user: ADA }, context), settledAs(verified));
  assert.deepEqual(told, [["updateUser", { user: verified }]]);
  assert.deepEqual(await settle(VOUCHED, { kind: "found", user: PROVEN }, context), settledAs(PROVEN));
  assert.equal(told.length, 1);
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
  assert.deepEqual(await settle(OAUTH, { kind: "found", user: ADA }, context), settledAs(ADA));
});

test("settle() verifies a mailbox, and keeps accounts that are its user's own", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  await adapter.linkAccount({ ...toStored(OAUTH), userId: "ada" });
  const settled = await settle(MAIL, { kind: "verified", user: ADA }, context);
  const verified = { ...ADA, emailVerified: new Date(context.platform.now()) };
  assert.deepEqual(settled, settledAs(verified));
  assert.deepEqual(told, [["updateUser", { user: verified }]]);
  assert.equal((await adapter.listAccountsByUserId("ada")).length, 1);
});

test("settle() removes all that a user signed in with when it is taken over (AL-04), and says what", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  await adapter.linkAccount({ ...toStored(OAUTH), userId: "ada" });
  await adapter.createSession({ sessionToken: "t", userId: "ada", expires: new Date(Date.UTC(2100, 0)) });
  const settled = await settle(MAIL, { kind: "takenOver", user: ADA }, context);
  const verified = { ...ADA, emailVerified: new Date(context.platform.now()) };
  assert.deepEqual(settled, { ...settledAs(verified), removed: ["idp"] });
  assert.deepEqual(await adapter.listAccountsByUserId("ada"), []);
  assert.equal(await adapter.getSessionAndUser("t"), null);
  assert.deepEqual(told.map(([event]) => event), ["updateUser"]);
});

test("settle() takes a user over for a provider that vouches, and links its account", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  await settle(VOUCHED, { kind: "takenOver", user: ADA }, context);
  assert.deepEqual(await adapter.listAccountsByUserId("ada"), [{ ...toStored(OAUTH), userId: "ada" }]);
  assert.deepEqual((await adapter.getUser("ada"))!.emailVerified, new Date(context.platform.now()));
  assert.deepEqual(told.map(([event]) => event), ["updateUser", "linkAccount"]);
});

test("settle() neither takes over, replaces nor removes a user where not all can be removed that opens it (AL-04)", async () => {
  const obstacles: [Adapter, Partial<AccountContext>][] = [
    [{ ...Memory(), takeOverUser: undefined } as Adapter, {}],
    [{ ...Memory(), addCredentials: undefined } as Adapter, {}],
    [Memory(), { strategy: "jwt" }],
    [Memory(), { providers: new Map([["password", { id: "password", type: "credentials" } as never]]) }],
  ];
  for (const [database, more] of obstacles) {
    const { adapter, context, told } = open(database, more);
    await adapter.createUser(ADA);
    await adapter.linkAccount({ ...toStored(OAUTH), userId: "ada" });
    const settling = settle(MAIL, { kind: "takenOver", user: ADA }, context);
    await assert.rejects(
      settling,
      (error) => error instanceof UserNotVerified && error.providers.join() === "idp",
    );
    assert.deepEqual(await adapter.getUser("ada"), ADA);
    assert.equal((await adapter.listAccountsByUserId("ada")).length, 1);
    assert.deepEqual(told, []);
  }
});

test("settle() links no account to, and takes over no, user who is no longer as the decision saw them", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(PROVEN);
  for (const [identity, kind] of [[OAUTH, "linked"], [MAIL, "takenOver"]] as const) {
    await assert.rejects(settle(identity, { kind, user: ADA }, context), UserChanged);
    await assert.rejects(settle(identity, { kind, user: GRACE }, context), UserChanged);
  }
  assert.deepEqual(await adapter.getUser("ada"), PROVEN);
  assert.deepEqual(await adapter.listAccountsByUserId("ada"), []);
  assert.deepEqual(told, []);
});

test("settle() changes nothing for a user who has not been asked", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  await assert.rejects(settle(OAUTH, { kind: "asked", user: ADA }, context), OAuthAccountNotLinked);
  assert.deepEqual([await adapter.listAccountsByUserId("ada"), told], [[], []]);
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

test("settle() decides again if another request was faster, and finds its user", async () => {
  const { adapter, context, told } = open();
  const faster = await settle(OAUTH, { kind: "created" }, context);
  told.length = 0;
  const { user: found, isNewUser } = await settle(OAUTH, { kind: "created" }, context);
  assert.deepEqual([found, isNewUser], [faster.user, false]);
  assert.deepEqual(told, []);
  assert.equal((await adapter.listAccountsByUserId(faster.user.id)).length, 1);
});

test("settle() refuses if another request was faster that has the address only", async () => {
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

/** A user who signs in, and was there before. */
function settledAs(user: AdapterUser) {
  return { user, storedUser: user, isNewUser: false };
}

function links(email_verified?: unknown): Identity {
  return { ...OAUTH, linksByEmail: true, profile: { sub: "sub", email_verified: email_verified as boolean } };
}

/** An account as it is stored. */
function toStored({ account: { provider, type, providerAccountId }, stored: { access_token } }: Identity) {
  return { ...(access_token && { access_token }), type, provider, providerAccountId };
}
