import { test } from "node:test";
import { DatabaseSync } from "node:sqlite";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { chosenRounds } from "../_nightly.ts";
import { seeded } from "../_seeded.ts";
import { assertNothingAssigned } from "../flows/_reserved_fields.ts";

test(
  "Auth() with Sqlite() ignores reserved account fields in a token response and in the result of account() (OA-31)",
  seeded(async (random) => {
    for (let round = 0; round < chosenRounds({ here: 30, nightly: 500 }); round++) {
      const db = new DatabaseSync(":memory:");
      const adapter = Sqlite(db);
      await adapter.migrate();
      await assertNothingAssigned(() => Promise.resolve(adapter), random);
      db.close();
    }
  }),
);
