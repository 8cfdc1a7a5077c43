/**
 * A user who is changed while they sign in: by a callback of the application, in which others act as well. Only what the application
 * has written of the same user goes on.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdapterUser } from "../../src/adapters/contract/types.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { type DatabaseWorld, openDatabase, storeUser } from "./_database.ts";
import { toPerson } from "./_passkeys.ts";
import { APP, oauth2 } from "./_world.ts";

const ADA = "ada@example.com";

/** A world, and what happens once in the middle of the next sign-in. */
interface Middle {
  readonly world: DatabaseWorld;
  /** Runs where `callbacks.session` begins a session, in `callbacks.signIn`, or directly before an account is added. */
  amid(where: "session" | "signIn" | "write", run: (world: DatabaseWorld) => Promise<unknown>): void;
}

function openMiddle(): Middle {
  const waiting = new Map<string, (world: DatabaseWorld) => Promise<unknown>>();
  const once = async (where: string) => {
    const run = waiting.get(where);
    waiting.delete(where);
    await run?.(world);
  };
  const memory = Memory();
  const adapter = {
    ...memory,
    async addCredentials(added: Parameters<typeof memory.addCredentials>[0]) {
      if (added.account) await once("write");
      return await memory.addCredentials(added);
    },
  };
  const world: DatabaseWorld = openDatabase({
    adapter,
    session: { strategy: "database" },
    more: (idp) => [oauth2(idp, { id: "other", name: "Other" }), Passkey()],
    callbacks: {
      async signIn() {
        await once("signIn");
        return true;
      },
      async session({ session }: { session: object }) {
        await once("session");
        return session;
      },
    },
  });
  return { world, amid: (where, run) => void waiting.set(where, run) };
}

const stored = async ({ db }: DatabaseWorld) => (await db.adapter.getUserByEmail(ADA))!;

/** What happens in the middle, by whom the session would be. */
const CHANGES: Readonly<Record<string, (world: DatabaseWorld) => Promise<unknown>>> = {
  "the owner of the mailbox takes them over": async (world) => {
    const owner = world.visitor();
    await world.ask(ADA, owner);
    assert.match((await world.follow(owner)).url, /taken-over|home/);
  },
  "the user is deleted": async (world) => await world.db.adapter.deleteUser((await stored(world)).id),
  "the address is changed": async (world) =>
    await world.db.adapter.updateUser({
      id: (await stored(world)).id,
      email: "new@example.com",
      emailVerified: new Date(1),
    }),
};

/** How the user signs in. Nobody has verified the address. */
const WAYS: Readonly<
  Record<
    string,
    { prepare(world: DatabaseWorld): Promise<unknown>; signIn(world: DatabaseWorld): Promise<string> }
  >
> = {
  "an account": {
    prepare: (world) => world.signIn(),
    signIn: async (world) => (await world.signIn()).url,
  },
  "a password of the application": {
    prepare: (world) => storeUser(world, { email: ADA }),
    signIn: async (world) => (await world.typePassword()).url,
  },
};

for (const [way, { prepare, signIn }] of Object.entries(WAYS)) {
  for (const [what, change] of Object.entries(CHANGES)) {
    // Their account is still theirs.
    if (way === "an account" && what === "the address is changed") continue;
    test(`nobody is signed in with ${way} if meanwhile ${what}`, async () => {
      const { world, amid } = openMiddle();
      await prepare(world);
      await world.post("signout");
      world.platform.tick(3600);
      let changed = false;
      amid("session", async () => {
        await change(world);
        changed = true;
      });
      const url = await signIn(world);
      assert.ok(changed);
      assert.match(url, /error=UserChanged/, world.log());
      assert.equal(await world.session(), null);
    });
  }
}

for (
  const [what, signUp] of Object.entries<(world: DatabaseWorld) => Promise<unknown>>({
    "an account": (world) => world.signIn(),
    "a passkey": (world) => toPerson(world.browser, "passkey").register({ email: ADA }),
  })
) {
  test(`nobody is signed in with ${what} that has created a user if meanwhile the owner takes them over`, async () => {
    const { world, amid } = openMiddle();
    let changed = false;
    amid("session", async () => {
      await CHANGES["the owner of the mailbox takes them over"]!(world);
      changed = true;
    });
    await signUp(world);
    assert.ok(changed);
    assert.match(world.log(), /UserChanged/);
    assert.equal(await world.session(), null);
  });
}

test("a user whom the application marks as verified signs up with a passkey", async () => {
  const { world, amid } = openMiddle();
  amid(
    "session",
    async ({ db }) =>
      await db.adapter.updateUser({ id: (await stored(world)).id, emailVerified: new Date(2) }),
  );
  await toPerson(world.browser, "passkey").register({ email: ADA });
  assert.notEqual(await world.session(), null, world.log());
});

