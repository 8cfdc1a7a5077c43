import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { en } from "../../src/messages/en.ts";
import { withQuickScrypt } from "../_quick_scrypt.ts";
import { blocksOf } from "./_blocks.ts";
import { built } from "./_built.ts";
import { APP, openPage } from "./_recipe.ts";

const page = openPage("administration.md", { built });

test("docs/administration.md adds administration to the application of docs/passwords.md in less than ten lines", async () => {
  const [shown, before] = await Promise.all(
    ["administration.md", "passwords.md"].map(async (name) =>
      blocksOf(await readFile(new URL(`../../docs/${name}`, import.meta.url), "utf8"))
    ),
  );
  const blocks = shown!.filter(({ section }) => section === "Turn it on");
  const env = blocks.find(({ file }) => file === ".env")!.text.split("\n");
  for (
    const [tab, file, other] of [["Next", "auth.config.ts", "Next"], ["Express", "auth.ts", "Express"], [
      "Deno",
      "auth.ts",
      "Express",
    ]]
  ) {
    const linesOf = (all: ReturnType<typeof blocksOf>, tab: string) =>
      all.find((each) => each.tab === tab && each.file === file)!.text.split("\n");
    const [now, then] = [linesOf(blocks, tab!), linesOf(before!, other!)];
    const added = [...now.filter((line) => !then.includes(line)), ...env];
    const removed = then.filter((line) => !now.includes(line));
    assert.ok(added.length < 10, `${tab}: ${added.length} lines`);
    assert.equal(removed.length, 1, `${tab}: the line of the config`);
  }
});

