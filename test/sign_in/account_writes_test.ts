import assert from "node:assert/strict";
import { test } from "node:test";
import { keptPasswords } from "../../src/features/passwords/capability.ts";
import { ADA, GRACE, OAUTH, open, toStored, VOUCHED } from "./_identities.ts";
import { applyDecision } from "../../src/sign_in/account.ts";
import { secondFactors } from "../../src/features/second_factor/capability.ts";
import { AccountNotLinked, AdapterError, OAuthAccountNotLinked } from "../../src/errors/errors.ts";
import { generationsOf } from "../../src/session/generations.ts";
import type { Identity } from "../../src/model/identity.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { SECOND_FACTOR } from "../../src/features/second_factor/options.ts";
import { bindAdapter } from "../../src/model/store.ts";
import { entry, typedMap } from "../../src/values/typed_map.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";

const KEY = {
  credentialID: "key",
  providerAccountId: "key",
  credentialPublicKey: "public",
  counter: 0,
  credentialDeviceType: "singleDevice",
  credentialBackedUp: false,
  transports: null,
} as const;

/** A new passkey. */
const PASSKEY: Identity = {
  user: { id: "ada", name: "Ada", email: ADA.email },
  account: { provider: "passkey", type: "webauthn", providerAccountId: "key" },
  stored: {},
  authenticator: { ...KEY, userId: null },
};

const LINK = { kind: "linked", user: ADA, ground: "session" } as const;
const down = () => Promise.reject(new Error("down"));

/** A database without some methods. */
function without(...methods: readonly (keyof Adapter)[]): Adapter {
  return Object.fromEntries(
    Object.entries(Memory()).filter(([method]) => !methods.includes(method as keyof Adapter)),
  ) as unknown as Adapter;
}

/** The accounts and passkeys of a user. */
async function waysOf(userId: string, adapter: Required<Adapter>) {
  const accounts = await adapter.listAccountsByUserId(userId);
  const keys = await adapter.listAuthenticatorsByUserId(userId);
  return [accounts.map(({ providerAccountId }) => providerAccountId), keys];
}

test("applyDecision() stores a new passkey with its account, whether or not the database stores both at once", async () => {
  for (const methods of [[], ["addCredentials"], ["createUserWithAccount"]] as const) {
    const linking = open(without(...methods));
    await linking.adapter.createUser(ADA);
    await applyDecision(PASSKEY, LINK, linking.context);
    assert.deepEqual(await waysOf("ada", linking.adapter), [["key"], [{ ...KEY, userId: "ada" }]]);
    const creating = open(without(...methods));
    const { user: { id } } = await applyDecision(PASSKEY, { kind: "created" }, creating.context);
    assert.deepEqual(await waysOf(id, creating.adapter), [["key"], [{ ...KEY, userId: id }]]);
  }
});

test("applyDecision() hands a database no user of a passkey before the user has an id", async () => {
  const given: unknown[] = [];
  const memory = Memory() as Required<Adapter>;
  const { context } = open({
    ...memory,
    createUserWithAccount: (user, account, authenticator) => {
      given.push(authenticator);
      return memory.createUserWithAccount(user, account, authenticator);
    },
  });
  await applyDecision(PASSKEY, { kind: "created" }, context);
  await applyDecision({ ...OAUTH, user: { id: "x" } }, { kind: "created" }, context);
  assert.deepEqual(given, [KEY, undefined]);
});

test("applyDecision() links an account without a passkey to users, and to new ones, whatever the database does at once", async () => {
  for (const methods of [[], ["addCredentials"], ["createUserWithAccount"]] as const) {
    const { adapter, context, told } = open({ ...without(...methods), createAuthenticator: down });
    await adapter.createUser(ADA);
    await applyDecision(OAUTH, LINK, context);
    assert.deepEqual(await waysOf("ada", adapter), [["sub"], []]);
    assert.deepEqual(told, [
      ["linkAccount", { user: ADA, account: toStored(OAUTH), profile: OAUTH.user }],
    ]);
    const other = { ...OAUTH, user: { id: "x" }, account: { ...OAUTH.account, providerAccountId: "other" } };
    const { user: created } = await applyDecision(other, { kind: "created" }, context);
    assert.deepEqual(await waysOf(created.id, adapter), [["other"], []]);
  }
});

