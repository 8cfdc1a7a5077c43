/**
 * What the adapter suite of Auth.js asks literally, beside the contract of adapters (`src/testing/adapter`): what an adapter
 * returns has the fields that were stored, and no others. Fields of ours are allowed: those of accounts, sessions and
 * authenticators that Auth.js does not have are `null` where nothing was stored in them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdapterAccount, AdapterAuthenticator } from "../../src/adapters/contract/types.ts";
import { startDatabases } from "./_databases.ts";

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

for (const [name, database] of await startDatabases()) {
  const skip = "missing" in database ? database.missing : false;
  test(`what ${name}() returns has exactly the fields that were stored, as the suite of Auth.js asks`, {
    skip,
  }, async () => {
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
    same(await db.getUser(user.id), user);
    same(await db.getUserByEmail("ada@example.com"), user);

    const session = { sessionToken: crypto.randomUUID(), userId: user.id, expires: new Date(NOW + 6e8) };
    await db.createSession(session);
    const found = await db.getSessionAndUser(session.sessionToken);
    assert.deepEqual(Object.keys(found ?? {}).sort(), ["session", "user"]);
    same(found?.session, session);
    same(found?.user, user);
    const expires = new Date(NOW + 2e9);
    await db.updateSession({ sessionToken: session.sessionToken, expires });
    same((await db.getSessionAndUser(session.sessionToken))?.session, { ...session, expires });

    const key = { provider: "github", providerAccountId: "p1" };
    const account: AdapterAccount = {
      userId: user.id,
      type: "oauth",
      ...key,
      access_token: "a",
      refresh_token: "r",
      id_token: "i",
      expires_at: 2_592_000,
      scope: "user",
      token_type: "bearer",
      session_state: "s",
    };
    await db.linkAccount(account);
    same(await db.getAccount("p1", "github"), account);
    same(await db.getUserByAccount(key), user);

    const authenticator: AdapterAuthenticator = {
      userId: user.id,
      credentialID: "c1",
      providerAccountId: "c1",
      credentialPublicKey: "k",
      counter: 0,
      credentialDeviceType: "singleDevice",
      credentialBackedUp: false,
      transports: "usb",
    };
    same(await db.createAuthenticator(authenticator), authenticator);
    same(await db.getAuthenticator("c1"), authenticator);
    assert.equal(await db.getAuthenticator("none"), null);
    const [first, ...others] = await db.listAuthenticatorsByUserId(user.id);
    same(first, authenticator);
    assert.deepEqual(others, []);
    same(await db.updateAuthenticatorCounter("c1", 5), { ...authenticator, counter: 5 });

    const token = { identifier: "ada@example.com", token: "hash", expires: new Date(NOW + 9e5) };
    await db.createVerificationToken(token);
    same(await db.useVerificationToken({ identifier: token.identifier, token: "hash" }), token);
    same(await db.updateUser({ id: user.id, name: "Countess" }), { ...user, name: "Countess" });
  });
}
