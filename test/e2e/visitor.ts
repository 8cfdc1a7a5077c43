/**
 * A person at a browser: their tabs, and everything that the browser complains about.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { BrowserContext, BrowserContextOptions, Page } from "npm:playwright-core@1.65.1";
import { isNightly } from "../_nightly.ts";
import type { TestBrowser } from "./chromium.ts";

const SCREENSHOTS = fileURLToPath(new URL("../../.work/screenshots", import.meta.url));

/** In which windows pages are looked at. */
export const LOOKS = {
  light: { colorScheme: "light", viewport: { width: 1100, height: 800 } },
  dark: { colorScheme: "dark", viewport: { width: 1100, height: 800 } },
  mobile: { colorScheme: "light", viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true },
} as const;

/** A person with cookies of their own. */
export interface Visitor {
  /** Opens a tab. */
  open(url: string): Promise<Page>;
  /**
   * Leaves. @throws {Error} if the browser has complained: of a policy, a script, a file that isn't there.
   *
   * @param expected Complaints that are in order.
   */
  leave(expected?: readonly RegExp[]): Promise<void>;
}

/** What comes to a browser. */
export async function visit(browser: TestBrowser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context: BrowserContext = await browser.newContext(options);
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
    async leave(expected = []) {
      await context.close();
      const isExpected = (complaint: string) => expected.some((pattern) => pattern.test(complaint));
      assert.deepEqual(complaints.filter((complaint) => !isExpected(complaint)), []);
    },
  };
}

/**
 * Checks what can be seen of a page without eyes: nothing sticks out. The nightly run keeps a picture for eyes in
 * `.work/screenshots`.
 */
export async function photograph(page: Page, name: string): Promise<void> {
  // A click returns once the next page has begun, which may have no element yet.
  await page.waitForLoadState();
  if (isNightly) {
    await mkdir(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
  }
  const [content, window] = await page.evaluate(
    "[document.documentElement.scrollWidth, document.documentElement.clientWidth]",
  ) as [number, number];
  assert.ok(content <= window, `${name} is ${content} pixels wide, in a window of ${window}`);
}

/** The heading of a page. */
export async function heading(page: Page): Promise<string | null> {
  return await page.locator("h1").textContent();
}

/** An authenticator of a tab. */
export interface Authenticator {
  /** Sets whether somebody touches it as soon as it asks: also for a passkey that is only offered in a field. */
  setTouched(isTouched: boolean): Promise<void>;
}

/** Gives a tab an authenticator that accepts every touch. Default: one that is built in. */
export async function addAuthenticator(
  page: Page,
  transport: "internal" | "usb" = "internal",
): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async setTouched(enabled) {
      await session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
    },
  };
}

/** Waits until a page has what it needs to offer passkeys where the browser fills in the address. */
export async function passkeyOffered(page: Page): Promise<void> {
  await page.waitForResponse((response) => response.url().includes("/webauthn-options/"));
}

/** Asks for a mail on a sign-in page that has a password as well: the address comes first. */
export async function askForMail(page: Page, address: string): Promise<void> {
  await page.getByLabel("Email address").fill(address);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await page.getByRole("button", { name: "Email me a sign-in link" }).click();
  await page.getByRole("heading", { name: "Check your email" }).waitFor();
}

/** Expects the element of an id to have the focus, which the browser gives soon after it has loaded the page. */
export async function assertFocus(page: Page, id: string, message = `focus on ${id}`): Promise<void> {
  const focused = async () => await page.evaluate("document.activeElement?.id");
  for (let i = 0; i < 40 && await focused() !== id; i++) await page.waitForTimeout(50);
  assert.equal(await focused(), id, message);
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