page.section("Turn it on", (recipe) =>
  withQuickScrypt(async () => {
    recipe.env.ADMIN = recipe.read(".env").replace("ADMIN=", "");
    await recipe.start();
    const { basePath } = recipe;
    const signUp = async (email: string) => {
      const browser = recipe.browser();
      const form = await browser.open(`${APP}${basePath}/signup`);
      await form.submit(`${basePath}/signup`, { email, password: "lovely engine weaves" });
      const pattern = new RegExp(`(https:\\S+${encodeURIComponent(email)}) \\d{8}$`, "m");
      for (let tries = 0; tries < 100 && !pattern.test(recipe.printed()); tries++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await browser.open(pattern.exec(recipe.printed())![1]!);
      return browser;
    };
    const [ada, grace] = [await signUp("ada@example.com"), await signUp("grace@example.com")];
    assert.equal((await ada.open(`${APP}${basePath}/admin`)).status, 403);
    const found = await (await grace.open(`${APP}${basePath}/admin`)).follow("ada@example.com");
    assert.match(found.text, /Ban this user/);
  }));

page.section("Say who is an administrator", async (recipe) => {
  await recipe.startWithGoogle();
  const { config: { features: [{ options: { isAdmin } }] } } = await recipe.load("auth.ts");
  assert.deepEqual([isAdmin({ role: "admin" }), isAdmin({ role: null })], [true, false]);
  const { adapter } = await recipe.load("auth.ts");
  await adapter.createUser({ id: "1", name: null, email: "grace@example.com", emailVerified: new Date() });
  await recipe.load("first_admin.ts");
  assert.match(recipe.printed(), /^grace@example\.com is an administrator$/m);
  assert.equal((await adapter.getUser("1")).role, "admin");
  assert.equal(recipe.read("sh").trim(), "node --env-file=.env first_admin.ts");
});

page.section("Roles of your staff", async (recipe) => {
  await recipe.startWithGoogle();
  const { config: { features: [{ options: { may } }] } } = await recipe.load("auth.ts");
  const asked = (role: string, action: string) => may({ staff: { role }, isAdmin: role === "admin", action });
  assert.deepEqual([asked("support", "getUser"), asked("support", "banUser"), asked("admin", "banUser")], [
    true,
    false,
    true,
  ]);
});

page.section("The pages", async (recipe) => {
  const google = await recipe.startWithGoogle();
  const { adapter } = await recipe.load("auth.ts");
  const browser = recipe.browser();
  google.login({ sub: "1", email: "grace@example.com", email_verified: true, name: "Grace Hopper" });
  await recipe.signIn(browser, "google");
  assert.equal((await browser.open(`${APP}/auth/admin`)).status, 403);
  const { id } = (await adapter.getUserByEmail("grace@example.com"))!;
  await adapter.updateUser({ id, role: "admin" });
  const page = await (await browser.open(`${APP}/auth/admin`)).follow("Grace Hopper");
  assert.equal(page.url, `${APP}/auth/admin?user=${id}`);
  assert.match(page.text, /Google.*Recent activity Signed in/);
});

test("pages.admin names each field that a form posts, and each error that it leads to", async () => {
  const [settings, api] = await Promise.all(
    ["settings/config.md", "public/openapi.json"].map((name) =>
      readFile(new URL(`../../docs/${name}`, import.meta.url), "utf8")
    ),
  );
  const said = /### `pages\.admin`([^]*?)\n## /.exec(settings!)![1]!;
  const { properties } = JSON.parse(api!).components.schemas.PostAdminForm;
  // Any form may have these; an application's own can't know `shownFor`, without which there's no `UserChanged`.
  const { ui_locales: _languages, shownFor: _owner, ...fields } = properties;
  const { UserChanged: _changed, ...errors } = en.administration.errors;
  const codes = [...Object.keys(errors), "NotFound", "InvalidReason", "InvalidEmail", "EmailSignInError"];
  const names = [...Object.keys(fields), ...fields.length.enum.filter(Boolean), ...codes, "MissingCSRF"];
  assert.deepEqual(names.filter((name) => !said.includes(`\`${name}\``)), []);
});

page.section("In your pages", async (recipe) => {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  const staff = async (browser: ReturnType<typeof recipe.browser>, form?: Record<string, string>) =>
    await browser.fetch(
      `${APP}/staff?search=ada`,
      form && {
        method: "POST",
        headers: { origin: APP, "sec-fetch-site": "same-origin" },
        body: new URLSearchParams(form),
      },
    );
  await recipe.start();
  const { adapter } = await recipe.load("auth.ts");
  const [ada, grace] = [recipe.browser(), recipe.browser()];
  google.login({ sub: "1", email: "ada@example.com", email_verified: true, name: "Ada Lovelace" });
  assert.equal((await recipe.signIn(ada, "google")).text, "Hello Ada Lovelace");
  google.login({ sub: "2", email: "grace@example.com", email_verified: true, name: "Grace Hopper" });
  await recipe.signIn(grace, "google");
  assert.equal((await staff(ada)).status, 403);
  const { id } = (await adapter.getUserByEmail("grace@example.com"))!;
  await adapter.updateUser({ id, role: "admin" });
  const { users, next } = await (await staff(grace)).json();
  assert.deepEqual([users.map((each: { email: string }) => each.email), next], [
    ["ada@example.com"],
    null,
  ]);
  const banned = await (await staff(grace, { id: users[0].id, reason: "Spam" })).json();
  assert.deepEqual([banned.users[0].ban.reason, banned.users[0].ban.bannedBy], ["Spam", id]);
  assert.equal(await recipe.session(ada), null);
  assert.equal((await staff(grace, { id: "nobody" })).status, 404);
  await adapter.updateUser({ id, role: null });
  assert.equal((await staff(grace)).status, 403);
});

page.section("What staff has done", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  await recipe.start();
  const { adapter } = await recipe.load("auth.ts");
  const [{ banDomain }, { storyOf }] = [await recipe.load("sweep.ts"), await recipe.load("log.ts")];
  await adapter.createUser({ id: "1", name: null, email: "1@spam.example", emailVerified: null });
  await banDomain("spam.example");
  const [line, ...others] = await storyOf("1");
  assert.match(line, /^\d{4}-.*Z a script: banUser done, Spam$/);
  assert.deepEqual(others, []);
});

