import { test } from "node:test";
import { Memory } from "../../src/adapters/memory.ts";
import { assertNothingAssigned } from "./_reserved_fields.ts";

test("Auth() takes no field of an account from a token response, nor from account()", async () => {
  for (let seed = 1; seed <= 60; seed++) {
    await assertNothingAssigned(() => Promise.resolve(Memory()), seed);
  }
});
