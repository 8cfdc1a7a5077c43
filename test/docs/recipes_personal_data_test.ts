import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { schema, Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { built } from "./_built.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("recipes/personal_data.md", { built });

page.section("Export", async (recipe) => {
  const google = await recipe.startWithGoogle();
  assert.equal((await recipe.browser().fetch(`${APP}/export`)).status, 401);
  const [ada, grace] = [recipe.browser(), recipe.browser()];
  await recipe.signIn(ada, "google");
  google.login({ sub: "2", name: "Grace Hopper", email: "grace@example.com" });
  await recipe.signIn(grace, "google");
  const { adapter } = await recipe.load("auth.ts");
  const { id: userId } = await adapter.getUserByEmail("ada@example.com");
  const passkey = { credentialID: "a", providerAccountId: "a", credentialPublicKey: "AA==", counter: 0 };
  await adapter.linkAccount({ provider: "passkey", providerAccountId: "a", type: "webauthn", userId });
  await adapter.createAuthenticator({
    ...passkey,
    userId,
    name: "Laptop",
    credentialDeviceType: "singleDevice",
    credentialBackedUp: false,
  });

  const answer = await ada.fetch(`${APP}/export`);
  assert.match(answer.headers.get("content-disposition")!, /^attachment; filename="?my-data\.json"?$/);
  assert.equal(answer.headers.get("cache-control"), "private, no-cache, no-store");
  const text = await answer.text();
  const { user, accounts, passkeys, sessions, provenMailbox } = JSON.parse(text);
  assert.deepEqual([user.name, user.email], ["Ada Lovelace", "ada@example.com"]);
  const providers = accounts.map(({ provider }: { provider: string }) => provider);
  assert.deepEqual(providers.sort(), ["google", "passkey"]);
  assert.equal(passkeys[0].name, "Laptop");
  assert.equal(sessions.length, 1);
  assert.deepEqual(provenMailbox, { address: "ada@example.com" });
  assert.doesNotMatch(text, /grace|sha256:|AA==|token/i);
  // A stranger at an open computer.
  recipe.platform.tick(301);
  assert.equal((await ada.fetch(`${APP}/export`)).status, 401);
});

page.section("Erase", async (recipe) => {
  const sql = new DatabaseSync(":memory:");
  const adapter = Sqlite(sql);
  await adapter.migrate();
  const [id, other] = ["user-1", "user-2"];
  for (const each of [id, other]) {
    await adapter.createUser({ id: each, email: `${each}@example.com`, emailVerified: new Date() });
  }
  const tables = tablesOf(schema());
  assert.ok(tables.length > 6, tables.map(({ table }) => table).join());
  for (const { table, columns } of tables) {
    const mailboxes = table === "auth_security" ? [MAILBOX + id, MAILBOX + other] : [];
    for (const userId of [id, other, ...mailboxes]) {
      const values = columns.map((name) => name === "user_id" ? userId : `${userId} ${table}`);
      const places = columns.map(() => "?").join();
      sql.prepare(`INSERT OR REPLACE INTO ${table} (${columns.join()}) VALUES (${places})`).run(...values);
    }
  }

  // By SQL that removes the user alone, rows would be left.
  for (const statement of recipe.read("erase.sql").split(/;\n/).filter((each) => each.trim())) {
    sql.prepare(statement).run({ id });
  }

  assert.equal(await adapter.getUser(id), null);
  assert.ok(await adapter.getUser(other));
  for (const { table } of tables) {
    const rows = sql.prepare(`SELECT * FROM ${table}`).all();
    const left = rows.filter((row) => Object.values(row).some((value) => String(value).includes(id)));
    const expected = table === "auth_security" ? [[id, null]] : [];
    assert.deepEqual(left.map((row) => [row.user_id, row.password_hash]), expected, table);
    assert.equal(rows.length - left.length, table === "auth_security" ? 2 : 1, table);
  }
});

/** Begins the key of the row with the proven address. */
const MAILBOX = "\u0001mailbox ";

/** The tables that have a `user_id`, with their text columns. */
function tablesOf(text: string): readonly { readonly table: string; readonly columns: readonly string[] }[] {
  return [...text.matchAll(/CREATE TABLE IF NOT EXISTS (\w+) \(([^]*?)\n\)/g)].flatMap(([, table, body]) => {
    const needed = [...body!.matchAll(/^ {2}(\w+) \w+ NOT NULL(?! DEFAULT)/gm)].map(([, name]) => name!);
    const columns = table === "auth_security" ? [...needed, "password_hash"] : needed;
    return columns.includes("user_id") ? [{ table: table!, columns }] : [];
  });
}

page.last();
