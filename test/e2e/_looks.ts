/**
 * How a page is looked at: by axe-core, and by what can be measured.
 *
 * @module
 */

import assert from "node:assert/strict";
import axe from "npm:axe-core@4.14.1";
import type { BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";
import { photograph } from "./visitor.ts";

const DESKTOP = { viewport: { width: 1100, height: 800 } } as const;
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

/** Windows and settings of users. */
export const WINDOWS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { ...DESKTOP, colorScheme: "light" },
  dark: { ...DESKTOP, colorScheme: "dark" },
  phone: { ...PHONE, colorScheme: "light" },
  /** 1280 by 1024 pixels, enlarged to 400 % (WCAG 2.2 §1.4.10). */
  enlarged: { viewport: { width: 320, height: 256 }, colorScheme: "light" },
  forced: { ...DESKTOP, forcedColors: "active", colorScheme: "dark" },
  contrast: { ...DESKTOP, contrast: "more", colorScheme: "light" },
  scriptless: { ...PHONE, javaScriptEnabled: false },
  arabic: { ...PHONE, locale: "ar" },
};

/** Rules of WCAG 2.2, levels A and AA, and those that axe-core recommends. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/**
 * Keeps a picture of a page, and asserts that nothing sticks out, and that axe-core finds nothing.
 *
 * @param look The window that the page is in. In some, axe-core would find nothing else.
 */
export async function inspect(page: Page, name: string, look = ""): Promise<void> {
  await measure(page, name);
  if (!UNSEEN.has(look)) await assertAccessible(page, name);
}

/** Asserts that axe-core finds nothing on a page. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  const options = JSON.stringify({ runOnly: TAGS, resultTypes: ["violations"] });
  const result = await page.evaluate(`${axe.source};axe.run(document, ${options})`) as AxeResult;
  const found = result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  assert.deepEqual(found, [], name);
}

/** How far the content of a page reaches, in pixels from its top. */
export async function contentHeight(page: Page): Promise<number> {
  return await page.evaluate(
    "Math.max(...[...document.querySelectorAll('main, footer')].map((each) => each.getBoundingClientRect().bottom))",
  ) as number;
}

/** Windows in which axe-core would find nothing else, or cannot run. */
const UNSEEN: ReadonlySet<string> = new Set(["enlarged", "contrast", "scriptless"]);

/**
 * Keeps a picture of a page, and asserts what axe-core does not see: that nothing sticks out, that targets are large
 * (WCAG 2.2 §2.5.8), that boxes to tick are square, and that no text is cut off.
 */
async function measure(page: Page, name: string): Promise<void> {
  await photograph(page, name);
  const problems = await page.evaluate(`(() => {
    const isShown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const targets = [...document.querySelectorAll("button, summary, input:not([type=hidden]), a.button, a.link")];
    const small = targets.filter(isShown).filter((each) => each.getBoundingClientRect().height < 24);
    const cut = [...document.querySelectorAll("button, summary, label, p, h1, h2, a, b")].filter(isShown)
      .filter((each) => getComputedStyle(each).display !== "inline" && each.scrollWidth > each.clientWidth + 1);
    const boxes = [...document.querySelectorAll("input[type=checkbox]")].filter(isShown)
      .filter((each) => each.offsetWidth !== each.offsetHeight);
    return [...boxes.map((each) => "not square: " + each.outerHTML), ...small.map((each) => "small: " + each.outerHTML), ...cut.map((each) => "cut off: " + each.outerHTML)];
  })()`);
  assert.deepEqual(problems, [], name);
}
