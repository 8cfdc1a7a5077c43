import assert from "node:assert/strict";
import { test } from "node:test";
import { wordpress } from "../../../src/entries/password_hashes.ts";
import { assertRefused, assertSameWork, testKind } from "./_cases.ts";
import { VECTORS } from "./_vectors.ts";

const vectors = VECTORS.wordpress;
const { password, hash } = vectors.find(({ hash }) => hash.startsWith("$wp$"))!;
const old = vectors.find(({ hash }) => hash.startsWith("$P$"))!;
const kind = wordpress({ cost: 4 });

testKind(kind, vectors);

test("wordpress() verifies $H$ of other products as $P$", async () => {
  assert.equal(await kind.verify(old.password, old.hash.replace("$P$", "$H$")), true);
  assert.equal(await kind.verify("guess", old.hash.replace("$P$", "$H$")), false);
});

test("wordpress() ignores blanks at the beginning and the end, as WordPress does, and only there", async () => {
  for (const stored of [hash, old.hash]) {
    assert.equal(await kind.verify(` \t\r\n\v${password}\n `, stored), true);
    assert.equal(await kind.verify(password.replace(" ", "  "), stored), false);
    assert.equal(await kind.verify(`\u00a0${password}`, stored), false);
  }
});

test("wordpress() accepts no password of blanks", async () => {
  // By WordPress 6.8.7, for the empty password, which its pages refuse.
  const empty = "$wp$2y$10$Vu7dBbnQZ7mnLoT7ykc4i.YsKKqYnIV6SlOLwsn03wnC9aOu0EKIC";
  for (const blank of [" ", "\n", " ".repeat(1000)]) assert.equal(await kind.verify(blank, empty), false);
});

test("wordpress() refuses at once a cost that would take minutes (PH-01)", async () => {
  for (const cost of ["16", "31", "03"]) {
    await assertRefused(
      kind,
      hash.replace("$10$", `$${cost}$`),
      /the cost \d+ of WordPress is out of bounds/,
    );
  }
  for (const letter of ["F", "S", "z", ".", "4"]) {
    await assertRefused(
      kind,
      old.hash.replace("$P$B", `$P$${letter}`),
      /the cost 2\^\d+ of WordPress is out of bounds/,
    );
  }
});

test("wordpress() bears the greatest cost of phpass that it lets through", async () => {
  assert.equal(await kind.verify(old.password, old.hash.replace("$P$B", "$P$E")), false);
});

test("wordpress() refuses plain bcrypt and MD5", async () => {
  await assertRefused(kind, hash.slice("$wp".length));
  await assertRefused(kind, "5f4dcc3b5aa765d61d8327deb882cf99");
});

test("wordpress() does as much work for an unknown user as for each kind of hash (PH-02)", async () => {
  await assertSameWork(wordpress(), hash);
  await assertSameWork(wordpress(), old.hash);
});
