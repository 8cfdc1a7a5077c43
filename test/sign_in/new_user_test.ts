import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { UserChanged } from "../../src/errors/errors.ts";
import { noteMailbox } from "../../src/session/mailbox_note.ts";
import { applyDecision } from "../../src/sign_in/account.ts";
import type { AccountContext } from "../../src/sign_in/applied.ts";
import { ADA, MAIL, OAUTH, open, toStored, VOUCHED } from "./_identities.ts";

test("applyDecision() creates a user with a random id, and emits events of user and account", async () => {
  const { adapter, context, told } = open();
  const { user: created, isNewUser } = await applyDecision(OAUTH, { kind: "created" }, context);
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
    ...detailsOf(context),
    userId: created.id,
  }]);
  assert.deepEqual(told, [
    ["createUser", { user: created }],
    ["linkAccount", { user: created, account: toStored(OAUTH), profile: OAUTH.user }],
  ]);
});

test("applyDecision() creates a user for a mailbox, verified now, without an account", async () => {
  const { adapter, context, told } = open();
  const { user: created, isNewUser } = await applyDecision(MAIL, { kind: "created" }, context);
  assert.equal(isNewUser, true);
  assert.deepEqual(created, {
    id: created.id,
    email: ADA.email,
    emailVerified: new Date(context.platform.now()),
  });
  assert.deepEqual(await adapter.listAccountsByUserId(created.id), []);
  assert.deepEqual(told, [["createUser", { user: created }]]);
});

test("applyDecision() creates a user whose address is verified if the provider vouches for it", async () => {
  const { context } = open();
  const { storedUser: created } = await applyDecision(VOUCHED, { kind: "created" }, context);
  assert.deepEqual(created!.emailVerified, new Date(context.platform.now()));
  const nameless = {
    ...VOUCHED,
    user: { id: "x", email: null },
    account: { ...OAUTH.account, providerAccountId: "x" },
  };
  const { storedUser: other } = await applyDecision(nameless, { kind: "created" }, context);
  assert.equal(other!.emailVerified, null);
});

test("applyDecision() removes a user whose account could not be stored (RC-05)", async () => {
  const { createUserWithAccount: _, ...without } = Memory();
  const { adapter, context, told, logged } = open({
    ...without,
    linkAccount: () => Promise.reject(new Error("down")),
  });
  await assert.rejects(applyDecision(OAUTH, { kind: "created" }, context), /linkAccount/);
  assert.equal(await adapter.getUserByEmail("ada@example.com"), null);
  assert.deepEqual([told, logged], [[], []]);
});

test("applyDecision() logs a user who could not be removed, and throws what came first (RC-05)", async () => {
  const down = () => Promise.reject(new Error("down"));
  const { createUserWithAccount: _, ...without } = Memory();
  const { context, logged } = open({
    ...without,
    linkAccount: down,
    deleteUser: down,
    getUserByAccount: down,
  });
  await assert.rejects(applyDecision(OAUTH, { kind: "created" }, context), /linkAccount/);
  assert.match(String(logged[0]), /AdapterError: .*deleteUser/);
});

test("applyDecision() works where an adapter can remove no user", async () => {
  const { createUserWithAccount: _, deleteUser: __, ...without } = Memory();
  const { context } = open(without);
  assert.equal((await applyDecision(OAUTH, { kind: "created" }, context)).isNewUser, true);
});

test("applyDecision() creates a user for the owner of a mailbox, and releases the address alone of the other user", async () => {
  const { adapter, context, told } = open();
  await adapter.createUser(ADA);
  await adapter.linkAccount({ ...toStored(OAUTH), userId: "ada" });
  const { user, isNewUser } = await applyDecision(MAIL, { kind: "created", releases: ADA }, context);
  assert.deepEqual([user.email, user.id === "ada", isNewUser], ["ada@example.com", false, true]);
  assert.deepEqual(await adapter.getUser("ada"), { ...ADA, email: null });
  assert.equal((await adapter.listAccountsByUserId("ada")).length, 1);
  assert.deepEqual(told[0], ["updateUser", { user: { ...ADA, email: null } }]);
  const changed = open();
  await changed.adapter.createUser({ ...ADA, email: "other@example.com" });
  const releases = { kind: "created", releases: ADA } as const;
  await assert.rejects(applyDecision(MAIL, releases, changed.context), UserChanged);
});

const PROVEN_BEFORE = "before@example.com";

/** Ada, who has proven another address, which someone else may have by now. */
async function released(holder: Partial<AdapterUser> | null, methods: Partial<Adapter> = {}) {
  const memory = Memory();
  const opened = open({ ...memory, ...methods });
  await memory.createUser(ADA);
  await noteMailbox("ada", PROVEN_BEFORE, opened.context.store);
  const mal = { id: "mal", name: "Mal", email: PROVEN_BEFORE, emailVerified: null };
  if (holder) await memory.createUser({ ...mal, ...holder });
  const emails = async () =>
    await Promise.all(["ada", "mal"].map(async (id) => (await memory.getUser(id))?.email));
  const release = () => applyDecision(MAIL, { kind: "created", releases: ADA }, opened.context);
  return { ...opened, memory, emails, release };
}

test("applyDecision() gives a user whose address it releases the one that they have proven, unless another has proven it", async () => {
  const free = await released(null);
  assert.equal((await free.release()).former, PROVEN_BEFORE);
  assert.deepEqual(await free.emails(), [PROVEN_BEFORE, undefined]);
  const stranger = await released({});
  assert.equal((await stranger.release()).former, PROVEN_BEFORE);
  assert.deepEqual(await stranger.emails(), [PROVEN_BEFORE, null]);
  const owner = await released({ emailVerified: new Date(1) });
  assert.equal((await owner.release()).former, undefined);
  assert.deepEqual(await owner.emails(), [null, PROVEN_BEFORE]);
  const noted = await released({});
  await noteMailbox("mal", PROVEN_BEFORE, noted.context.store);
  assert.equal((await noted.release()).former, undefined);
  assert.deepEqual(await noted.emails(), [null, PROVEN_BEFORE]);
});

test("applyDecision() takes back each address that it has changed if the new user cannot be stored", async () => {
  for (const holder of [null, {}, { emailVerified: new Date(1) }]) {
    const { release, emails, logged } = await released(holder, {
      createUser: () => Promise.reject(new Error("down")),
    });
    await assert.rejects(release());
    assert.deepEqual(await emails(), [ADA.email, holder ? PROVEN_BEFORE : undefined]);
    assert.deepEqual(logged, []);
  }
});

test("applyDecision() leaves the address to a user who has it again, or has proven the new one, in the meantime", async () => {
  const again = await released(null);
  await again.memory.updateUser({ id: "ada", email: PROVEN_BEFORE });
  await assert.rejects(again.release(), UserChanged);
  assert.deepEqual(await again.emails(), [PROVEN_BEFORE, undefined]);
  const proven = await released(null);
  await proven.memory.updateUser({ id: "ada", emailVerified: new Date(2) });
  await assert.rejects(proven.release(), UserChanged);
  assert.deepEqual(await proven.emails(), [ADA.email, undefined]);
});

/** What is stored so that the user recognizes the account. */
function detailsOf({ platform }: AccountContext) {
  return { createdAt: new Date(platform.now()), label: ADA.email };
}
