/**
 * The account page on real databases: all ways to sign in are removed at the same time, and sessions end while they are
 * renewed.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openAccount } from "../flows/_account_page.ts";
import { startDatabases } from "./_databases.ts";

for (const [name, database] of await startDatabases()) {
  const skip = "missing" in database ? database.missing : undefined;

  test(`POST account leaves one way to sign in if all are removed at the same time, in ${name} (AC-04)`, {
    skip,
  }, async () => {
    if ("missing" in database) return;
    const adapter = await database.open();
    for (let round = 0; round < 3; round++) {
      // Each world has the same ids and times: the limit of a session would count for all of them.
      const world = await openAccount({ adapter, limits: false });
      if (round === 0) {
        for (const sub of ["a", "b", "c"]) await world.addOther(sub);
        await world.addPasskey();
      } else {
        await world.addOther(`again-${round}`);
      }
      const before = await world.data();
      const ids = [...before.accounts!, ...before.passkeys!].map(({ id }) => id);
      assert.ok(ids.length > 1);
      const answers = await Promise.all(ids.map((id) => world.change({ action: "remove", id })));
      const results = answers.map(({ params }) => params.done ?? params.error).toSorted();
      const expected = ["LastWay", ...ids.slice(1).map(() => "removed")];
      assert.deepEqual(results, expected, world.log());
      const { accounts, passkeys } = await world.data();
      assert.equal(accounts!.length + passkeys!.length, 1);
      const [user] = await world.db.users();
      if (user) await adapter.deleteUser(user.id);
    }
  });

  test(`POST account signs out everywhere else while sessions are renewed, in ${name} (AC-07)`, {
    skip,
  }, async () => {
    if ("missing" in database) return;
    const world = await openAccount({ adapter: await database.open(), session: { updateAge: 0 } });
    const others = [await world.elsewhere(), await world.elsewhere(), await world.elsewhere()];
    world.platform.tick(60);
    await Promise.all([
      ...others.map(world.sessionIn),
      world.change({ action: "sign-out-others" }),
      ...others.map(world.sessionIn),
    ]);
    assert.deepEqual(await Promise.all(others.map(world.sessionIn)), [null, null, null]);
    assert.equal((await world.session())?.user.email, "ada@example.com");
    assert.equal((await world.data()).sessions!.length, 1);
  });
}
