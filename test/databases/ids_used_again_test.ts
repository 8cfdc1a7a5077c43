import assert from "node:assert/strict";
import { test } from "node:test";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { type SecurityMethods, securityOf } from "../../src/model/security_of.ts";
import { noteIdOf } from "../../src/shapes/security.ts";
import { beside } from "../flows/_beside.ts";
import { openDatabase } from "../flows/_database.ts";
import { startDatabases } from "./_databases.ts";

for (const [name, database] of await startDatabases()) {
  if ("missing" in database) {
    test(`ids that are used again beside ${name}`, { skip: database.missing }, () => {});
    continue;
  }
  test(`what ${name} has about a former user is emptied, and counts for no token of theirs (AL-28)`, async () => {
    await assertEmptied(await database.open());
  });
}

async function assertEmptied(tables: Adapter): Promise<void> {
  const adapter = Object.assign(beside(), securityOf(tables as SecurityMethods));
  const world = openDatabase({ adapter, session: { strategy: "jwt" }, password: null });
  await world.signIn();
  const former = (await tables.rows!.find("security", { userId: "1" }))!;
  assert.equal(former.generation, world.platform.now());
  const proven = { passwordIsProven: true, passwordSetAt: null };
  const row = { ...former, ...proven, passwordHash: "a hash" };
  assert.ok(await tables.rows!.store("security", row, former.generation), "the number is stored as it is");
  const factor = { totpSecret: "sealed", totpStep: 7, recoveryCodes: "a b", devices: "[]" };
  await tables.rows!.store(
    "secondFactors",
    { userId: "1", version: 5, enabledAt: new Date(0), ...factor },
    null,
  );
  const account = { userId: "1", provider: "idp", providerAccountId: "former" };
  await tables.rows!.store(
    "providerTokens",
    { ...account, version: 1, leaseUntil: null, tokens: "sealed" },
    null,
  );
  const note = { ...row, userId: noteIdOf("1"), generation: 4, passwordHash: "former@example.com" };
  await tables.rows!.store(
    "security",
    note,
    (await tables.rows!.find("security", { userId: noteIdOf("1") }))?.generation ?? null,
  );
  await adapter.deleteUser!("1");
  await world.ask("grace@example.com", world.visitor());
  const grace = world.visitor();
  await (await world.follow(grace)).submit("/auth/callback/email");
  assert.equal((await world.sessionIn(grace))?.user.id, "1", world.log());
  assert.equal(await world.session(), null);
  const now = (await tables.rows!.find("security", { userId: "1" }))!;
  assert.deepEqual([now.passwordHash, now.generation], [null, former.generation + 1]);
  assert.notEqual(
    (await tables.rows!.find("security", { userId: noteIdOf("1") }))?.passwordHash,
    "former@example.com",
  );
  assert.equal(await tables.rows!.find("secondFactors", { userId: "1" }), null);
  assert.deepEqual(await tables.rows!.list("providerTokens", { userId: "1" }), []);
}
