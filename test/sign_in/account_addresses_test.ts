import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterUser } from "../../src/adapters/contract/types.ts";
import type { Identity } from "../../src/model/identity.ts";
import { applyDecision } from "../../src/sign_in/account.ts";
import type { AccountContext } from "../../src/sign_in/applied.ts";
import { ADA, GRACE, MAIL, OAUTH, open, toStored, user, VOUCHED } from "./_identities.ts";

const JWT: Partial<AccountContext> = { strategy: "jwt" };
const NAMELESS = user("nameless", null);

test("applyDecision() stores the address of a new user, with either strategy (AL-25)", async () => {
  const cases: readonly (readonly [Identity, Partial<AccountContext>])[] = [
    [OAUTH, JWT],
    [OAUTH, {}],
    [VOUCHED, JWT],
    [{ ...OAUTH, linksByEmail: true }, JWT],
    [MAIL, JWT],
  ];
  for (const [identity, more] of cases) {
    const { context, adapter } = open(Memory(), more);
    const { user: created } = await applyDecision(identity, { kind: "created" }, context);
    assert.equal((await adapter.getUser(created.id))!.email, ADA.email);
  }
});

/** A world in which a user without an address has the account that a provider vouches for. */
async function vouchedFor(
  { more = JWT, adapter = Memory(), accounts = [VOUCHED], others = [] }: {
    readonly more?: Partial<AccountContext>;
    readonly adapter?: Adapter;
    readonly accounts?: readonly Identity[];
    readonly others?: readonly AdapterUser[];
  } = {},
) {
  const { context } = open(adapter, more);
  for (const each of [NAMELESS, ...others]) await adapter.createUser!(each);
  for (const each of accounts) await adapter.linkAccount!({ ...toStored(each), userId: NAMELESS.id });
  const applied = await applyDecision(VOUCHED, { kind: "found", user: NAMELESS }, context);
  const stored = await adapter.getUser!(NAMELESS.id);
  assert.deepEqual(applied.storedUser, stored);
  return [stored?.email, stored?.emailVerified?.getTime() === context.platform.now()];
}

test("applyDecision() gives a user without an address that of their only account, unless others have it", async () => {
  const second = { ...OAUTH, account: { ...OAUTH.account, providerAccountId: "second" } };
  const silent = (): Adapter => ({ ...Memory(), listAccountsByUserId: undefined }) as Adapter;
  const given = [ADA.email, true];
  const none = [null, false];
  assert.deepEqual(await vouchedFor(), given);
  assert.deepEqual(await vouchedFor({ adapter: silent() }), given, "an adapter that lists no accounts");
  assert.deepEqual(await vouchedFor({ others: [GRACE] }), given);
  assert.deepEqual(await vouchedFor({ others: [ADA] }), none, "the address of another user");
  assert.deepEqual(await vouchedFor({ accounts: [VOUCHED, second] }), none, "one of two accounts");
  assert.deepEqual(await vouchedFor({ adapter: silent(), others: [ADA] }), none);
  assert.deepEqual(await vouchedFor({ more: {} }), none, "sessions in the database");
});

test("applyDecision() gives a user without an address that of the mailbox that they have proven", async () => {
  const { adapter, context } = open();
  await adapter.createUser(NAMELESS);
  await applyDecision(MAIL, { kind: "verified", user: NAMELESS, ground: "session" }, context);
  const emailVerified = new Date(context.platform.now());
  assert.deepEqual(await adapter.getUser(NAMELESS.id), { ...NAMELESS, email: ADA.email, emailVerified });
});

test("applyDecision() keeps how a user has written their address when it is verified", async () => {
  const email = "Ada@Example.com";
  for (const [identity, kind] of [[MAIL, "verified"], [VOUCHED, "found"]] as const) {
    const { adapter, context } = open();
    const own = { ...ADA, email };
    await adapter.createUser(own);
    await adapter.linkAccount({ ...toStored(VOUCHED), userId: ADA.id });
    await applyDecision(identity, { kind, user: own, ground: "session" }, context);
    const stored = (await adapter.getUser(ADA.id))!;
    assert.deepEqual([stored.email, stored.emailVerified?.getTime()], [email, context.platform.now()]);
  }
});