test("applyDecision() hands `addCredentials` a passkey only if there is one", async () => {
  const given: string[][] = [];
  const { context } = open({
    ...Memory(),
    addCredentials: (credentials) => given.push(Object.keys(credentials)) > 0,
  });
  await applyDecision(OAUTH, LINK, context);
  await applyDecision(PASSKEY, LINK, context);
  const always = ["userId", "emailVerified", "account"];
  assert.deepEqual(given, [always, [...always, "authenticator"]]);
});

test("applyDecision() takes a passkey for stored only if it is the user's, where the answer of the database is lost", async () => {
  for (const owner of [ADA, GRACE, null]) {
    const memory = Memory();
    for (const user of [ADA, GRACE]) await memory.createUser(user);
    const { context } = open({
      ...memory,
      async addCredentials(credentials) {
        if (owner) {
          await memory.addCredentials!({
            ...credentials,
            userId: owner.id,
            emailVerified: owner.emailVerified,
          });
        }
        throw new Error("lost");
      },
    });
    const applied = applyDecision(PASSKEY, LINK, { ...context, decideAgain: () => Promise.resolve(LINK) });
    if (owner === ADA) assert.equal((await applied).user.id, ADA.id);
    else await assert.rejects(applied, AdapterError);
  }
});

test("applyDecision() takes only the user with the proposed id for the new one, where the answer of the database is lost (AL-29)", async () => {
  for (const finds of ["the new user", "another user", "nobody"]) {
    const memory = Memory() as Required<Adapter>;
    await memory.createUser(GRACE);
    const { context, told } = open({
      ...memory,
      async createUserWithAccount(...created) {
        await memory.createUserWithAccount(...created);
        throw new Error("lost");
      },
      getUser: async (id) =>
        finds === "nobody" ? null : await memory.getUser(finds === "another user" ? GRACE.id : id),
    }, { decideAgain: () => Promise.resolve({ kind: "created" }) });
    const applied = applyDecision(PASSKEY, { kind: "created" }, context);
    if (finds === "the new user") {
      assert.equal((await applied).isNewUser, true);
      assert.equal(JSON.stringify(told).includes("createUser"), true);
    } else await assert.rejects(applied, AdapterError);
  }
});

test("applyDecision() unlinks an account whose passkey could not be stored, so that the next try succeeds (RC-05)", async () => {
  for (const [methods, left] of [[[], []], [["unlinkAccount"], ["key"]]] as const) {
    const database = { ...without("addCredentials", ...methods), createAuthenticator: down };
    const { adapter, context, told, logged } = open(database, { decideAgain: () => Promise.resolve(LINK) });
    await adapter.createUser(ADA);
    await assert.rejects(applyDecision(PASSKEY, LINK, context), /`createAuthenticator` failed/);
    assert.deepEqual(await waysOf("ada", adapter), [left, []]);
    assert.deepEqual([told, logged], [[], []]);
  }
});

test("applyDecision() removes the user whom it has just created, by the id that the database gave (RC-05)", async () => {
  const memory = without("createUserWithAccount") as Required<Adapter>;
  const removed: string[] = [];
  const deleteUser = async (id: string) => {
    removed.push(id);
    await memory.deleteUser(id);
  };
  const own = open({
    ...memory,
    deleteUser,
    createUser: (user) => memory.createUser({ ...user, id: "of the database" }),
    linkAccount: down,
  });
  await assert.rejects(applyDecision(OAUTH, { kind: "created" }, own.context), /`linkAccount` failed/);
  assert.deepEqual(removed, ["of the database"]);
  // The database has stored the user, and then the answer was lost.
  let proposed = "";
  const lost = open({
    ...memory,
    deleteUser,
    createUser: async (user) => {
      proposed = user.id;
      await memory.createUser(user);
      return await down();
    },
  });
  await assert.rejects(applyDecision(OAUTH, { kind: "created" }, lost.context), /`createUser` failed/);
  assert.deepEqual(removed, ["of the database", proposed]);
  assert.equal(await memory.getUser(proposed), null);
  assert.deepEqual([own.logged, lost.logged], [[], []]);
});

