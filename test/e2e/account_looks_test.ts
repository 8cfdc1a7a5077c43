/**
 * The boxes of the account page, as a browser draws them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Cookie, Page } from "npm:playwright-core@1.65.1";
import { isNightly } from "../_nightly.ts";
import { AccountDeletion } from "../../src/entries/account_deletion.ts";
import { ActivityLog } from "../../src/entries/activity_log.ts";
import { AccessTokens } from "../../src/features/provider_tokens/access_tokens.ts";
import { DataExport } from "../../src/entries/data_export.ts";
import { AccountPage } from "../../src/features/account_page/account_page.ts";
import { Auth } from "../../mod.ts";
import { Memory } from "../../src/adapters/memory/memory.ts";
import { all } from "../../src/messages/languages.ts";
import { Email } from "../../src/providers/email.ts";
import { GitHub } from "../../src/providers/github.ts";
import { Passkey } from "../../src/providers/passkey.ts";
import { UserNames } from "../../src/entries/user_names.ts";
import { UserProfile } from "../../src/features/profile/profile.ts";
import { SecondFactor } from "../../src/features/second_factor/second_factor.ts";
import type { VerificationRequest } from "../../src/model/provider.ts";
import { OWN_ACTIVITY } from "../../src/shapes/activity_log.ts";
import { testInBrowser } from "./chromium.ts";
import { assertAccessible, contentHeight, inspect } from "./_looks.ts";
import { photograph, visit, type Visitor } from "./visitor.ts";

/** Users: of few sessions and of many. Lists must not make the page longer. */
const SESSIONS = { few: 8, many: 30 } as const;

const FACTOR = {
  ...{ userId: "1", version: 1, enabledAt: new Date(), totpSecret: "sealed", totpStep: 0 },
  ...{ recoveryCodes: "one two three", devices: null },
};

/** Fields of the profile, one of each type. */
const FIELDS = {
  born: { label: "Date of birth", type: "date" },
  news: { label: "Send me the newsletter once a month", type: "boolean" },
  plan: { label: "Plan", type: "choice", choices: { free: "Free" } },
  since: { label: "Member since", type: "date", editable: false },
  site: { label: "Website", type: "url" },
} as const;

