/**
 * A way to sign in that is removed while the database fails, or while the form is sent twice.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import type { Adapter, AdapterAuthenticator } from "../../src/adapters/contract/types.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { noSecondFactor } from "../../src/model/second_factor.ts";
import { withRows } from "../_with_rows.ts";
import { type AccountWorld, openAccount, REFUSED } from "./_account_page.ts";

/** Opens a world with sessions in tokens, where Ada has another account. @returns The id of that account. */
async function openWithOther(adapter: Adapter): Promise<{ world: AccountWorld; id: string }> {
  const world = await openAccount({ adapter, session: { strategy: "jwt", revocationDelay: "always" } });
  await world.addOther();
  const { id } = (await world.data()).accounts!.find(({ provider }) => provider === "other")!;
  return { world, id };
}

test("A form that is sent twice signs nobody out, where the adapter throws for an account that is gone", async () => {
  const memory = Memory();
  const adapter: Adapter = {
    ...memory,
    async removeAccount(removal) {
      if (await memory.removeAccount(removal)) return true;
      throw new Error("No record was found for a delete");
    },
  };
  const { world, id } = await openWithOther(adapter);
  const other = await world.elsewhere();
  const form = { action: "remove", id };
  const answers = await Promise.all([world.change(form), world.change(form)]);
  for (const { status } of answers) assert.equal(status, 303, world.log());
  assert.ok(await world.session(), world.log());
  assert.equal(await world.sessionIn(other), null);
});

test("A way that cannot be removed stays, ends nothing, and the answer says that the database fails", async () => {
  const removeAccount = () => Promise.reject(new Error("read only"));
  const { world, id } = await openWithOther({ ...Memory(), removeAccount });
  const other = await world.elsewhere();
  world.mails.length = 0;
  const { status, params } = await world.change({ action: "remove", id });
  assert.ok(status >= 300 && params.error !== "NotFound", JSON.stringify(params));
  assert.match(world.log(), /`removeAccount` failed/);
  assert.ok(await world.session() && await world.sessionIn(other));
  assert.equal((await world.data()).accounts!.length, 2);
  assert.deepEqual(world.mails, []);
});

for (const away of ["security", "secondFactors"] as const) {
  test(`A passkey that is removed while the table of ${away} is away does all else that it must`, async () => {
    const memory = Memory();
    let isRemoved = false;
    const fail = () => isRemoved ? Promise.reject(new Error("away")) : undefined;
    const store = withRows(memory, away, (sound) => ({
      store: (row, version) => fail() ?? sound.store(row, version),
    }));
    const adapter: Adapter = {
      ...store,
      async removeAccount(removal) {
        // In another tab, the passkey has become the second factor.
        const none = noSecondFactor(removal.userId);
        await memory.rows.store("secondFactors", { ...none, version: 1, enabledAt: new Date(0) }, null);
        isRemoved = await memory.removeAccount(removal);
        return isRemoved;
      },
    };
    const world = await openAccount({
      adapter,
      session: { strategy: "jwt", revocationDelay: "always" },
      features: [SecondFactor()],
    });
    await world.addPasskey();
    const other = await world.elsewhere();
    const [user] = await world.db.users();
    const { id } = (await world.data()).passkeys![0]!;
    const { params } = await world.change({ action: "remove", id });
    assert.equal(params.done, undefined, "the page says that something has failed");
    const factor = await memory.rows.find("secondFactors", { userId: user!.id });
    assert.equal(factor?.enabledAt ?? null, away === "security" ? null : factor!.enabledAt);
    assert.equal(await world.sessionIn(other) === null, away === "secondFactors");
  });
}

test("A passkey that another tab has removed is not found, where the adapter throws for it", async () => {
  for (const left of [null, {} as AdapterAuthenticator]) {
    const world = await openAccount({ adapter: Memory() });
    await world.addPasskey();
    const { id } = (await world.data()).passkeys![0]!;
    Object.assign(world.db.adapter, {
      updateAuthenticator: () => Promise.reject(new Error("No record was found for an update")),
      getAuthenticator: () => Promise.resolve(left),
    });
    const form = { action: "rename", id, name: "Phone" };
    if (!left) assert.deepEqual(await world.change(form), REFUSED("NotFound"), world.log());
    else assert.equal((await world.post("account", form)).status, 503);
  }
});