test("applyDecision() throws what came first where an adapter can remove no user (RC-05)", async () => {
  const database = { ...without("createUserWithAccount", "deleteUser"), linkAccount: down };
  const decideAgain = () => Promise.resolve({ kind: "created" } as const);
  const { context, logged } = open(database, { decideAgain });
  await assert.rejects(applyDecision(OAUTH, { kind: "created" }, context), /`linkAccount` failed/);
  assert.deepEqual(logged, []);
});

test("applyDecision() refuses a passkey as an account that is not of a provider, and says why", async () => {
  const { context } = open();
  const refused = { kind: "refused", reason: "because" } as const;
  const asked = { kind: "asked", user: ADA } as const;
  for (const [identity, type] of [[PASSKEY, AccountNotLinked], [OAUTH, OAuthAccountNotLinked]] as const) {
    for (const [decision, reason] of [[refused, /because/], [asked, /has not been asked/]] as const) {
      await assert.rejects(applyDecision(identity, decision, context), (error) => {
        assert.ok(error instanceof type);
        assert.match(error.message, reason);
        return true;
      });
    }
  }
});

test("applyDecision() does not repeat a write of the same decision that the database has refused", async () => {
  let tries = 0;
  const updateAccount = () => {
    tries++;
    return down();
  };
  const { context } = open({ ...Memory(), updateAccount }, {
    decideAgain: () => Promise.resolve({ kind: "found", user: ADA }),
  });
  await assert.rejects(applyDecision(OAUTH, { kind: "found", user: ADA }, context), AdapterError);
  assert.equal(tries, 1);
});

test("applyDecision() lets a user whom it finds in the second try go on only with the second factor that they have", async () => {
  for (const [enabledAt, isIn] of [[new Date(1), false], [null, true]] as const) {
    const memory = Memory() as Required<Adapter>;
    await memory.createUser(GRACE);
    await memory.rows.store("secondFactors", { ...noSecondFactor("grace"), enabledAt }, null);
    const { context } = open({ ...memory, createUserWithAccount: down }, {
      capabilities: new Set([secondFactors]),
      rules: typedMap([entry(SECOND_FACTOR, { store: memory } as never)]),
      decideAgain: () => Promise.resolve({ kind: "found", user: GRACE }),
    });
    const signingIn = applyDecision({ ...OAUTH, amr: ["pwd"] }, { kind: "created" }, context);
    if (isIn) assert.equal((await signingIn).user.id, "grace");
    else await assert.rejects(signingIn, /`createUserWithAccount` failed/);
  }
});

test("applyDecision() returns the generation that a verified address with a password has begun", async () => {
  const memory = Memory() as Required<Adapter>;
  const { context } = open(memory);
  const generations = generationsOf(memory, { ...context, store: bindAdapter(memory), delay: 0 });
  await memory.createUser(ADA);
  await memory.linkAccount({ ...toStored(VOUCHED), userId: "ada" });
  const withPassword: Identity = { ...VOUCHED, outcome: { hash: "$new" } };
  const applied = await applyDecision(withPassword, { kind: "found", user: ADA }, {
    ...context,
    generations,
    capabilities: new Set([keptPasswords]),
  });
  const row = (await memory.rows.find("security", { userId: "ada" }))!;
  assert.deepEqual([applied.generation, row.generation, row.passwordHash], [1, 1, "$new"]);
});

test("applyDecision() removes no user where the database stores user and account at once, or neither", async () => {
  const deleteUser = () => assert.fail("it was removed");
  const { context, logged } = open({ ...Memory(), createUserWithAccount: down, deleteUser });
  await assert.rejects(applyDecision(OAUTH, { kind: "created" }, context), /`createUserWithAccount` failed/);
  assert.deepEqual(logged, []);
});
