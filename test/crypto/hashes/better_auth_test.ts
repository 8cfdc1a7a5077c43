import assert from "node:assert/strict";
import { test } from "node:test";
import { betterAuth } from "../../../src/entries/password_hashes.ts";
import { assertSameRounds, testKind } from "./_cases.ts";
import { VECTORS } from "./_vectors.ts";

const vectors = VECTORS.betterAuth;

testKind(betterAuth(), vectors);

test("betterAuth() verifies a password in another Unicode form, as better-auth does", async () => {
  const { hash } = vectors.find(({ password }) => password === "Zoe\u0308 ﬁ \u212b ²")!;
  assert.equal(await betterAuth().verify("Zoë fi Å 2", hash), true);
});

test("betterAuth() verifies the hashes of Lucia 2, which begin with s2:", () => {
  assert.ok(vectors.some(({ by, hash }) => by.startsWith("lucia") && hash.startsWith("s2:")));
});

test("betterAuth() does as much work for an unknown user as for a user (PH-02)", async () => {
  await assertSameRounds(betterAuth(), vectors[0]!.hash);
});
