/**
 * A person at a browser: their tabs, and everything that the browser complains about.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";

const SCREENSHOTS = fileURLToPath(new URL("../../.work/screenshots", import.meta.url));

/** A person with cookies of their own. */
export interface Visitor {
  /** Opens a tab. */
  open(url: string): Promise<Page>;
  /** Leaves. @throws {Error} if the browser has complained: of a policy, a script, a file that isn't there. */
  leave(): Promise<void>;
}

/** What comes to a browser. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context: BrowserContext = await browser.newContext(options);
  context.setDefaultTimeout(10_000);
  const complaints: string[] = [];
  context.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  return {
    async open(url) {
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
    async leave() {
      await context.close();
      assert.deepEqual(complaints, []);
    },
  };
}

/** Keeps a picture of a page in `.work/screenshots`, and checks what can be seen without eyes: nothing sticks out. */
export async function photograph(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
  const [content, window] = await page.evaluate(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  ) as [number, number];
  assert.ok(content <= window, `${name} is ${content} pixels wide, in a window of ${window}`);
}

/** Presses Tab until an element with this text has the focus, and then Enter. */
export async function pressWithKeyboard(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate("document.activeElement?.textContent ?? ''") as string;
    if (!focused.includes(text)) continue;
    const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    assert.notEqual(outline, "none", `"${text}" does not show that it has the focus`);
    return await page.keyboard.press("Enter");
  }
  assert.fail(`"${text}" can't be reached with the keyboard on ${page.url()}`);
}
