/**
 * Adapters of Auth.js, as published, on databases that a test can look into.
 *
 * @module
 */

import { createClient } from "npm:@libsql/client@0.18.0";
// @ts-types="./_auth_js.d.ts"
import { DrizzleAdapter } from "npm:@auth/drizzle-adapter@1.11.3";
// @ts-types="./_auth_js.d.ts"
import PostgresAdapter from "npm:@auth/pg-adapter@1.11.3";
// @ts-types="./_auth_js.d.ts"
import { drizzle } from "npm:drizzle-orm@0.45.4/libsql";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import { createRequire } from "node:module";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Postgres, schema as postgres } from "../../src/adapters/postgres/postgres.ts";
import { schema as sqlite, Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { type SecurityMethods, securityOf } from "../../src/entries/adapters.ts";
import { root } from "../../tools/exports.ts";
import { installPackages } from "../_packages.ts";
import { run } from "../_run.ts";
import { startPostgres } from "../adapters/_server.ts";

/** As its documentation has it: ids are numbers, and nothing but keys is unique. */
const PG_SCHEMA = `
CREATE TABLE verification_token (
  identifier TEXT NOT NULL, expires TIMESTAMPTZ NOT NULL, token TEXT NOT NULL, PRIMARY KEY (identifier, token)
);
CREATE TABLE accounts (
  id SERIAL, "userId" INTEGER NOT NULL, type VARCHAR(255) NOT NULL, provider VARCHAR(255) NOT NULL,
  "providerAccountId" VARCHAR(255) NOT NULL, refresh_token TEXT, access_token TEXT, expires_at BIGINT,
  id_token TEXT, scope TEXT, session_state TEXT, token_type TEXT, PRIMARY KEY (id)
);
CREATE TABLE sessions (
  id SERIAL, "userId" INTEGER NOT NULL, expires TIMESTAMPTZ NOT NULL, "sessionToken" VARCHAR(255) NOT NULL,
  PRIMARY KEY (id)
);
CREATE TABLE users (
  id SERIAL, name VARCHAR(255), email VARCHAR(255), "emailVerified" TIMESTAMPTZ, image TEXT, PRIMARY KEY (id)
);`;

/** The default tables of its `sqlite` module. */
const DRIZZLE_SCHEMA = `
CREATE TABLE user (id text PRIMARY KEY NOT NULL, name text, email text UNIQUE, emailVerified integer, image text);
CREATE TABLE account (
  userId text NOT NULL REFERENCES user(id) ON DELETE CASCADE, type text NOT NULL, provider text NOT NULL,
  providerAccountId text NOT NULL, refresh_token text, access_token text, expires_at integer, token_type text,
  scope text, id_token text, session_state text, PRIMARY KEY (provider, providerAccountId)
);
CREATE TABLE session (
  sessionToken text PRIMARY KEY NOT NULL, userId text NOT NULL REFERENCES user(id) ON DELETE CASCADE,
  expires integer NOT NULL
);
CREATE TABLE verificationToken (
  identifier text NOT NULL, token text NOT NULL, expires integer NOT NULL, PRIMARY KEY (identifier, token)
);`;

/** As Prisma's migrations make them. */
const PRISMA_SCHEMA = `
CREATE TABLE "User" (
  id text PRIMARY KEY, name text, email text UNIQUE, "emailVerified" timestamp(3), image text
);
CREATE TABLE "Account" (
  "userId" text NOT NULL REFERENCES "User"(id) ON DELETE CASCADE, type text NOT NULL, provider text NOT NULL,
  "providerAccountId" text NOT NULL, refresh_token text, access_token text, expires_at integer, token_type text,
  scope text, id_token text, session_state text, authorization_details jsonb, "createdAt" timestamp(3), label text,
  PRIMARY KEY (provider, "providerAccountId")
);
CREATE TABLE "Session" (
  "sessionToken" text UNIQUE NOT NULL, "userId" text NOT NULL REFERENCES "User"(id) ON DELETE CASCADE,
  expires timestamp(3) NOT NULL, "createdAt" timestamp(3), "usedAt" timestamp(3), device text
);
CREATE TABLE "Authenticator" (
  "credentialID" text UNIQUE NOT NULL, "userId" text NOT NULL REFERENCES "User"(id) ON DELETE CASCADE,
  "providerAccountId" text NOT NULL, "credentialPublicKey" text NOT NULL, counter integer NOT NULL,
  "credentialDeviceType" text NOT NULL, "credentialBackedUp" boolean NOT NULL, transports text,
  "userHandle" text, name text, "createdAt" timestamp(3), "usedAt" timestamp(3), PRIMARY KEY ("userId", "credentialID")
);
CREATE TABLE "VerificationToken" (
  identifier text NOT NULL, token text NOT NULL, expires timestamp(3) NOT NULL, PRIMARY KEY (identifier, token)
);`;

const PRISMA_PACKAGES = {
  "@auth/core": "0.41.3",
  "@auth/prisma-adapter": "2.11.3",
  "@prisma/adapter-pg": "7.10.0",
  "@prisma/client": "7.10.0",
  "pg": "8.23.1",
  "prisma": "7.10.0",
};

/** The tables of `securityOf()`. */
const SECURITY_TABLES = [
  "auth_security",
  "auth_attempts",
  "auth_second_factors",
  "auth_pending_sign_ins",
  "auth_provider_tokens",
  "auth_provider_sessions",
];

/** A database with an adapter of Auth.js, and how to look into it. */
export interface Published {
  readonly adapter: Adapter;
  /** The functions that it lacks for passwords, in the same database. */
  readonly security: SecurityMethods;
  /** The functions with which the library gives a user to the owner of the mailbox. */
  readonly takeover?: Adapter;
  /** The functions by which the account page lists and removes ways to sign in. */
  readonly removal?: Adapter;
  /** Writes what the application's own SQL writes into all users: a date in microseconds. With `takeover`. */
  verifyInMicroseconds?(): Promise<void>;
  /** The rows of a table. */
  rows(table: "users" | "accounts" | "sessions" | "tokens"): Promise<readonly Record<string, unknown>[]>;
  /** Empties all tables. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

/** Opens `@auth/pg-adapter` on a Postgres of its own. */
export async function openPg(): Promise<Published> {
  const server = await startPostgres();
  const pool = new pg.Pool(server.settings);
  await pool.query(PG_SCHEMA);
  await pool.query(postgres(undefined, undefined, undefined, "security"));
  const tables = { users: "users", accounts: "accounts", sessions: "sessions", tokens: "verification_token" };
  return {
    adapter: PostgresAdapter(pool),
    security: securityOf(Postgres(pool)),
    rows: async (table) => (await pool.query(`SELECT * FROM ${tables[table]}`)).rows,
    empty: async () => void await pool.query(`TRUNCATE ${[...Object.values(tables), ...SECURITY_TABLES]}`),
    async close() {
      await pool.end();
      await server.stop();
    },
  };
}

/** Opens `@auth/drizzle-adapter` on SQLite. */
export async function openDrizzle(): Promise<Published> {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-drizzle-"));
  const client = createClient({ url: `file:${join(folder, "test.db")}` });
  await client.executeMultiple(DRIZZLE_SCHEMA + sqlite(undefined, undefined, undefined, "security"));
  const tables = { users: "user", accounts: "account", sessions: "session", tokens: "verificationToken" };
  return {
    adapter: DrizzleAdapter(drizzle(client)),
    security: securityOf(Sqlite(client)),
    rows: async (table) => (await client.execute(`SELECT * FROM ${tables[table]}`)).rows as never,
    async empty() {
      const all = [...Object.values(tables).toReversed(), ...SECURITY_TABLES];
      for (const table of all) await client.execute(`DELETE FROM ${table}`);
    },
    async close() {
      client.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Opens `@auth/prisma-adapter` on a Postgres of its own. Its client is generated, which takes seconds. */
export async function openPrisma(): Promise<Published> {
  const folder = fileURLToPath(new URL(".work/prisma/", root));
  await installPackages(folder, { private: true, type: "module", dependencies: PRISMA_PACKAGES }, {
    peers: false,
  });
  await cp(new URL("npm/compat/adapters/prisma/", root), join(folder, "prisma"), { recursive: true });
  // It writes no table, so that any program will do as the engine that would.
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: Deno.execPath(), CHECKPOINT_DISABLE: "1" };
  await run(folder, "node", ["node_modules/prisma/build/index.js", "generate"], env);
  // By `require`, which looks into this folder: an import asks Deno's own packages.
  const load = createRequire(join(folder, "package.json"));
  const { PrismaAdapter } = load("@auth/prisma-adapter");
  const { PrismaPg } = load("@prisma/adapter-pg");
  const { PrismaClient } = load("./prisma/client/index.js");
  const server = await startPostgres();
  const pool = new pg.Pool(server.settings);
  await pool.query(PRISMA_SCHEMA + postgres(undefined, undefined, undefined, "security"));
  const prisma = new PrismaClient({ adapter: new PrismaPg(server.settings) });
  const tables = { users: "User", accounts: "Account", sessions: "Session", tokens: "VerificationToken" };
  const names = [...Object.values(tables), "Authenticator"].map((name) => `"${name}"`);
  return {
    adapter: PrismaAdapter(prisma),
    takeover: (await pageModule("takeover.ts")).takeoverOf!(prisma),
    removal: (await pageModule("removal.ts")).removalOf!(prisma),
    async verifyInMicroseconds() {
      await pool.query(`ALTER TABLE "User" ALTER "emailVerified" TYPE timestamp(6)`);
      await pool.query(`UPDATE "User" SET "emailVerified" = '2026-01-01 10:20:30.123456'`);
    },
    security: securityOf(Postgres(pool)),
    rows: async (table) => (await pool.query(`SELECT * FROM "${tables[table]}"`)).rows,
    empty: async () => void await pool.query(`TRUNCATE ${[...names, ...SECURITY_TABLES]}`),
    async close() {
      await prisma.$disconnect();
      await pool.end();
      await server.stop();
    },
  };
}

/** A file of the page about databases. */
async function pageModule(name: string): Promise<Readonly<Record<string, (prisma: unknown) => Adapter>>> {
  const page = await readFile(new URL("docs/recipes/databases.md", root), "utf8");
  const code = page.split(`\n\`\`\`ts ${name}\n`)[1]!.split("\n```\n")[0]!;
  const file = new URL(`.work/prisma/${name}`, root);
  await writeFile(file, code);
  return await import(file.href);
}
