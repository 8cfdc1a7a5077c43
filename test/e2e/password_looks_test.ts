import assert from "node:assert/strict";
import type { Page } from "npm:playwright-core@1.65.1";
import { Challenge } from "../../src/entries/challenge.ts";
import { isNightly } from "../_nightly.ts";
import { testInBrowser } from "./chromium.ts";
import { outbox, serveSite } from "./_sites.ts";
import { inspectHere } from "./_windows.ts";
import { assertFocus, visit } from "./visitor.ts";

const WORDS = "lovely engine weaves";

/** Sends the form that has a field. */
async function send(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.fill(`[name=${name}]`, value);
  await Promise.all([
    page.waitForEvent("load"),
    page.locator(`form:has([name=${Object.keys(fields)[0]}]) button:not([type=button])`).last().click(),
  ]);
}

await testInBrowser("how the pages of passwords look", (browser, test) => {
  for (const locale of isNightly ? ["de", "ja", "ar", "en"] : ["ar"]) {
    test(`each page about passwords is accessible and fits everywhere: ${locale}`, async () => {
      const site = serveSite("kept");
      const visitor = await visit(browser, { locale });
      const page = await visitor.open(`${site}/auth/signin`);
      const look = (name: string) => inspectHere(page, `passwords-${name}-${locale}`);
      const go = async (path: string) => void await page.goto(`${site}/auth/${path}`);
      await look("signin");
      await go("signup");
      await assertFocus(page, "user-name");
      await look("signup");
      const email = `${locale}@example.com`;
      await page.selectOption("[name=team]", "red");
      await page.check("#terms");
      await page.fill("[name=username]", "admin");
      await send(page, { name: "Ada Lovelace", email, password: WORDS });
      await look("signup-taken");
      await page.fill("[name=username]", `ada_${locale}`);
      await send(page, { name: "Ada Lovelace", email, password: WORDS });
      await look("confirm");
      await page.fill("[name=code]", outbox.at(-1)!.code);
      await page.waitForURL(`${site}/`);
      await go("password");
      await look("change");
      await go("account");
      assert.match(await page.textContent("main") ?? "", /Ada Lovelace/);
      await look("account");
      await page.context().clearCookies();
      await go("signin");
      await page.fill("input[autocomplete^=username]", `ada_${locale}`);
      await page.keyboard.press("Enter");
      await page.fill("[name=password]", WORDS);
      await Promise.all([page.waitForURL("**/verify-request*"), page.keyboard.press("Enter")]);
      assert.match(await page.textContent("main") ?? "", /•••@•••/);
      await look("unknown-browser");
      await go("forgot-password");
      await look("forgot");
      await send(page, { email });
      await look("new");
      await send(page, { code: "00000000", password: WORDS });
      await look("new-wrong");
      // Five mails are sent in a short time, and the sixth is refused.
      for (let time = 0; time < 5; time++) {
        await go("forgot-password");
        await send(page, { email });
      }
      assert.equal(await page.evaluate("document.querySelectorAll('a.button:not([href])').length"), 1);
      await look("limited");
      // A new user who comes by email fills in the rest.
      await page.context().clearCookies();
      const { request } = page.context();
      const { csrfToken } = await (await request.get(`${site}/auth/csrf`)).json();
      const form = { csrfToken, email: `new-${email}` };
      await request.post(`${site}/auth/signin/nodemailer`, { form, headers: { origin: site } });
      await page.goto(outbox.at(-1)!.url);
      await assertFocus(page, "user-name");
      await look("finish");
      await page.evaluate("document.querySelector('form.form').noValidate = true");
      await send(page, { name: "Grace Hopper" });
      await look("finish-wrong");
      await page.selectOption("[name=team]", "blue");
      await page.check("#terms");
      await send(page, { username: `grace_${locale}`, born: "1906-12-09" });
      await page.waitForURL(`${site}/`);
      // The application has no page of its own.
      await visitor.leave([/status of (?:404|429)/]);
    });
  }

  test("a captcha is accessible and fits everywhere", async () => {
    const site = serveSite("kept", {
      features: [
        Challenge({
          check: () => false,
          widget: { html: '<label>Three cows and a stool have how many legs? <input name="legs"></label>' },
        }),
      ],
    });
    const visitor = await visit(browser);
    const page = await visitor.open(`${site}/auth/signup`);
    await inspectHere(page, "challenge");
    await send(page, { email: "ada@example.com", password: WORDS, legs: "8" });
    await inspectHere(page, "challenge-failed");
    assert.equal(await page.inputValue("[name=email]"), "ada@example.com");
    await visitor.leave();
  });
  return Promise.resolve();
});
