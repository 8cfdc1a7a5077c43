import assert from "node:assert/strict";
import { test } from "node:test";
import { seal } from "../../src/crypto/seal.ts";
import { openField, openSealedField, sealField } from "../../src/features/second_factor/setup_field.ts";
import { openSetup } from "./_factor_setup.ts";

const FIELD = { subject: "session 1", secret: "GEZDGNBVGY3TQOJQ" };

test("openField() opens a field for 30 minutes, in the sign-in or the session in which it was made", async () => {
  const { setup, platform } = openSetup();
  const sealed = await sealField({ ...FIELD, isChange: true }, setup);
  assert.equal(await openField(sealed, "session 2", setup), null);
  platform.tick(1799);
  const field = await openField(sealed, FIELD.subject, setup);
  assert.deepEqual([field?.secret, field?.isChange], [FIELD.secret, true]);
  platform.tick(1);
  assert.equal(await openField(sealed, FIELD.subject, setup), null);
});

test("openSealedField() knows a field for a day, after which a form is no longer known as sent before", async () => {
  const { setup, platform } = openSetup();
  const sealed = await sealField(FIELD, setup);
  platform.tick(86_399);
  assert.equal((await openSealedField(sealed, setup))?.secret, FIELD.secret);
  platform.tick(1);
  assert.equal(await openSealedField(sealed, setup), null);
});

test("openField() opens the field of an earlier version, which has no time of its own", async () => {
  const { setup } = openSetup();
  const sealed = await seal(FIELD, { purpose: "second factor setup", maxAge: 60 }, setup);
  assert.deepEqual((await openField(sealed, FIELD.subject, setup))?.secret, FIELD.secret);
});

test("openField() opens no other text", async () => {
  const { setup } = openSetup();
  for (const sealed of [undefined, null, "", "x", 1, {}]) {
    assert.equal(await openField(sealed, FIELD.subject, setup), null);
  }
});
