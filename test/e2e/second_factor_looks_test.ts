import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Page as Tab } from "npm:playwright-core@1.65.1";
import { isNightly } from "../_nightly.ts";
import {
  account,
  ask,
  codes,
  key,
  localeIn,
  mail,
  ORIGIN,
  setup,
  shownCodes,
} from "../second_factor/_pages.ts";
import type { Page } from "../../src/pages/types.ts";
import { PASSKEY_SCRIPT } from "../../src/pages/passkey_script.ts";
import { testInBrowser } from "./chromium.ts";
import { contentHeight, inspect, WINDOWS } from "./_looks.ts";
import { photograph, visit, type Visitor } from "./visitor.ts";
import { inspectHere } from "./_windows.ts";

/** Each page in a language. */
async function pagesIn(language: string): Promise<Readonly<Record<string, Page>>> {
  const locale = await localeIn(language);
  return {
    ask: await ask({ locale }),
    "ask-wrong": await ask({ locale, error: "InvalidSecondFactor", passkey: null }),
    "ask-recovery": await ask({ locale, error: "InvalidSecondFactor", failedField: "recoveryCode" }),
    "ask-passkey": await ask({ locale, hasApp: false, isStepUp: true }),
    "ask-never": await ask({ locale, isDoubtful: true }),
    "ask-over": await ask({ locale, error: "InvalidCheck" }),
    setup: await setup({ locale }),
    "setup-plain": await setup({ locale, isRequired: true, step: { ...key, qr: null }, error: "ServerBusy" }),
    mail: await setup({ locale, step: mail, isRequired: true }),
    codes: await codes({ locale, isRenewed: true }),
    "codes-shown": await shownCodes({ locale }),
    "account-off": await account({ isOn: false, devices: [] }, { locale, tab: "security" }),
    account: await account({ recoveryCodesLeft: 2 }, { locale, done: "second-factor-on", tab: "security" }),
  };
}

/** Answers as the library does, with the policy of the page. */
async function openWith(visitor: Visitor, pages: Readonly<Record<string, Page>>): Promise<Tab> {
  const tab = await visitor.open("about:blank");
  await tab.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith(".js")) {
      return await route.fulfill({ contentType: "text/javascript", body: PASSKEY_SCRIPT });
    }
    const page = pages[pathname.slice(1)];
    if (!page) return await route.fulfill({ status: 204 });
    const headers = { "content-type": "text/html;charset=utf-8", "content-security-policy": page.policy };
    await route.fulfill({ headers, body: page.html });
  });
  return tab;
}

await testInBrowser("how the pages of the second factor look", (browser, test) => {
  for (const language of isNightly ? ["de", "ja", "ar", "en"] : ["ar"]) {
    test(`each page of the second factor is accessible and fits everywhere: ${language}`, async () => {
      const visitor = await visit(browser);
      const pages = await pagesIn(language);
      const tab = await openWith(visitor, pages);
      for (
        const name of isNightly
          ? Object.keys(pages)
          : ["ask-never", "setup", "codes", "codes-shown", "account"]
      ) {
        await tab.goto(`${ORIGIN}/${name}`);
        await tab.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
        await inspectHere(tab, `second-factor-${name}-${language}`);
      }
      await visitor.leave();
    });
  }

  test("a QR code is dark on light on a dark page, and a print of the codes has nothing else", async () => {
    const visitor = await visit(browser, WINDOWS.dark);
    const tab = await openWith(visitor, await pagesIn("en"));
    await tab.goto(`${ORIGIN}/setup`);
    await inspect(tab, "second-factor-qr-dark");
    const colors = "[...document.querySelectorAll('.far path')].map((path) => getComputedStyle(path).fill)";
    assert.deepEqual(await tab.evaluate(colors), ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
    await tab.goto(`${ORIGIN}/codes`);
    await tab.emulateMedia({ media: "print" });
    await photograph(tab, "second-factor-print");
    const text = await tab.evaluate("document.body.innerText") as string;
    assert.match(
      text,
      /^Save your recovery codes\s+ada@example.com at Acme, November 23, 2026\s+(7K2M9\d-4XWVB8-0HRT5N-C3JDPA\s*){10}$/,
    );
    await visitor.leave();
  });

  test("a phone opens the app first, others show the QR code, and the key is copied", async () => {
    for (const look of ["phone", "light"]) {
      const visitor = await visit(browser, {
        ...WINDOWS[look],
        permissions: ["clipboard-read", "clipboard-write"],
      });
      const tab = await openWith(visitor, await pagesIn("en"));
      await tab.goto(`${ORIGIN}/setup`);
      const opener = await tab.getByRole("link", { name: "Open in authenticator app" }).boundingBox();
      const copy = tab.getByRole("button", { name: "Copy" });
      assert.equal(opener!.y < (await copy.boundingBox())!.y, look === "phone");
      assert.equal(await tab.getByRole("img", { name: "QR code" }).count(), look === "phone" ? 0 : 1);
      if (look === "phone") assert.ok(await contentHeight(tab) <= 900);
      await copy.click();
      await tab.getByRole("button", { name: "Copied" }).waitFor();
      assert.equal(await tab.evaluate("navigator.clipboard.readText()"), key.secret);
      await visitor.leave();
    }
  });

  test("recovery codes are copied and saved as a file, and a user who goes on has ticked that they have them", async () => {
    const visitor = await visit(browser);
    const tab = await openWith(visitor, await pagesIn("en"));
    await tab.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: ORIGIN });
    await tab.goto(`${ORIGIN}/codes`);
    const shown = await tab.locator(".codes li").allTextContents();
    await tab.getByRole("button", { name: "Copy" }).click();
    await tab.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await tab.evaluate("navigator.clipboard.readText()"), `${shown.join("\n")}\n`);
    const saving = tab.waitForEvent("download");
    await tab.getByRole("link", { name: "Download" }).click();
    const file = await saving;
    assert.equal(file.suggestedFilename(), "Acme-recovery-codes.txt");
    assert.equal(await readFile(await file.path(), "utf8"), `${shown.join("\n")}\n`);
    const next = tab.getByRole("link", { name: "Continue" });
    assert.equal(await next.count(), 0);
    assert.ok(await tab.getByRole("button", { name: "Continue" }).isDisabled());
    await tab.getByLabel("I've saved them").check();
    assert.equal(await next.getAttribute("href"), `${ORIGIN}/auth/account`);
    await visitor.leave();
  });
  return Promise.resolve();
});