page.section("Act as a user", async (recipe) => {
  const google = recipe.addProvider("https://accounts.google.com", "GOOGLE");
  await recipe.start();
  const { adapter } = await recipe.load("auth.ts");
  const [ada, grace] = [recipe.browser(), recipe.browser()];
  google.login({ sub: "1", email: "ada@example.com", email_verified: true, name: "Ada" });
  await recipe.signIn(ada, "google");
  google.login({ sub: "2", email: "grace@example.com", email_verified: true, name: "Grace" });
  await recipe.signIn(grace, "google");
  const { id } = (await adapter.getUserByEmail("grace@example.com"))!;
  await adapter.updateUser({ id, role: "admin" });
  const post = async (path: string, form: Record<string, string>) =>
    await (await grace.fetch(`${APP}${path}`, {
      method: "POST",
      headers: { origin: APP, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams(form),
    })).text();
  const user = (await adapter.getUserByEmail("ada@example.com"))!;
  assert.equal(await post("/act", { id: user.id, reason: "Ticket 7" }), "Grace acts as Ada");
  assert.equal((await ada.open(`${APP}/`)).text, "Hello Ada");
  assert.equal(await post("/stop", {}), "Hello Grace");
});

page.section("From a script", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  await recipe.start();
  const { adapter } = await recipe.load("auth.ts");
  const { banDomain } = await recipe.load("sweep.ts");
  for (const [id, domain] of [["1", "spam.example"], ["2", "example.com"], ["3", "spam.example"]]) {
    const user = { id, name: null, email: `${id}@${domain}`, emailVerified: null };
    await adapter.createUser(user);
  }
  assert.equal(await banDomain("spam.example"), 2);
  assert.equal(await adapter.rows.find("bans", { userId: "2" }), null);
  assert.equal((await adapter.rows.find("bans", { userId: "3" })).reason, "Spam");
  const { importLines } = await recipe.load("import.ts");
  const ada = { id: "ada", email: "ada@example.com", emailVerified: true, accounts: { google: "117" } };
  const lines = `\n${JSON.stringify(ada)}\n \r\n${JSON.stringify({ id: "4", email: "2@example.com" })}\n\n`;
  assert.deepEqual(await importLines(lines), {
    ...{ imported: 1, known: 0 },
    refused: [{
      ...{ index: 1, id: "4", reason: "AddressTaken" },
      message: "another user has the address",
    }],
  });
  assert.match(recipe.printed(), /^Line 4: AddressTaken, another user has the address$/m);
  await assert.rejects(importLines(`${JSON.stringify({ id: "5" })}\n\n{`), { message: "Line 3 is not JSON" });
  assert.equal(await adapter.getUser("5"), null);
  const found = await adapter.getUserByAccount({ provider: "google", providerAccountId: "117" });
  assert.equal(found.id, "ada");
});

page.section("Begin a session", async (recipe) => {
  recipe.addProvider("https://accounts.google.com", "GOOGLE");
  if (recipe.tab === "Next") await recipe.start();
  else recipe.sites[APP] = await recipe.listen("handover.ts");
  const browser = recipe.browser();
  const handOver = async (ticket: string) => {
    const body = new URLSearchParams({ ticket });
    const headers = { origin: APP, "sec-fetch-site": "same-origin" };
    const path = `${APP}/handover`;
    const { status } = await browser.fetch(path, { method: "POST", headers, body, redirect: "manual" });
    return [status, (await recipe.session(browser))?.user.id];
  };
  assert.deepEqual(await handOver("of nobody"), [404, undefined]);
  // Tickets are in the memory of another process.
  if (recipe.tab === "Next") return;
  const [{ adapter }, { tickets }] = [await recipe.load("auth.ts"), await recipe.load("tickets.ts")];
  for (const id of ["1", "ada"]) {
    await adapter.createUser({ id, name: null, email: `${id}@example.com`, emailVerified: null });
  }
  await adapter.rows.store(
    "bans",
    { userId: "1", version: 1, bannedAt: new Date(), bannedUntil: null, reason: null, bannedBy: null },
    null,
  );
  tickets.set("of a banned user", "1").set("of Ada", "ada");
  assert.deepEqual(await handOver("of a banned user"), [403, undefined]);
  assert.deepEqual(await handOver("of Ada"), [303, "ada"]);
  assert.deepEqual(await handOver("of Ada"), [404, "ada"], "a ticket counts once");
});

page.last();
