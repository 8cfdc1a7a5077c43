/**
 * Pages in windows of several sizes and colours: some of them here, each in the nightly run.
 *
 * @module
 */

import type { BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";
import { isNightly } from "../_nightly.ts";
import type { TestBrowser } from "./chromium.ts";
import { inspect, WINDOWS } from "./_looks.ts";
import { LOOKS, photograph, visit } from "./visitor.ts";

/** A page, and what it is called. */
export interface Inspected {
  readonly url: string;
  readonly name: string;
  /** Complaints of the browser that are in order. */
  readonly expected?: readonly RegExp[];
}

/**
 * Opens a page in the smallest window and in one of the others, in the nightly run in each, and inspects it there.
 *
 * @param always More windows, for a page with something that no other page has.
 */
export async function inspectInWindows(
  browser: TestBrowser,
  page: Inspected,
  always: readonly string[] = [],
): Promise<void> {
  const looks = new Set([...chosenLooks(page.name, Object.keys(WINDOWS)), ...always]);
  for (const alike of byBrowser([...looks])) await inspectAlike(browser, alike, page);
}

/** Inspects a page in windows that differ in size and colours only. It is loaded in one after the other. */
async function inspectAlike(
  browser: TestBrowser,
  looks: readonly string[],
  { url, name, expected = [] }: Inspected,
): Promise<void> {
  const visitor = await visit(browser, fixedOf(looks[0]!));
  const page = await visitor.open("about:blank");
  for (const look of looks) {
    const { viewport, colorScheme = "light", forcedColors = "none", contrast = "no-preference" } =
      WINDOWS[look]!;
    await page.setViewportSize(viewport!);
    await page.emulateMedia({ colorScheme, forcedColors, contrast });
    await page.goto(url);
    await inspect(page, `${name}-${look}`, look);
  }
  await visitor.leave(expected);
}

/** The settings of a window that an open page cannot change. */
function fixedOf(look: string): BrowserContextOptions {
  const { viewport: _size, colorScheme: _color, forcedColors: _forced, contrast: _contrast, ...fixed } =
    WINDOWS[look]!;
  return fixed;
}

/** Windows, those together that differ in size and colours only. */
function byBrowser(looks: readonly string[]): Iterable<readonly string[]> {
  return Map.groupBy(looks, (look) => JSON.stringify(fixedOf(look))).values();
}

/** In a window that is the smallest, all that sticks out does so. */
const SMALLEST = "enlarged";

/**
 * Chooses windows: the smallest, and by the name of the page one of the others, so that pages meet different ones. In the
 * nightly run all of them.
 */
function chosenLooks(name: string, looks: readonly string[]): readonly string[] {
  if (isNightly) return looks;
  const others = looks.filter((look) => look !== SMALLEST);
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return [others[sum % others.length]!, SMALLEST];
}

/** The same as `inspectInWindows()` for a page that is open: in windows of other sizes and colours. */
export async function inspectHere(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!;
  for (const look of chosenLooks(name, ["light", "dark", "phone", SMALLEST])) {
    const { colorScheme = null, viewport } = WINDOWS[look]!;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport!);
    await inspect(page, `${name}-${look}`, look);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
}

/**
 * Photographs a page in the smallest window, in which all that sticks out does so; in the nightly run in each kind of
 * window: `<name>-light`, `-dark` and `-mobile`.
 */
export async function photographAll(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()!;
  for (const [look, { colorScheme, viewport }] of Object.entries(LOOKS)) {
    if (look !== "mobile" && !isNightly) continue;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await photograph(page, `${name}-${look}`);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(before);
}
