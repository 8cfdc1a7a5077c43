import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { openDatabase } from "../flows/_database.ts";
import { APP, oauth2 } from "../flows/_world.ts";

/** A user whose `email_verified` the application's own SQL has written. */
async function userWith(written: string) {
  const db = new DatabaseSync(":memory:");
  const adapter = Sqlite(db);
  await adapter.migrate();
  db.exec(`INSERT INTO auth_users (id, email, email_verified) VALUES ('1', 'ada@example.com', ${written})`);
  return adapter;
}

test("Sqlite() reads dates that SQL of the application has written, and stores sessions of their users", async () => {
  const values = [
    ["1700000000123", "2023-11-14T22:13:20.123Z"],
    ["1700000000000.5", "2023-11-14T22:13:20.000Z"],
    ["'2024-01-01 10:20:30'", "2024-01-01T10:20:30.000Z"],
    ["'2024-01-01  10:20:30'", "2024-01-01T10:20:30.000Z"],
    ["'2024-01-01 10:20'", "2024-01-01T10:20:00.000Z"],
    ["'2024-01-01T00:00:00.123Z'", "2024-01-01T00:00:00.123Z"],
    ["'2024-01-01T00:00:00+02:00'", "2023-12-31T22:00:00.000Z"],
    ["'2024-01-01 10:20:30.123999'", "2024-01-01T10:20:30.124Z"],
    ["'2024-01-01T10:20:30.123499+00:00'", "2024-01-01T10:20:30.123Z"],
    ["'2024-01-01T10:20:09.987654Z'", "2024-01-01T10:20:09.988Z"],
    ["'2024-01-01 10:20:59.999999'", "2024-01-01T10:20:59.999Z"],
    ["strftime('%Y-%m-%d %H:%M:%f', 1700000000.123, 'unixepoch')", "2023-11-14T22:13:20.123Z"],
  ] as const;
  for (const [written, read] of values) {
    const adapter = await userWith(written);
    const { emailVerified } = (await adapter.getUser("1"))!;
    assert.equal(emailVerified?.toISOString(), read, written);
    const session = { sessionToken: "token", userId: "1", expires: new Date(2e12) };
    assert.equal(await adapter.addCredentials({ userId: "1", emailVerified, session }), true, written);
    const other = new Date(Number(emailVerified) + 1);
    assert.equal(
      await adapter.addCredentials({ userId: "1", emailVerified: other, session }),
      false,
      written,
    );
  }
});

test("Sqlite() stores sessions of users whose date SQL of the application has written, and only JavaScript reads", async () => {
  const values = [
    ["'2024-01-01T10:20:30.123+0200'", "2024-01-01T08:20:30.123Z"],
    ["'2024-01-01 10:20:30 UTC'", "2024-01-01T10:20:30.000Z"],
    ["'2024-01-01T10:20:30.123456-0730'", "2024-01-01T17:50:30.123Z"],
    ["'Mon, 01 Jan 2024 10:20:30 GMT'", "2024-01-01T10:20:30.000Z"],
    ["'Mon Jan 01 2024 10:20:30 GMT+0200 (CEST)'", "2024-01-01T08:20:30.000Z"],
    ["'+002024-01-01T10:20:30Z'", "2024-01-01T10:20:30.000Z"],
  ] as const;
  for (const [written, read] of values) {
    const adapter = await userWith(written);
    const { emailVerified } = (await adapter.getUser("1"))!;
    assert.equal(emailVerified?.toISOString(), read, written);
    const session = { sessionToken: "token", userId: "1", expires: new Date(2e12) };
    assert.equal(await adapter.addCredentials({ userId: "1", emailVerified, session }), true, written);
    // One who decides before the address is verified, or before a takeover, stores nothing.
    const other = { ...session, sessionToken: "other" };
    assert.equal(await adapter.addCredentials({ userId: "1", emailVerified: null, session: other }), false);
    await adapter.updateUser({ id: "1", emailVerified: new Date(1) });
    assert.equal(await adapter.addCredentials({ userId: "1", emailVerified, session: other }), false);
  }
  const unverified = await userWith("NULL");
  const session = { sessionToken: "token", userId: "1", expires: new Date(2e12) };
  assert.equal(
    await unverified.addCredentials({ userId: "1", emailVerified: new Date(1), session }),
    false,
  );
});

for (const type of ["TEXT", "VARCHAR(30)", "DATETIME", "REAL", "BLOB"]) {
  test(`a verified user signs in and links where email_verified is declared as ${type}`, async () => {
    const db = new DatabaseSync(":memory:");
    const adapter = Sqlite(db);
    await adapter.migrate();
    const columns = `id TEXT PRIMARY KEY, name TEXT, email TEXT UNIQUE, email_verified ${type}, image TEXT`;
    db.exec(`PRAGMA foreign_keys=OFF; DROP TABLE auth_users; CREATE TABLE auth_users (${columns})`);
    const world = openDatabase({ adapter, more: (idp) => [oauth2(idp, { id: "other", name: "Other" })] });
    for (const _ of ["first", "second"]) {
      await world.ask();
      assert.equal((await world.follow()).url, `${APP}/home`, world.log());
      world.platform.tick(1.234);
    }
    const page = await world.browser.open(`${APP}/auth/signin?callbackUrl=/home&link=true`);
    assert.equal((await page.submit("/auth/signin/other")).url, `${APP}/home`, world.log());
  });
}

test("Sqlite() takes no text for a date that is none", async () => {
  for (const written of ["'true'", "''", "'2024-13-45 10:20:30'"]) {
    const adapter = await userWith(written);
    await assert.rejects(
      async () => await adapter.getUser("1"),
      /Cannot read the date ".*": write milliseconds/,
    );
  }
});
