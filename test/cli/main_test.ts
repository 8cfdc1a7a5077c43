import assert from "node:assert/strict";
import { test } from "node:test";
import { schema as mysql } from "../../src/adapters/mysql/mysql.ts";
import { schema as postgres } from "../../src/adapters/postgres/postgres.ts";
import { schema as sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { readManifest } from "../../tools/exports.ts";
import { run } from "./_command.ts";

test("the command without words prints how to use it, as help does", async () => {
  const { out, code } = await run([], { ownProcess: true });
  assert.match(out, /^Usage: npx @latchkey\/auth <command>\n/);
  for (
    const word of [
      "secret",
      "check [file]",
      "preview [file]",
      "reseal [file]",
      "schema <database>",
      "--offline",
      "--json",
      "--env",
    ]
  ) {
    assert.ok(out.includes(word), word);
  }
  assert.equal(code, 0);
  for (const args of [["help"], ["--help"], ["-h"], ["check", "--help"]]) {
    assert.deepEqual({ ...await run(args), read: null }, { code: 0, out, errors: "", read: null });
  }
});

test("--version prints the version of deno.json", async () => {
  const { version } = await readManifest();
  assert.equal((await run(["--version"])).out, `${version}\n`);
});

const WRONG: readonly (readonly [words: string, reason: RegExp])[] = [
  [
    "chekc",
    /^Cannot run "chekc": there is no such command\. Write one of secret, check, preview, reseal, schema and help/,
  ],
  ["check --ofline", /^Cannot run "check": unknown option '--ofline'\. See `npx @latchkey\/auth help`/],
  ["check --env-file", /^Cannot run "check": option '--env-file <value>' argument missing/],
  ["check a.ts b.ts", /^Cannot run "check": "b\.ts" is one word too many/],
  ["reseal a.ts b.ts", /^Cannot run "reseal": "b\.ts" is one word too many/],
  ["schema", /^Cannot run "schema": it needs a database\. Write `schema sqlite`, `schema postgres` or/],
  ["schema oracle", /^Cannot run "schema": "oracle" is not a database with SQL/],
  ["schema sqlite --prefix 1", /^Cannot use the prefix "1": write up to 30 of a-z/],
  [
    "schema sqlite --user-fields role",
    /^Cannot run "schema": `--user-fields` has "role"\. Write names with types/,
  ],
  [
    "schema sqlite --user-fields role:enum",
    /^Cannot use the type "enum" of the user field "role": write one of text/,
  ],
  [
    "schema sqlite --from v1",
    /^Cannot run "schema": `--from` has "v1"\. Write the number of a version, such as `--from 1`/,
  ],
  ["schema sqlite --from 99", /^Cannot begin at version "99" of the tables: write one from 1 to \d+$/m],
  [
    "schema sqlite --from 1 --user-fields role:text",
    /^Cannot run "schema": `--user-fields` has no effect with `--from`/,
  ],
  [
    "schema sqlite --security --user-fields role:text",
    /^Cannot run "schema": `--user-fields` has no effect with `--security`/,
  ],
  ["secret .env", /^Cannot run "secret": "\.env" has no effect\. .*write `secret --env \.env`/],
];
for (const [words, reason] of WRONG) {
  test(`the command ${words} ends with exit code 2, and says why`, async () => {
    const { code, out, errors } = await run(words.split(" "), { ownProcess: words === WRONG[0]![0] });
    assert.match(errors, reason);
    assert.deepEqual([code, out, errors.split("\n").length], [2, "", 2]);
  });
}

test("schema prints the SQL of the adapter, with prefix and user fields", async () => {
  assert.equal((await run(["schema", "sqlite"], { ownProcess: true })).out, sqlite());
  assert.equal((await run(["schema", "postgres", "--prefix", "my_"])).out, postgres("my_"));
  const { out, code } = await run(["schema", "mysql", "--user-fields", "role:text, isAdmin:boolean"]);
  assert.equal(out, mysql(undefined, { role: "text", isAdmin: "boolean" }));
  assert.equal(code, 0);
});

test("schema --security prints the tables that stand beside those of another adapter", async () => {
  const { out, code } = await run(["schema", "postgres", "--security"]);
  assert.deepEqual(out.match(/CREATE TABLE IF NOT EXISTS \w+/g), [
    "CREATE TABLE IF NOT EXISTS auth_security",
    "CREATE TABLE IF NOT EXISTS auth_attempts",
    "CREATE TABLE IF NOT EXISTS auth_second_factors",
    "CREATE TABLE IF NOT EXISTS auth_pending_sign_ins",
    "CREATE TABLE IF NOT EXISTS auth_provider_tokens",
    "CREATE TABLE IF NOT EXISTS auth_provider_sessions",
    "CREATE TABLE IF NOT EXISTS auth_deletions",
    "CREATE TABLE IF NOT EXISTS auth_email_changes",
    "CREATE TABLE IF NOT EXISTS auth_activities",
    "CREATE TABLE IF NOT EXISTS auth_user_names",
    "CREATE TABLE IF NOT EXISTS auth_bans",
    "CREATE TABLE IF NOT EXISTS auth_acting_sessions",
    "CREATE TABLE IF NOT EXISTS auth_webhook_messages",
    "CREATE TABLE IF NOT EXISTS auth_anonymous_users",
  ]);
  assert.equal(out, postgres(undefined, undefined, undefined, "security"));
  assert.equal(code, 0);
  // What version 1 lacks of them is all of them.
  assert.equal((await run(["schema", "postgres", "--security", "--from", "1"])).out, out);
});

test("schema --from the newest version prints a comment, which a database accepts", async () => {
  for (const database of ["sqlite", "postgres", "mysql"]) {
    const { out, code } = await run(["schema", database, "--from", "8"]);
    assert.equal(code, 0);
    assert.equal(out, "-- Nothing to do: version 8 of the tables is the newest.\n");
  }
});