const HAPPENED = {
  ...{ userId: "1", id: "", way: "github", reason: null, device: "Safari on iPhone", count: 1 },
  ...{ location: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, United Kingdom" },
  ...{ createdAt: new Date(), expires: new Date(Date.now() + 86_400_000) },
};

/** Activities with short and with long words. */
const ACTIVITIES = [
  { ...HAPPENED, type: "signIn" },
  { ...HAPPENED, type: "signInFailure", reason: "CredentialsSignin", count: 12 },
  { ...HAPPENED, type: "secondFactorReset", way: null, device: null, location: null },
];

/** A user, and their application. */
interface User {
  readonly url: string;
  readonly email: string;
  /** Turns their second factor on, which has the longest words. */
  readonly enable: () => unknown;
  /** Removes them, as the deletion of their account does. */
  readonly remove: () => unknown;
  /** Of the session, once they have signed in. */
  readonly cookies: Cookie[];
}

/** Where rows are measured: the widths of a phone and of a desk, in languages whose words differ in length and direction. */
const WINDOWS = (isNightly ? ["en", "de", "ja", "ar"] : ["de", "ar"]).flatMap((locale) => [
  { locale, viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  { locale, viewport: { width: 1280, height: 900 } },
]);

await testInBrowser("how the account page looks", (browser, test) => {
  const mails: VerificationRequest[] = [];

  /** Serves an application, with a user who has much. */
  async function serve(sessions: number): Promise<User> {
    const adapter = Memory();
    const email = `${sessions}@acme.example`;
    const user = { id: "1", name: "Ada Lovelace", email, emailVerified: new Date() };
    await adapter.createUser(user);
    const ids = { userId: user.id, provider: "github", type: "oauth" } as const;
    for (
      const name of [
        "ada",
        "a-very-long-name-at-the-provider-of-ninety-letters@a-department.of-a-company.example",
      ]
    ) {
      await adapter.linkAccount({ ...ids, providerAccountId: name, label: name, createdAt: new Date(0) });
    }
    for (let index = 1; index < sessions; index++) {
      const expires = new Date(Date.now() + 86_400_000);
      await adapter.createSession({
        sessionToken: `${index}`,
        userId: user.id,
        expires,
        device: "Safari on iPhone",
      });
    }
    for (let index = 0; index < sessions; index++) {
      const activity = { ...ACTIVITIES[index % 3]!, ...OWN_ACTIVITY, id: String(index) };
      await adapter.rows.count("activities", activity, new Date());
    }
    const tokens = { userId: user.id, provider: "github", providerAccountId: "ada", version: 1 };
    await adapter.rows.store("providerTokens", { ...tokens, leaseUntil: null, tokens: "sealed" }, null);
    const config = {
      adapter,
      features: [
        AccountPage(),
        UserProfile({ fields: FIELDS, language: true }),
        UserNames(),
        AccessTokens(),
        ActivityLog(),
        DataExport(),
        SecondFactor(),
        AccountDeletion(),
      ],
      languages: all,
      limits: false,
      providers: [
        Email({ sendVerificationRequest: (sent) => void mails.push(sent) }),
        GitHub({ clientId: "id", clientSecret: "secret" }),
        Passkey(),
      ],
      secret: "a-secret-of-more-than-thirty-two-characters",
      trustHost: true,
      logger: { error() {}, warn() {} },
    } as const;
    const server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      (request) =>
        new URL(request.url).pathname === "/favicon.ico"
          ? new Response(null, { status: 204 })
          : Auth(request, config),
    );
    const enable = () => adapter.rows.store("secondFactors", FACTOR, null);
    const remove = () => adapter.deleteUser(user.id);
    return { url: `http://localhost:${server.addr.port}`, email, enable, remove, cookies: [] };
  }

  /** Opens a window in which the user is signed in. */
  async function arrive(
    { url, email, enable, cookies }: User,
    options = {},
  ): Promise<Visitor & { readonly page: Page }> {
    const visitor = await visit(browser, options);
    const page = await visitor.open("about:blank");
    if (!cookies.length) {
      await page.goto(`${url}/auth/signin?callbackUrl=/auth/account`);
      await page.locator("input[name=email]").fill(email);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/verify-request*");
      await page.goto(mails.findLast(({ identifier }) => identifier === email)!.url);
      await page.waitForURL("**/auth/account");
      cookies.push(...await page.context().cookies());
      await enable();
    }
    await page.context().addCookies(cookies);
    return { ...visitor, page };
  }

  test("no row of the account page moves its button with its text, targets are large, and lists do not grow", async () => {
    const [few, many] = [await serve(SESSIONS.few), await serve(SESSIONS.many)];
    for (const { locale, ...options } of WINDOWS) {
      const heights: number[] = [];
      for (const user of [few, many]) {
        const { page, leave } = await arrive(user, { locale, ...options });
        for (const tab of ["", "/profile", "/security", "/devices", "/data"]) {
          await page.goto(`${user.url}/auth/account${tab}`);
          const name = `account${tab.replace("/", "-")}-${locale}-${options.viewport.width}`;
          await photograph(page, name);
          assert.deepEqual(await problems(page, "isMobile" in options ? 44 : 32), [], name);
        }
        heights.push(await contentHeight(page));
        await leave();
      }
      assert.equal(heights[0], heights[1], `${locale} ${options.viewport.width}`);
    }
  });

  test("a user downloads their data, also without a script, and stays on the page", async () => {
    // With a second factor, the session of the email would have to prove it first.
    const user = { ...await serve(SESSIONS.few), enable() {} };
    for (const options of [{}, { javaScriptEnabled: false }]) {
      const { page, leave } = await arrive(user, options);
      await page.goto(`${user.url}/auth/account/data`);
      const coming = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download my data" }).click();
      const file = await coming;
      assert.equal(file.suggestedFilename(), "my-data.json");
      const { sessions } = JSON.parse(await readFile(await file.path(), "utf8"));
      assert.equal(sessions[0].device, "Safari on iPhone");
      assert.equal(new URL(page.url()).pathname, "/auth/account/data");
      assert.equal(await page.locator("form[data-sent]").count(), 0, "other forms of the page work at once");
      await leave();
    }
  });

  test("after a change the message has the focus, names what was changed, and stands above its list", async () => {
    const user = await serve(SESSIONS.few);
    const { page, leave } = await arrive(user);
    await page.goto(`${user.url}/auth/account/profile`);
    await assertAccessible(page, "account-profile");
    await page.goto(`${user.url}/auth/account/devices`);
    await page.getByRole("button", { name: "Sign out Safari on iPhone" }).first().click();
    const message = page.getByRole("status").filter({ hasText: "That browser was signed out." });
    await message.waitFor();
    assert.equal(await page.evaluate("document.activeElement.className"), "done");
    assert.equal(page.url(), `${user.url}/auth/account/devices`);
    await page.reload();
    assert.equal(await message.count(), 0, "a reload doesn't say it again");
    await page.goto(`${user.url}/auth/account/security`);
    await page.getByRole("button", { name: /^Remove GitHub/ }).first().click();
    await assertAccessible(page, "account-question");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await leave();
  });

  test("an account is deleted by keyboard: Escape and Cancel give the focus back, a wrong text is said at its field", async () => {
    const user = { ...await serve(SESSIONS.few), enable() {} };
    const { page, leave } = await arrive(user, { viewport: { width: 360, height: 740 } });
    await page.goto(`${user.url}/auth/account/data`);
    const opener = page.locator("[popovertarget=ask-delete-account]").first();
    await opener.focus();
    for (const key of ["Escape", "Enter"]) {
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press(key);
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await page.locator("[popovertarget=ask-delete-account].bad:focus").waitFor();
    }
    await page.keyboard.press("Enter");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.type("somebody@acme.example\n");
    await page.locator("[role=dialog] [aria-invalid]:focus").waitFor();
    await inspect(page, "account-deletion-question");
    await page.keyboard.type(`${user.email}\n`);
    await page.getByRole("heading", { name: "will be deleted" }).waitFor();
    await inspect(page, "account-deletion-pending");
    const there = page.url();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "You kept your account" }).waitFor();
    await inspect(page, "account-deletion-kept");
    await user.remove();
    await page.goto(there);
    await page.getByRole("heading", { name: "was deleted" }).waitFor();
    await inspect(page, "account-deletion-deleted");
    await leave();
  });
  return Promise.resolve();
});

