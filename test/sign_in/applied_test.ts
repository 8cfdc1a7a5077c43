import assert from "node:assert/strict";
import { test } from "node:test";
import { UserChanged } from "../../src/errors/errors.ts";
import { orUndo, proofOf, toApplied, unchangedUser } from "../../src/sign_in/applied.ts";
import { ADA, MAIL, OAUTH, open } from "./_identities.ts";

test("orUndo() undoes nothing that was made, and all that failed, whose error is thrown", async () => {
  const { context } = open();
  const undone: string[] = [];
  assert.equal(await orUndo(() => 1, () => undone.push("made"), context), 1);
  const failure = new Error("no");
  const fails = () => Promise.reject(failure);
  await assert.rejects(orUndo(fails, () => undone.push("failed"), context), failure);
  assert.deepEqual(undone, ["failed"]);
});

test("orUndo() logs an undoing that fails as well, and throws what came first", async () => {
  const logged: unknown[] = [];
  const context = { logger: { error: (error: unknown) => void logged.push(error) } };
  const [first, second] = [new Error("first"), new Error("second")];
  const undo = () => {
    throw second;
  };
  await assert.rejects(orUndo(() => Promise.reject(first), undo, context as never), first);
  assert.deepEqual(logged, [second]);
});

test("unchangedUser() refuses a user who is gone, or has another address", async () => {
  const { adapter, context } = open();
  await assert.rejects(unchangedUser(ADA, context), UserChanged);
  await adapter.createUser(ADA);
  assert.equal((await unchangedUser(ADA, context)).id, ADA.id);
  await adapter.updateUser({ id: ADA.id, email: "grace@example.com" });
  await assert.rejects(unchangedUser(ADA, context), UserChanged);
});

test("toApplied() has a generation if there is one", () => {
  assert.deepEqual(toApplied(ADA), { user: ADA, storedUser: ADA, isNewUser: false });
  assert.equal(toApplied(ADA, 0).generation, 0);
});

test("proofOf() says what an identity proves", () => {
  assert.deepEqual([proofOf(MAIL), proofOf(OAUTH)], ["mailbox", "account"]);
});
