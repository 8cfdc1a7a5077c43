/**
 * `docs/migration/arctic.md`: its programs run with Arctic, and its table names what both packages have.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import * as arctic from "npm:arctic@3.7.0";
import { resolveProvider } from "../../src/oauth/provider.ts";
import { createProvider, readCases } from "../providers/_catalogue.ts";
import { readPage, ROOT, tableBelow } from "./_checked_pages.ts";
import { inFolder } from "./_code.ts";
import { addGoogle } from "./_google.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const FILE = new URL("app.db", inFolder("migration/"));
const page = openPage("migration/arctic.md", {
  replace: { "app.db": FILE.pathname, "http://localhost:8000": APP },
});

/** Starts the program with Arctic, with a user whose session has ended. */
async function startBefore(recipe: Recipe) {
  await rm(FILE, { force: true });
  const db = new DatabaseSync(FILE.pathname);
  db.exec(`
    CREATE TABLE user (
      id INTEGER PRIMARY KEY, google_id TEXT NOT NULL UNIQUE, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL, picture TEXT
    );
    CREATE TABLE session (
      id TEXT PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES user (id), expires_at INTEGER NOT NULL
    );
    INSERT INTO user VALUES (6, 'eve', 'eve@example.com', 'Eve', NULL);
    INSERT INTO session VALUES ('ended', 6, 1000);
  `);
  addGoogle(recipe);
  recipe.sites[APP] = await recipe.serve("before.js");
  return db;
}

page.section("Before and after", async (recipe) => {
  await startBefore(recipe);
  const [before, after] = [recipe.browser(), recipe.browser()];
  assert.match((await before.open(`${APP}/login/google`)).text, /^Hello, Ada Lovelace, user 7$/);
  await (await recipe.load("auth.ts")).adapter.migrate();
  await recipe.start();
  assert.match((await recipe.signIn(after, "google")).text, /^Hello, Ada Lovelace, user [0-9a-f-]{36}$/);
});

page.section("Users, accounts and sessions", async (recipe) => {
  const db = await startBefore(recipe);
  const [ada, eve] = [recipe.browser(), recipe.browser()];
  await ada.open(`${APP}/login/google`);
  eve.setCookie(APP, "session=ended");
  const { adapter } = await recipe.load("auth.ts");
  await adapter.migrate();
  db.exec(recipe.read("sql"));
  recipe.sites[APP] = await recipe.serve("main.ts");
  assert.equal((await ada.open(`${APP}/`)).text, "Hello, Ada Lovelace, user 7");
  assert.equal((await eve.open(`${APP}/`)).text, "Hello, stranger");
  // At another device, with the account.
  assert.equal((await recipe.signIn(eve, "google")).text, "Hello, Ada Lovelace, user 7");
  await recipe.post(ada, "signout");
  assert.equal((await ada.open(`${APP}/`)).text, "Hello, stranger");
  const user = await adapter.getUser("6");
  assert.deepEqual([user.name, user.email, user.emailVerified], ["Eve", "eve@example.com", null]);
});

page.section("Providers", async (recipe) => {
  const { bitbucket } = await recipe.load("bitbucket.ts");
  const provider = resolveProvider({ ...bitbucket, clientId: "id", clientSecret: "secret" }, recipe);
  assert.equal(provider.formerAccountId({ uuid: "{1815}" }, {}), "{1815}");
});

page.last();

const text = await readPage("docs/migration/arctic.md");

/** The classes of Arctic that are providers. */
const classes = Object.entries(arctic as Readonly<Record<string, unknown>>)
  .flatMap(([name, value]) =>
    typeof value === "function" && "createAuthorizationURL" in (value.prototype ?? {}) &&
      value !== arctic.OAuth2Client
      ? [[name, value as unknown as new (...options: readonly unknown[]) => Client] as const]
      : []
  );

interface Client {
  createAuthorizationURL(...options: readonly unknown[]): URL;
}

test("docs/migration/arctic.md names each provider of Arctic, with type and id of its accounts", async () => {
  const cases = new Map((await readCases()).map(([, each]) => [createProvider(each).id, each]));
  const rows = tableBelow("Providers", text);
  assert.deepEqual(rows.map(([name]) => name).sort(), classes.map(([name]) => name).sort());
  for (const [name, link, type, path] of rows) {
    const [, title, id] = /^\[(.+)\]\(\.\.\/providers\/(.+)\.md\)$/.exec(link!)!;
    const each = cases.get(id!)!;
    const provider = createProvider(each);
    assert.deepEqual([title, type], [provider.name, provider.type]);
    if (path === "see below") {
      assert.match(text.text, new RegExp(`^- \\*\\*${name}\\*\\*: the id `, "m"));
      continue;
    }
    const answers = [each.claims, ...each.profile?.map(({ json }) => json) ?? [], each.token.json];
    const found = answers.map((answer) => valueAt(path!, answer)).filter((value) => value !== undefined);
    assert.ok(found.map(String).includes(each.user.id), `${name}: ${path} is ${found}, not ${each.user.id}`);
  }
});

test("docs/migration/arctic.md names each other export of Arctic", () => {
  const names = Object.keys(arctic).filter((name) => !classes.some(([each]) => each === name));
  const named = tableBelow("Names", text).map(([before]) => before!.match(/\w+/g)!).flat();
  assert.deepEqual(names.filter((name) => !named.includes(name)), []);
});

test("docs/migration/arctic.md counts the providers with PKCE and with state", async () => {
  const ids = tableBelow("Providers", text).map(([, link]) => /providers\/(.+)\.md/.exec(link!)![1]!);
  const lines = (await readFile(new URL("test/providers/catalogue_urls.txt", ROOT), "utf8")).trim().split(
    "\n",
  );
  const ours = lines.map((line) => line.split(" ")).filter(([id]) => ids.includes(id!))
    .map(([, url]) => new URL(url!));
  const theirs = classes.map(([, Client]) => authorizationUrl(Client));
  const count = (urls: readonly URL[], name: string) =>
    urls.filter((url) => url.searchParams.has(name)).length;
  const [pkce, state] = tableBelow("What differs, and why", text);
  assert.deepEqual(pkce!.slice(0, 2), [
    `PKCE at ${count(theirs, "code_challenge")} of ${theirs.length} providers`,
    `at ${count(ours, "code_challenge")} of them`,
  ]);
  assert.equal(state![0], `state at ${count(theirs, "state")} of ${theirs.length} providers`);
  assert.equal(count(ours, "state"), theirs.length);
});

/** The URL to which a client of Arctic leads: its parameters have other places in each class. */
function authorizationUrl(Client: new (...options: readonly unknown[]) => Client): URL {
  const namesOf = (code: string, name: string) =>
    new RegExp(`${name}\\((.*?)\\)`).exec(code)![1]!.split(", ");
  const hosts: Readonly<Record<string, string>> = { domain: "idp.test", tenant: "common" };
  const options = namesOf(String(Client), "constructor").map((name) => hosts[name] ?? "https://idp.test");
  const params = namesOf(String(Client), "createAuthorizationURL")
    .map((name) => name === "scopes" ? ["profile"] : name.repeat(9));
  return new Client(...options).createAuthorizationURL(...params);
}

/** The value at a path such as `data[0].id`. */
function valueAt(path: string, value: unknown): unknown {
  return path.split(/[.[\]]+/).filter(Boolean)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], value);
}
