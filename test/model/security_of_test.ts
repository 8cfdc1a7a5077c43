import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { securityOf } from "../../src/entries/adapters.ts";

test("securityOf() returns the functions of security, and none that would replace those of another adapter", async () => {
  const memory = Memory();
  const security = securityOf(memory);
  assert.deepEqual(Object.keys(security), [
    ...["getSecurity", "setSecurity", "countAttempts", "forgetAttempts"],
    ...["getSecondFactor", "setSecondFactor", "listSecondFactors"],
    ...["getPendingSignIn", "setPendingSignIn", "deletePendingSignIn"],
    ...["listProviderTokensByUserId", "setProviderTokens", "deleteProviderTokens", "listProviderTokens"],
    ...["getProviderSession", "setProviderSession", "deleteProviderSession", "listProviderSessions"],
  ]);
  const row = {
    userId: "1",
    generation: 1,
    passwordHash: null,
    passwordIsProven: true,
    passwordSetAt: null,
  };
  assert.equal(await security.setSecurity(row, null), true);
  assert.deepEqual(await memory.getSecurity("1"), row);
  assert.deepEqual(await security.getSecurity("1"), row);
});

test("securityOf() calls the functions on their adapter, be it an instance of a class", async () => {
  class Own {
    readonly #inner = Memory();
    getSecurity(userId: string) {
      return this.#inner.getSecurity(userId);
    }
  }
  const { getSecurity: _, ...others } = Memory();
  assert.equal(await securityOf(Object.assign(new Own(), others)).getSecurity("1"), null);
});

test("securityOf() refuses an adapter that lacks one of these functions", () => {
  for (const method of ["setSecurity", "deletePendingSignIn"]) {
    assert.throws(
      () => securityOf({ ...Memory(), [method]: undefined } as never),
      new RegExp(`^TypeError: .*the adapter has no \`${method}\`\\. Give one`),
    );
  }
});

test("securityOf() lends the functions of provider tokens and provider sessions only if the adapter has them", async () => {
  const {
    listProviderTokensByUserId: _,
    setProviderTokens: __,
    deleteProviderTokens: ___,
    listProviderTokens: ____,
    getProviderSession,
    ...others
  } = Memory();
  const lent = securityOf({ ...others, getProviderSession: undefined });
  assert.deepEqual(Object.keys(lent).filter((method) => method.includes("Provider")), [
    ...["setProviderSession", "deleteProviderSession", "listProviderSessions"],
  ]);
  const session = {
    id: "key",
    userId: "1",
    provider: "google",
    providerAccountId: "ada",
    sid: "at-google",
    sub: null,
    idToken: null,
    expires: new Date("2030-01-01T00:00:00Z"),
  };
  await lent.setProviderSession!(session);
  assert.deepEqual(await getProviderSession("key"), session);
  assert.deepEqual(await lent.listProviderSessions!({ provider: "google", sid: "at-google" }), [session]);
});

test("securityOf() takes the id of a user as text, also if it is a number, and leaves other numbers", async () => {
  const memory = Memory();
  const lent = securityOf(memory);
  const id = 7 as unknown as string;
  const row = { generation: 1, passwordHash: "a hash", passwordIsProven: true, passwordSetAt: null };
  assert.equal(await lent.setSecurity({ ...row, userId: id }, null), true);
  for (const userId of [id, "7"]) assert.deepEqual(await lent.getSecurity(userId), { ...row, userId: "7" });
  assert.equal(await lent.setSecurity({ ...row, userId: id, generation: 2 }, 1), true);
  assert.deepEqual(await lent.listSecondFactors(null, 1), []);
});
