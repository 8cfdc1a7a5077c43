/**
 * `docs/migration/openauth.md`: its programs run with OpenAuth, and its users move.
 *
 * @module
 */

import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { test } from "node:test";
// The page imports them, or what it imports: so their versions are in `deno.lock`.
import type {} from "npm:arctic@2.3.4";
import type {} from "npm:valibot@1.5.0";
import { PBKDF2Hasher } from "npm:@openauthjs/openauth@0.4.3/provider/password";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { verifyPassword } from "../../src/crypto/password.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { folderOf } from "./_blocks.ts";
import { readPage, tableBelow } from "./_checked_pages.ts";
import { inFolder } from "./_code.ts";
import { addGoogle } from "./_google.ts";
import { APP, openPage, type Recipe } from "./_recipe.ts";

const PASSWORD = "correct horse battery staple";
const ISSUER = "https://login.app.test";
const FOLDER = inFolder("migration/openauth");
const FILE = new URL("app.db", FOLDER);
const page = openPage("migration/openauth.md", {
  replace: {
    "app.db": FILE.pathname,
    "http://localhost:8000": APP,
    '{ persist: "./openauth.json" }': "",
  },
});

/** Starts the issuer and the application, with an empty database. */
async function startBefore(recipe: Recipe) {
  await rm(FILE, { force: true });
  const google = addGoogle(recipe);
  recipe.sites[ISSUER] = await recipe.serve("issuer.js");
  recipe.sites[APP] = await recipe.serve("app.js");
  return google;
}

/** Signs up at the issuer with a password, and returns what the application says then. */
async function signUp(recipe: Recipe, browser: Browser, email: string): Promise<string> {
  await browser.open(`${APP}/login`);
  const form = await browser.open(`${ISSUER}/password/register`);
  const question = await form.submit(0, { email, password: PASSWORD, repeat: PASSWORD });
  const [, code] = /^\S+@\S+ (\d{6})$/m.exec(recipe.printed())!;
  return (await question.submit(0, { code: code! })).text;
}

page.section("Before and after", async (recipe) => {
  await startBefore(recipe);
  assert.equal(await signUp(recipe, recipe.browser(), "ada@example.com"), "Hello, user 1");
  recipe.addMails();
  await (await recipe.load("auth.ts")).adapter.migrate();
  await recipe.start();
  assert.match((await recipe.signIn(recipe.browser(), "google")).text, /^Hello, user [0-9a-f-]{36}$/);
});

page.section("Users, passwords and sessions", async (recipe) => {
  const google = await startBefore(recipe);
  const [ada, grace] = [recipe.browser(), recipe.browser()];
  assert.equal(await signUp(recipe, ada, "Ada@example.com"), "Hello, user 1");
  google.login({ sub: "grace", email: "grace@example.com", email_verified: true });
  await grace.open(`${APP}/login`);
  assert.equal((await grace.open(`${ISSUER}/google/authorize`)).text, "Hello, user 2");
  const copy = await renew(recipe, ada);

  const { storage } = await recipe.load("issuer.js");
  const [, subject] = [...await keysIn(storage)].find(([kind]) => kind === "oauth:refresh")!;
  await storage.set(["oauth:refresh", subject, "of-a-tv"], { clientID: "tv" });
  const tv = recipe.browser();
  tv.setCookie(APP, `refresh_token=${encodeURIComponent(`${subject}:of-a-tv`)}; Path=/`);
  const { moveUser } = await recipe.load("move_user.ts");
  const { adapter } = await recipe.load("auth.ts");
  await adapter.migrate();
  const { users } = await recipe.load("users.js");
  // Twice, as after a program that breaks off.
  for (const [email, id] of [...users, ...users]) {
    await moveUser({ id, email, isVerified: true }, storage, adapter);
  }
  delete recipe.sites[ISSUER];
  const mails = recipe.addMails();
  recipe.sites[APP] = await recipe.serve("main.ts");
  const shown = async (browser: Browser) => (await browser.open(`${APP}/`)).text;
  assert.deepEqual(await Promise.all([ada, grace].map(shown)), ["Hello, user 1", "Hello, user 2"]);
  assert.deepEqual(await Promise.all([copy, tv].map(shown)), ["Hello, stranger", "Hello, stranger"]);
  await withQuickScrypt(async () => {
    const form = await recipe.browser().open(`${APP}/auth/signin?callbackUrl=/`);
    const fields = { email: "ada@example.com", password: PASSWORD };
    const asked = await form.submit("/auth/callback/password", fields);
    const [code] = /\b\d{4} ?\d{4}\b/.exec(mails.at(-1)!.text)!;
    assert.equal((await asked.submit("/auth/callback/password", { code })).text, "Hello, user 1");
  });
  assert.equal((await recipe.signIn(recipe.browser(), "google")).text, "Hello, user 2");
  await recipe.post(ada, "signout");
  assert.equal(await shown(ada), "Hello, stranger");
});

/** The keys of a storage. */
async function keysIn(storage: { scan(prefix: string[]): AsyncIterable<[string[], unknown]> }) {
  const keys: string[][] = [];
  for await (const [key] of storage.scan([])) keys.push(key);
  return keys;
}

/** Uses the refresh token of a browser. Returns a browser that still has the old one. */
async function renew(recipe: Recipe, browser: Browser): Promise<Browser> {
  const { value } = browser.cookies(APP).find(({ name }) => name === "refresh_token")!;
  const body = new URLSearchParams({ grant_type: "refresh_token", refresh_token: decodeURIComponent(value) });
  const answer = await fetch(`${ISSUER}/token`, { method: "POST", body });
  const { refresh_token } = await answer.json();
  browser.setCookie(APP, `refresh_token=${encodeURIComponent(refresh_token)}; Path=/`);
  const copy = recipe.browser();
  copy.setCookie(APP, `refresh_token=${value}; Path=/`);
  return copy;
}

page.last();

test("docs/migration/openauth.md moves hashes of PBKDF2Hasher, and those whose address is not verified", async () => {
  const { moveUser } = await import(
    new URL(folderOf("Users, passwords and sessions", { tab: "", database: "" }) + "move_user.ts", FOLDER)
      .href
  );
  const stored = await PBKDF2Hasher({ iterations: 1000 }).hash(PASSWORD);
  const storage = {
    get: (key: readonly string[]) => Promise.resolve(key[1] === "eve@example.com" ? stored : undefined),
    async *scan() {},
  };
  const adapter = Memory();
  // A run before has broken off.
  await adapter.createUser({ id: "9", name: null, email: "eve@example.com", emailVerified: null });
  const user = { id: "9", email: "Eve@example.com", isVerified: false, accounts: { google: "42" } };
  await moveUser(user, storage, adapter);
  const row = await adapter.rows.find("security", { userId: "9" });
  assert.equal(row!.passwordIsProven, false);
  assert.equal(await verifyPassword(PASSWORD, row!.passwordHash), true);
  const eve = await adapter.getUserByAccount({ provider: "google", providerAccountId: "42" });
  assert.deepEqual([eve?.email, eve?.emailVerified], ["eve@example.com", null]);
});

test("docs/migration/openauth.md names providers that OpenAuth has", async () => {
  const rows = tableBelow("Providers", await readPage("docs/migration/openauth.md"));
  for (const name of rows.flatMap(([before]) => before!.split(", "))) {
    const file = name.replace(/(?:Oidc)?Provider$/, "").toLowerCase() || "oidc";
    const module = await import(`npm:@openauthjs/openauth@0.4.3/provider/${file}`);
    assert.equal(typeof module[name], "function", name);
  }
  assert.equal(rows.length, 19);
});
