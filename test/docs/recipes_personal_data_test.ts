import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { schema, Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("recipes/personal_data.md");

page.section("Export", async (recipe) => {
  const google = await recipe.startWithGoogle();
  const ada = recipe.browser();
  await recipe.signIn(ada, "google");
  const { adapter, sql } = await recipe.load("auth.ts");
  const { id } = await adapter.getUserByEmail("ada@example.com");
  sql.prepare("INSERT INTO invoices (user_id, total) VALUES (?, 12), ('other', 13), (?, 14)").run(id, id);

  assert.match((await ada.open(`${APP}/auth/account/data`)).text, /Download my data/);
  const answer = await recipe.post(ada, "account", { action: "download-data" });
  assert.equal(answer.headers.get("content-disposition"), 'attachment; filename="my-data.json"');
  const file = await answer.json();
  assert.deepEqual([file.user.email, file.provenMailbox.address], Array(2).fill("ada@example.com"));
  assert.deepEqual(file.application.invoices.map(({ total }: { total: number }) => total), [12, 14]);
  const { exportTo } = await recipe.load("export.ts");
  const path = await Deno.makeTempFile();
  await exportTo(path, id);
  assert.deepEqual(JSON.parse(await Deno.readTextFile(path)).user, file.user);
  await Deno.remove(path);
  // A stranger at an open computer.
  recipe.platform.tick(3600);
  google.login({ sub: "2", name: "Grace Hopper", email: "grace@example.com" });
  const late = await recipe.post(ada, "account", { action: "download-data" });
  assert.match(late.headers.get("location")!, /error=SessionNotFresh/);
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
