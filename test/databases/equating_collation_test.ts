/**
 * An adapter of Auth.js, as published, on MySQL with its usual collation, which equates `ada` and `Ada`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
// @ts-types="./_auth_js.d.ts"
import { DrizzleAdapter } from "npm:@auth/drizzle-adapter@1.11.3";
// @ts-types="./_auth_js.d.ts"
import { drizzle } from "npm:drizzle-orm@0.45.4/mysql2";
import mysql from "npm:mysql2@3.24.5/promise";
import { afterTests } from "../_after.ts";
import { startMariaDb } from "../adapters/_server.ts";
import { assertFailed, assertSignedIn, openDatabase } from "../flows/_database.ts";

/** As `drizzle-kit` makes them, on a server whose collation is that of MySQL. */
const SCHEMA = `
CREATE TABLE user (
  id varchar(255) PRIMARY KEY, name varchar(255), email varchar(255) UNIQUE, emailVerified timestamp(3) NULL,
  image varchar(255)
) COLLATE utf8mb4_unicode_ci;
CREATE TABLE account (
  userId varchar(255) NOT NULL, type varchar(255) NOT NULL, provider varchar(255) NOT NULL,
  providerAccountId varchar(255) NOT NULL, refresh_token varchar(255), access_token varchar(255), expires_at int,
  token_type varchar(255), scope varchar(255), id_token varchar(2048), session_state varchar(255),
  PRIMARY KEY (provider, providerAccountId), FOREIGN KEY (userId) REFERENCES user(id) ON DELETE CASCADE
) COLLATE utf8mb4_unicode_ci;
CREATE TABLE session (
  sessionToken varchar(255) PRIMARY KEY, userId varchar(255) NOT NULL, expires timestamp(3) NOT NULL,
  FOREIGN KEY (userId) REFERENCES user(id) ON DELETE CASCADE
) COLLATE utf8mb4_unicode_ci`;

const server = await startMariaDb();
if ("missing" in server) console.log(`skip: ${server.missing}`);
else {
  const pool = mysql.createPool(server.settings);
  afterTests(async () => {
    await pool.end();
    await server.stop();
  });
  for (const statement of SCHEMA.split(";")) await pool.query(statement);

  test("@auth/drizzle-adapter on MySQL gives no user to the account of another id, and both to their owners with utf8mb4_bin (AL-09)", async () => {
    const world = openDatabase({ adapter: DrizzleAdapter(drizzle(pool)), password: null });
    const signInAs = async (sub: string) => {
      await world.post("signout");
      world.idp.login({ sub, name: sub, email: `${sub === "ada" ? "ada" : "mallory"}@example.com` });
      return await world.signIn();
    };
    await signInAs("ada");
    await assertSignedIn(world, "ada@example.com");
    for (const sub of ["Ada", "ADÁ", "ada "]) {
      await assertFailed(world, await signInAs(sub), ["error", "ServerError"]);
      assert.match(world.log(), /caused by [^]*Duplicate entry/);
    }
    await signInAs("ada");
    await assertSignedIn(world, "ada@example.com");
    await pool.query(
      "ALTER TABLE account MODIFY providerAccountId varchar(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL",
    );
    await signInAs("Ada");
    await assertSignedIn(world, "mallory@example.com");
    await signInAs("ada");
    await assertSignedIn(world, "ada@example.com");
  });
}