/** What is wrong with the boxes of rows and targets. */
async function problems(page: Page, least: number): Promise<string[]> {
  return await page.evaluate(`(() => {
    const found = [];
    const isShown = (each) => each.checkVisibility({ visibilityProperty: true });
    const isLeft = document.dir === "rtl";
    for (const row of [...document.querySelectorAll(".rows li")].filter(isShown)) {
      const [box, what] = [row, row.querySelector(".what")].map((each) => each.getBoundingClientRect());
      const acts = row.querySelector(".acts")?.getBoundingClientRect();
      if (!acts || !acts.width) continue;
      const gap = isLeft ? what.left - acts.right : acts.left - what.right;
      const middle = Math.abs((acts.top + acts.bottom) / 2 - (box.top + box.bottom) / 2);
      if (gap < 0 || middle > 2) found.push("row: " + row.textContent.slice(0, 80));
    }
    const targets = document.querySelectorAll("button, .button, nav a, summary");
    for (const target of [...targets].filter(isShown)) {
      const { height, width } = target.getBoundingClientRect();
      if (height < ${least} || width < ${least}) found.push("target: " + height + " " + target.outerHTML.slice(0, 120));
    }
    for (const text of [...document.querySelectorAll(".what b, .button")].filter(isShown).map((each) => each.firstChild)) {
      if (text?.nodeType !== Node.TEXT_NODE) continue;
      const topAt = (at) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().top;
      };
      // The letter behind a soft hyphen has a box on both lines. Japanese goes on in the next line after any character.
      for (const { index } of text.data.matchAll(/(?<!\\u00ad)(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}])\\p{L}(?=\\p{L})/gu)) {
        if (topAt(index + 1) - topAt(index) > 4) found.push("cut: " + text.data);
      }
    }
    const [bar, tab] = ["nav", "nav [aria-current]"].map((each) => document.querySelector(each).getBoundingClientRect());
    if (tab.width && (tab.left < bar.left - 1 || tab.right > bar.right + 1)) found.push("tab out of sight");
    if (document.documentElement.scrollWidth > innerWidth) found.push("sticks out");
    return found;
  })()`) as string[];
}
