/**
 * Addresses that the application verifies and changes itself: whoever has the new mailbox takes nobody over.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openFactors } from "../flows/_second_factor.ts";
import { APP } from "../flows/_world.ts";
import { startDatabases } from "./_databases.ts";

const ADA = "ada@example.com";
const CHANGED = "changed@example.com";

for (const [name, database] of await startDatabases()) {
  const skip = "missing" in database ? database.missing : false;
  for (const strategy of ["database", "jwt"] as const) {
    test(
      `a verified address that the application changes is no stranger's, with ${name} and ${strategy} (AL-04)`,
      {
        skip,
      },
      async () => {
        if ("missing" in database) return;
        const adapter = await database.open();
        const world = openFactors({ adapter, url: APP, session: { strategy } });
        // A provider that vouches for nothing, then the application's own proof, in the same session.
        await adapter.createUser({ id: "1", name: "Ada", email: ADA, emailVerified: null });
        await adapter.linkAccount({ userId: "1", type: "oauth", provider: "idp", providerAccountId: "ada" });
        const idp = { sub: "ada", name: "Ada", email: ADA, email_verified: false };
        const signIn = async (visitor = world.browser) => {
          world.idp.login(idp);
          await (await visitor.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
          return (await world.sessionIn(visitor))?.user.id;
        };
        assert.equal(await signIn(), "1", world.log());
        await adapter.updateUser({ id: "1", emailVerified: new Date(0) });
        // At once, or the proof first.
        if (strategy === "jwt") await adapter.updateUser({ id: "1", emailVerified: null });
        const changed = await adapter.updateUser({ id: "1", email: CHANGED, emailVerified: null });
        assert.deepEqual([changed.email, changed.emailVerified ?? null], [CHANGED, null]);
        const owner = world.visitor();
        await world.ask(CHANGED, owner);
        await world.follow(owner);
        const user = (await world.sessionIn(owner))?.user;
        assert.equal(user?.email, CHANGED, world.log());
        assert.notEqual(user?.id, "1");
        assert.equal((await adapter.getUser("1"))?.email, ADA, "the proven address again");
        assert.equal(await signIn(world.visitor()), "1", `the way to sign in stays: ${world.log()}`);
        // Written again with the same address, or with another field: nothing is noted.
        const id = String(user!.id);
        await adapter.updateUser({ id, email: CHANGED, name: "Eve" });
        assert.equal((await adapter.getUser(id))?.name, "Eve");
      },
    );
  }
}
