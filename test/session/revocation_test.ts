import assert from "node:assert/strict";
import { test } from "node:test";
import type { Generations, StoredUsers } from "../../src/model/session.ts";
import { isRevoked, markStored } from "../../src/session/revocation.ts";
import type { JWT } from "../../src/values/types.ts";

/** Ada has the second generation and is stored; whoever else is asked for is gone. Notes what is asked. */
function open() {
  const asked: unknown[] = [];
  const generations: Pick<Generations, "current"> = {
    current: (userId, options) => (asked.push(["generation", userId, options]), Promise.resolve(1)),
  };
  const storedUsers: StoredUsers = {
    has: (userId, options) => (asked.push(["user", userId, options]), Promise.resolve(userId === "ada")),
  };
  return { asked, context: { generations: generations as Generations, storedUsers, areStored: () => false } };
}

const TOKENS: readonly (readonly [claims: JWT, isRevoked: boolean])[] = [
  [{ sub: "ada", gen: 1, latchkey_stored: true }, false],
  // Of a time that a restored backup does not know: nothing would end it.
  [{ sub: "ada", gen: 2 }, true],
  [{ sub: "ada" }, true],
  [{ sub: "gone", gen: 1, latchkey_stored: true }, true],
  // Of another system: the database never had this user.
  [{ sub: "gone", gen: 1 }, false],
  [{ sub: "gone", gen_sub: "ada", gen: 1, latchkey_stored: true }, false],
  // Both are of the database.
  [{ sub: "ada", gen_sub: "ada", gen: 1, named_gen: 1 }, false],
  [{ sub: "ada", gen_sub: "ada", gen: 1, named_gen: 0 }, true],
  [{ sub: "ada", gen_sub: "ada", gen: 0, named_gen: 1 }, true],
  [{ sub: "gone", gen_sub: "ada", gen: 1, named_gen: 1 }, true],
];

test("isRevoked() is a token of a former generation, or of a stored user who is gone (SE-42)", async () => {
  const { asked, context } = open();
  for (const [claims, isEnded] of TOKENS) {
    assert.equal(await isRevoked(claims, context, { isExact: false }), isEnded, JSON.stringify(claims));
  }
  asked.length = 0;
  await isRevoked({ sub: "ada", gen: 1, latchkey_stored: true }, context, { isExact: true });
  assert.deepEqual(asked, [["generation", "ada", { isExact: true }], ["user", "ada", { isExact: true }]]);
});

test("isRevoked() asks about both users of a token, exactly if it must be exact (SE-42)", async () => {
  const { asked, context } = open();
  const claims: JWT = { sub: "ada", gen_sub: "eve", gen: 1, named_gen: 1 };
  await isRevoked(claims, context, { isExact: true });
  const exactly = { isExact: true };
  assert.deepEqual(asked, [["generation", "eve", exactly], ["generation", "ada", exactly], [
    "user",
    "ada",
    exactly,
  ]]);
});

test("isRevoked() reads anew before it refuses a token of a later generation than it knows (KL-38)", async () => {
  const asked: unknown[] = [];
  const generations = {
    current: (_userId: string, options: { isExact?: boolean } = {}) => {
      asked.push(options);
      return Promise.resolve(options.isExact ? 2 : 1);
    },
  } as Generations;
  const context = { ...open().context, generations };
  assert.equal(await isRevoked({ sub: "ada", gen: 2 }, context, { isExact: false }), false);
  assert.deepEqual(asked, [{ isExact: false }, { isExact: true }]);
  assert.equal(await isRevoked({ sub: "ada", gen: 3 }, context, { isExact: false }), true);
  asked.length = 0;
  assert.equal(await isRevoked({ sub: "ada", gen: 3 }, context, { isExact: true }), true);
  assert.equal(await isRevoked({ sub: "ada", gen: 1 }, context, { isExact: true }), true);
  assert.deepEqual(asked, [{ isExact: true }, { isExact: true }]);
});

test("isRevoked() is an unmarked token of a user who is gone, when it would be renewed where each user is stored, unless the database refuses the id (SE-42)", async () => {
  const context = { ...open().context, areStored: () => true };
  const ended = (sub: string, has = context.storedUsers.has, renews = true) =>
    isRevoked({ sub, gen: 1 }, { ...context, storedUsers: { has } }, { isExact: false, renews });
  assert.equal(await ended("gone"), true);
  assert.equal(await ended("gone", context.storedUsers.has, false), false);
  assert.equal(await ended("ada"), false);
  assert.equal(await ended("ldap-7", () => Promise.reject(new Error("not a UUID"))), false);
  assert.equal(await isRevoked({ sub: "gone", gen: 1 }, context, { isExact: true }), false);
});

test("isRevoked() throws if the database fails for a token whose user it had (SE-42)", async () => {
  const { context } = open();
  const storedUsers = { has: () => Promise.reject(new Error("down")) };
  const claims = { sub: "ada", gen: 1, latchkey_stored: true } as const;
  await assert.rejects(isRevoked(claims, { ...context, storedUsers }, { isExact: false }), /down/);
});

test("isRevoked() asks nothing about a token without user, and ends none without a database", async () => {
  const { asked, context } = open();
  assert.equal(await isRevoked({ latchkey_stored: true }, context, { isExact: true }), false);
  assert.deepEqual(asked, []);
  const none = { generations: null, storedUsers: null, areStored: () => true };
  assert.equal(await isRevoked({ sub: "gone", latchkey_stored: true }, none, { isExact: true }), false);
  assert.equal(
    await isRevoked({ sub: "gone", gen_sub: "ada", named_gen: 0 }, none, { isExact: true }),
    false,
  );
});

test("markStored() marks the token of a user whom the database has, and asks only about unmarked ones", async () => {
  const { asked, context } = open();
  const mark = async (claims: JWT) => {
    await markStored(claims, context.storedUsers);
    return claims.latchkey_stored;
  };
  assert.equal(await mark({ sub: "ada" }), true);
  assert.equal(await mark({ sub: "gone" }), undefined);
  assert.deepEqual(asked, ["ada", "gone"].map((id) => ["user", id, { isExact: true }]));
  assert.equal(await mark({ sub: "gone", latchkey_stored: true }), true);
  assert.equal(await mark({}), undefined);
  assert.equal(asked.length, 2);
  const claims: JWT = { sub: "ldap-7" };
  await markStored(claims, { has: () => Promise.reject(new Error("not a UUID")) });
  assert.equal(claims.latchkey_stored, undefined);
  await markStored(claims, null);
  assert.equal(claims.latchkey_stored, undefined);
});
