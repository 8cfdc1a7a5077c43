import assert from "node:assert/strict";
import { test } from "node:test";
import { django } from "../../../src/entries/password_hashes.ts";
import { assertRefused, assertSameRounds, testKind } from "./_cases.ts";
import { VECTORS } from "./_vectors.ts";

const vectors = VECTORS.django;
const { hash } = vectors[0]!;

testKind(django({ iterations: 1 }), vectors);

test("django() refuses at once iterations that would take minutes (PH-01)", async () => {
  for (const iterations of ["0", "5000001", "9999999999"]) {
    await assertRefused(
      django(),
      hash.replace(/\d{7}/, iterations),
      /the cost \d+ of Django is out of bounds/,
    );
  }
});

test("django() lets five million iterations through", async () => {
  django({ iterations: 5_000_000 });
  // Without a password, nothing is computed.
  assert.equal(await django().verify("", hash.replace(/\d{7}/, "5000000")), false);
});

test("django() refuses the hash of one digest under the name of another, and other hashers", async () => {
  await assertRefused(django(), hash.replace("sha256", "sha1"));
  await assertRefused(django(), hash.replace("pbkdf2_sha256", "scrypt"));
  await assertRefused(django(), "!Uc5PtgFfuXSHMzq1S4Zx1mG7Bd2kHxNQ3Bg1Xk2F");
});

test("django() refuses iterations for unknown users that are out of bounds", () => {
  for (const iterations of [0, -1, 1.5, NaN, 5_000_001]) {
    assert.throws(() => django({ iterations }), {
      name: "TypeError",
      message: "Cannot verify hashes of Django: `iterations` is out of bounds",
    });
  }
});

test("django() does as much work for an unknown user as for a user (PH-02)", async () => {
  const old = vectors.find(({ hash }) => hash.includes("$260000$"))!;
  await assertSameRounds(django({ iterations: 260_000 }), old.hash);
});
