/**
 * How a page is looked at: in several windows, by axe-core, and by what can be measured.
 *
 * @module
 */

import assert from "node:assert/strict";
import axe from "npm:axe-core@4.14.1";
import type { BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";
import type { TestBrowser } from "./chromium.ts";
import { photograph, visit } from "./visitor.ts";

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

/** Keeps a picture of a page, and asserts that nothing sticks out, and that axe-core finds nothing. */
export async function inspect(page: Page, name: string): Promise<void> {
  await measure(page, name);
  await assertAccessible(page, name);
}

/** Asserts that axe-core finds nothing on a page. */
export async function assertAccessible(page: Page, name: string): Promise<void> {
  const options = JSON.stringify({ runOnly: TAGS, resultTypes: ["violations"] });
  const result = await page.evaluate(`${axe.source};axe.run(document, ${options})`) as AxeResult;
  const found = result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  assert.deepEqual(found, [], name);
}

/** Opens a page in each window, and inspects it there. */
export async function inspectEverywhere(
  browser: TestBrowser,
  { url, name, expected = [] }: {
    readonly url: string;
    readonly name: string;
    /** Complaints of the browser that are in order. */
    readonly expected?: readonly RegExp[];
  },
): Promise<void> {
  for (const looks of LOOKS_BY_BROWSER) {
    const visitor = await visit(browser, fixedOf(looks[0]!));
    const page = await visitor.open("about:blank");
    for (const look of looks) {
      const { viewport, colorScheme = "light", forcedColors = "none", contrast = "no-preference" } =
        WINDOWS[look]!;
      await page.setViewportSize(viewport!);
      await page.emulateMedia({ colorScheme, forcedColors, contrast });
      await page.goto(url);
      // axe-core is a script, and looks at content rather than at sizes.
      await (UNSEEN.has(look) ? measure : inspect)(page, `${name}-${look}`);
    }
    await visitor.leave(expected);
  }
}

/** The settings of a window that an open page cannot change. */
function fixedOf(look: string): BrowserContextOptions {
  const { viewport: _size, colorScheme: _color, forcedColors: _forced, contrast: _contrast, ...fixed } =
    WINDOWS[look]!;
  return fixed;
}

/** Windows that differ in size and colours only: a page is loaded in one after the other, without opening a new one. */
const LOOKS_BY_BROWSER: readonly (readonly string[])[] = [
  ...Map.groupBy(Object.keys(WINDOWS), (look) => JSON.stringify(fixedOf(look))).values(),
];

/** The same for a page that is open: in windows of other sizes and colours. */
export async function inspectHere(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!;
  for (const look of ["light", "dark", "phone", "enlarged"]) {
    const { colorScheme = null, viewport } = WINDOWS[look]!;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport!);
    await (UNSEEN.has(look) ? measure : inspect)(page, `${name}-${look}`);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
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
 * (WCAG 2.2 §2.5.8), and that no text is cut off.
 */
async function measure(page: Page, name: string): Promise<void> {
  await photograph(page, name);
  const problems = await page.evaluate(`(() => {
    const isShown = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const targets = [...document.querySelectorAll("button, summary, input:not([type=hidden]), a.button, a.link")];
    const small = targets.filter(isShown).filter((each) => each.getBoundingClientRect().height < 24);
    const cut = [...document.querySelectorAll("button, summary, label, p, h1, h2, a, b")].filter(isShown)
      .filter((each) => getComputedStyle(each).display !== "inline" && each.scrollWidth > each.clientWidth + 1);
    return [...small.map((each) => "small: " + each.outerHTML), ...cut.map((each) => "cut off: " + each.outerHTML)];
  })()`);
  assert.deepEqual(problems, [], name);
}
