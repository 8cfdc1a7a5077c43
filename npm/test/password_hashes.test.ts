import assert from "node:assert/strict";
import { argon2id, bcrypt, betterAuth, django, firebase, wordpress } from "@latchkey/auth/password-hashes";
import { test } from "vitest";

/** Node before 24.7 has no Argon2. */
const needsArgon2 = !("argon2" in process.getBuiltinModule("node:crypto"));

test("a customer without the packages for a kind of hash is told what to install", async () => {
  const bcryptjs =
    /^Cannot verify hashes of bcrypt: the package `bcryptjs` is missing; run `npm install bcryptjs@\^3`/;
  for (const kind of [bcrypt(), wordpress()]) {
    await assert.rejects(kind.assertSupported(), { name: "Configuration", message: bcryptjs });
    await assert.rejects(kind.verify("secret", null), { message: bcryptjs });
  }
  const argon2 = argon2id().assertSupported();
  if (needsArgon2) await assert.rejects(argon2, /`npm install @node-rs\/argon2@\^2`/);
  else await argon2;
});

test("a customer verifies the hashes of better-auth, Django and Firebase without another package", async () => {
  const project = { signerKey: btoa("x".repeat(64)), saltSeparator: "Bw==", rounds: 8, memoryCost: 14 };
  for (const kind of [betterAuth(), django(), firebase(project)]) {
    await kind.assertSupported();
    assert.equal(await kind.verify("secret", null), false);
  }
  const hash = "pbkdf2_sha256$1000000$ikmqQovBOkGzGzJJbxrHGC$IiwGtefd2U8H70qiR7Sypphhwom0wByl92Z0q4Py/l8=";
  assert.equal(await django().verify("correct horse battery staple", hash), true);
});
