import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";
import { assertNothingAssigned } from "./_reserved_fields.ts";

test(
  "Auth() ignores reserved account fields in a token response and in the result of account() (OA-31)",
  seeded(async (random) => {
    for (let round = 0; round < chosenRounds({ here: 30, nightly: 500 }); round++) {
      await assertNothingAssigned(() => Promise.resolve(Memory()), random);
    }
  }),
);
