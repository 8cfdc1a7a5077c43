import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { openDatabase } from "./_database.ts";
import { APP, oauth2 } from "./_world.ts";

test("the fields of profile() keep their types while the question waits", async () => {
  const joined = new Date(86_400_000);
  const profile = ({ sub, name, email }: Readonly<Record<string, unknown>>) =>
    ({ id: String(sub), name, email, joined, left: new Date(NaN) }) as never;
  const adapter = Sqlite(new DatabaseSync(":memory:"), { userFields: { joined: "date", left: "date" } });
  await adapter.migrate();
  const world = openDatabase({
    adapter,
    more: (idp) => [oauth2(idp, { id: "other", name: "Other", profile })],
  });
  await world.signIn();
  world.idp.login({ sub: "grace", name: "Grace Hopper", email: "grace@example.com" });
  const page = await world.signIn({ provider: "other" });
  assert.equal((await page.submit("Continue as Grace Hopper")).url, `${APP}/home`, world.log());
  const grace = await adapter.getUserByEmail("grace@example.com");
  assert.deepEqual([grace?.joined, grace?.left], [joined, null]);
});
