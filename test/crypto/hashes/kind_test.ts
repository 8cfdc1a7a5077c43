import assert from "node:assert/strict";
import { test } from "node:test";
import { toPasswordHash } from "../../../src/crypto/hashes/kind.ts";

test("toPasswordHash() looks at no password of more than 1024 characters, whatever its Unicode form has (PH-04)", async () => {
  const kind = toPasswordHash({
    name: "any",
    parse: (hash) => hash,
    excess: () => null,
    dummy: "",
    matches: () => Promise.resolve(true),
    assertSupported: () => Promise.resolve(),
  });
  // In NFC, half as many.
  assert.equal(await kind.verify("e\u0301".repeat(512), "hash"), true);
  assert.equal(await kind.verify("e\u0301".repeat(513), "hash"), false);
});
