import assert from "node:assert/strict";
import type { Page } from "npm:playwright-core@1.65.1";
import { startDemo } from "../../examples/demo/demo.ts";
import { testInBrowser } from "./chromium.ts";
import { heading, LOOKS, photograph, pressWithKeyboard, visit } from "./visitor.ts";
import { afterTests } from "../_after.ts";
import { isNightly } from "../_nightly.ts";

await testInBrowser("signing in at a provider", async (browser, test) => {
  const demo = await startDemo({ port: 3300 });
  afterTests(() => demo.close());

  for (const [look, options] of Object.entries(LOOKS)) {
    // In the smallest window, all that sticks out does so.
    if (look !== "mobile" && !isNightly) continue;
    test(`a person signs in, changes their name and signs out (${look})`, async () => {
      const visitor = await visit(browser, options);
      const page = await visitor.open(demo.url);
      await photograph(page, `home-${look}`);
      await page.getByRole("link", { name: "Sign in" }).click();
      await photograph(page, `signin-${look}`);
      await choose(page, "Example ID");
      await photograph(page, `provider-login-${look}`);
      await page.getByLabel("Use another name").fill(`Ada ${look}`);
      await page.getByRole("button", { name: "Continue" }).click();
      await photograph(page, `provider-consent-${look}`);
      await page.getByRole("button", { name: "Allow" }).click();
      await page.waitForURL(`${demo.url}/profile`);
      assert.equal(await heading(page), `Ada ${look}`);
      await page.getByLabel("Name").fill("Countess of Lovelace");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved.").waitFor();
      assert.equal(await heading(page), "Countess of Lovelace");
      await photograph(page, `profile-${look}`);
      await page.reload();
      assert.equal(await heading(page), "Countess of Lovelace");
      await page.getByRole("link", { name: "Sign out" }).click();
      await photograph(page, `signout-${look}`);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL(`${demo.url}/`);
      await page.goto(`${demo.url}/profile`);
      assert.equal(new URL(page.url()).pathname, "/auth/signin");
      await page.goto(`${demo.url}/auth/verify-request`);
      await photograph(page, `verify-request-${look}`);
      await page.goto(`${demo.url}/auth/error`);
      await photograph(page, `error-${look}`);
      await visitor.leave();
    });
  }

  test("two tabs that sign in at once both finish", async () => {
    const visitor = await visit(browser);
    const [first, second] = [
      await visitor.open(`${demo.url}/profile`),
      await visitor.open(`${demo.url}/profile`),
    ];
    await choose(first, "Example ID");
    await choose(second, "Example ID");
    await answer(second, "Grace Hopper", true);
    await second.waitForURL(`${demo.url}/profile`);
    assert.equal(await heading(second), "Grace Hopper");
    await answer(first, "Grace Hopper", false);
    await first.waitForURL(`${demo.url}/profile`);
    assert.equal(await heading(first), "Grace Hopper");
    await visitor.leave();
  });

  test("an answer by form_post is taken", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${demo.url}/profile`);
    await choose(page, "Example ID, by form");
    await answer(page, "Alan Turing", true);
    await page.waitForURL(`${demo.url}/profile`);
    assert.equal(await heading(page), "Alan Turing");
    await visitor.leave();
  });

  test("an answer by form_post is taken from another site", async () => {
    const apart = await startDemo({ port: 3320, providerHostname: "127.0.0.1" });
    try {
      const visitor = await visit(browser);
      const page = await visitor.open(`${apart.url}/profile`);
      await choose(page, "Example ID, by form");
      await answer(page, "Alan Turing", true);
      await page.waitForURL(`${apart.url}/profile`);
      assert.equal(await heading(page), "Alan Turing");
      await visitor.leave();
    } finally {
      await apart.close();
    }
  });

  test("a user who does not consent sees an error, and can try again", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${demo.url}/profile`);
    await choose(page, "Example ID");
    await page.getByRole("button", { name: "Alan Turing" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alert").waitFor();
    await photograph(page, "signin-refused-light");
    await choose(page, "Example ID");
    await answer(page, "Alan Turing", true);
    await page.waitForURL(`${demo.url}/profile`);
    await visitor.leave();
  });

  test("a person signs in and out with the keyboard alone", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(demo.url);
    await pressWithKeyboard(page, "Sign in");
    await page.waitForURL("**/auth/signin*");
    await pressWithKeyboard(page, "Example ID");
    await page.waitForURL("**/interaction/*");
    await pressWithKeyboard(page, "Grace Hopper");
    await page.getByRole("button", { name: "Allow" }).waitFor();
    await pressWithKeyboard(page, "Allow");
    await page.waitForURL(`${demo.url}/profile`);
    await pressWithKeyboard(page, "Sign out");
    await page.waitForURL("**/auth/signout*");
    await pressWithKeyboard(page, "Sign out");
    await page.waitForURL(`${demo.url}/`);
    await visitor.leave();
  });

  test("a person signs in and out without JavaScript", async () => {
    const visitor = await visit(browser, { javaScriptEnabled: false });
    const page = await visitor.open(`${demo.url}/profile`);
    await choose(page, "Example ID");
    await page.getByLabel("Use another name").fill("Zoë <b>Quiet</b>");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL(`${demo.url}/profile`);
    assert.equal(await heading(page), "Zoë <b>Quiet</b>");
    await page.getByRole("link", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${demo.url}/`);
    await visitor.leave();
  });

  test("the browser itself refuses what the pages' policies do not name", async () => {
    const visitor = await visit(browser);
    const page = await visitor.open(`${demo.url}/auth/signin`);
    // The handler is refused when the picture has failed to load.
    const refused = page.waitForEvent("console", (message) => /Content Security Policy/.test(message.text()));
    await page.evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=document.title=1>')",
    );
    await refused;
    assert.notEqual(await page.title(), "1");
    await assert.rejects(visitor.leave(), /Content Security Policy/);
  });
});

async function choose(page: Page, provider: string): Promise<void> {
  await page.getByRole("button", { name: `Continue with ${provider}`, exact: true }).click();
  await page.waitForURL("**/interaction/*");
}

/** @param isNew Whether the provider asks what the application may know. */
async function answer(page: Page, name: string, isNew: boolean): Promise<void> {
  await page.getByRole("button", { name }).click();
  if (isNew) await page.getByRole("button", { name: "Allow" }).click();
}
