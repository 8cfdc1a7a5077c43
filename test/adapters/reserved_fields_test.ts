import { test } from "node:test";
import { DatabaseSync } from "node:sqlite";
import { Sqlite } from "../../src/adapters/sqlite.ts";
import { assertNothingAssigned } from "../flows/_reserved_fields.ts";

test("Auth() with Sqlite() ignores reserved account fields in a token response and in the result of account() (OA-31)", async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const db = new DatabaseSync(":memory:");
    const adapter = Sqlite(db);
    await adapter.migrate();
    await assertNothingAssigned(() => Promise.resolve(adapter), seed);
    db.close();
  }
});
