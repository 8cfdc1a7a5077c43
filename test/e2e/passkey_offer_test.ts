/**
 * The page that offers a passkey after a sign-in, with its script. `test/flows/passkey_offer_test.ts` says who gets there.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { BrowserContextOptions } from "npm:playwright-core@1.65.1";
import { afterTests } from "../_after.ts";
import { isNightly } from "../_nightly.ts";
import { type TestBrowser, testInBrowser } from "./chromium.ts";
import { outbox, serveSite } from "./_sites.ts";
import { inspectHere } from "./_windows.ts";
import { addAuthenticator, heading, visit } from "./visitor.ts";

const OFFER = "**/auth/passkey-offer?*";
const WORDS = "lovely engine weaves";

/** Where the user wants to go. */
const home = Deno.serve(
  { port: 0, hostname: "127.0.0.1", onListen: () => {} },
  () => new Response("<title>Home</title><h1>Home</h1>", { headers: { "content-type": "text/html" } }),
);
afterTests(() => home.shutdown());
const HOME = `http://localhost:${home.addr.port}/`;

/** A user types the code of a mail. @param before What the browser is like. */
async function arrive(
  browser: TestBrowser,
  options: BrowserContextOptions = {},
  before = "",
) {
  const site = serveSite("offer", { callbacks: { redirect: ({ url }) => url } });
  const visitor = await visit(browser, options);
  const page = await visitor.open(`${site}/auth/error`);
  await page.context().addInitScript(before);
  return {
    ...{ page, visitor },
    /** With the code of a mail. */
    async signIn() {
      await page.goto(`${site}/auth/signin?callbackUrl=${encodeURIComponent(HOME)}`);
      await page.locator("input[name=email]").first().fill(`ada-${crypto.randomUUID()}@example.com`);
      const next = page.locator("form:has([name=email]) button.first");
      if (await next.isVisible()) await next.click();
      await page.locator("form:has([name=email]) [formaction]").first().click();
      await page.waitForURL("**/verify-request*");
      await page.locator("input[name=code]").fill(outbox.at(-1)!.code);
      // The form sends itself, but not without a script.
      if (options.javaScriptEnabled === false) await page.locator("form:has([name=code]) button").click();
    },
    /** With a password, in a browser that knows nothing of the user. */
    async typePassword() {
      const email = `ada-${crypto.randomUUID()}@example.com`;
      await page.goto(`${site}/auth/signup`);
      await page.locator("input[name=email]").fill(email);
      await page.locator("input[name=password]").fill(WORDS);
      await page.locator("form:has([name=password]) button:not([type=button])").last().click();
      await page.locator("input[name=code]").fill(outbox.at(-1)!.code);
      await page.waitForURL(OFFER);
      await page.context().clearCookies();
      await page.goto(`${site}/auth/signin?callbackUrl=${encodeURIComponent(HOME)}`);
      await page.locator("input[name=email]").first().fill(email);
      await page.locator("form:has([name=email]) button.first").click();
      await page.locator("input[name=password]").fill(WORDS);
      await page.keyboard.press("Enter");
    },
  };
}

await testInBrowser("an offered passkey", (browser, test) => {
  for (const locale of isNightly ? ["en", "de", "ja", "ar"] : ["de", "ar"]) {
    test(`a user without a passkey creates the one that is offered, on a page that fits: ${locale}`, async () => {
      const { page, visitor, signIn } = await arrive(browser, { locale });
      await addAuthenticator(page);
      await signIn();
      await page.waitForURL(OFFER);
      await page.locator("form[data-offer]:not([hidden])").waitFor();
      await inspectHere(page, `passkey-offer-${locale}`);
      await page.locator("button[value=register]").click();
      await page.waitForURL(HOME);
      assert.equal(await heading(page), "Home");
      await visitor.leave();
    });
  }

  test("a user who doesn't want it now goes on", async () => {
    const { page, visitor, signIn } = await arrive(browser);
    await addAuthenticator(page);
    await signIn();
    await page.getByRole("link", { name: "Not now" }).click();
    await page.waitForURL(HOME);
    await visitor.leave();
  });

  /** Browsers that can't create a passkey. */
  const UNABLE: Readonly<Record<string, string>> = {
    "no passkeys at all": "delete window.PublicKeyCredential",
    "nothing that keeps one": "",
    "nothing that keeps one, and an older browser": "delete PublicKeyCredential.getClientCapabilities",
  };
  for (const [what, before] of Object.entries(UNABLE)) {
    test(`a user whose browser can't create a passkey goes on by itself: ${what}`, async () => {
      const { page, visitor, signIn } = await arrive(browser, {}, before);
      await signIn();
      await page.waitForURL(HOME);
      await visitor.leave();
    });
  }

  test("a password manager creates the passkey by itself after a password", async () => {
    // Chromium knows it, and has no password manager here: the authenticator takes its place.
    const { page, visitor, typePassword } = await arrive(
      browser,
      {},
      `
      const create = navigator.credentials.create.bind(navigator.credentials);
      navigator.credentials.create = ({ mediation, ...options }) => create(mediation === "conditional" ? options : {});
    `,
    );
    await addAuthenticator(page);
    await typePassword();
    await page.waitForURL(HOME);
    await visitor.leave();
  });

  test("a user whose password manager creates none presses the button", async () => {
    const { page, visitor, typePassword } = await arrive(browser);
    await addAuthenticator(page);
    const asked = page.waitForResponse((response) => /webauthn-options.*offer=/.test(response.url()));
    await typePassword();
    await asked;
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.waitForURL(HOME);
    await visitor.leave();
  });

  test("a user without JavaScript has a link that leads on", async () => {
    const { page, visitor, signIn } = await arrive(browser, { javaScriptEnabled: false });
    await signIn();
    await page.waitForURL(OFFER);
    assert.equal(await page.getByRole("button").count(), 0);
    await page.getByRole("link", { name: "Not now" }).click();
    await page.waitForURL(HOME);
    await visitor.leave();
  });
  return Promise.resolve();
});
