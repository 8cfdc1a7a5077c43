import assert from "node:assert/strict";
import { test } from "node:test";
import { firebase } from "../../../src/entries/password_hashes.ts";
import { assertRefused, assertSameRounds, testKind } from "./_cases.ts";
import { FIREBASE, VECTORS } from "./_vectors.ts";

const vectors = VECTORS.firebase;
const kind = firebase(FIREBASE);
const { password, hash } = vectors[0]!;

testKind(kind, vectors);

test("firebase() reads base64url, as the Admin SDK writes it, and leaves out the padding", async () => {
  const url = hash.replaceAll("+", "-").replaceAll("/", "_");
  assert.equal(await kind.verify(password, url), true);
  assert.equal(await kind.verify(password, url.replaceAll("=", "")), true);
});

test("firebase() verifies nothing with a parameter of another project", async () => {
  for (
    const other of [{ signerKey: btoa("x".repeat(64)) }, { saltSeparator: "Bg==" }, { rounds: 7 }, {
      memoryCost: 13,
    }]
  ) {
    assert.equal(await firebase({ ...FIREBASE, ...other }).verify(password, hash), false);
  }
});

test("firebase() refuses a hash that is shorter than the signer key", async () => {
  await assertRefused(kind, `$firebase$42xEC+ixf3L2lw==$${"A".repeat(43)}`);
});

test("firebase() refuses parameters that no project has (PH-01)", () => {
  for (
    const wrong of [{ rounds: 0 }, { rounds: 1.5 }, { memoryCost: 0 }, { memoryCost: 31 }, { rounds: 1e6 }, {
      memoryCost: NaN,
    }]
  ) {
    assert.throws(() => firebase({ ...FIREBASE, ...wrong }), {
      name: "TypeError",
      message: "Cannot verify hashes of Firebase: `rounds` or `memoryCost` is out of bounds",
    });
  }
  for (const option of ["signerKey", "saltSeparator"]) {
    for (const wrong of ["", "!", undefined, 1]) {
      assert.throws(() => firebase({ ...FIREBASE, [option]: wrong }), {
        name: "TypeError",
        message: `Cannot verify hashes of Firebase: \`${option}\` is not Base64`,
      });
    }
  }
});

test("firebase() does as much work for an unknown user as for a user (PH-02)", async () => {
  await assertSameRounds(kind, hash);
});
