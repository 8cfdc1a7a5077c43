/**
 * A real browser.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { after, test } from "node:test";
import { type Browser, chromium } from "npm:playwright-core@1.65.1";

/** Where Debian installs it. */
const DEBIAN = "/usr/bin/chromium";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Defines tests that need a browser; where there is none, one that is skipped. @param what What they would show. */
export async function testInBrowser(
  what: string,
  define: (browser: Browser) => Promise<void>,
): Promise<void> {
  const browser = await launchChromium();
  if (typeof browser !== "string") {
    await define(browser);
    return after(() => browser.close());
  }
  console.log(`skipped: ${what} in a browser, as ${browser}`);
  test(`${what} in a browser`, { skip: browser }, () => {});
}

/** Starts Debian's Chromium, or the one from npm. @returns The browser, or why there is none. */
async function launchChromium(): Promise<Browser | string> {
  if (existsSync(DEBIAN)) return await chromium.launch({ executablePath: DEBIAN, args: FLAGS });
  try {
    // It unpacks the libraries that it needs only where it believes to be on Lambda.
    Deno.env.set("AWS_EXECUTION_ENV", "AWS_Lambda_nodejs22.x");
    const { default: packed } = await import("npm:@sparticuz/chromium@147.0.0");
    const executablePath = await packed.executablePath();
    return await chromium.launch({ executablePath, args: [...packed.args, ...FLAGS] });
  } catch (error) {
    return `there is no ${DEBIAN}, and the one from npm does not start: ${(error as Error).message}`;
  }
}
