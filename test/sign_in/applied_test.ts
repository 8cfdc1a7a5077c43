import assert from "node:assert/strict";
import { test } from "node:test";
import { AdapterError, UserChanged } from "../../src/errors/errors.ts";
import { orFound, orUndo, proofOf, toApplied, unchangedUser } from "../../src/sign_in/applied.ts";
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

test("orFound() returns what a write has stored whose answer is lost, and throws any other error", async () => {
  const lost = new AdapterError("Cannot ask the database", { err: new Error("lost"), method: "createUser" });
  const fails = () => Promise.reject(lost);
  let asked = 0;
  const find = (...answers: readonly (() => Promise<string | null>)[]) => () => answers[asked++]!();
  const [found, none] = [() => Promise.resolve("found"), () => Promise.resolve(null)];
  assert.equal(await orFound(() => Promise.resolve("made"), find()), "made");
  assert.equal(asked, 0);
  assert.equal(await orFound(fails, find(found)), "found");
  asked = 0;
  // A lost connection may take the first look with it.
  assert.equal(await orFound(fails, find(fails, found)), "found");
  asked = 0;
  await assert.rejects(orFound(fails, find(fails, fails)), lost);
  asked = 0;
  await assert.rejects(orFound(fails, find(none)), lost);
  assert.equal(asked, 1);
  // Of the library: what is stored is not what should be.
  for (const own of [new AdapterError("cut", { method: "linkAccount" }), new Error("no"), null]) {
    await assert.rejects(
      async () => await orFound(() => Promise.reject(own), find(found)),
      (error) => error === own,
    );
  }
  assert.equal(asked, 1);
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