test("no account is added that meanwhile belongs to another user", async () => {
  const { world, amid } = openMiddle();
  await world.signIn();
  const { id } = await stored(world);
  world.idp.login({ sub: "grace", name: "Grace", email: "grace@example.com" });
  amid("signIn", async ({ db: { adapter } }) => {
    const user = { id: "other", email: "other@example.com", emailVerified: null } as AdapterUser;
    await adapter.createUser(user);
    await adapter.linkAccount(
      { provider: "other", providerAccountId: "grace", type: "oauth", userId: "other" } as never,
    );
    await adapter.updateUser({ id, emailVerified: new Date(2) });
  });
  const page = await world.signIn({ provider: "other", link: true });
  assert.match(page.url, /error=UserChanged/, world.log());
  const owner = await world.db.adapter.getUserByAccount({ provider: "other", providerAccountId: "grace" });
  assert.equal(owner?.id, "other");
});

test("nobody is signed in with an account that meanwhile belongs to another user", async () => {
  const { world, amid } = openMiddle();
  await world.signIn();
  await world.post("signout");
  amid("session", async ({ db }) => {
    const { adapter } = db;
    const account = { provider: "idp", providerAccountId: "ada" };
    const other = await adapter.createUser(
      { id: "other", email: "other@example.com", emailVerified: null } as AdapterUser,
    );
    await adapter.unlinkAccount(account);
    await adapter.linkAccount({ ...account, type: "oauth", userId: other.id } as never);
    await adapter.updateUser({ id: (await stored(world)).id, emailVerified: new Date(1) });
  });
  assert.match((await world.signIn()).url, /error=UserChanged/, world.log());
  assert.equal(await world.session(), null);
});

test("a user whose address the application copies from the provider signs in", async () => {
  const { world, amid } = openMiddle();
  await world.signIn();
  await world.post("signout");
  amid("session", CHANGES["the address is changed"]!);
  assert.equal((await world.signIn()).url, `${APP}/home`, world.log());
});

for (
  const [way, signIn] of Object.entries<(world: DatabaseWorld) => Promise<{ readonly url: string }>>({
    "a mail": async (world) => (await world.ask(ADA), await world.follow()),
    "a password of the application": (world) => world.typePassword(),
  })
) {
  test(`${way} signs no verified user in who is deleted meanwhile, or gets another address, but one who is verified again`, async () => {
    const ends: readonly (readonly [change: Partial<AdapterUser> | null, isRefused: boolean])[] = [
      [null, true],
      [{ email: "new@example.com" }, true],
      [{}, false],
    ];
    for (const [change, isRefused] of ends) {
      const { world, amid } = openMiddle();
      await storeUser(world, { email: ADA, emailVerified: new Date(1) });
      amid("session", async ({ db: { adapter } }) => {
        const { id } = await stored(world);
        await (change
          ? adapter.updateUser({ id, emailVerified: new Date(2), ...change })
          : adapter.deleteUser(id));
      });
      const { url } = await signIn(world);
      assert.equal(/error=UserChanged/.test(url), isRefused, world.log());
      assert.equal(await world.session() === null, isRefused);
    }
  });
}

test("an unverified user whom the application marks as verified signs in later with a password of the application", async () => {
  const { world, amid } = openMiddle();
  await storeUser(world, { email: ADA });
  // Only the application knows whether its password has gone with a takeover.
  for (const [index, end] of [/error=UserChanged/, /\/home$/].entries()) {
    amid(
      "session",
      async ({ db }) =>
        await db.adapter.updateUser({ id: "1", emailVerified: new Date(world.platform.now() + index) }),
    );
    assert.match((await world.typePassword()).url, end, world.log());
    world.platform.tick(3600);
  }
});

const FAILS: typeof CHANGES = {
  ...CHANGES,
  "the database fails": () => Promise.reject(new Error("the database is away")),
};

for (const where of ["signIn", "write"] as const) {
  for (const [what, change] of Object.entries(FAILS)) {
    // Their own session goes on, whatever their address is now; and a callback that fails is not the database.
    if (what === "the address is changed" || (what === "the database fails" && where === "signIn")) continue;
    test(`no account is added to a user if meanwhile ${what} (${where})`, async () => {
      const { world, amid } = openMiddle();
      await world.signIn();
      world.idp.login({ sub: "mallory", name: "Mallory", email: "mallory@example.com" });
      amid(where, change);
      const page = await world.signIn({ provider: "other", link: true });
      assert.match(page.url, /error=/, world.log());
      const owner = await world.db.adapter.getUserByAccount({
        provider: "other",
        providerAccountId: "mallory",
      });
      assert.equal(owner, null, world.log());
    });
  }
}

test("an account is added to a user whom the application marks as verified meanwhile", async () => {
  const { world, amid } = openMiddle();
  await world.signIn();
  const { id } = await stored(world);
  world.idp.login({ sub: "grace", name: "Grace", email: "grace@example.com" });
  amid("write", async ({ db }) => await db.adapter.updateUser({ id, emailVerified: new Date(2) }));
  const page = await world.signIn({ provider: "other", link: true });
  assert.equal(page.url, `${APP}/home`, world.log());
  assert.deepEqual(await world.db.accounts(), [`idp/ada: ${id}`, `other/grace: ${id}`]);
});
