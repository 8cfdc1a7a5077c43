import assert from "node:assert/strict";
import { test } from "node:test";
import { findUserByEmail, normalizedEmail } from "../../mod.ts";
import { MissingAdapterMethods } from "../../src/entries/errors.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";

test("normalizedEmail() writes an address as all doors store it", () => {
  for (const typed of [" Ada@Bücher.example\n", "ada@BU\u0308CHER.example", "ADA@xn--bcher-kva.example"]) {
    assert.equal(normalizedEmail(typed), "ada@xn--bcher-kva.example");
  }
  // A look-alike is another mailbox, and an account name is not an address.
  assert.notEqual(normalizedEmail("ａda@example.com"), "ada@example.com");
  assert.equal(normalizedEmail("ADA"), "ada");
});

test("findUserByEmail() finds a user in each spelling, and in those that Auth.js has stored", async () => {
  const stored = ["ada@xn--bcher-kva.example", "grace@bücher.example", "Mary@Example.com"];
  const adapter = Memory();
  for (const email of stored) await adapter.createUser({ id: email, email, emailVerified: null });
  const typed: Readonly<Record<string, string | null>> = {
    "Ada@Bücher.example ": stored[0]!,
    "ada@xn--bcher-kva.example": stored[0]!,
    "\tGrace@BÜCHER.example": stored[1]!,
    "grace@xn--bcher-kva.example": stored[1]!,
    " Mary@Example.com": stored[2]!,
    "ada@bucher.example": null,
    "": null,
  };
  for (const [email, id] of Object.entries(typed)) {
    assert.equal((await findUserByEmail(email, adapter))?.id ?? null, id, JSON.stringify(email));
  }
});

test("findUserByEmail() takes no look-alike of a database that ignores accents", async () => {
  const getUserByEmail = () => ({ id: "1", email: "adä@example.com", emailVerified: new Date() });
  assert.equal(await findUserByEmail("ada@example.com", { getUserByEmail }), null);
});

test("findUserByEmail() says that an adapter cannot find anyone", async () => {
  await assert.rejects(() => findUserByEmail("ada@example.com", {}), MissingAdapterMethods);
});
