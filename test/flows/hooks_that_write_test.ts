/**
 * Applications mark a user as verified in a callback or an event. The library compares users before it begins a session, so that a
 * takeover in the meantime ends it: what the application itself has written is none.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import { type DatabaseWorld, openDatabase, storeUser } from "./_database.ts";
import { APP, oauth2 } from "./_world.ts";
import { chosen } from "../_short.ts";

type Write = (user: { readonly email?: string | null | undefined }) => Promise<void>;

/** The places where an application writes. */
const HOOKS: Readonly<Record<string, (write: Write) => object>> = {
  "callbacks.signIn": (write) => ({
    callbacks: {
      async signIn({ user }: { user: AdapterUser }) {
        await write(user);
        return true;
      },
    },
  }),
  "callbacks.session": (write) => ({
    callbacks: {
      async session({ session }: { session: { user: AdapterUser } }) {
        await write(session.user);
        return session;
      },
    },
  }),
  "events.createUser": (write) => ({
    events: { createUser: ({ user }: { user: AdapterUser }) => write(user) },
  }),
  "events.linkAccount": (write) => ({
    events: { linkAccount: ({ user }: { user: AdapterUser }) => write(user) },
  }),
};

function openWith(hook: string, strategy: "jwt" | "database"): DatabaseWorld {
  let times = 0;
  const write: Write = async ({ email }) => {
    const user = email && await world.db.adapter.getUserByEmail(email);
    if (!user) return;
    await world.db.adapter.updateUser({
      id: user.id,
      emailVerified: new Date(world.platform.now() + ++times),
    });
  };
  const world: DatabaseWorld = openDatabase({
    session: { strategy },
    more: (idp) => [oauth2(idp, { id: "other", name: "Other" })],
    ...HOOKS[hook]!(write),
  });
  return world;
}

for (const hook of Object.keys(HOOKS)) {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    test(`users sign in and add accounts where ${hook} marks them as verified (${strategy})`, async () => {
      const world = openWith(hook, strategy);
      for (let times = 0; times < 3; times++) {
        world.idp.login({ sub: "ada", name: "Ada", email: "ada@example.com" });
        assert.equal((await world.signIn()).url, `${APP}/home`, `${times}: ${world.log()}`);
        world.platform.tick(60);
      }
      world.idp.login({ sub: "grace", name: "Ada", email: "other@example.com" });
      assert.equal((await world.signIn({ provider: "other", link: true })).url, `${APP}/home`, world.log());
      const [user] = await world.db.users();
      assert.deepEqual((await world.db.accounts()).map((account) => account.split(": ")[1]), [
        user!.id,
        user!.id,
      ]);
      // By mail as well.
      const visitor = world.visitor();
      await world.ask("ada@example.com", visitor);
      assert.equal((await world.follow(visitor)).url, `${APP}/home`, world.log());
    });
  }
}

test("users with a password of the application sign in where a hook marks them as verified", async () => {
  for (const hook of ["callbacks.signIn", "callbacks.session"]) {
    const world = openWith(hook, "database");
    await storeUser(world, { email: "ada@example.com", emailVerified: new Date(0) });
    for (let times = 0; times < 3; times++) {
      assert.equal((await world.typePassword()).url, `${APP}/home`, `${hook} ${times}: ${world.log()}`);
      world.platform.tick(60);
    }
  }
});

test("a code of the application that counts once, and verifies the address, signs in", async () => {
  for (const strategy of chosen(["jwt", "database"] as const)) {
    const codes = new Set(["first", "second"]);
    const world: DatabaseWorld = openDatabase({
      session: { strategy },
      password: {
        revoke: undefined as never,
        async authorize({ password }) {
          if (!codes.delete(String(password))) return null;
          return await world.db.adapter.updateUser({
            id: "1",
            emailVerified: new Date(world.platform.now()),
          });
        },
      },
    });
    await storeUser(world, { email: "ada@example.com" });
    for (const code of ["first", "second"]) {
      assert.equal((await world.typePassword(code)).url, `${APP}/home`, world.log());
      world.platform.tick(30);
    }
    assert.match((await world.typePassword("second", world.visitor())).url, /error=CredentialsSignin/);
  }
});
