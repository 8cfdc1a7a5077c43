/**
 * A person in SvelteKit 3 and 2: the components, the form actions and their errors, with JavaScript and without.
 *
 * @module
 */

import assert from "node:assert/strict";
import type { Page } from "npm:playwright-core@1.65.1";
import { type App, builtApp, startApp } from "../frameworks/_app.ts";
import { kitPrograms } from "../frameworks/_sveltekit_apps.ts";
import { testInBrowser } from "./chromium.ts";
import { visit } from "./visitor.ts";

await testInBrowser("signing in in SvelteKit", async (browser, test) => {
  const apps: (readonly [kit: string, app: App])[] = [];
  for (const { kit, wanted } of await kitPrograms()) {
    apps.push([kit, await startApp({ ...wanted, url: null }, await builtApp(wanted))]);
  }

  for (const [kit, { origin, idp }] of apps) {
    for (const javaScriptEnabled of [true, false]) {
      const how = javaScriptEnabled ? "with JavaScript" : "without JavaScript";

      test(`${kit}: a person signs in by the component, sees a protected page and signs out, ${how}`, async () => {
        const visitor = await visit(browser, { javaScriptEnabled });
        idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
        const page = await visitor.open(`${origin}/protected`);
        assert.equal(new URL(page.url()).pathname, "/auth/signin");
        await page.goto(`${origin}/`);
        await ready(page, javaScriptEnabled);
        await page.getByRole("button", { name: "Sign in with idp" }).click();
        await page.getByText("For Ada Lovelace").waitFor();
        assert.equal(page.url(), `${origin}/protected`);
        await page.goto(`${origin}/`);
        await page.getByText("Hello Ada Lovelace").waitFor();
        await ready(page, javaScriptEnabled);
        await page.getByRole("button", { name: "Leave" }).click();
        await page.getByText("Nobody is signed in").waitFor();
        await page.goto(`${origin}/protected`);
        assert.equal(new URL(page.url()).pathname, "/auth/signin");
        await visitor.leave();
      });

      test(`${kit}: a person mistypes the password, is told so, and signs in, ${how}`, async () => {
        const visitor = await visit(browser, { javaScriptEnabled });
        const page = await visitor.open(`${origin}/`);
        await ready(page, javaScriptEnabled);
        await enter(page, "grace", "wrong", "Sign in with a password");
        await page.getByText("That did not work: credentials").waitFor();
        assert.equal(page.url(), `${origin}/signin`);
        await enter(page, "locked", "wrong", "Sign in with credentials");
        await page.getByText("That did not work: locked").waitFor();
        await enter(page, "grace", "correct horse", "Sign in with credentials");
        await page.getByText("For grace").waitFor();
        assert.equal(page.url(), `${origin}/protected`);
        await visitor.leave([/status of 400/]);
      });
    }

    test(`${kit}: a person signs in and out by the client, and the store shows it`, async () => {
      const visitor = await visit(browser);
      idp.login({ sub: "ada", name: "Ada Lovelace", email: "ada@example.com" });
      const page = await visitor.open(`${origin}/client`);
      await page.getByText("Nobody is signed in").waitFor();
      await enter(page, "grace", "wrong", "With a password");
      await page.getByRole("alert").getByText("Failed: credentials").waitFor();
      await enter(page, "grace", "correct horse", "With a password");
      await page.getByText("Hello grace").waitFor();
      assert.equal(page.url(), `${origin}/client`);
      await page.reload();
      await page.getByText("Hello grace").waitFor();
      await page.getByRole("button", { name: "Leave" }).click();
      await page.getByText("Nobody is signed in").waitFor();
      await page.getByRole("button", { name: "With the provider" }).click();
      await page.getByText("For Ada Lovelace").waitFor();
      assert.equal(page.url(), `${origin}/protected`);
      await visitor.leave();
    });

    test(`${kit}: a page receives the result of its component, and stays`, async () => {
      const visitor = await visit(browser);
      const page = await visitor.open(`${origin}/stay`);
      await ready(page, true);
      await enter(page, "grace", "wrong", "Sign in with credentials");
      await page.getByText('Result: failure {"code":"credentials"}').waitFor();
      await page.getByText('Form: {"code":"credentials"}').waitFor();
      assert.equal(page.url(), `${origin}/stay`);
      await enter(page, "grace", "correct horse", "Sign in with credentials");
      await page.getByText(`Result: success {"url":"${origin}/protected"}`).waitFor();
      await page.goto(`${origin}/protected`);
      await page.getByText("For grace").waitFor();
      await visitor.leave([/status of 400/]);
    });

    test(`${kit}: a component leads to the sign-in page, and Kit reports no missing page`, async () => {
      const visitor = await visit(browser);
      const page = await visitor.open(`${origin}/deep/forms`);
      await ready(page, true);
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.waitForURL((url) => url.pathname === "/auth/signin");
      await visitor.leave();
    });

    test(`${kit}: a form that the page disables while it is sent is sent once by a double click`, async () => {
      const visitor = await visit(browser);
      const page = await visitor.open(`${origin}/signin`);
      await ready(page, true);
      await enter(page, "grace", "correct horse", "Sign in with credentials");
      await page.getByText("For grace").waitFor();
      await page.goto(`${origin}/transfer`);
      await ready(page, true);
      await page.getByText("Transfers: 0").waitFor();
      await page.getByRole("button", { name: "Transfer" }).dblclick({ delay: 20 });
      await page.getByText("Transfers: 1").waitFor();
      await page.waitForTimeout(1000);
      await page.reload();
      await page.getByText("Transfers: 1").waitFor();
      await visitor.leave();
    });

    test(`${kit}: a link inside the application leads a visitor to the sign-in page`, async () => {
      const visitor = await visit(browser);
      const page = await visitor.open(`${origin}/stay`);
      await ready(page, true);
      await page.getByRole("link", { name: "Protected" }).click();
      await page.waitForURL((url) => url.pathname === "/auth/signin");
      await page.getByLabel("Name").fill("grace");
      await page.getByLabel("Password", { exact: true }).fill("correct horse");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText("For grace").waitFor();
      assert.equal(page.url(), `${origin}/protected`);
      // Kit 2 reports that it has no such page, and then lets the browser load it.
      await visitor.leave([/Not found: \/auth\/signin/]);
    });
  }
});

/** Waits until scripts handle the forms. */
async function ready(page: Page, javaScriptEnabled: boolean): Promise<void> {
  if (javaScriptEnabled) await page.locator("body[data-ready]").waitFor();
}

async function enter(page: Page, username: string, password: string, button: string): Promise<void> {
  await page.getByLabel("Name").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: button }).click();
}
