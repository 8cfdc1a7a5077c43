import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { ADAPTERS, openDatabase, storeUser } from "./_database.ts";

const MAILS = ["both", "link"] as const;

for (const [kind, adapter] of Object.entries(ADAPTERS)) {
  for (const mails of MAILS) {
    test(`a mail of \`mails: "${mails}"\` leaves no row of a token once its link is followed, with ${kind}`, async () => {
      const world = openDatabase({ adapter: adapter(), email: { mails } });
      await storeUser(world, { emailVerified: new Date(0) });
      await world.ask();
      assert.equal(world.db.tokens().length, mails === "both" ? 2 : 1);
      await world.follow();
      assert.ok(await world.session(), world.log());
      assert.deepEqual(world.db.tokens(), []);
    });
  }

  test(`a mail leaves no row once its code is typed, also after wrong ones, with ${kind}`, async () => {
    for (const wrong of [0, 1, 4]) {
      const world = openDatabase({ adapter: adapter(), email: { mails: "both" } });
      await storeUser(world, { emailVerified: new Date(0) });
      let page = await world.ask();
      for (let i = 0; i < wrong; i++) page = await page.submit("/auth/callback/email", { code: "00000000" });
      await page.submit("/auth/callback/email", { code: world.mails[0]!.code });
      assert.ok(await world.session(), world.log());
      assert.deepEqual(world.db.tokens(), []);
    }
  });

  test(`a link that is followed after wrong codes leaves no row, with ${kind}`, async () => {
    const world = openDatabase({ adapter: adapter(), email: { mails: "both" } });
    await storeUser(world, { emailVerified: new Date(0) });
    const page = await world.ask();
    for (let i = 0; i < 3; i++) await page.submit("/auth/callback/email", { code: "00000000" });
    await world.follow();
    assert.ok(await world.session(), world.log());
    assert.deepEqual(world.db.tokens(), []);
    assert.match(
      (await page.submit("/auth/callback/email", { code: world.mails[0]!.code })).url,
      /Verification/,
    );
  });
}

test("a sign-in with a link goes on if the row of its code cannot be removed", async () => {
  const inner = Memory();
  let calls = 0;
  const adapter: Adapter = {
    ...inner,
    async useVerificationToken(key) {
      if (++calls > 1) throw new Error("gone");
      return await inner.useVerificationToken(key);
    },
  };
  const world = openDatabase({ adapter, email: { mails: "both" } });
  await storeUser(world, { emailVerified: new Date(0) });
  await world.ask();
  await world.follow();
  assert.equal((await world.session())?.user.name, "Ada Lovelace", world.log());
  assert.match(world.log(), /^error .*AdapterError: .*useVerificationToken/m);
});
