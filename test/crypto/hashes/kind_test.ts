import assert from "node:assert/strict";
import { test } from "node:test";
import { toPasswordHash } from "../../../src/crypto/hashes/kind.ts";

/** A kind whose hashes are those of all passwords. */
const kind = toPasswordHash({
  name: "any",
  parse: (hash) => hash,
  excess: () => null,
  dummy: "",
  matches: () => Promise.resolve(true),
  assertSupported: () => Promise.resolve(),
});

test("toPasswordHash() looks at no password of more than 1024 characters, whatever its Unicode form has (PH-04)", async () => {
  // In NFC, half as many.
  assert.equal(await kind.verify("e\u0301".repeat(512), "hash"), true);
  assert.equal(await kind.verify("e\u0301".repeat(513), "hash"), false);
});

test("toPasswordHash() looks at no password with a NUL or half of a character, which has the hash of another (PH-04)", async () => {
  for (const password of ["secret\0", "\ud800", "secret\udfff"]) {
    assert.equal(await kind.verify(password, "hash"), false);
  }
});
