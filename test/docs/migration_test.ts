/**
 * The pages of `docs/migration`: their code compiles, and moves users and passwords. `test/compat` runs the statements for
 * better-auth and Lucia with these libraries.
 *
 * @module
 */

import assert from "node:assert/strict";
import { pbkdf2Sync, randomBytes, scryptSync } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { hashSync } from "npm:bcryptjs@3.0.3";
import ts from "npm:typescript@5.9.3";
import { Memory } from "../../src/adapters/memory.ts";
import { Sqlite } from "../../src/adapters/sqlite.ts";
import { needsRehash } from "../../src/crypto/password.ts";
import type { CredentialsConfig } from "../../src/model/provider.ts";
import { type Block, blocksOf, brokenLinks, pagesIn, ROOT, tablesIn, writeCode } from "./_checked_pages.ts";
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

for (const page of pages) {
  test(`${page.path} leads to pages and headings that exist`, async () => {
    assert.deepEqual(await brokenLinks(page), []);
  });
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

/** A database with our tables, the table of passwords, and one user. */
async function openPasswords(hash: string) {
  const db = new DatabaseSync(":memory:");
  const adapter = Sqlite(db);
  await adapter.migrate();
  db.exec("CREATE TABLE passwords (user_id TEXT PRIMARY KEY, hash TEXT NOT NULL)");
  await adapter.createUser({ id: "1", name: "Ada", email: "ada@example.com", emailVerified: null });
  db.prepare("INSERT INTO passwords VALUES ('1', ?)").run(hash);
  const { Passwords } = await load<{ Passwords(db: DatabaseSync): CredentialsConfig }>("passwords");
  return {
    ...Passwords(db).options as Required<Pick<CredentialsConfig, "authorize" | "revoke">>,
    stored: () => (db.prepare("SELECT hash FROM passwords").get() as { hash: string } | undefined)?.hash,
  };
}

const request = new Request("https://app.test/");

/** A hash as better-auth and Lucia make it, with the hexadecimal text of a salt. */
function scryptHash(): string {
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${
    scryptSync(PASSWORD, salt, 64, { N: 16384, r: 16, p: 1, maxmem: 2 ** 26 }).toString("hex")
  }`;
}

test("docs/migration/passwords.md signs in with an old hash, and replaces it at the first success", async () => {
  const old = scryptHash();
  const { authorize, stored } = await openPasswords(old);
  assert.equal(await authorize({ email: "ada@example.com", password: "wrong" }, request), null);
  assert.equal(await authorize({ email: "eve@example.com", password: PASSWORD }, request), null);
  assert.equal(await authorize({ email: "ada@example.com" }, request), null);
  assert.equal(stored(), old);
  const user = await authorize({ email: " Ada@Example.com", password: PASSWORD }, request);
  assert.deepEqual(user, { id: "1", name: "Ada", email: "ada@example.com" });
  assert.equal(needsRehash(stored()!), false);
  assert.ok(await authorize({ email: "ada@example.com", password: PASSWORD }, request));
});

test("docs/migration/passwords.md removes a password when the owner of the mailbox takes the user over", async () => {
  const { authorize, revoke, stored } = await openPasswords(scryptHash());
  const user = { id: "1", email: "ada@example.com", emailVerified: null };
  assert.equal(await revoke(user), true);
  assert.equal(await revoke(user), false);
  assert.equal(stored(), undefined);
  assert.equal(await authorize({ email: "ada@example.com", password: PASSWORD }, request), null);
});

test("docs/migration/passwords.md verifies a hash of bcrypt", async () => {
  const { verifyAny } = await load<{ verifyAny(password: unknown, hash?: string): Promise<boolean> }>(
    "bcrypt",
  );
  const hash = hashSync(PASSWORD, 4);
  assert.equal(await verifyAny(PASSWORD, hash), true);
  assert.equal(await verifyAny("wrong", hash), false);
  assert.equal(await verifyAny(undefined, hash), false);
  assert.equal(await verifyAny(PASSWORD, undefined), false);
  assert.equal(needsRehash(hash), true);
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

test("docs/migration/passport.md copies the passwords of passport's tutorials, which then sign in", async () => {
  const { db } = await openPassport();
  const { copyPasswords } = await load<{ copyPasswords(db: DatabaseSync): void }>("passport passwords");
  copyPasswords(db);
  const { Passwords } = await load<{ Passwords(db: DatabaseSync): CredentialsConfig }>("passwords");
  const { authorize } = Passwords(db);
  assert.equal(await authorize({ email: "ada@example.com", password: "wrong" }, request), null);
  assert.equal((await authorize({ email: "ada@example.com", password: PASSWORD }, request))?.id, "7");
  const { hash } = db.prepare("SELECT hash FROM passwords").get() as { hash: string };
  assert.equal(needsRehash(hash), false);
});

test("docs/migration names only methods that an adapter has", () => {
  const methods = new Set([...Object.keys(Memory()), ...Object.keys(Sqlite(new DatabaseSync(":memory:")))]);
  const named = pages.flatMap(({ text }) =>
    [...text.matchAll(/`(\w+)`\s+of\s+the\s+adapter/g)].map(([, name]) => name!)
  );
  assert.ok(named.length >= 4);
  assert.deepEqual(named.filter((name) => name !== "userFields" && !methods.has(name)), []);
});
