import assert from "node:assert/strict";
import { test } from "node:test";
import { ADA } from "./_identities.ts";
import { withOutcome } from "../../src/sign_in/kept_credentials.ts";

const NOW = Date.UTC(2030, 0, 1);
const platform = { now: () => NOW };
const ROW = {
  userId: ADA.id,
  generation: 4,
  passwordHash: "$old",
  passwordIsProven: false,
  passwordSetAt: new Date(1),
};

test("withOutcome() marks the password as proven, and dates it unless it is kept or gone", () => {
  const proven = { ...ROW, passwordIsProven: true };
  assert.deepEqual(withOutcome(ROW, { hash: "$new" }, platform), {
    ...proven,
    passwordHash: "$new",
    passwordSetAt: new Date(NOW),
  });
  assert.deepEqual(withOutcome(ROW, { hash: "$old", isKept: true, ifGeneration: 4 }, platform), proven);
  assert.deepEqual(withOutcome(ROW, { hash: null }, platform), {
    ...proven,
    passwordHash: null,
    passwordSetAt: null,
  });
});

test("withOutcome() refuses a generation, or a user, that is not that of the comparison", () => {
  assert.throws(() => withOutcome(ROW, { hash: null, ifGeneration: 3 }, platform), { type: "UserChanged" });
  assert.throws(() => withOutcome(ROW, { hash: null, ofUser: "grace" }, platform), { type: "UserChanged" });
});
