/**
 * `Password()` beside published adapters of Auth.js, with the functions of one of ours in the same database.
 *
 * @module
 */

import assert from "node:assert/strict";
import { afterTests } from "../_after.ts";
import { isNightly } from "../_nightly.ts";
import { GOOD, openPasswords } from "../flows/_kept_passwords.ts";
import { flowsWith, type Stores, testFaults, testOrphans } from "../flows/_password_faults.ts";
import { testForms as test } from "../flows/_password_forms.ts";
import { openDrizzle, openPg, openPrisma, type Published } from "./_published.ts";

// All before the first test: Deno ends with success when a module fails that has tests already.
const published: Readonly<Record<string, Published>> = {
  "@auth/drizzle-adapter": await openDrizzle(),
  ...(isNightly && { "@auth/pg-adapter": await openPg(), "@auth/prisma-adapter": await openPrisma() }),
};
afterTests(() => Promise.all(Object.values(published).map(({ close }) => close())));

for (const [name, { adapter, security, rows, empty }] of Object.entries(published)) {
  const stores: Stores = {
    strategy: "jwt",
    async open() {
      await empty();
      return { ...adapter, ...security };
    },
  };

  test(`Password() beside ${name} stores a user in its tables, and the password beside them`, async () => {
    const world = openPasswords({ adapter: await stores.open(), session: { strategy: "jwt" } });
    await world.register();
    const [user, ...others] = await rows("users");
    assert.deepEqual([user!.email, others], ["ada@example.com", []]);
    const row = await security.getSecurity(String(user!.id));
    assert.match(row!.passwordHash!, /^\$scrypt\$/);
    const visitor = world.visitor();
    await world.enter(GOOD, visitor);
    assert.equal((await world.sessionIn(visitor))?.user.email, "ada@example.com", world.log());
  });

  testFaults(`the adapter ${name}`, stores, isNightly ? flowsWith("jwt") : ["a change of the password"]);
  testOrphans(`the adapter ${name}`, stores);
}
