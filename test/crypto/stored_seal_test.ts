import assert from "node:assert/strict";
import { test } from "node:test";
import { openStored, sealStored } from "../../src/crypto/stored_seal.ts";
import { testPlatform } from "../../src/testing/mod.ts";

const [NEW, OLD] = ["a-new-secret-of-thirty-two-letters", "an-old-secret-of-thirty-two-letters"];
const DATA = { userId: "1", secret: "JBSWY3DP" };
const sealer = (...secrets: readonly string[]) => ({ secrets, platform: testPlatform() });

test("openStored() opens what the newest secret has sealed, and knows that it is the newest", async () => {
  const sealed = await sealStored(DATA, "totp secret", sealer(NEW, OLD));
  assert.ok(!sealed.includes(DATA.secret));
  assert.deepEqual(await openStored(sealed, "totp secret", sealer(NEW)), { data: DATA, isNewest: true });
});

test("openStored() opens what an older secret has sealed, which is not the newest", async () => {
  const sealed = await sealStored(DATA, "totp secret", sealer(OLD));
  const opened = await openStored(sealed, "totp secret", sealer(NEW, OLD));
  assert.deepEqual(opened, { data: DATA, isNewest: false });
});

test("openStored() is null for another purpose, another secret, and data that is damaged", async () => {
  const sealed = await sealStored(DATA, "totp secret", sealer(NEW));
  assert.equal(await openStored(sealed, "pending sign-in", sealer(NEW)), null);
  assert.equal(await openStored(sealed, "totp secret", sealer(OLD)), null);
  for (const damaged of ["", "x", sealed.slice(0, -2), `${sealed}x`]) {
    assert.equal(await openStored(damaged, "totp secret", sealer(NEW)), null, damaged);
  }
});

test("openStored() opens what sealStored() has sealed, however long it is", async () => {
  const data = { picture: "x".repeat(300_000) };
  const sealed = await sealStored(data, "pending sign-in", sealer(NEW));
  assert.ok(sealed.length > 262_144);
  assert.deepEqual(await openStored(sealed, "pending sign-in", sealer(NEW)), { data, isNewest: true });
});
