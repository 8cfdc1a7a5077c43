/**
 * The pages of `docs/migration`: their code compiles, and moves users and passwords. `test/compat` runs the statements for
 * better-auth and Lucia with these libraries.
 *
 * @module
 */

import assert from "node:assert/strict";
import { pbkdf2Sync, randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { hashSync } from "npm:bcryptjs@3.0.3";
// @ts-types="npm:@types/pg@8.15.5"
import pg from "npm:pg@8.23.1";
import ts from "npm:typescript@5.9.3";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Postgres, schema as postgres } from "../../src/adapters/postgres/postgres.ts";
import { schema, Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import { needsRehash, verifyPassword } from "../../src/crypto/password.ts";
import { type AuthConfig, outside } from "../../mod.ts";
import { securityOf } from "../../src/entries/adapters.ts";
import { Administration, type ImportedUser } from "../../src/entries/administration.ts";
import { bcrypt, firebase } from "../../src/entries/password_hashes.ts";
import { Email } from "../../src/providers/email.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Google } from "../../src/providers/google.ts";
import { Password } from "../../src/providers/password.ts";
import { startPostgres } from "../adapters/_server.ts";
import { type Block, blocksOf, pagesIn, ROOT, tablesIn, writeCode } from "./_checked_pages.ts";
import { inFolder } from "./_code.ts";

const pages = await pagesIn("docs/migration/");
const blocks = pages.flatMap(blocksOf);
const { files } = await writeCode(pages, inFolder("run/migration"));

const PASSWORD = "correct horse battery staple";

/** The block with a name. */
function blockOf(name: string): Block {
  return blocks.find((block) => block.name === name)!;
}

/** The module with a name on a page. */
async function load<T>(name: string): Promise<T> {
  return await import(files.get(name)!);
}

test("docs/migration/README.md leads to each page", () => {
  const index = pages.find(({ path }) => path.endsWith("README.md"))!.text;
  const missing = pages.map(({ path }) => path.split("/").at(-1)!).filter((name) =>
    !index.includes(`(${name})`)
  );
  assert.deepEqual(missing, ["README.md"]);
});

test("docs/migration/auth_js.md names only exports that exist, each with its module", async () => {
  const page = pages.find(({ path }) => path.endsWith("auth_js.md"))!;
  const rows = tablesIn(page.text.split("### Names that change")[1]!)[0]!;
  const { exports } = JSON.parse(await readFile(new URL("deno.json", ROOT), "utf8"));
  let checked = 0;
  for (const [before, here, from] of rows) {
    const module = await import(new URL(exports[from!.replace("@latchkey/auth", ".")], ROOT).href);
    const names = (here === "the same" ? before! : here!).match(/\b[A-Za-z]\w+(?=\(|,|$)/g)!;
    for (const name of names) {
      assert.equal(typeof module[name], "function", `${from} has no ${name}`);
      checked++;
    }
  }
  assert.equal(checked, 7);
});

test("docs/migration/auth_js.md maps each package to a module that exists", async () => {
  const { exports } = JSON.parse(await readFile(new URL("deno.json", ROOT), "utf8"));
  for (const [before, module] of await modulesOfAuthJs()) {
    assert.ok(
      exports[module.replace("@latchkey/auth", ".")],
      `${before} becomes ${module}, which is not there`,
    );
  }
});

test("docs/migration/auth_js.md and next_auth_4.md map next-auth/react to a module that asks the path of Next", async () => {
  const { exports } = JSON.parse(await readFile(new URL("deno.json", ROOT), "utf8"));
  const module = (await modulesOfAuthJs()).get("next-auth/react")!;
  const older = pages.find(({ path }) => path.endsWith("next_auth_4.md"))!.text;
  assert.match(older, new RegExp(`\\| \`SessionProvider\`.*next-auth/react\`.*\\[\`${module}\``));
  const client = await import(new URL(exports[module.replace("@latchkey/auth", ".")], ROOT).href);
  const names = [
    "SessionProvider",
    "useSession",
    "getSession",
    "getCsrfToken",
    "getProviders",
    "signIn",
    "signOut",
  ];
  assert.deepEqual(names.filter((name) => typeof client[name] !== "function"), []);
  const asked: string[] = [];
  const before = globalThis.fetch;
  try {
    Object.assign(globalThis, { location: { href: "https://app.test/" } });
    globalThis.fetch = (input) => {
      asked.push(String(input));
      return Promise.resolve(Response.json(null));
    };
    await client.getSession();
  } finally {
    globalThis.fetch = before;
    Object.assign(globalThis, { location: undefined });
  }
  assert.deepEqual(asked, ["https://app.test/api/auth/session"]);
});

/** The first table of the page: package of Auth.js → module of ours. The last row is about adapters, which stay. */
async function modulesOfAuthJs(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(new URL("docs/migration/auth_js.md", ROOT), "utf8");
  const rows = tablesIn(page)[0]!.slice(0, -1);
  return new Map(rows.map(([before, here]) => [before!, /^\[([^\]]+)\]/.exec(here!)![1]!]));
}

for (const { place, code } of blocks.filter(({ language }) => language === "js")) {
  test(`${place}, of the other library, is valid JavaScript`, () => {
    const { diagnostics } = ts.transpileModule(code, { reportDiagnostics: true, fileName: "before.js" });
    assert.deepEqual(diagnostics?.map(({ messageText }) => messageText), []);
  });
}

test("docs/migration/passwords.md copies the hashes of an application with Credentials, beside an adapter of Auth.js", async () => {
  const db = new DatabaseSync(":memory:");
  db.exec(`CREATE TABLE "User" (id TEXT PRIMARY KEY, email TEXT, "emailVerified" DATETIME, password TEXT)`);
  db.exec(schema(undefined, undefined, undefined, "security"));
  const hash = hashSync(PASSWORD, 4);
  const insert = db.prepare(`INSERT INTO "User" VALUES (?, ?, ?, ?)`);
  insert.run("1", "ada@example.com", "2026-01-01T00:00:00Z", hash);
  insert.run("2", "eve@example.com", null, hash);
  insert.run("3", "grace@example.com", "2026-01-01T00:00:00Z", null);
  db.exec(blockOf("Auth.js passwords").code);
  const { rows: stored } = securityOf(Sqlite(db));
  const rows = await Promise.all(["1", "2", "3"].map((userId) => stored.find("security", { userId })));
  assert.deepEqual(rows.map((row) => row?.passwordIsProven), [true, false, undefined]);
  assert.equal(await bcrypt().verify(PASSWORD, rows[0]!.passwordHash!), true);
});

test("docs/migration copies passwords with statements that Postgres runs, too", async () => {
  const { settings, stop } = await startPostgres();
  const pool = new pg.Pool(settings);
  const { rows: stored } = securityOf(Postgres(pool));
  await pool.query(postgres(undefined, undefined, undefined, "security"));
  // The columns that each statement reads, with a user who has confirmed the address, and one who has not.
  const tables: Readonly<Record<string, string>> = {
    "Auth.js passwords": `CREATE TABLE "User" AS
      SELECT * FROM (VALUES ('1', now(), 'hash'), ('2', NULL, 'hash')) AS rows (id, "emailVerified", password)`,
    "better-auth passwords": `
      CREATE TABLE "user" AS SELECT * FROM (VALUES ('1', true), ('2', false)) AS rows (id, "emailVerified");
      CREATE TABLE account AS SELECT * FROM (VALUES ('1', 'credential', 'hash'), ('2', 'credential', 'hash'),
        ('3', 'github', NULL)) AS rows ("userId", "providerId", password)`,
    "Lucia passwords": `DROP TABLE "user"; CREATE TABLE "user" AS
      SELECT * FROM (VALUES ('1', 'hash', true), ('2', 'hash', false)) AS rows (id, password_hash, email_verified)`,
  };
  for (const [name, statements] of Object.entries(tables)) {
    await pool.query(statements);
    await pool.query(blockOf(name).code);
    const rows = await Promise.all(["1", "2", "3"].map((userId) => stored.find("security", { userId })));
    assert.deepEqual(rows.map((row) => row?.passwordIsProven), [true, false, undefined], name);
    assert.equal(rows[0]!.passwordHash, "hash");
    await pool.query("DELETE FROM auth_security");
  }
  await pool.end();
  await stop();
});

/** A database with the tables of passport's tutorials, and ours beside them. */
async function openPassport() {
  const db = new DatabaseSync(":memory:");
  db.exec(`
    CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT UNIQUE, hashed_password BLOB, salt BLOB, name TEXT);
    CREATE TABLE federated_credentials (
      user_id INTEGER NOT NULL, provider TEXT NOT NULL, subject TEXT NOT NULL, PRIMARY KEY (provider, subject)
    );
    INSERT INTO users (id, username, name) VALUES (8, NULL, 'Grace'), (9, 'alice', NULL);
    INSERT INTO federated_credentials VALUES (8, 'https://accounts.google.com', '42');
  `);
  const salt = randomBytes(16);
  const key = pbkdf2Sync(PASSWORD, salt, 310_000, 32, "sha256");
  db.prepare("INSERT INTO users VALUES (7, 'Ada@example.com', ?, ?, 'Ada')").run(key, salt);
  const adapter = Sqlite(db);
  await adapter.migrate();
  db.exec(blockOf("passport users").code);
  return { db, adapter };
}

test("docs/migration/passport.md copies the users of passport's tutorials", async () => {
  const { adapter } = await openPassport();
  const ada = await adapter.getUserByEmail("ada@example.com");
  assert.deepEqual([ada?.id, ada?.name, ada?.emailVerified], ["7", "Ada", null]);
  const grace = await adapter.getUserByAccount({ provider: "google", providerAccountId: "42" });
  assert.deepEqual([grace?.id, grace?.name, grace?.email], ["8", "Grace", null]);
  assert.equal((await adapter.getUser("9"))?.email, null);
});

test("docs/migration/passport.md copies the passwords of passport's tutorials, which are right then", async () => {
  const { db, adapter } = await openPassport();
  const { copyPasswords } = await load<{ copyPasswords(db: DatabaseSync): void }>("passport passwords");
  copyPasswords(db);
  const row = await adapter.rows.find("security", { userId: "7" });
  assert.equal(row!.passwordIsProven, false);
  assert.equal(await verifyPassword("wrong", row!.passwordHash!), false);
  assert.equal(await verifyPassword(PASSWORD, row!.passwordHash!), true);
  assert.equal(needsRehash(row!.passwordHash!), true);
});

test("docs/migration names only methods that an adapter has", () => {
  const methods = new Set([...Object.keys(Memory()), ...Object.keys(Sqlite(new DatabaseSync(":memory:")))]);
  const named = pages.flatMap(({ text }) =>
    [...text.matchAll(/`(\w+)`\s+of\s+the\s+adapter/g)].map(([, name]) => name!)
  );
  assert.ok(named.length >= 4);
  assert.deepEqual(named.filter((name) => name !== "userFields" && !methods.has(name)), []);
});

/** What the page about hosted services exports. */
interface Hosted {
  readonly [reader: `read${string}`]: (...texts: readonly string[]) => Iterable<ImportedUser>;
}

/** The kind of hashes of Firebase: its example. */
const FIREBASE = firebase({
  signerKey: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
  ...{ saltSeparator: "Bw==", rounds: 8, memoryCost: 14 },
});

/** Imports files with the code of the page, twice: the second time nothing is left to do. */
async function imported(service: string, reader: `read${string}`, ...texts: readonly string[]) {
  const db = new DatabaseSync(":memory:");
  const adapter = Sqlite(db);
  await adapter.migrate();
  const { [reader]: read } = await load<Hosted>(service);
  const client = { clientId: "id", clientSecret: "a-secret" };
  const mail = Email({ mails: "both", notices: true, sendVerificationRequest() {} });
  const { administration } = outside(
    {
      adapter,
      url: "https://app.test",
      secret: "a-secret-of-forty-characters-for-tests-0",
      providers: [Password({ hashes: [bcrypt(), FIREBASE] }), mail, Google(client), GitHub(client)],
      features: [Administration({ isAdmin: () => false })],
    } satisfies AuthConfig<"database">,
  );
  const done = await administration.importUsers(read!(...texts));
  assert.deepEqual(done.refused, []);
  const { imported: count } = done;
  const again = await administration.importUsers(read!(...texts));
  assert.deepEqual(again, { imported: 0, known: count, refused: [] });
  const shown = async (id: string) => {
    const user = await adapter.getUser(id);
    const row = await adapter.rows.find("security", { userId: id });
    const accounts = (await adapter.listAccountsByUserId(id)).map((each) =>
      `${each.type} ${each.provider}/${each.providerAccountId}`
    );
    return {
      ...{ name: user?.name, email: user?.email, isVerified: user?.emailVerified instanceof Date },
      ...{ hash: row?.passwordHash ?? null, isProven: row?.passwordIsProven, accounts },
    };
  };
  return { adapter, shown };
}

test("docs/migration/hosted_services.md imports the users of Clerk, with their passwords", async () => {
  const hash = hashSync(PASSWORD, 4);
  const head = "id,first_name,last_name,username,primary_email_address,primary_phone_number," +
    "verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers," +
    "totp_secret,password_digest,password_hasher";
  const { shown } = await imported(
    "Clerk",
    "readClerk",
    [
      head,
      `user_1,Ada,"King, ""Countess""",,Ada@example.com,,Ada@example.com,,,,,${hash},bcrypt`,
      `user_2,Eve,,,eve@example.com,,,eve@example.com,,,,${hash},bcrypt`,
      `user_3,,,,b@example.com,,"a@example.com,b@example.com",,,,,,`,
      "",
    ].join("\r\n"),
  );
  const ada = { name: 'Ada King, "Countess"', email: "ada@example.com", isVerified: true, isProven: true };
  assert.deepEqual(await shown("user_1"), { ...ada, hash, accounts: [] });
  assert.equal(await bcrypt().verify(PASSWORD, hash), true);
  const eve = { name: "Eve", email: "eve@example.com", isVerified: false, isProven: false };
  assert.deepEqual(await shown("user_2"), { ...eve, hash, accounts: [] });
  const other = { name: null, email: "b@example.com", isVerified: true, isProven: undefined };
  assert.deepEqual(await shown("user_3"), { ...other, hash: null, accounts: [] });
});

test("docs/migration/hosted_services.md imports the users of Auth0, and adds the hashes of the other file", async () => {
  const hash = hashSync(PASSWORD, 4);
  const lines = (...users: readonly object[]) => users.map((user) => `${JSON.stringify(user)}\n`).join("");
  const jobs = lines(
    {
      ...{ user_id: "auth0|5dea", name: "Ada", email: "ada@example.com", email_verified: true },
      identities: [{ provider: "auth0", user_id: "5dea", connection: "Users", isSocial: false }],
    },
    {
      ...{ user_id: "google-oauth2|117", name: "Grace", email: "grace@example.com", email_verified: true },
      identities: [{ provider: "google-oauth2", user_id: "117" }, { provider: "github", user_id: 42 }],
    },
    { user_id: "auth0|euclid", email: "euclid@example.com", email_verified: false },
  );
  const hashes = lines(
    { _id: { $oid: "5dea" }, email: "ada@example.com", email_verified: true, passwordHash: hash },
    { _id: { $oid: "5deb" }, alt_id: "euclid", passwordHash: hash },
  );
  const { shown, adapter } = await imported("Auth0", "readAuth0", jobs, hashes);
  const ada = { name: "Ada", email: "ada@example.com", isVerified: true, isProven: true };
  assert.deepEqual(await shown("auth0|5dea"), { ...ada, hash, accounts: [] });
  assert.deepEqual((await shown("google-oauth2|117")).accounts.toSorted(), [
    "oauth github/42",
    "oidc google/117",
  ]);
  const euclid = { name: null, email: "euclid@example.com", isVerified: false, isProven: false };
  assert.deepEqual(await shown("auth0|euclid"), { ...euclid, hash, accounts: [] });
  assert.equal(
    (await adapter.getUserByAccount({ provider: "google", providerAccountId: "117" }))?.name,
    "Grace",
  );
});

test("docs/migration/hosted_services.md imports the users of Firebase, but for those who are disabled", async () => {
  // The example of `firebase()`.
  const [salt, passwordHash] = [
    "42xEC+ixf3L2lw==",
    "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  ];
  const own = { localId: "a", email: "ada@example.com", emailVerified: true, displayName: "Ada" };
  const users = [
    {
      ...own,
      passwordHash,
      salt,
      providerUserInfo: [{ providerId: "google.com", rawId: "117" }, { providerId: "phone" }],
    },
    { localId: "b", phoneNumber: "+1", providerUserInfo: [] },
    { ...own, localId: "c", email: "c@example.com", disabled: true },
  ];
  const { shown } = await imported("Firebase", "readFirebase", JSON.stringify({ users }));
  const { hash, ...ada } = await shown("a");
  const expected = { name: "Ada", email: "ada@example.com", isVerified: true, isProven: true };
  assert.deepEqual(ada, { ...expected, accounts: ["oidc google/117"] });
  assert.equal(await FIREBASE.verify("user1password", hash!), true);
  assert.deepEqual((await shown("b")).email, null);
  assert.equal((await shown("c")).name, undefined);
});

test("docs/migration/hosted_services.md copies the users of Supabase with statements that Postgres runs", async () => {
  const { settings, stop } = await startPostgres();
  const pool = new pg.Pool(settings);
  const adapter = Postgres(pool);
  await adapter.migrate();
  await pool.query(`
    CREATE SCHEMA auth;
    CREATE TABLE auth.users (
      id uuid PRIMARY KEY, email text, encrypted_password text, email_confirmed_at timestamptz,
      raw_user_meta_data jsonb, deleted_at timestamptz, is_anonymous boolean NOT NULL DEFAULT false
    );
    CREATE TABLE auth.identities (user_id uuid, provider text, provider_id text);
    INSERT INTO auth.users VALUES
      ('00000000-0000-4000-8000-000000000001', 'Ada@example.com', '$2a$hash', now(), '{"full_name":"Ada"}', NULL, false),
      ('00000000-0000-4000-8000-000000000002', 'eve@example.com', '$2a$hash', NULL, '{}', NULL, false),
      ('00000000-0000-4000-8000-000000000003', 'gone@example.com', '$2a$hash', now(), '{}', now(), false),
      ('00000000-0000-4000-8000-000000000004', NULL, '', NULL, '{}', NULL, true),
      ('00000000-0000-4000-8000-000000000005', 'grace@example.com', '', now(), '{"avatar_url":"https://a.example/g"}', NULL, false);
    INSERT INTO auth.identities VALUES
      ('00000000-0000-4000-8000-000000000001', 'email', '1'),
      ('00000000-0000-4000-8000-000000000005', 'google', '117'),
      ('00000000-0000-4000-8000-000000000003', 'github', '42');
  `);
  await pool.query(blockOf("Supabase").code);
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
  const users = await Promise.all([1, 2, 3, 4, 5].map((n) => adapter.getUser(id(n))));
  assert.deepEqual(users.map((user) => user && [user.name, user.email, user.emailVerified !== null]), [
    ["Ada", "ada@example.com", true],
    [null, "eve@example.com", false],
    null,
    null,
    [null, "grace@example.com", true],
  ]);
  const rows = await Promise.all([1, 2, 3, 5].map((n) => adapter.rows.find("security", { userId: id(n) })));
  assert.deepEqual(rows.map((row) => row?.passwordIsProven), [true, false, undefined, undefined]);
  assert.equal((await adapter.getUserByAccount({ provider: "google", providerAccountId: "117" }))?.id, id(5));
  await pool.end();
  await stop();
});
