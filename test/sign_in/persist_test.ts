import assert from "node:assert/strict";
import { test } from "node:test";
import { persist } from "../../src/sign_in/persist.ts";

test("persist() tries three times, and throws what the last try throws", async () => {
  for (const failures of [0, 1, 2, 3]) {
    let tries = 0;
    const work = () => ++tries <= failures ? Promise.reject(new Error(`away ${tries}`)) : tries;
    if (failures < 3) assert.equal(await persist(work), failures + 1);
    else await assert.rejects(persist(work), /away 3/);
    assert.equal(tries, Math.min(failures + 1, 3));
  }
});
