/**
 * The address that a session shows is the one that is stored.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase, storeUser } from "./_database.ts";
import { chosen } from "../_short.ts";

const STRATEGIES = chosen(["jwt", "database"] as const);

for (const strategy of STRATEGIES) {
  test(`A stranger who claims a user's address at a provider that vouches for none doesn't show it (AL-30, ${strategy})`, async () => {
    const world = openDatabase({ session: { strategy } });
    await storeUser(world, { email: "ada@example.com", emailVerified: new Date(0) });
    for (const email of [undefined, "ada@example.com"]) {
      world.idp.login({ sub: "mallory", name: "Mallory", ...(email && { email }) });
      await world.signIn();
      const { name, email: shown = null } = Object((await world.session())?.user);
      assert.deepEqual([name, shown], ["Mallory", null], world.log());
    }
  });
}
