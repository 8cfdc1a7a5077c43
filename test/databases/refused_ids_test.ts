/**
 * Users of `authorize` whom the database cannot have, because its columns of ids are of UUIDs or numbers.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
// @ts-types="./_auth_js.d.ts"
import { DrizzleAdapter } from "npm:@auth/drizzle-adapter@1.11.3";
// @ts-types="./_auth_js.d.ts"
import { drizzle } from "npm:drizzle-orm@0.45.4/node-postgres";
// @ts-types="./_auth_js.d.ts"
import { pgTable, text, uuid } from "npm:drizzle-orm@0.45.4/pg-core";
import mysql from "npm:mysql2@3.24.5/promise";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { outside } from "../../mod.ts";
import { MySql, schema as mySqlSchema } from "../../src/adapters/mysql/mysql.ts";
import { Postgres, schema } from "../../src/adapters/postgres/postgres.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { emptyRow } from "../../src/shapes/security.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { afterTests } from "../_after.ts";
import { startMariaDb, startPostgres } from "../adapters/_server.ts";
import { openDatabase } from "../flows/_database.ts";
import { codeAt, secretIn } from "../flows/_second_factor.ts";
import { APP } from "../flows/_world.ts";

const server = await startPostgres();
const pool = new pg.Pool(server.settings);
afterTests(async () => {
  await pool.end();
  await server.stop();
});
const owned = /CREATE TABLE IF NOT EXISTS auth_(?:users|accounts|sessions|authenticators) [^]*?;/g;
await pool.query(schema().replace(owned, (table) => table.replaceAll(/\b(id|user_id) text/g, "$1 uuid")));

test("A user of authorize whom a column of UUIDs cannot have signs in with a second factor, which staff resets", async () => {
  const features = [SecondFactor({ required: true }), AccessTokens()];
  const world = openDatabase({
    adapter: Postgres(pool),
    session: { strategy: "jwt" },
    features,
    password: { authorize: () => ({ id: "ldap-7", name: "Ada Lovelace", email: "ada@corp.example" }) },
    more: () => [Passkey()],
  });
  const now = () => Math.floor(world.platform.now() / 30_000);
  let page = await world.typePassword();
  const mailed = world.mails.at(-1)?.code;
  if (mailed) page = await page.submit("/auth/second-factor-setup", { mailCode: mailed });
  const secret = secretIn(page);
  await page.submit("/auth/second-factor-setup", { code: codeAt(secret, now()) });
  assert.ok(await world.session(), world.log());
  await (await world.browser.open(`${APP}/auth/signout`)).submit("/auth/signout");

  world.platform.tick(60);
  const asked = await world.typePassword();
  assert.equal(await world.session(), null);
  await asked.submit("/auth/second-factor", { code: codeAt(secret, now()) });
  assert.ok(await world.session(), world.log());

  const { secondFactor, accessTokens } = outside({ ...world.config, url: APP, features });
  assert.equal(await secondFactor.reset("ldap-7"), true);
  const row = await Postgres(pool).rows.find("secondFactors", { userId: "ldap-7" });
  assert.equal(row?.enabledAt, null);
  await assert.rejects(accessTokens.get({ userId: "ldap-7", provider: "idp" }), {
    type: "ReconnectRequired",
  });
});

test("A user whom a column of UUIDs or numbers in MariaDB cannot have is deleted, and no one else", async (t) => {
  const database = await startMariaDb();
  if ("missing" in database) return t.skip(database.missing);
  const mariaDb = mysql.createPool({ ...database.settings, multipleStatements: true });
  const other = { id: "1", email: "king@other.example", emailVerified: null };
  try {
    for (const [type, id] of [["uuid", "7f3c9a10-aaaa-4bbb-8ccc-1234567890ab"], ["bigint", "1"]] as const) {
      const ofType = (table: string) => table.replaceAll(/\b(id|user_id) varchar\(\d+\)/g, `$1 ${type}`);
      await mariaDb.query(mySqlSchema().replace(owned, ofType));
      const adapter = MySql(mariaDb);
      await adapter.createUser({ ...other, id });
      await adapter.rows.store("security", { ...emptyRow("ldap-7"), generation: 1 }, null);
      assert.equal(await adapter.getUser("ldap-7"), null, type);
      await adapter.deleteUser("ldap-7");
      // No session of theirs goes on.
      assert.ok((await adapter.rows.find("security", { userId: "ldap-7" }))!.generation > 1, type);
      assert.equal((await adapter.getUser(id))?.email, other.email, type);
      for (const name of ["security", "authenticators", "sessions", "accounts", "users"]) {
        await mariaDb.query(`DROP TABLE auth_${name}`);
      }
    }
  } finally {
    await mariaDb.end();
    await database.stop();
  }
});

test("Beside an adapter of Auth.js whose column refuses the id, the pages of a user from elsewhere say so", async () => {
  const id = uuid("id").primaryKey();
  const user = pgTable("user", {
    id,
    name: text("name"),
    email: text("email"),
    emailVerified: text("emailVerified"),
  });
  await pool.query(`CREATE TABLE "user" (id uuid PRIMARY KEY, name text, email text, "emailVerified" text)`);
  const world = openDatabase({
    adapter: DrizzleAdapter(drizzle(pool), { usersTable: user }),
    session: { strategy: "jwt" },
    password: { authorize: () => ({ id: "ldap-7", name: "Ada Lovelace", email: "ada@corp.example" }) },
  });
  await world.typePassword();
  assert.equal((await world.session())?.user?.name, "Ada Lovelace");
  for (const path of ["signin?link=true", "account"]) {
    const page = await world.browser.open(`${APP}/auth/${path}`);
    assert.match(page.text, /That isn't possible on this site/, world.log());
  }
  assert.doesNotMatch(world.log(), /AdapterError/);
  assert.ok(await world.session());
});
