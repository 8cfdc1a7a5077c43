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
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { outside } from "../../mod.ts";
import { Postgres, schema } from "../../src/adapters/postgres/postgres.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { afterTests } from "../_after.ts";
import { startPostgres } from "../adapters/_server.ts";
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
    assert.match(page.text, /That is not possible on this site/, world.log());
  }
  assert.doesNotMatch(world.log(), /AdapterError/);
  assert.ok(await world.session());
});
