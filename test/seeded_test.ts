import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom, type Random } from "./_random.ts";
import { seeded } from "./_seeded.ts";

const draw = ({ below }: Random) => Array.from({ length: 100 }, () => below(1000));

test("createRandom() makes the same choices for the same seed, and others for another", () => {
  assert.deepEqual(draw(createRandom(7)), draw(createRandom(7)));
  assert.notDeepEqual(draw(createRandom(7)), draw(createRandom(8)));
  const digits = Array.from({ length: 1000 }, createRandom(1).below.bind(null, 10));
  assert.deepEqual([...new Set(digits)].sort(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("seeded() makes other choices in each part, and the same when a part runs again", async () => {
  const drawn: number[][] = [];
  for (const part of [1, 2, 1]) await seeded((random) => void drawn.push(draw(random)), { part })();
  assert.notDeepEqual(drawn[0], drawn[1]);
  assert.deepEqual(drawn[0], drawn[2]);
});

test("seeded() names the seed of a test that fails, and keeps why", async () => {
  const cause = new Error("wrong");
  await assert.rejects(seeded(() => Promise.reject(cause)), { message: /SEED=\d+$/, cause });
});
