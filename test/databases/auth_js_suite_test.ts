/**
 * What the adapter suite of Auth.js asks, in our words and literally: what an adapter returns has the fields that were
 * stored, and no others. Fields of ours are allowed: those of accounts, sessions and authenticators that Auth.js does not
 * have are `null` where nothing was stored in them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterUser,
} from "../../src/adapters/contract/types.ts";
import { startDatabases } from "./_databases.ts";

/** An adapter, and a user whom it has stored. */
interface World {
  readonly db: Required<Adapter>;
  readonly user: AdapterUser;
}

const OURS = ["authorization_details", "userHandle", "createdAt", "usedAt", "label", "name", "device"];
const NOW = Date.UTC(2030, 0, 1);

/** Compares literally, but for the fields of ours that are `null`. A field with `undefined` counts as absent. */
function same(actual: unknown, expected: object): void {
  const plain = (value: object) =>
    Object.fromEntries(
      Object.entries(value)
        .filter(([name, field]) => field !== undefined && !(field === null && OURS.includes(name))),
    );
  assert.ok(actual && typeof actual === "object", "nothing was found");
  assert.deepEqual(plain(actual), plain(expected));
}

function sessionOf({ user }: World) {
  return { sessionToken: crypto.randomUUID(), userId: user.id, expires: new Date(NOW + 6e8) };
}

function accountOf({ user }: World): AdapterAccount {
  return {
    userId: user.id,
    type: "oauth",
    provider: "github",
    providerAccountId: "p1",
    access_token: "a",
    refresh_token: "r",
    id_token: "i",
    expires_at: 2_592_000,
    scope: "user",
    token_type: "bearer",
    session_state: "s",
  };
}

function authenticatorOf({ user }: World): AdapterAuthenticator {
  return {
    userId: user.id,
    credentialID: "c1",
    providerAccountId: "c1",
    credentialPublicKey: "k",
    counter: 0,
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
    transports: "usb",
  };
}

const RULES: Readonly<Record<string, (world: World) => Promise<void>>> = {
  "getUser() returns exactly the stored user, and null for an unknown id": async ({ db, user }) => {
    same(await db.getUser(user.id), user);
    assert.equal(await db.getUser("none"), null);
  },
  "getUserByEmail() returns exactly the stored user, and null for another address": async ({ db, user }) => {
    same(await db.getUserByEmail("ada@example.com"), user);
    assert.equal(await db.getUserByEmail("none@example.com"), null);
  },
  "updateUser() returns the user with the change alone": async ({ db, user }) => {
    same(await db.updateUser({ id: user.id, name: "Countess" }), { ...user, name: "Countess" });
  },
  "getSessionAndUser() returns exactly session and user, and null for an unknown token": async (world) => {
    const { db, user } = world;
    const session = sessionOf(world);
    await db.createSession(session);
    const found = await db.getSessionAndUser(session.sessionToken);
    assert.deepEqual(Object.keys(found ?? {}).sort(), ["session", "user"]);
    same(found?.session, session);
    same(found?.user, user);
    assert.equal(await db.getSessionAndUser("none"), null);
  },
  "updateSession() changes the end of the session alone": async (world) => {
    const session = sessionOf(world);
    await world.db.createSession(session);
    const expires = new Date(NOW + 2e9);
    await world.db.updateSession({ sessionToken: session.sessionToken, expires });
    same((await world.db.getSessionAndUser(session.sessionToken))?.session, { ...session, expires });
  },
  "deleteSession() removes the session from the database": async (world) => {
    const session = sessionOf(world);
    await world.db.createSession(session);
    await world.db.deleteSession(session.sessionToken);
    assert.equal(await world.db.getSessionAndUser(session.sessionToken), null);
  },
  "getAccount() returns exactly the linked account, and null for another id or provider": async (world) => {
    const account = accountOf(world);
    await world.db.linkAccount(account);
    same(await world.db.getAccount("p1", "github"), account);
    for (const [id, provider] of [["p1", "x"], ["x", "github"], ["x", "x"]] as const) {
      assert.equal(await world.db.getAccount(id, provider), null);
    }
  },
  "getUserByAccount() returns exactly the user of the account, and null for another": async (world) => {
    await world.db.linkAccount(accountOf(world));
    same(await world.db.getUserByAccount({ provider: "github", providerAccountId: "p1" }), world.user);
    assert.equal(await world.db.getUserByAccount({ provider: "x", providerAccountId: "p1" }), null);
  },
  "unlinkAccount() removes the account from the database": async (world) => {
    await world.db.linkAccount(accountOf(world));
    await world.db.unlinkAccount({ provider: "github", providerAccountId: "p1" });
    assert.equal(await world.db.getAccount("p1", "github"), null);
  },
  "useVerificationToken() returns exactly the token once, and null for another address": async ({ db }) => {
    const token = { identifier: "ada@example.com", token: "hash", expires: new Date(NOW + 9e5) };
    await db.createVerificationToken(token);
    assert.equal(await db.useVerificationToken({ identifier: "x@example.com", token: "hash" }), null);
    same(await db.useVerificationToken({ identifier: token.identifier, token: "hash" }), token);
    assert.equal(await db.useVerificationToken({ identifier: token.identifier, token: "hash" }), null);
  },
  "getAuthenticator() returns exactly the stored authenticator, and null for an unknown id": async (
    world,
  ) => {
    const authenticator = authenticatorOf(world);
    same(await world.db.createAuthenticator(authenticator), authenticator);
    same(await world.db.getAuthenticator("c1"), authenticator);
    assert.equal(await world.db.getAuthenticator("none"), null);
  },
  "listAuthenticatorsByUserId() returns exactly those of the user, and none of another": async (world) => {
    const authenticator = authenticatorOf(world);
    await world.db.createAuthenticator(authenticator);
    const [first, ...others] = await world.db.listAuthenticatorsByUserId(world.user.id);
    same(first, authenticator);
    assert.deepEqual([others, await world.db.listAuthenticatorsByUserId("none")], [[], []]);
  },
  "updateAuthenticatorCounter() returns the authenticator with the counter alone": async (world) => {
    const authenticator = authenticatorOf(world);
    await world.db.createAuthenticator(authenticator);
    same(await world.db.updateAuthenticatorCounter("c1", 5), { ...authenticator, counter: 5 });
    await assert.rejects(async () => await world.db.updateAuthenticatorCounter("none", 1));
  },
  "deleteUser() removes the user with sessions and accounts from the database": async (world) => {
    const session = sessionOf(world);
    await world.db.createSession(session);
    await world.db.linkAccount(accountOf(world));
    await world.db.deleteUser(world.user.id);
    assert.equal(await world.db.getUser(world.user.id), null);
    assert.equal(await world.db.getSessionAndUser(session.sessionToken), null);
    assert.equal(await world.db.getAccount("p1", "github"), null);
  },
};

// Before the first test: Deno ends with success when a module fails that has tests already.
const databases = await startDatabases();

for (const [name, database] of databases) {
  const skip = "missing" in database ? database.missing : false;
  for (const [rule, run] of Object.entries(RULES)) {
    test(`${name}() keeps a rule of the suite of Auth.js: ${rule}`, { skip }, async () => {
      if ("missing" in database) return;
      const db = await database.open();
      const ada = {
        id: crypto.randomUUID(),
        name: "Ada",
        email: "ada@example.com",
        image: "https://example.com/ada.png",
        emailVerified: new Date(NOW),
      };
      const user = await db.createUser(ada);
      same(user, { ...ada, id: user.id });
      await run({ db, user });
    });
  }
}
