import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import { assertNothingAssigned } from "./_reserved_fields.ts";

test("Auth() ignores reserved account fields in a token response and in the result of account() (OA-31)", async () => {
  for (let seed = 1; seed <= 60; seed++) {
    await assertNothingAssigned(() => Promise.resolve(Memory()), seed);
  }
});
