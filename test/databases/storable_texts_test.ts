/**
 * Texts that databases refuse, cut or change: an application gets a clear error, and what is stored stays.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuthConfig } from "../../mod.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { openFactors } from "../flows/_second_factor.ts";
import { startDatabases } from "./_databases.ts";
import { APP } from "../flows/_world.ts";
import { getAccessToken, resetSecondFactor, revokeTokens } from "../flows/_outside.ts";

const CLEAR = {
  name: "TypeError",
  message: /^Cannot store "(id|email|name)": its text has U\+0000 or half of a/,
};

for (const [name, database] of await startDatabases()) {
  const skip = "missing" in database ? database.missing : false;
  for (const [what, odd] of [["U+0000", "\0"], ["half of a character", "\uD83D"]] as const) {
    test(`an application that stores ${what} learns of it, and nothing is lost, with ${name} (AL-27)`, {
      skip,
    }, async () => {
      if ("missing" in database) return;
      const adapter = await database.open();
      const world = openFactors({ adapter, features: [AccessTokens()], url: APP });
      await world.signIn();
      const [ada] = await world.db.users();
      const stored = await adapter.getUser(ada!.id);
      const { id } = ada!;
      const user = { id: "2", name: "Eve", email: "eve@example.com", emailVerified: null };
      const account = { type: "oauth", provider: "other", providerAccountId: "eve" } as const;
      // A change of address, as an application writes it: a text that is cut would be the address of another.
      for (const change of [{ email: `ceo@example.com${odd}@evil.test` }, { name: `Ada${odd}` }]) {
        await assert.rejects(async () => await adapter.updateUser({ id, ...change }), CLEAR);
        await assert.rejects(async () => await adapter.createUser({ ...user, ...change }), CLEAR);
        await assert.rejects(
          async () => await adapter.createUserWithAccount({ ...user, ...change }, account),
          CLEAR,
        );
      }
      await assert.rejects(async () => await adapter.createUser({ ...user, id: `${id}${odd}` }), CLEAR);
      assert.deepEqual(await adapter.getUser(id), stored);
      assert.equal(await adapter.getUser("2"), null);
      assert.equal((await world.session())?.user.email, "ada@example.com");
      // An id that no user can have, such as one from the URL of a page of the staff.
      const none = `${id}${odd}`;
      const config = world.config as AuthConfig;
      assert.equal(await adapter.getUser(none), null);
      assert.equal(await adapter.getUserByEmail(`ada@example.com${odd}`), null);
      assert.equal(await adapter.getUserByAccount({ provider: "idp", providerAccountId: `ada${odd}` }), null);
      await assert.rejects(getAccessToken({ userId: none, provider: "idp" }, config), /no account there/);
      await revokeTokens({ userId: none }, config);
      assert.equal(await resetSecondFactor(none, config), false);
      await adapter.deleteUser(none);
      assert.deepEqual(await adapter.getUser(id), stored);
      assert.doesNotMatch(world.log(), /^error/m);
    });
  }
}
