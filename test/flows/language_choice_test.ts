/**
 * `UserProfile({ language: true })`: users choose the language of pages and emails.
 *
 * @module
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { Sqlite } from "../../src/adapters/sqlite/sqlite.ts";
import type { Adapter } from "../../src/adapters/contract/types.ts";
import { type ProfileOptions, UserProfile } from "../../src/entries/user_profile.ts";
import type { Browser } from "../../src/testing/mod.ts";
import { DataExport } from "../../src/entries/data_export.ts";
import { send } from "./_send.ts";
import { DONE, openAccount, REFUSED } from "./_account_page.ts";
import type { DatabaseOptions } from "./_database.ts";
import { APP } from "./_world.ts";

const sqlite = await import("node:sqlite").catch(() => null);

const STORES: Readonly<Record<string, () => Promise<Adapter>>> = {
  "in memory": () => Promise.resolve(Memory()),
  ...(sqlite && {
    "in SQLite": async () => {
      const adapter = Sqlite(new sqlite.DatabaseSync(":memory:"), { userFields: { language: "text" } });
      await adapter.migrate();
      return adapter;
    },
  }),
};

const openChoice = async (options: ProfileOptions = { language: true }, more: DatabaseOptions = {}) =>
  await openAccount({ url: APP, ...more, features: [UserProfile(options)] });

const languageOf = async (browser: Browser, path = "signin") =>
  (await browser.open(`${APP}/auth/${path}`)).html.match(/<html lang="([^"]+)"/)?.[1];

for (const [how, adapter] of Object.entries(STORES)) {
  test(`A user chooses a language, which pages and emails have from then on, at other devices too, ${how}`, async () => {
    const world = await openChoice(undefined, { adapter: await adapter(), email: { notices: true } });
    const { browser, db, mails } = world;
    const page = await browser.open(`${APP}/auth/account/profile`);
    assert.match(page.text, /Language Same as the browser .*Deutsch .*English .*Français/);
    assert.deepEqual(await world.change({ action: "change-profile", language: "de" }), DONE("profile-saved"));
    assert.equal(await languageOf(browser, "account"), "de");
    assert.equal(((await db.users())[0] as { language?: unknown }).language, "de");
    assert.equal(await languageOf(world.visitor()), "en", "another browser");
    const other = await world.elsewhere();
    assert.equal(await languageOf(other, "account"), "de", "it comes with the sign-in");
    await world.ask("ada@example.com", other);
    assert.equal(mails.at(-1)?.locale.language, "de");
    assert.equal(await languageOf(other, "signin?ui_locales=fr"), "fr", "a request has its own");
    await (await other.open(`${APP}/auth/signout`)).submit("/auth/signout");
    assert.equal(await languageOf(other), "de", "the browser is still theirs");
    assert.deepEqual(await world.change({ action: "change-profile", language: "" }), DONE("profile-saved"));
    assert.equal(await languageOf(browser, "account"), "en");
    assert.equal(((await db.users())[0] as { language?: unknown }).language ?? null, null);
  });
}

test("A browser forgets the language of the user before, and of a choice that was taken back elsewhere", async () => {
  const world = await openChoice();
  const { browser, idp } = world;
  const phone = await world.elsewhere();
  await world.change({ action: "change-profile", language: "de" }, phone);
  await world.change({ action: "change-profile", language: "de" }, browser);
  await world.change({ action: "change-profile", language: "" }, browser);
  assert.equal(await languageOf(phone, "account"), "de");
  assert.deepEqual(
    await world.change({ action: "change-profile", language: "" }, phone),
    DONE("profile-saved"),
  );
  assert.equal(await languageOf(phone, "account"), "en");
  await world.change({ action: "change-profile", language: "de" }, phone);
  await (await phone.open(`${APP}/auth/signout`)).submit("/auth/signout");
  idp.login({ sub: "bob", name: "Bob", email: "bob@example.com" });
  await (await phone.open(`${APP}/auth/signin`)).submit("/auth/signin/idp");
  assert.equal(await languageOf(phone, "account"), "en");
});

test("The file with the data of a user has what their profile shows", async () => {
  const fields = { nickname: { label: "Nickname", type: "text" } } as const;
  const world = await openAccount({
    url: APP,
    features: [UserProfile({ language: true, fields }), DataExport()],
  });
  await world.change({ action: "change-profile", language: "de", nickname: "Countess" });
  const file = await send(world.browser, "account", { action: "download-data" });
  const { user } = await file.json();
  assert.deepEqual([user.name, user.language, user.nickname], ["Ada Lovelace", "de", "Countess"]);
});

test("The choice of a user goes before the language of the config, and no other feature is needed", async () => {
  const world = await openChoice(undefined, { language: "fr" });
  assert.equal(await languageOf(world.browser, "account"), "fr");
  await world.change({ action: "change-profile", language: "it" });
  assert.equal(await languageOf(world.browser, "account"), "it");
});

test("Only a language of the config is chosen, by a form or by a cookie (PF-10)", async () => {
  const world = await openChoice();
  const { browser } = world;
  for (const language of ["xx", 'de"><b>', "__proto__", "de-"]) {
    assert.deepEqual(await world.change({ action: "change-profile", language }), REFUSED("InvalidProfile"));
  }
  for (const value of ["xx", "%22%3E%3Cb%3E", "a".repeat(5000), "__proto__", ""]) {
    const headers = { cookie: `latchkey.language=${value}; __Host-latchkey.language=${value}` };
    const answer = await world.visitor().fetch(`${APP}/auth/signin`, { headers });
    const text = await answer.text();
    assert.match(text, /<html lang="en"/);
    assert.doesNotMatch(text, /"><b>/);
  }
  assert.equal(await languageOf(browser, "account"), "en");
});

test("Without the option, or with one language, nobody chooses, and a cookie says nothing", async () => {
  for (const [options, more] of [[{}, {}], [{ language: true }, { languages: ["en"] }]] as const) {
    const world = await openChoice(options, more as DatabaseOptions);
    assert.doesNotMatch((await world.browser.open(`${APP}/auth/account/profile`)).text, /Language/);
  }
  const world = await openChoice({});
  const headers = { cookie: "__Host-latchkey.language=de; latchkey.language=de" };
  assert.match(
    await (await world.visitor().fetch(`${APP}/auth/signin`, { headers })).text(),
    /<html lang="en"/,
  );
});

test("A field of the application with that name, and a value that is none, are mistakes of the config", async () => {
  for (
    const options of [
      { language: true, fields: { language: { label: "Language", type: "text" } } },
      { language: "de" as unknown as boolean },
    ] as const
  ) {
    const world = await openChoice(options as ProfileOptions);
    await world.browser.open(`${APP}/auth/account/profile`);
    assert.match(world.log(), /Cannot use `UserProfile\(\{ (?:language|fields: \{ language \}) \}\)`/);
  }
});
