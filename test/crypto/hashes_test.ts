/**
 * A hash of each kind, which each runtime verifies in a second. All of them, in `hashes/`, take twenty.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { argon2id } from "../../src/crypto/hashes/argon2id.ts";
import { bcrypt } from "../../src/crypto/hashes/bcrypt.ts";
import { betterAuth } from "../../src/crypto/hashes/better_auth.ts";
import { django } from "../../src/crypto/hashes/django.ts";
import { firebase } from "../../src/crypto/hashes/firebase.ts";
import type { PasswordHash } from "../../src/crypto/hashes/types.ts";
import { wordpress } from "../../src/crypto/hashes/wordpress.ts";
import { FIREBASE, VECTORS } from "./hashes/_vectors.ts";

/** Runtimes differ in their hash functions, which few iterations show as well as many. */
const cheapDjango = VECTORS.django.filter(({ by }) => by.endsWith("few iterations"));

/** Kind → hashes by its products. */
const KINDS: readonly (readonly [PasswordHash, readonly { password: string; hash: string }[]])[] = [
  [argon2id(), VECTORS.argon2id],
  [bcrypt(), VECTORS.bcrypt],
  [betterAuth(), VECTORS.betterAuth],
  [django(), cheapDjango],
  [firebase(FIREBASE), VECTORS.firebase],
  [wordpress(), VECTORS.wordpress],
];

for (const [kind, vectors] of KINDS) {
  test(`${kind.name}: verify() accepts a password that is not ASCII on this runtime, and no other`, async () => {
    await kind.assertSupported();
    const { password, hash } = vectors.find(({ password }) => /[^\0-\x7f]/.test(password))!;
    assert.equal(await kind.verify(password, hash), true, password);
    assert.equal(await kind.verify("secret", hash), false);
  });
}
